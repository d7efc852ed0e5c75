//! Rows under ids that another hub issued.

use soa_runtime::{IdAllocator, InsertAtError, InsertAtReason};
use static_assertions::assert_impl_all;

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[derive(Clone, Debug, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq))]
        struct Item {
            #[soa(default = 7)]
            weight: u8,
            name: String,
        }

        #[derive(Debug)]
        #[soa(bits(index = 2, generation = 2))]
        struct Small {
            value: u8,
        }

        #[derive(Debug, PartialEq)]
        struct Nothing {}
    }

    // Columns of two bytes at most: the table is stricter than all of them.
    fn item(weight: u8) -> Item {
        Item { weight, name: weight.to_string() }
    }

    fn id(index: u32, generation: u32) -> ItemId {
        ItemId::from_parts(index, generation).unwrap()
    }

    /// Ten rows whose even slots are free; slot 8 is the first to be issued.
    fn with_holes() -> ItemHub {
        let mut hub: ItemHub = (0..10).map(item).collect();
        let ids: Vec<ItemId> = hub.ids().collect();
        ids.iter().step_by(2).for_each(|id| assert!(hub.dealloc(*id)));
        hub
    }

    #[test]
    fn threads_share_a_hub_with_back_links() {
        let mut hub: ItemHub = (0..6).map(item).collect();
        let ids: Vec<ItemId> = hub.ids().collect();
        for &id in &ids[1..4] {
            hub.dealloc(id);
        }
        // The second of three free slots leaves the list.
        let given = ItemId::from_parts(2, ids[2].generation() + 1).expect("an id");
        hub.insert_at(given, item(9)).expect("the slot is free");
        let hub = &hub;
        let count = || (hub.ids().count(), hub.len(), hub.columns().weight[given]);
        std::thread::scope(|scope| {
            let other = scope.spawn(count);
            assert_eq!(count(), (4, 4, 9));
            assert_eq!(other.join().expect("it only reads"), (4, 4, 9));
        });
    }

    #[test]
    fn each_reason_has_its_sentence() {
        let mut hub = ItemHub::new();
        let freed = hub.insert(item(0));
        hub.dealloc(freed);
        let live = hub.insert(item(1));
        let (freed_too, reserved) = (hub.insert(item(2)), hub.reserve_id());
        hub.dealloc(freed_too);
        let before = (hub.clone(), hub.stats());
        for (id, reason, text) in [
            (ItemId::DANGLING, InsertAtReason::OutOfRange, "it names no slot"),
            (live, InsertAtReason::Live, "slot 0 has a live row, 0v2"),
            (freed, InsertAtReason::Live, "slot 0 has a live row, 0v2"),
            (id(2, 9), InsertAtReason::Reserved, "slot 2 is reserved for 2v1"),
            (freed_too, InsertAtReason::Stale, "the next id of slot 1 is 1v2"),
        ] {
            for fill in [false, true] {
                let refused = if fill {
                    hub.fill(id, item(9))
                } else {
                    hub.insert_at(id, item(9))
                };
                let error = refused.unwrap_err();
                assert_eq!((error.reason, &error.value), (reason, &item(9)));
                assert!(format!("{error:?}").starts_with("InsertAtError { reason: "));
                let name = if id == ItemId::DANGLING {
                    "the dangling id".to_owned()
                } else {
                    format!("id {id}")
                };
                let text = format!("{name} of ItemHub was not inserted: {text}");
                assert_eq!(error.to_string(), text);
            }
        }
        for id in [id(1, 2), id(3, 1)] {
            let error = hub.fill(id, item(9)).unwrap_err();
            assert_eq!(error.reason, InsertAtReason::NotReserved);
            let text = format!("id {id} of ItemHub was not inserted: it is not reserved");
            assert_eq!(error.to_string(), text);
        }
        assert_eq!((hub.clone(), hub.stats()), before, "nothing has changed");
        assert_eq!(hub.insert_at(reserved, item(3)), Ok(()));
    }

    #[test]
    fn a_retired_slot_takes_no_row() {
        let mut hub = SmallHub::new();
        let last = SmallId::from_parts(1, 3).unwrap();
        assert!(hub.insert_at(last, Small { value: 1 }).is_ok());
        assert!(hub.dealloc(last));
        let error = hub.insert_at(last, Small { value: 1 }).unwrap_err();
        assert_eq!(error.reason, InsertAtReason::Retired);
        assert_eq!(
            error.to_string(),
            "id 1v3 of SmallHub was not inserted: slot 1 is retired",
        );
        assert_eq!(hub.stats().retired, 1);
    }

    #[test]
    fn only_a_slot_in_the_middle_of_the_list_needs_a_table() {
        for (taken, link) in [(8, 0), (2, 4)] {
            let mut hub = with_holes();
            let before = hub.stats().bytes;
            assert_eq!(hub.insert_at(id(taken, 2), item(99)), Ok(()));
            let (with, table) = (hub.stats().bytes, link * hub.capacity());
            assert!((table..=table + 4 * link).contains(&(with - before)));
            assert_eq!(hub.memory().total(), with);
            hub.shrink_to_fit();
            assert_eq!(hub.capacity(), hub.slots());
            assert_eq!(hub.stats().bytes, hub.clone().stats().bytes, "the table is gone");
        }
    }

    #[test]
    fn rows_of_nothing_are_made_under_given_ids() {
        let mut hub = NothingHub::new();
        for index in [4, 1, 3] {
            let id = NothingId::from_parts(index, 1).unwrap();
            assert_eq!(hub.insert_at(id, Nothing {}), Ok(()));
        }
        assert_eq!([(); 3].map(|()| hub.alloc().index()), [0, 2, 5]);
    }

    #[test]
    fn the_memory_doubles_at_least() {
        let mut hub = ItemHub::new();
        let mut moves = 0;
        for index in 0..5000 {
            let capacity = hub.capacity();
            hub.insert_at(id(index, 1), item(1)).unwrap();
            if hub.capacity() != capacity {
                assert!(hub.capacity() >= 2 * capacity);
                moves += 1;
            }
        }
        assert!(moves < 13, "{moves}");
    }
}

/// The error asks nothing of the value.
struct Opaque;

assert_impl_all!(InsertAtError<Opaque>: std::error::Error, std::fmt::Debug);
assert_impl_all!(InsertAtError<u32>: Clone, PartialEq);
