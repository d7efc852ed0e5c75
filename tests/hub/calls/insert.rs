//! `try_insert_with`, `insert_within_capacity`, `append` and `From<Vec<T>>`.

use soa_runtime::{AllocError, Hub, IdAllocator};

use crate::support::{Tracked, alive, panic_message, tick, with_fuse};

macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 2, generation = 6))]
            struct Few {
                me: FewId,
                value: Tracked,
            }

            fn few(me: FewId) -> Few {
                Few { me, value: Tracked::new(me.index()) }
            }

            #[test]
            fn insert_with_passes_the_id_of_the_record() {
                let mut hub = FewHub::new();
                for index in 0..3 {
                    let id = hub.insert_with(few);
                    assert_eq!((id.index(), *hub.row(id).me), (index, id));
                }
                let first = hub.ids().next().expect("three rows");
                hub.dealloc(first);
                let again = hub.insert_with(few);
                assert_eq!((again.index(), again.generation(), *hub.row(again).me), (0, 2, again));
            }

            #[test]
            fn insert_with_without_an_index_does_not_call_the_closure() {
                let mut hub = FewHub::new();
                hub.alloc_many(3);
                assert_eq!(hub.try_reserve(1), Err(AllocError::Full { limit: 3 }));
                let refused = panic_message(|| _ = hub.insert_with(|_| std::process::abort()));
                assert!(refused.starts_with("FewHub has no room"), "{refused}");
                assert_eq!(hub.len(), 3);
            }

            #[test]
            fn a_closure_that_panics_changes_nothing() {
                let mut hub = FewHub::new();
                let done = with_fuse(1, || hub.insert_with(|id| { tick(); few(id) }));
                assert!(done.is_none());
                assert_eq!((hub.len(), hub.slots()), (0, 0));
                let id = hub.alloc();
                hub.dealloc(id);
                let done = with_fuse(1, || hub.insert_with(|id| { tick(); few(id) }));
                assert!(done.is_none());
                assert_eq!((hub.len(), hub.slots()), (0, 1));
                assert_eq!(hub.alloc().generation(), 2);
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout)]
            struct Item {
                value: Tracked,
            }

            fn item(value: u32) -> Item {
                Item { value: Tracked::new(value) }
            }

            fn values(hub: &ItemHub) -> Vec<u32> {
                hub.iter().map(|(_, row)| row.value.value).collect()
            }

            #[test]
            fn append_moves_all_rows_in_their_order() {
                {
                    let mut hub: ItemHub = (0..3).map(item).collect();
                    let mut other: ItemHub = (10..17).map(item).collect();
                    let old: Vec<ItemId> = other.ids().collect();
                    for gone in [1, 4] {
                        other.dealloc(old[gone]);
                    }
                    let order = values(&other);
                    let ids = hub.append(&mut other);
                    let moved: Vec<u32> = ids.new_ids().map(|id| hub.row(id).value.value).collect();
                    assert_eq!(moved, order);
                    assert_eq!((hub.len(), other.len()), (8, 0));
                    assert!(old.iter().all(|&id| !other.contains(id)));
                    let later = other.insert(item(1));
                    assert!(!old.contains(&later), "old ids stay stale");
                }
                assert_eq!(alive(), 0);
            }

            #[test]
            fn append_gives_the_ids_that_insert_would() {
                let mut hub: ItemHub = (0..5).map(item).collect();
                let ids: Vec<ItemId> = hub.ids().collect();
                hub.dealloc(ids[3]);
                hub.dealloc(ids[1]);
                let new = hub.append(&mut (7..10).map(item).collect::<ItemHub>());
                assert_eq!(new.new_ids().map(|id| id.index()).collect::<Vec<_>>(), [1, 3, 5]);
            }

            #[test]
            fn append_of_an_empty_hub_does_nothing() {
                let (mut hub, mut other) = (ItemHub::new(), ItemHub::new());
                assert!(hub.append(&mut other).is_empty());
                assert_eq!(hub.capacity(), 0);
            }

            #[test]
            fn append_without_room_panics_before_a_row_has_moved() {
                let mut hub = FewHub::new();
                let mut other = FewHub::new();
                hub.alloc_many(2);
                let ids = other.alloc_many(2);
                let message = panic_message(|| drop(hub.append(&mut other)));
                assert!(message.starts_with("FewHub has no room: "), "{message}");
                assert_eq!((hub.len(), other.len()), (2, 2));
                assert!(other.ids().eq(ids));
            }

            #[test]
            fn records_of_a_vector_become_rows_in_their_order() {
                let hub = ItemHub::from(vec![item(3), item(1)]);
                assert_eq!(values(&hub), [3, 1]);
                let inner: Hub<Item> = vec![item(5)].into();
                assert_eq!(inner.len(), 1);
                assert_eq!(ItemHub::from(Vec::new()).capacity(), 0);
            }
        }
    )*};
}

in_both_layouts! { slots dense }

#[test]
fn a_default_that_panics_in_append_loses_no_row() {
    #[derive(IdAllocator)]
    struct Item {
        value: Tracked,
    }

    let mut counts = Vec::new();
    for nth in 1.. {
        let item = |value| Item {
            value: Tracked::new(value),
        };
        let mut hub: ItemHub = (0..2).map(item).collect();
        let mut other: ItemHub = (2..5).map(item).collect();
        let done = with_fuse(nth, || drop(hub.append(&mut other)));
        assert_eq!(hub.len() + other.len(), 5, "rows are here or there");
        let mut values: Vec<u32> = hub
            .iter()
            .chain(other.iter())
            .map(|(_, row)| row.value.value)
            .collect();
        values.sort_unstable();
        assert_eq!(values, [0, 1, 2, 3, 4]);
        counts.push(other.len());
        if done.is_some() {
            break;
        }
    }
    assert_eq!(counts.first(), Some(&3));
    assert_eq!(counts.last(), Some(&0));
}
