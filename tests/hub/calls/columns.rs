//! Columns, indexed by id, by row and by range.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, panic_message};

in_both_layouts! {
    {
        #[soa(bits(index = 4, generation = 4))]
        struct Small {
            value: Tracked,
        }

        #[soa(align = 64, tracked)]
        struct Mixed {
            small: u16,
            #[soa(tracked)]
            wide: u64,
            empty: [u32; 0],
            #[soa(tracked)]
            last: u8,
            name: String,
        }
    }

    fn small(value: u32) -> Small {
        Small { value: Tracked::new(value) }
    }

    #[test]
    fn a_column_is_indexed_by_row_and_range_like_the_slice_it_is() {
        let mut hub: SmallHub = (0..5).map(small).collect();
        let id = hub.id_at(3).unwrap();
        let mut columns = hub.columns_mut();
        columns.value[1].value = 21;
        columns.value[id].value = 23;
        for value in &mut columns.value[..=0] {
            value.value = 20;
        }
        let values = |column: &[Tracked]| column.iter().map(|cell| cell.value).sum::<u32>();
        assert_eq!(values(&columns.value[..]), 20 + 21 + 2 + 23 + 4);
        let columns = hub.columns();
        assert_eq!((columns.value[3].value, values(&columns.value[3..])), (23, 27));
        assert_eq!((values(&columns.value[1..3]), values(&columns.value[..1])), (23, 20));
        let message = panic_message(|| assert_eq!(columns.value[5].value, 0));
        assert_eq!(message, "row 5 of SmallHub is out of range: it has 5 rows");
        assert!(columns.value.get(id).is_some());
    }

    #[test]
    fn the_slices_of_a_mutable_column_have_the_values_of_all_rows() {
        let mut hub: SmallHub = (0..5).map(small).collect();
        let values = |column: &[Tracked]| column.iter().map(|cell| cell.value).sum::<u32>();
        assert_eq!(values(&hub.columns_mut().value), 1 + 2 + 3 + 4);
        let all: &mut [Tracked] = hub.columns_mut().value.into_mut_slice();
        assert_eq!((all.len(), values(all)), (5, 1 + 2 + 3 + 4));
        all[2].value = 20;
        assert_eq!(hub.columns().value[2].value, 20);
    }

    /// Crates that give addresses away trust these two.
    #[test]
    fn the_memory_of_each_column_is_found_and_of_no_other() {
        let record = |small| Mixed {
            small,
            wide: 2,
            empty: [],
            last: 3,
            name: String::new(),
        };
        let mut hub: MixedHub = [4, 5, 6].map(record).into_iter().collect();
        hub.reserve(10);
        let other: MixedHub = [4, 5, 6].map(record).into_iter().collect();
        let columns = hub.columns();
        let small = columns.small.as_slice();
        assert_eq!(hub.column_of(small), Some(0));
        assert_eq!(hub.column_of(columns.wide.as_slice()), Some(1));
        assert_eq!(hub.column_of(columns.last.as_slice()), Some(3));
        assert_eq!(hub.column_of(columns.name.as_slice()), Some(4));
        assert_eq!(hub.column_of(&small[..2]), None, "a part");
        assert_eq!(hub.column_of(&small[1..]), None, "a part");
        let bytes: &[u8] = bytemuck::cast_slice(small);
        assert_eq!(hub.column_of(bytes), None, "of other values");
        assert_eq!(hub.column_of(hub.id_bits()), None, "no field");
        assert_eq!(hub.column_of(&[4_u16, 5, 6]), None, "no column");
        assert_eq!(hub.column_of(other.columns().small.as_slice()), None);
        let sizes = Mixed::COLUMNS
            .iter()
            .map(|column| Some(3 * column.size));
        let memory = |column| hub.column_memory(column).map(<*mut [u8]>::len);
        assert!((0..5).map(memory).eq(sizes));
        assert_eq!(hub.column_memory(5), None);
        let first = hub.column_memory(0).unwrap().cast::<u8>();
        assert_eq!(first.cast_const(), small.as_ptr().cast());
        // The column is found again after the hub has grown, elsewhere.
        hub.extend((0..100).map(record));
        assert_eq!(hub.column_of(hub.columns().small.as_slice()), Some(0));
        let nothing = MixedHub::new();
        assert_eq!(nothing.column_memory(3).map(<*mut [u8]>::len), Some(0));
        assert!(
            nothing
                .column_of(nothing.columns().last.as_slice())
                .is_some()
        );
    }
}
