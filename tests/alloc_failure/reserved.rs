//! Ids without rows, and leases: what asks for memory, and what never does.

use soa_runtime::{IdAllocator, InsertAtReason};

use super::{count, refused};

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[derive(Debug, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq, Serialize))]
        struct Row {
            number: u32,
            wide: u128,
        }
    }

    fn row(number: u32) -> Row {
        Row { number, wide: number.into() }
    }

    fn save(hub: &RowHub) -> String {
        serde_json::to_string(hub).expect("a hub can be saved")
    }

    /// A hub without room for a fresh slot, and with two free ones.
    fn used() -> RowHub {
        let mut hub: RowHub = (0..8).map(row).collect();
        hub.shrink_to_fit();
        for row in [2, 5] {
            let id = hub.id_at(row).expect("it is live");
            hub.dealloc(id);
        }
        hub
    }

    #[test]
    fn reserved_ids_are_filled_emptied_and_freed_without_memory() {
        let mut hub = used();
        let ((), asked, _) = count(|| {
            let ids = [hub.reserve_id(), hub.reserve_id()];
            for (id, number) in ids.into_iter().zip(0..) {
                assert_eq!(hub.fill(id, row(number)), Ok(()));
                assert_eq!(hub.detach(id), Some(row(number)));
            }
            assert!(hub.dealloc(ids[1]));
            assert_eq!(hub.free_reserved(), 1);
        });
        assert_eq!(asked, 0);
    }

    #[test]
    fn a_row_under_a_given_id_without_memory_changes_nothing() {
        let mut hub = used();
        let (before, stats) = (save(&hub), hub.stats());
        // Slot 2 was freed before slot 5, so that it is not the first one.
        for (index, generation) in [(2, 2), (8, 1), (30, 1)] {
            let id = RowId::from_parts(index, generation).unwrap();
            let error = refused(|| hub.insert_at(id, row(9))).unwrap_err();
            assert_eq!((error.reason, error.value), (InsertAtReason::OutOfMemory, row(9)));
            assert_eq!((save(&hub), hub.stats()), (before.clone(), stats));
        }
        let id = RowId::from_parts(5, 2).unwrap();
        let (inserted, asked, _) = count(|| hub.insert_at(id, row(9)));
        assert_eq!((inserted, asked), (Ok(()), 0), "the first slot needs no table");
    }

    #[test]
    fn a_lease_asks_for_no_memory_after_it_was_taken() {
        let mut hub = used();
        let mut lease = hub.lease(100);
        let ((), asked, _) = count(|| {
            for number in 0..50 {
                let id = lease.insert(row(number));
                assert_eq!(lease.get(id), Some(&row(number)));
                let other = lease.insert_with(|_| row(number));
                assert_eq!(lease.remove(other), Some(row(number)));
            }
            assert_eq!(lease.try_insert(row(1)), Err(row(1)));
        });
        assert_eq!(asked, 0);
        let ids: Vec<RowId> = hub.ids().collect();
        assert!(hub.settle([lease]).is_empty());
        assert_eq!(hub.len(), ids.len() + 50);
    }
}
