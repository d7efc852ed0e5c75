//! The methods of views: `rows`, `as_ref` and `to_record`.

use soa_runtime::generic::{columns_as_ref, row_as_ref};
use soa_runtime::iter::{Ids, LiveRanges};
use soa_runtime::{IdAllocator, LiveRows};

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        /// Fields of the same names as the methods.
        #[derive(Debug, PartialEq)]
        #[soa(derive(Debug, Clone, PartialEq))]
        struct Item {
            rows: u32,
            ids: String,
            contains: u8,
            as_ref: u16,
            to_record: (),
        }

        #[soa(derive(Clone))]
        struct Empty {}
    }

    fn item(rows: u32) -> Item {
        Item { rows, ids: rows.to_string(), contains: 1, as_ref: 2, to_record: () }
    }

    fn with_a_hole() -> (ItemHub, Vec<ItemId>) {
        let mut hub: ItemHub = (0..5).map(item).collect();
        let ids: Vec<ItemId> = hub.ids().collect();
        hub.dealloc(ids[1]);
        (hub, ids)
    }

    #[test]
    fn both_column_views_know_what_the_hub_knows() {
        let (mut hub, ids) = with_a_hole();
        let live: Vec<ItemId> = hub.ids().collect();
        let ranges: Vec<_> = hub.live_ranges().collect();
        let places: Vec<_> = ids.iter().map(|&id| hub.row_of(id)).collect();
        let at: Vec<_> = (0..6).map(|row| hub.id_at(row)).collect();
        macro_rules! check {
            ($view:expr) => {{
                let view = $view.rows();
                assert!(view.ids().eq(live.iter().copied()));
                assert!(view.live_ranges().eq(ranges.iter().cloned()));
                assert_eq!(ids.iter().map(|&id| view.row_of(id)).collect::<Vec<_>>(), places);
                assert_eq!((0..6).map(|row| view.id_at(row)).collect::<Vec<_>>(), at);
                assert!(!view.contains(ids[1]) && view.contains(ids[4]));
                assert!(!view.contains(ItemId::DANGLING));
            }};
        }
        check!(hub.columns());
        check!(hub.columns().rows);
        check!(hub.columns_mut());
        check!(hub.columns_mut().rows);
        let unique = hub.columns_mut();
        check!(unique.as_ref());
    }

    fn outlives_the_view(
        hub: &mut ItemHub,
    ) -> (Ids<'_, Item>, LiveRanges<'_, ItemId, <Item as IdAllocator>::Layout>, LiveRows<'_, Item>) {
        let columns = hub.columns_mut();
        (columns.rows().ids(), columns.ids.rows().live_ranges(), columns.rows())
    }

    #[test]
    fn what_the_views_return_lives_as_long_as_the_borrow_of_the_hub() {
        let (mut hub, ids) = with_a_hole();
        let (found, ranges, rows) = outlives_the_view(&mut hub);
        assert_eq!((found.count(), ranges.map(|run| run.len()).sum::<usize>()), (4, 4));
        assert!(rows.contains(ids[0]));
    }

    #[test]
    fn rows_go_along_with_columns_that_are_borrowed_uniquely() {
        let (mut hub, ids) = with_a_hole();
        let mut columns = hub.columns_mut();
        let rows = columns.rows();
        let copy = rows;
        let (numbers, texts) = (&mut columns.rows, &mut columns.ids);
        for id in rows.ids() {
            let row = copy.row_of(id).expect("it is live");
            numbers[row] += 10;
            texts[row].push('!');
        }
        let row = hub.row(ids[4]);
        assert_eq!((*row.rows, row.ids.as_str()), (14, "4!"));
    }

    #[test]
    fn views_without_columns_know_the_rows_too() {
        let mut hub = EmptyHub::new();
        let ids = hub.alloc_many(3);
        hub.dealloc(ids[0]);
        assert_eq!(hub.columns().rows().ids().count(), 2);
        assert!(hub.columns_mut().rows().contains(ids[2]));
        assert_eq!(hub.columns_mut().as_ref().rows().row_of(ids[0]), None);
        let _: EmptyRow<'_> = hub.row_mut(ids[1]).as_ref();
        let Empty {} = hub.row_mut(ids[1]).to_record();
    }

    #[test]
    fn a_unique_row_is_lent_shared() {
        fn describe(row: ItemRow<'_>) -> String {
            format!("{}/{}", row.rows, row.ids)
        }

        let (mut hub, ids) = with_a_hole();
        let row = hub.row_mut(ids[2]);
        assert_eq!(describe(row.as_ref()), "2/2");
        *row.rows = 7;
        row.ids.push('x');
        assert_eq!(describe(row.as_ref()), "7/2x");
        assert_eq!(describe(row_as_ref::<Item>(&row)), "7/2x");
        row.ids.clear();
    }

    #[test]
    fn unique_columns_are_lent_shared() {
        fn sum(columns: ItemColumns<'_>) -> u32 {
            columns.rows.iter_live().map(|(_, rows)| rows).sum()
        }

        let (mut hub, ids) = with_a_hole();
        let mut columns = hub.columns_mut();
        assert_eq!(sum(columns.as_ref()), 9);
        columns.rows[ids[0]] = 100;
        assert_eq!(sum(columns.as_ref()), 109);
        assert_eq!(sum(columns_as_ref::<Item>(&columns)), 109);
        assert_eq!(columns.as_ref().ids[ids[3]], "3");
    }

    #[test]
    fn rows_are_copied_out_as_the_struct() {
        let (mut hub, ids) = with_a_hole();
        assert_eq!(hub.row(ids[3]).to_record(), item(3));
        assert_eq!(hub.row_mut(ids[3]).to_record(), item(3));
        assert_eq!(hub.len(), 4, "the rows are still there");
    }
}

#[test]
fn generic_and_borrowing_records_have_the_methods_too() {
    #[derive(IdAllocator)]
    #[soa(derive(Clone))]
    struct Item<'n, T, const N: usize>
    where
        T: Copy + Default,
    {
        #[soa(default = "")]
        name: &'n str,
        #[soa(default = [T::default(); N])]
        values: [T; N],
    }

    let name = String::from("ada");
    let mut hub = ItemHub::<'_, u8, 2>::new();
    let id = hub.insert(Item {
        name: &name,
        values: [1, 2],
    });
    assert_eq!(hub.row(id).to_record().name, "ada");
    assert_eq!(*hub.row_mut(id).as_ref().values, [1, 2]);
    assert_eq!(hub.columns_mut().as_ref().values[id], [1, 2]);
    assert!(hub.columns().rows().ids().eq([id]));
}
