//! Columns that start at multiples of more bytes than their types require.

use soa_runtime::{AllocError, IdAllocator};

use crate::layouts::in_both_layouts;
use crate::support::{Line, Tracked, alive};

/// A column without size, but with an alignment.
#[derive(Default, Debug, Clone, Copy, PartialEq)]
#[repr(align(128))]
struct Strict;

const MOST: u8 = if cfg!(miri) { 9 } else { 200 };

fn assert_aligned<F>(multiple: usize, column: &[F]) {
    assert_eq!(column.as_ptr().addr() % multiple, 0);
}

#[derive(Default, Debug, Clone, Copy, PartialEq)]
#[repr(align(4096))]
struct Page(u16);

/// The same columns in both layouts, with alignments.
macro_rules! columns {
    ($($module:ident $align:literal $($option:ident = $value:ident),*;)*) => {$(
        mod $module {
            use super::*;

            #[derive(IdAllocator, Clone, Debug, PartialEq)]
            #[soa(align = $align, $($option = $value,)* derive(Clone, Debug, PartialEq))]
            pub(super) struct Row {
                byte: u8,
                #[soa(tracked)]
                half: u16,
                unit: (),
                line: Line<u8>,
                strict: Strict,
                counted: Tracked,
                words: [u64; 3],
                page: Page,
            }

            pub(super) fn row(byte: u8) -> Row {
                Row {
                    byte,
                    half: byte.into(),
                    unit: (),
                    line: Line(byte),
                    strict: Strict,
                    counted: Tracked::new(byte.into()),
                    words: [byte.into(); 3],
                    page: Page(byte.into()),
                }
            }

            /// Checks where the columns start, and that the values of each row belong together.
            pub(super) fn check(hub: &RowHub) {
                let columns = hub.columns();
                assert_aligned($align, &columns.byte);
                assert_aligned($align, &columns.half);
                assert_aligned($align, &columns.line);
                assert_aligned(128, &columns.line);
                assert_aligned(128, &columns.strict);
                assert_aligned($align, &columns.counted);
                assert_aligned($align, &columns.words);
                assert_aligned(4096, &columns.page);
                for (_, row) in hub.iter() {
                    let byte = *row.byte;
                    assert_eq!((*row.half, row.line.0), (byte.into(), byte));
                    assert_eq!(row.page, &Page(byte.into()));
                    assert_eq!((row.counted.value, row.words), (byte.into(), &[byte.into(); 3]));
                }
            }

            #[test]
            fn every_column_starts_at_a_multiple_at_every_capacity() {
                let mut hub = RowHub::new();
                check(&hub);
                for count in 0..MOST {
                    hub.shrink_to_fit();
                    assert_eq!(hub.capacity(), usize::from(count));
                    let id = hub.insert(row(count));
                    check(&hub);
                    assert_eq!(*hub.row(id).byte, count);
                }
                for capacity in 0..usize::from(MOST) {
                    let exact = RowHub::with_capacity(capacity);
                    assert!(exact.capacity() >= capacity);
                    check(&exact);
                }
                drop(hub);
                assert_eq!(alive(), 0);
            }

            #[test]
            fn copies_have_the_same_rows_and_aligned_columns() {
                let mut hub: RowHub = (0..MOST).map(row).collect();
                let first = hub.id_at(0).expect("the first row is live");
                hub.dealloc(first);
                let copy = hub.clone();
                check(&copy);
                assert_eq!(copy, hub);
                let mut other = RowHub::new();
                other.clone_from(&hub);
                other.append(&mut hub.clone());
                other.copy_rows(&copy);
                check(&other);
                assert_eq!(other.len(), 3 * copy.len());
                let moved: Vec<_> = other.into_iter().map(|(_, row)| row.byte).collect();
                assert_eq!(moved.len(), 3 * copy.len());
                drop((hub, copy));
                assert_eq!(alive(), 0);
            }
        }
    )*};
}

columns! {
    slots_1 1;
    slots_4096 4096;
    dense_64 64 layout = dense;
}

#[cfg(feature = "every-kind")]
columns! {
    slots_2 2;
    slots_64 64;
    dense_1 1 layout = dense;
    dense_256 256 layout = dense;
}

/// Returns the bytes of a hub for each capacity.
macro_rules! bytes {
    ($($option:tt)*) => {{
        #[derive(IdAllocator)]
        #[soa($($option)*)]
        struct Row {
            byte: u8,
            unit: (),
            number: f32,
            line: Line<u8>,
        }
        (0..usize::from(MOST)).map(|rows| {
            let memory = RowHub::with_capacity(rows).memory();
            assert_eq!(memory.total(), memory.slot_table + memory.spare);
            memory.total()
        })
    }};
}

#[test]
fn a_column_loses_less_than_the_alignment_and_one_without_size_nothing() {
    let plain: Vec<_> = bytes!(layout = slots).collect();
    assert!(plain.iter().copied().eq(bytes!(align = 1)));
    for (rows, (plain, aligned)) in plain.iter().zip(bytes!(align = 64)).enumerate() {
        // The line keeps its own alignment.
        let lost = if rows == 0 { 0..=0 } else { 1..=2 * 63 + 7 };
        assert!(lost.contains(&(aligned - plain)), "{rows} rows");
    }
    for (plain, aligned) in plain.iter().zip(bytes!(align = 4096)) {
        assert!(aligned - plain <= 3 * 4095 + 7);
    }
    assert_eq!(plain[0], 0);
}

