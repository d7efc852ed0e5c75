//! Many rows freed in one call.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[derive(Debug, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq))]
        struct Item {
            number: u32,
        }
    }

    fn filled(rows: u32) -> (ItemHub, Vec<ItemId>) {
        let mut hub = ItemHub::new();
        let ids = hub.insert_many((0..rows).map(|number| Item { number }));
        (hub, ids)
    }

    #[test]
    fn each_live_id_counts_once_and_the_others_stay() {
        for rows in [1, 63, 64, 65, 129] {
            let (mut hub, ids) = filled(rows);
            let gone: Vec<ItemId> = ids.iter().copied().step_by(3).collect();
            let twice = gone.iter().chain(&gone).copied();
            let stale = [ItemId::DANGLING].into_iter();
            assert_eq!(hub.dealloc_many(twice.chain(stale)), gone.len());
            for (number, id) in (0..).zip(&ids) {
                let found = hub.get(*id).map(|row| *row.number);
                assert_eq!(found, (!gone.contains(id)).then_some(number));
            }
            assert_eq!(hub.dealloc_many(gone), 0);
        }
    }

    #[test]
    fn the_ids_issued_afterwards_do_not_depend_on_the_order() {
        let issued = |gone: &[usize]| {
            let (mut hub, ids) = filled(100);
            hub.dealloc_many(gone.iter().map(|&nth| ids[nth]));
            let rows: Vec<u32> = hub.iter().map(|(_, row)| *row.number).collect();
            (rows, hub.insert_many((0..6).map(|number| Item { number })))
        };
        let first = issued(&[3, 99, 7, 64]);
        assert_eq!(issued(&[64, 7, 99, 3]), first);
        assert_eq!(issued(&[99, 99, 3, 64, 7]), first);
    }

    #[test]
    fn reserved_ids_are_freed_too() {
        let (mut hub, ids) = filled(3);
        let reserved = hub.reserve_id();
        assert!(hub.detach(ids[1]).is_some());
        assert_eq!(hub.dealloc_many([reserved, ids[1], ids[1], ids[0]]), 3);
        assert_eq!((hub.len(), hub.stats().reserved, hub.stats().free), (1, 0, 3));
    }
}
