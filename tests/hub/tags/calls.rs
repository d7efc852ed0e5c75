//! Every call that takes an id refuses the ids of another hub.

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::{DisjointError, IdAllocator, IdMap, InsertAtError, InsertAtReason, Outside};

use super::state;

use crate::layouts::in_both_layouts;

/// Returns the message with which `call` panics, if it does.
fn panic_of<R>(call: impl FnOnce() -> R) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(call)).err()?;
    panic.downcast::<String>().ok().map(|message| *message)
}

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(bits(index = 8, generation = 8, tag = 8))]
        #[soa(derive(Clone, Debug, Hash, PartialEq, Serialize, Deserialize))]
        struct Item {
            weight: u32,
            #[soa(tracked)]
            price: u32,
            #[soa(links)]
            other: Option<ItemId>,
        }
    }

    fn item(weight: u32) -> Item {
        Item { weight, price: 0, other: None }
    }

    /// A hub with a live, a free, a reserved and a live slot, and then `more` rows.
    fn hub(tag: u32, more: u32) -> ItemHub {
        let mut hub = ItemHub::with_tag(tag);
        let ids = hub.insert_many((0..4).map(item));
        hub.dealloc(ids[1]);
        hub.detach(ids[2]).unwrap();
        hub.extend((4..4 + more).map(item));
        hub
    }

    /// The sentence about `id`, which `hub` refuses.
    fn sentence(hub: &ItemHub, id: ItemId) -> String {
        format!(
            "id {}v{} belongs to the ItemHub with tag {}, this one has tag {}",
            id.index(), id.generation(), id.tag(), hub.tag(),
        )
    }

    fn is_handed_back(error: Result<(), InsertAtError<Item>>, sentence: &str) -> bool {
        let error = error.unwrap_err();
        assert_eq!(error.to_string(), sentence);
        error.reason == InsertAtReason::OutOfRange && error.value == item(9)
    }

    /// A call with an id, which returns whether it refuses the id.
    type Call = fn(&mut ItemHub, ItemId) -> bool;

    const CALLS: &[(&str, Call)] = &[
        ("Hub::contains", |hub, id| !hub.contains(id)),
        ("Hub::row_of", |hub, id| hub.row_of(id).is_none()),
        ("Hub::is_reserved", |hub, id| !hub.is_reserved(id)),
        ("Hub::renew", |hub, id| hub.renew(id).is_none()),
        ("Hub::detach", |hub, id| hub.detach(id).is_none()),
        ("Hub::fill", |hub, id| {
            let sentence = sentence(hub, id);
            is_handed_back(hub.fill(id, item(9)), &sentence)
        }),
        ("Hub::insert_at", |hub, id| {
            let sentence = sentence(hub, id);
            is_handed_back(hub.insert_at(id, item(9)), &sentence)
        }),
        ("Hub::get", |hub, id| hub.get(id).is_none()),
        ("Hub::get_mut", |hub, id| hub.get_mut(id).is_none()),
        ("Hub::row", |hub, id| panic_of(|| hub.row(id).weight) == Some(sentence(hub, id))),
        ("Hub::row_mut", |hub, id| {
            panic_of(|| *hub.row_mut(id).weight = 9) == Some(sentence(hub, id))
        }),
        ("Hub::try_row", |hub, id| {
            hub.try_row(id).unwrap_err().to_string() == sentence(hub, id)
        }),
        ("Hub::try_row_mut", |hub, id| {
            let sentence = sentence(hub, id);
            hub.try_row_mut(id).err().unwrap().to_string() == sentence
        }),
        ("Hub::get_disjoint_mut", |hub, id| {
            let live = hub.ids().next().unwrap();
            let refused = hub.get_disjoint_mut([live, id]).err();
            refused == Some(DisjointError::Stale { position: 1 })
        }),
        ("Hub::dealloc", |hub, id| !hub.dealloc(id)),
        ("Hub::dealloc_many", |hub, id| hub.dealloc_many([id, id]) == 0),
        ("Hub::remove", |hub, id| hub.remove(id).is_none()),
        ("Hub::exchange", |hub, id| {
            let mut record = Some(item(9));
            let error = hub.exchange(id, &mut record).unwrap_err();
            record == Some(item(9)) && error.to_string() == sentence(hub, id)
        }),
        ("Hub::replace", |hub, id| {
            let error = hub.replace(id, item(9)).unwrap_err();
            error.record == item(9) && error.source.to_string() == sentence(hub, id)
        }),
        ("Hub::relink", |hub, id| {
            // A row that was visited would have a link outside.
            for (_, row) in hub.iter_mut() {
                *row.other = Some(id);
            }
            let outside = hub.relink([id], &IdMap::<Item>::default(), Outside::Dangle);
            for (_, row) in hub.iter_mut() {
                assert_eq!(row.other.take(), Some(id));
            }
            outside == 0
        }),
        ("LiveRows::contains", |hub, id| !hub.columns().rows().contains(id)),
        ("LiveRows::row_of", |hub, id| hub.columns().rows().row_of(id).is_none()),
        ("Column::get", |hub, id| hub.columns().weight.get(id).is_none()),
        ("Column[..]", |hub, id| {
            panic_of(|| hub.columns().weight[id]) == Some(sentence(hub, id))
        }),
        ("ColumnMut::get", |hub, id| hub.columns_mut().weight.get(id).is_none()),
        ("ColumnMut::get_mut", |hub, id| hub.columns_mut().weight.get_mut(id).is_none()),
        ("ColumnMut[..]", |hub, id| {
            panic_of(|| hub.columns_mut().weight[id]) == Some(sentence(hub, id))
        }),
        ("ColumnMut[..] =", |hub, id| {
            panic_of(|| hub.columns_mut().weight[id] = 9) == Some(sentence(hub, id))
        }),
        ("ColumnMut::get_disjoint_mut", |hub, id| {
            let live = hub.ids().next().unwrap();
            let refused = hub.columns_mut().weight.get_disjoint_mut([id, live]).err();
            refused == Some(DisjointError::Stale { position: 0 })
        }),
        ("TrackedColumnMut::get", |hub, id| hub.columns_mut().price.get(id).is_none()),
        ("TrackedColumnMut::get_mut", |hub, id| {
            hub.columns_mut().price.get_mut(id).is_none()
        }),
        ("TrackedColumnMut::set", |hub, id| {
            panic_of(|| hub.columns_mut().price.set(id, 9)) == Some(sentence(hub, id))
        }),
        ("TrackedColumnMut[..]", |hub, id| {
            panic_of(|| hub.columns_mut().price[id]) == Some(sentence(hub, id))
        }),
        ("TrackedColumnMut[..] =", |hub, id| {
            panic_of(|| hub.columns_mut().price[id] = 9) == Some(sentence(hub, id))
        }),
        ("IdMap::get", |hub, id| {
            let map: IdMap<Item> = hub.ids().map(|id| (id, id)).collect();
            map.get(id).is_none()
        }),
        ("Hub::settle", |hub, id| {
            let mut other = ItemHub::with_tag(id.tag());
            other.alloc_many(2);
            let mut lease = other.lease(6);
            let ids: Vec<ItemId> = (0..3).map(|weight| lease.insert(item(weight))).collect();
            lease.remove(ids[1]);
            if lease.get(id).is_none() {
                lease.dealloc(id);
            }
            let returned = hub.settle([lease]);
            returned == [(ids[0], item(0)), (ids[2], item(2))]
        }),
    ];

    /// The ids of another hub, in every state that its slots have here.
    fn foreign(hub: &ItemHub, tag: u32) -> Vec<ItemId> {
        let slots = u32::try_from(hub.slots()).unwrap();
        let ids = (0..slots + 2).flat_map(|slot| {
            [1, 2, 3].map(|generation| ItemId::from_parts_tagged(slot, generation, tag))
        });
        let ids: Vec<ItemId> = ids.map(Option::unwrap).collect();
        let other = self::hub(tag, 2);
        let mut issued = other.ids().chain(other.reserved());
        assert!(issued.all(|id| ids.contains(&id)), "these were really issued");
        ids
    }

    #[test]
    fn every_call_refuses_the_ids_of_another_hub_and_nothing_changes() {
        let (pairs, step) = if cfg!(miri) { (1, 9) } else { (4, 1) };
        for (here, there) in [(2, 7), (0, 7), (7, 0), (255, 254)].into_iter().take(pairs) {
            let mut hub = hub(here, 0);
            let before = state(&hub);
            for id in foreign(&hub, there).into_iter().step_by(step) {
                for (name, refuses) in CALLS {
                    assert!(refuses(&mut hub, id), "{name} takes {id} for an id of {here}");
                    assert_eq!(state(&hub), before, "{name} with {id} changes the hub");
                }
            }
        }
    }

    #[test]
    fn every_call_takes_the_ids_of_its_own_hub_in_some_state() {
        for (name, refuses) in CALLS {
            let taken = foreign(&hub(7, 0), 7).into_iter().any(|id| {
                let mut hub = hub(7, 0);
                !catch_unwind(AssertUnwindSafe(|| refuses(&mut hub, id))).unwrap_or(false)
            });
            assert!(taken, "{name} refuses everything");
        }
    }

    #[test]
    fn a_hub_without_slots_knows_its_tag() {
        let id = ItemId::from_parts_tagged(3, 1, 7).unwrap();
        let hub = ItemHub::with_tag(2);
        assert_eq!(hub.try_row(id).unwrap_err().to_string(), sentence(&hub, id));
        assert_eq!(
            hub.try_row(ItemId::from_parts_tagged(3, 1, 2).unwrap()).unwrap_err().to_string(),
            "foreign id 3v1@2 of ItemHub: slot 3 is not one of its 0",
        );
        assert_eq!(
            hub.try_row(ItemId::DANGLING).unwrap_err().to_string(),
            "dangling id of ItemHub: it names no slot",
        );
    }

    #[test]
    fn the_calls_of_a_lease_refuse_the_ids_of_another_hub() {
        let (mut here, mut there) = (hub(2, 0), hub(7, 0));
        let [mut lease, mut other] = [here.lease(3), there.lease(3)];
        let own = [lease.insert(item(10)), lease.insert(item(11))];
        let foreign = [other.insert(item(20)), other.insert(item(21))];
        for (own, id) in own.into_iter().zip(foreign) {
            assert_eq!((own.index(), own.generation()), (id.index(), id.generation()));
            assert!(lease.get(id).is_none());
            assert!(lease.get_mut(id).is_none());
            assert!(lease.remove(id).is_none());
            assert!(!lease.dealloc(id), "it is recorded for `settle`, which refuses it");
            assert!(lease.get(own).is_some());
        }
        assert_eq!(here.settle([lease]), []);
        assert!(own.iter().all(|id| here.contains(*id)));
        assert_eq!(there.settle([other]), []);
        assert!(foreign.iter().all(|id| there.contains(*id) && !here.contains(*id)));
    }

    #[test]
    fn the_text_of_a_stale_id_has_its_tag() {
        let mut hub = ItemHub::with_tag(7);
        let id = hub.insert(item(0));
        hub.dealloc(id);
        assert_eq!(
            hub.try_row(id).unwrap_err().to_string(),
            "stale id 0v1@7 of ItemHub: slot 0 is at generation 2, free",
        );
        let error = hub.insert_at(id, item(1)).unwrap_err();
        assert_eq!(error.reason, InsertAtReason::Stale);
        assert_eq!(
            error.to_string(),
            "id 0v1@7 of ItemHub was not inserted: the next id of slot 0 is 0v2@7",
        );
        let reserved = hub.reserve_id();
        assert_eq!(
            hub.try_row(reserved).unwrap_err().to_string(),
            "id 0v2@7 of ItemHub is reserved: it has no row yet",
        );
    }
}
