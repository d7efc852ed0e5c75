//! A mirror that becomes a hub: no id of the source is issued again.

use std::collections::BTreeSet;

use serde_json::Value;
use soa_runtime::generic::{DeserializeDelta, SerializeDelta, Vacate};
use soa_runtime::{Applied, DeltaError, Hub, IdAllocator, Mirror, OwnedDelta, Tick};

use super::version_number::fnv_1a;
use super::{
    Short, Unit, UnitHub, apply, assert_follows, follow, followed, packed, parts, short, unit,
};

use crate::layouts::in_both_layouts;

/// Lets a mirror follow another mirror.
fn pass_on<T>(relay: &mut Mirror<T>, leaf: &mut Mirror<T>)
where
    T: Vacate + SerializeDelta + for<'de> DeserializeDelta<'de>,
{
    let now = relay.advance();
    let bytes = packed(&relay.delta(leaf.tick()));
    assert_eq!(apply(leaf, &bytes), Ok(Applied::Now(now)));
}

/// The next ids that a hub issues in slots that exist.
fn next_ids<T: IdAllocator>(hub: &Hub<T>) -> Vec<(u32, u32)>
where
    Hub<T>: serde::Serialize,
{
    let saved = serde_json::to_value(hub).unwrap();
    serde_json::from_value(saved["free"].clone()).unwrap()
}

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(tracked, bits(index = 6, generation = 2), recycle = lifo)]
        #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
        struct Stack {
            #[soa(tracked)]
            hp: u8,
        }
    }

    #[test]
    fn an_id_that_was_given_back_is_issued_as_in_the_source() {
        let (mut source, mut copy) = (StackHub::new(), Mirror::<Stack>::new());
        let freed = source.insert(Stack { hp: 1 });
        source.insert(Stack { hp: 2 });
        source.dealloc(freed);
        let lease = source.lease(3);
        follow(&mut source, &mut copy);
        assert_eq!(copy.slots(), 4);
        assert!(source.settle([lease]).is_empty());
        follow(&mut source, &mut copy);
        let mut hub = StackHub::from(copy.promote());
        for _ in 0..3 {
            assert_eq!(hub.insert(Stack { hp: 3 }), source.insert(Stack { hp: 3 }));
        }
    }

    #[test]
    fn ticks_start_from_scratch() {
        let (mut source, mut copy) = (StackHub::new(), Mirror::<Stack>::new());
        source.extend((0..70).take(60).map(|hp| Stack { hp }));
        for _ in 0..100 {
            source.advance();
        }
        follow(&mut source, &mut copy);
        for _ in 0..50 {
            copy.advance();
        }
        let incarnations = [source.incarnation(), copy.incarnation()];
        let mut hub = StackHub::from(copy.promote());
        assert!(hub.incarnation().is_some());
        assert!(!incarnations.contains(&hub.incarnation()));
        assert_eq!(hub.last_tick(), Some(Tick::START));
        assert_eq!(hub.slots_changed_since(Tick::START).count(), 60);
        let first = hub.advance();
        assert_eq!(first, Tick::from_bits(1));
        assert_eq!(hub.slots_changed_since(first).next(), None);
        assert_eq!(hub.rows_changed_since(first).next(), None);
        assert_eq!(hub.columns().hp.changed_since(first, 0).next(), None);
        let id = hub.ids().nth(7).unwrap();
        hub.columns_mut().hp[id] = 200;
        assert!(hub.columns().hp.changed_since(first, 0).eq([7..8]));
    }
}

#[test]
fn a_hub_keeps_the_tag_of_its_source() {
    #[derive(IdAllocator, Clone, PartialEq)]
    #[soa(tracked, bits(index = 12, generation = 4, tag = 8))]
    #[soa(derive(Clone, PartialEq, Serialize, Deserialize))]
    struct Part {
        #[soa(tracked)]
        hp: i32,
    }

    let (mut parts, mut copy) = (PartHub::with_tag(7), Mirror::<Part>::new());
    let ids: Vec<_> = (0..4).map(|hp| parts.insert(Part { hp })).collect();
    parts.dealloc(ids[1]);
    follow(&mut parts, &mut copy);
    let mut hub = copy.promote();
    assert_eq!(hub.tag(), 7);
    let id = hub.insert(Part { hp: 9 });
    assert_eq!(
        (id.to_string(), hub.contains(ids[0])),
        ("1v2@7".into(), true)
    );

    let mut parts = PartHub::with_tag(9);
    let mut lease = parts.lease(1);
    lease.insert(Part { hp: 1 });
    let mut copy = Mirror::<Part>::new();
    follow(&mut parts, &mut copy);
    drop(lease);
    assert_eq!(copy.promote().insert(Part { hp: 1 }).to_string(), "0v2@9");
}

