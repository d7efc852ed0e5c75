//! Columns of any size and alignment, and capacities.

use crate::layouts::in_both_layouts;
use crate::support::Tracked;
use soa_runtime::{AllocError, IdAllocator};

/// A column without size, but with an alignment.
#[derive(Default, Debug, Clone, Copy, PartialEq)]
#[repr(align(128))]
struct Strict;

in_both_layouts! {
    {
        struct Empty {}

        struct Weightless {
            unit: (),
            strict: Strict,
            array: [u64; 0],
        }

        #[soa(bits(index = 4, generation = 4))]
        struct Small {
            value: Tracked,
        }
    }

    fn small(value: u32) -> Small {
        Small { value: Tracked::new(value) }
    }

    #[test]
    fn a_struct_without_fields_still_has_ids() {
        let mut hub = EmptyHub::new();
        let ids = hub.alloc_many(10);
        assert!(hub.dealloc(ids[3]) && !hub.contains(ids[3]));
        assert!(hub.remove(ids[4]).is_some_and(|Empty {}| true));
        assert_eq!((hub.len(), hub.iter().count(), hub.iter_mut().count()), (8, 8, 8));
        let EmptyColumns { .. } = hub.columns();
        assert!(hub.contains(hub.ids().next_back().unwrap()));
        hub.shrink_to_fit();
        hub.clear();
        assert_eq!((hub.len(), hub.slots()), (0, 10));
    }

    #[test]
    fn columns_without_size_are_slices_of_the_right_length_and_alignment() {
        let mut hub = WeightlessHub::new();
        assert_eq!(hub.columns().strict.len(), 0);
        let ids = hub.alloc_many(10);
        let columns = hub.columns();
        assert_eq!((columns.unit.len(), columns.strict.len(), columns.array.len()), (10, 10, 10));
        assert_eq!(columns.strict.as_ptr().align_offset(128), 0);
        assert_eq!(columns.strict[ids[3]], Strict);
        assert_eq!(hub.remove(ids[3]).unwrap().array, [0; 0]);
        assert_eq!(hub.iter().map(|(_, row)| *row.unit).count(), 9);
    }

    #[test]
    fn a_full_capacity_takes_as_many_rows_without_growing() {
        let mut hub = SmallHub::with_capacity(9);
        let capacity = hub.capacity();
        for value in 0..9 {
            hub.insert(small(value));
        }
        assert_eq!(hub.capacity(), capacity);
        hub.reserve(0);
        hub.shrink_to_fit();
        assert_eq!(hub.capacity(), 9);
        hub.reserve(0);
        hub.shrink_to_fit();
        assert_eq!(hub.capacity(), 9);
        let ids: Vec<SmallId> = hub.ids().collect();
        for id in &ids[..3] {
            hub.dealloc(*id);
        }
        hub.reserve(3);
        assert_eq!(hub.capacity(), 9, "free slots are room");
        hub.reserve(4);
        assert!(hub.capacity() > 9);
        assert!(hub.columns().value.len() >= 6);
    }

    #[test]
    fn too_many_rows_to_reserve_change_nothing() {
        let mut small: SmallHub = (0..3).map(small).collect();
        let mut wide = WeightlessHub::new();
        wide.alloc_many(3);
        for rows in [usize::MAX, usize::MAX - 1, u32::MAX as usize - 2] {
            assert_eq!(small.try_reserve(rows), Err(AllocError::Full { limit: 15 }));
            assert_eq!(wide.try_reserve(rows), Err(AllocError::Full { limit: u32::MAX }));
        }
        assert_eq!((small.len(), wide.len()), (3, 3));
        assert!(small.columns().value.iter().map(|value| value.value).eq(0..3));
    }
}

/// So large that 2^17 rows are more than an allocation may have, whatever the
/// width of an address.
const HUGE: usize = 1 << (usize::BITS - 18);

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Huge {
    #[soa(required)]
    block: [u8; HUGE],
    name: String,
}

#[test]
fn rows_larger_than_the_address_space_are_refused_before_the_allocator_is_asked() {
    let mut hub = HugeHub::new();
    // The first is one byte too many, the others overflow the product.
    for rows in [1 << 17, 1 << 18, 1 << 31, u32::MAX as usize] {
        assert_eq!(hub.try_reserve(rows), Err(AllocError::OutOfMemory));
    }
    if let Ok(rows) = usize::try_from(1_u64 << 32) {
        let full = AllocError::Full { limit: u32::MAX };
        assert_eq!(hub.try_reserve(rows), Err(full));
    }
    assert_eq!((hub.capacity(), hub.columns().block.len()), (0, 0));
    assert_eq!(hub.columns().name.len(), 0);
}
