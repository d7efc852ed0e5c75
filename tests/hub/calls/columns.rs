//! Columns, indexed by id, by row and by range.

use soa_runtime::IdAllocator;

use crate::small::in_both_layouts;
use crate::support::{Tracked, panic_message};

in_both_layouts! {
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
}