#[test]
fn every_generation_of_every_slot_is_issued_once() {
    #[derive(IdAllocator, Clone, PartialEq, Debug)]
    #[soa(tracked, bits(index = 4, generation = 4))]
    #[soa(derive(Clone, PartialEq, Serialize, Deserialize))]
    struct Tiny {
        #[soa(tracked)]
        hp: u8,
    }

    // Whatever hub issued how many of the 225 ids, the hubs after it issue the rest.
    let (mut issued, mut hub) = (BTreeSet::new(), TinyHub::new());
    let mut turn = 0;
    'life: loop {
        turn += 1;
        for step in 0..turn {
            match hub.try_insert(Tiny { hp: 1 }) {
                Ok(id) => assert!(issued.insert(id), "{id} came back"),
                Err(_) if hub.is_empty() => break 'life,
                Err(_) => {}
            }
            if let Some(id) = hub.ids().nth(step % 3) {
                assert!(hub.dealloc(id));
            }
        }
        let mut copy = Mirror::<Tiny>::new();
        follow(&mut hub, &mut copy);
        hub = TinyHub::from(copy.promote());
    }
    assert_eq!((issued.len(), hub.stats().retired), (15 * 15, 15));
}

#[test]
fn a_generation_that_ids_cannot_have_is_refused() {
    fn refused<T>(mut source: Hub<T>, record: T, generation: u32) -> String
    where
        T: Vacate + SerializeDelta + for<'de> DeserializeDelta<'de>,
    {
        let id = source.insert(record);
        source.dealloc(id);
        source.advance();
        let mut delta = serde_json::to_value(source.delta(Tick::START)).unwrap();
        delta["freed"][0][1] = generation.into();
        let mut copy = Mirror::<T>::new();
        let error = copy.apply(delta.clone()).unwrap_err().to_string();
        assert_eq!((copy.slots(), copy.tick()), (0, Tick::START));
        let owned = serde_json::from_value::<OwnedDelta<T>>(delta).unwrap_err();
        assert_eq!(owned.to_string(), error);
        error
    }

    #[derive(IdAllocator)]
    #[soa(tracked, bits(index = 6, generation = 2), exhausted = wrap)]
    #[soa(derive(Serialize, Deserialize))]
    struct Round {
        #[soa(tracked)]
        hp: u8,
    }

    #[derive(IdAllocator)]
    #[soa(
        tracked,
        bits(index = 8, generation = 0),
        derive(Serialize, Deserialize)
    )]
    struct Plain {
        #[soa(tracked)]
        hp: u8,
    }

    let no_such = "the delta frees a slot at a generation that its ids cannot have";
    assert_eq!(refused(Hub::new(), short(1), 16), no_such);
    assert_eq!(refused(Hub::new(), short(1), u32::MAX), no_such);
    assert_eq!(refused(Hub::new(), Round { hp: 1 }, 4), no_such);
    assert_eq!(refused(Hub::new(), Plain { hp: 1 }, 1), no_such);

    // A retired slot, and the last generation, are believed.
    let (mut shorts, mut copy) = (Hub::<Short>::new(), Mirror::<Short>::new());
    let ids = [1, 2].map(|number| shorts.insert(short(number)));
    shorts.dealloc_many(ids);
    shorts.advance();
    let mut delta = serde_json::to_value(shorts.delta(Tick::START)).unwrap();
    delta["freed"] = serde_json::json!([[0, 0], [0, 15]]);
    copy.apply(delta).unwrap();
    let hub = copy.promote();
    assert_eq!((next_ids(&hub), hub.stats().retired), (vec![(1, 15)], 1));
}