#[test]
fn a_row_whose_columns_have_no_size_loses_nothing() {
    #[derive(IdAllocator)]
    #[soa(align = 4096)]
    struct Weightless {
        unit: (),
        strict: Strict,
    }
    let mut hub = WeightlessHub::new();
    hub.alloc_many(10);
    hub.shrink_to_fit();
    assert_eq!(hub.memory().total(), 10 * 8);
    assert_aligned(128, &hub.columns().strict);
    assert_eq!(hub.columns().unit.len(), 10);
}

#[test]
fn generic_columns_and_nested_hubs_are_aligned() {
    #[derive(IdAllocator)]
    #[soa(layout = dense, align = 32)]
    struct Node<T, const N: usize> {
        children: NodeHub<T, N>,
        values: [T; N],
    }
    impl<T, const N: usize> Node<T, N> {
        fn new(values: [T; N]) -> Self {
            let children = NodeHub::new();
            Node { children, values }
        }
    }
    let mut hub = NodeHub::<u16, 3>::new();
    for number in 0..10 {
        let id = hub.insert(Node::new([number; 3]));
        for child in 0..3 {
            let inner = hub.row_mut(id).children;
            inner.insert(Node::new([child; 3]));
            assert_aligned(32, &inner.columns().values);
            assert_aligned(32, &inner.columns().children);
        }
        assert_aligned(32, &hub.columns().values);
        assert_aligned(32, &hub.columns().children);
    }
    let children = hub.iter().map(|(_, row)| row.children.len());
    assert_eq!(children.sum::<usize>(), 30);
}

#[test]
fn rows_larger_than_the_address_space_with_what_is_lost_are_refused() {
    const HUGE: usize = 1 << (usize::BITS - 18);

    #[derive(IdAllocator)]
    #[soa(layout = dense, align = 4096)]
    struct Huge {
        #[soa(required)]
        block: [u8; HUGE],
        #[soa(required)]
        other: [u8; HUGE],
    }
    let mut hub = HugeHub::new();
    for rows in [1 << 16, 1 << 17, 1 << 31, u32::MAX as usize] {
        assert_eq!(hub.try_reserve(rows), Err(AllocError::OutOfMemory));
    }
    assert_eq!((hub.capacity(), hub.columns().other.len()), (0, 0));
    assert_aligned(4096, &hub.columns().block);
}

in_both_layouts! {
    {
        /// No column is aligned to more than 16 bytes, so large blocks are extended where they are.
        #[soa(align = 16, tracked)]
        struct Row {
            byte: u8,
            #[soa(tracked)]
            half: u16,
            text: String,
            number: f32,
        }
    }

    #[test]
    fn a_block_that_is_extended_keeps_its_rows() {
        let row = |byte: u8| Row {
            byte,
            half: byte.into(),
            text: byte.to_string(),
            number: byte.into(),
        };
        let (mut hub, most) = (RowHub::new(), if cfg!(miri) { 70 } else { 250 });
        let ids: Vec<_> = (0..3).map(|byte| hub.insert(row(byte))).collect();
        // The second is taken out of the middle of the free slots, so there are links.
        for id in ids {
            assert!(hub.dealloc(id));
        }
        let id = RowId::from_parts(1, 2).expect("it is in range");
        hub.insert_at(id, row(1)).expect("the slot is free");
        let mut ids = vec![id];
        let mut seen = hub.advance();
        for byte in 2..most {
            ids.push(hub.insert(row(byte)));
            let columns = hub.columns();
            assert_aligned(16, &columns.byte);
            assert_aligned(16, &columns.half);
            assert_aligned(16, &columns.text);
            assert_aligned(16, &columns.number);
            let changed: Vec<_> = hub.slots_changed_since(seen).collect();
            assert_eq!(changed, [(ids[ids.len() - 1].index(), ids.last().copied())]);
            let changed = hub.columns().half.changed_since(seen, 0);
            assert_eq!(changed.map(|rows| rows.len()).sum::<usize>(), 1);
            seen = hub.advance();
        }
        for (byte, id) in (1..).zip(&ids) {
            let row = hub.row(*id);
            assert_eq!((*row.byte, *row.half), (byte, byte.into()));
            assert_eq!((row.text.as_str(), *row.number), (&*byte.to_string(), byte.into()));
        }
    }
}

#[test]
fn the_links_of_an_aligned_hub_stand_after_its_last_column() {
    #[derive(IdAllocator)]
    #[soa(align = 64)]
    struct Lamp {
        bright: u32,
        flicker: [u8; 3],
    }
    let id = |index| LampId::from_parts(index, 1).expect("it is in range");
    let mut hub = LampHub::with_capacity(16);
    // In steps of 7, so that slots leave the list in its middle.
    for step in 0..16 {
        let index = step * 7 % 16;
        let lamp = Lamp {
            bright: !index,
            flicker: [0xff; 3],
        };
        assert!(hub.insert_at(id(index), lamp).is_ok());
        for (id, row) in &hub {
            assert_eq!((*row.bright, *row.flicker), (!id.index(), [0xff; 3]));
        }
    }
    assert_eq!((hub.len(), hub.capacity()), (16, 16));
}
