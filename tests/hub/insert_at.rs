//! Rows under ids that another hub issued.

use std::hash::{DefaultHasher, Hasher};

use soa_runtime::generic::HashRow;
use soa_runtime::{AnyHandle, Hub, IdAllocator, InsertAtError, InsertAtReason};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive, with_fuse};

/// The hash of a hub's state.
fn state<T: HashRow>(hub: &Hub<T>) -> u64 {
    let mut state = DefaultHasher::new();
    hub.hash_state(&mut state);
    state.finish()
}

fn indices<H: AnyHandle>(ids: impl IntoIterator<Item = H>) -> Vec<u32> {
    ids.into_iter().map(AnyHandle::index).collect()
}

in_both_layouts! {
    {
        #[derive(Clone, Debug, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize))]
        struct Item {
            #[soa(default = 7)]
            weight: u8,
            name: String,
        }

        #[soa(bits(index = 2, generation = 2))]
        struct Small {
            value: Tracked,
        }

        #[derive(Debug, PartialEq)]
        #[soa(bits(index = 10, generation = 4))]
        struct Tiny {
            byte: u8,
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
        let before = state(&hub);
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
        assert_eq!(state(&hub), before, "nothing has changed");
        assert_eq!(hub.insert_at(reserved, item(3)), Ok(()));
    }

    #[test]
    fn a_retired_slot_takes_no_row() {
        let mut hub = SmallHub::new();
        let last = SmallId::from_parts(1, 3).unwrap();
        assert!(hub.insert_at(last, Small { value: Tracked::new(1) }).is_ok());
        assert!(hub.dealloc(last));
        let error = hub.insert_at(last, Small { value: Tracked::new(1) }).unwrap_err();
        assert_eq!(error.reason, InsertAtReason::Retired);
        assert_eq!(
            error.to_string(),
            "id 1v3 of SmallHub was not inserted: slot 1 is retired",
        );
        assert_eq!(hub.stats().retired, 1);
    }

    #[test]
    fn a_forged_id_is_out_of_range() {
        let mut hub = SmallHub::new();
        for (index, generation) in [(0, 0), (2, 0), (3, 1), (3, 2)] {
            let forged = SmallId::assemble(index, generation);
            let error = hub.insert_at(forged, Small { value: Tracked::new(1) });
            assert_eq!(error.unwrap_err().reason, InsertAtReason::OutOfRange);
        }
        assert_eq!((hub.slots(), hub.capacity()), (0, 0));
    }

    #[test]
    fn a_free_slot_leaves_the_list_wherever_it_stands() {
        for taken in [0_u32, 2, 4, 6, 8] {
            let mut hub = with_holes();
            let before = hub.stats().bytes;
            assert_eq!(hub.insert_at(id(taken, 2), item(99)), Ok(()));
            assert_eq!(*hub.row(id(taken, 2)).weight, 99);
            let table = if taken == 8 { 0 } else { 4 * hub.capacity() };
            let more = hub.stats().bytes - before;
            assert!((table..table + 16).contains(&more), "{more} bytes more");
            if taken == 8 {
                assert_eq!(more, 0, "the first slot needs no table");
            }
            let order: Vec<u32> =
                [8, 6, 4, 2, 0, 10].into_iter().filter(|slot| *slot != taken).collect();
            let mut copy = hub.clone();
            assert_eq!(indices(order.iter().map(|_| copy.alloc())), order);
            assert_eq!(indices(order.iter().map(|_| hub.alloc())), order);
        }
    }

    #[test]
    fn a_table_changes_nothing_that_can_be_seen() {
        let plain = with_holes();
        let mut linked = with_holes();
        // Make the table, and undo all else.
        linked.insert_at(id(2, 2), item(1)).unwrap();
        linked.insert_at(id(4, 2), item(1)).unwrap();
        assert!(linked.stats().bytes > plain.stats().bytes);
        let mut restored = linked;
        restored.clone_from(&plain);
        assert_eq!(state(&restored), state(&plain));
        let mut used = with_holes();
        used.insert_at(id(0, 2), item(1)).unwrap();
        let (with, capacity) = (used.stats().bytes, used.capacity());
        used.shrink_to_fit();
        assert!(used.stats().bytes < with);
        assert!(used.capacity() <= capacity && used.capacity() == used.slots());
        assert_eq!(used.stats().bytes, used.clone().stats().bytes, "the table is gone");
        for mut hub in [plain, restored, used.clone()] {
            let text = serde_json::to_string(&hub).unwrap();
            let loaded: ItemHub = serde_json::from_str(&text).unwrap();
            assert_eq!(state(&loaded), state(&hub));
            assert_eq!(serde_json::to_string(&loaded).unwrap(), text);
            hub.clear();
            assert_eq!(hub.stats().free, 10);
        }
    }

    #[test]
    fn a_hub_with_a_table_grows_and_is_given_up() {
        let mut hub = with_holes();
        hub.insert_at(id(0, 2), item(1)).unwrap();
        for index in (10..700).rev().step_by(3) {
            hub.insert_at(id(index, 1), item(3)).unwrap();
        }
        let table = hub.memory();
        assert_eq!(table.total(), hub.stats().bytes);
        let mut plain = hub.clone();
        assert!(hub.memory().slot_table >= plain.memory().slot_table + 4 * hub.slots());
        for index in 10..3000 {
            let (a, b) = (id(index, 1), id(index, 1));
            assert_eq!(hub.insert_at(a, item(3)).is_ok(), plain.insert_at(b, item(3)).is_ok());
        }
        assert_eq!(state(&hub), state(&plain));
        assert_eq!(hub, plain);
        assert_eq!(hub.into_iter().count(), plain.len());
    }

    #[test]
    fn ids_in_any_order_make_the_same_rows() {
        let mut hub = TinyHub::new();
        for step in [1_u32, 7, 600] {
            for number in 0..601 {
                let id = TinyId::from_parts(number * step % 601, 5).unwrap();
                let byte = u8::try_from(id.index() % 251).unwrap();
                assert_eq!(hub.insert_at(id, Tiny { byte }), Ok(()));
            }
            for (id, row) in &hub {
                assert_eq!((u32::from(*row.byte), id.generation()), (id.index() % 251, 5));
            }
            assert_eq!((hub.len(), hub.stats().free), (601, 0));
            hub = TinyHub::new();
        }
        let mut hub = NothingHub::new();
        for index in [4, 1, 3] {
            let id = NothingId::from_parts(index, 1).unwrap();
            assert_eq!(hub.insert_at(id, Nothing {}), Ok(()));
        }
        assert_eq!(indices([hub.alloc(), hub.alloc(), hub.alloc()]), [0, 2, 5]);
    }

    #[test]
    fn a_default_that_panics_changes_only_the_capacity() {
        let before = alive();
        let mut points = 0;
        loop {
            let mut hub = SmallHub::new();
            let id = SmallId::from_parts(2, 2).unwrap();
            let done = with_fuse(points + 1, || {
                assert!(hub.insert_at(id, Small { value: Tracked::new(1) }).is_ok());
            });
            if done.is_some() {
                break;
            }
            points += 1;
            assert_eq!((hub.slots(), hub.len(), hub.capacity() > 2), (0, 0, true));
            assert_eq!(alive(), before, "the record is dropped");
            assert_eq!(hub.alloc().index(), 0);
        }
        assert_eq!(points, if DENSE { 0 } else { 2 });
        assert_eq!(alive(), before);
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

#[test]
fn the_error_asks_nothing_of_the_value() {
    struct Opaque;

    fn is_error<E: std::error::Error>(_: &E) {}
    fn check<V>(error: &InsertAtError<V>) -> String {
        is_error(error);
        format!("{error:?}")
    }
    fn is_plain<V: Clone + PartialEq>(_: &InsertAtError<V>) {}

    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Item {
        #[soa(required)]
        value: std::sync::Arc<Opaque>,
    }
    #[derive(IdAllocator, Clone, PartialEq)]
    struct Plain {
        value: u32,
    }

    let value = std::sync::Arc::new(Opaque);
    let error = ItemHub::new()
        .fill(ItemId::DANGLING, Item { value })
        .unwrap_err();
    assert!(check(&error).starts_with("InsertAtError { reason: OutOfRange"));
    is_plain(
        &PlainHub::new()
            .fill(PlainId::DANGLING, Plain { value: 1 })
            .unwrap_err(),
    );
}