#[test]
fn a_delta_of_form_1_that_frees_a_slot_is_refused_with_a_sentence() {
    let mut units = UnitHub::new();
    let id = units.insert(unit(1));
    units.dealloc(id);
    units.advance();
    let mut delta = serde_json::to_value(units.delta(Tick::START)).unwrap();
    let read = |delta: &Value| Mirror::<Unit>::new().apply(delta.clone());
    delta["freed"] = serde_json::json!([0]);
    assert_eq!(
        read(&delta).unwrap_err().to_string(),
        "invalid type: integer `0`, expected a slot and its next generation, which form 1 of a \
         delta lacks"
    );

    // A format without names has the number of the form in the hash that comes first.
    let form_1 = fnv_1a(<Unit as SerializeDelta>::TRAVELLING, &[32, 32, 0]);
    assert_ne!(parts(&units.delta(Tick::START)).0, form_1);
    let old = (form_1, 0, 1, 1_u32, vec![0_u32], [0_u8; 3]);
    let error = Mirror::<Unit>::new()
        .apply(&mut rmp_serde::Deserializer::new(
            &rmp_serde::to_vec(&old).unwrap()[..],
        ))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the delta of `UnitHub` has form 1; expected form 3, from a sender with this version of \
         the library"
    );
}

#[test]
fn new_mirrors_follow_a_hub_that_was_promoted() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let mut old_client = Mirror::<Unit>::new();
    let ids: Vec<_> = (0..10).map(|number| units.insert(unit(number))).collect();
    units.dealloc(ids[5]);
    for _ in 0..3 {
        follow(&mut units, &mut copy);
    }
    follow(&mut units, &mut old_client);
    let mut hub = UnitHub::from(copy.promote());
    hub.insert(unit(77));
    let mut client = Mirror::<Unit>::new();
    follow(&mut hub, &mut client);
    assert_follows(&hub, &client);
    // A client that stays with its mirror is told nothing, until it starts anew.
    let bytes = packed(&hub.delta(Tick::START));
    assert_eq!(apply(&mut old_client, &bytes), Ok(Applied::Old));
    let seen = old_client.tick();
    let since = Tick::from_bits(seen.to_bits() + 1);
    hub.advance_to(Tick::from_bits(seen.to_bits() + 2));
    let ahead: OwnedDelta<Unit> = postcard::from_bytes(&packed(&hub.delta(since))).unwrap();
    assert_eq!(
        old_client.apply_owned(ahead),
        Err(DeltaError::Ahead { since, seen })
    );
}

#[test]
fn a_mirror_that_was_promoted_keeps_its_memory() {
    let (units, _, copy) = followed(100);
    let tables = [copy.memory(), units.memory()].map(|memory| memory.slot_table);
    assert_eq!(tables[0], tables[1], "new slots need no back links");
    let before = (copy.stats(), copy.columns().pos.as_ptr());
    let hub = copy.promote();
    assert_eq!((hub.stats(), hub.columns().pos.as_ptr()), before);
}

#[test]
fn a_relay_passes_on_slots_that_moved_in_the_list_under_the_same_word() {
    #[derive(IdAllocator)]
    #[soa(tracked, recycle = fifo, bits(index = 8, generation = 0))]
    #[soa(derive(Serialize, Deserialize, PartialEq))]
    struct Seat {
        guest: u8,
    }

    let (mut relay, mut leaf) = (Mirror::<Seat>::new(), Mirror::new());
    let mut source = SeatHub::new();
    for id in source.alloc_many(3) {
        source.dealloc(id);
    }
    follow(&mut source, &mut relay);
    pass_on(&mut relay, &mut leaf);
    // Slot 0 was before slot 1 and is again, after slot 2.
    for id in source.alloc_many(2) {
        source.dealloc(id);
    }
    follow(&mut source, &mut relay);
    pass_on(&mut relay, &mut leaf);
    let slots = |mut hub: Hub<Seat>| [(); 3].map(|()| hub.alloc().index());
    assert_eq!(slots(relay.promote()), [2, 0, 1]);
    assert_eq!(slots(leaf.promote()), [2, 0, 1]);
    assert_eq!(slots(source.into()), [2, 0, 1]);
}
