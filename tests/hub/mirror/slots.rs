//! A mirror takes its source's word about each slot.

use soa_runtime::{IdAllocator, Mirror, Tick};

use super::{Short, ShortHub, Unit, UnitHub, apply, assert_follows, follow, packed, short, unit};

#[test]
fn rows_come_and_go_in_both_layouts() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let ids: Vec<_> = (0..100).map(|number| units.insert(unit(number))).collect();
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    for id in ids.iter().step_by(3) {
        units.dealloc(*id);
    }
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    for number in 0..50 {
        units.insert(unit(number));
    }
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    units.clear();
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);

    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let ids: Vec<_> = (0..100)
        .map(|number| shorts.insert(short(number)))
        .collect();
    follow(&mut shorts, &mut copy);
    for id in ids.iter().step_by(3) {
        shorts.dealloc(*id);
    }
    for number in 0..20 {
        shorts.insert(short(number));
    }
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
    shorts.clear();
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
}

#[test]
fn a_row_that_was_replaced_or_renewed_is_sent_whole() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let [a, b] = [1, 2].map(|number| units.insert(unit(number)));
    follow(&mut units, &mut copy);
    drop(units.replace(a, unit(9)).unwrap());
    let renewed = units.renew(b).unwrap();
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    assert_eq!(copy.row(a).name, "unit 9");
    assert!(copy.contains(renewed) && !copy.contains(b));
}

#[test]
fn a_row_that_moved_is_sent_beside_a_new_one_in_the_slot_of_its_number() {
    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let ids = [1, 2, 3].map(|number| shorts.insert(short(number)));
    follow(&mut shorts, &mut copy);
    // The last row becomes row 0, and slot 0 gets a new one.
    shorts.dealloc(ids[0]);
    shorts.columns_mut().hp[ids[2]] = 77;
    let new = shorts.insert(short(4));
    assert_eq!((shorts.row_of(ids[2]), new.index()), (Some(0), 0));
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
    assert_eq!(*copy.row(ids[2]).hp, 77);
}

#[test]
fn the_values_of_a_row_that_is_sent_whole_are_not_sent_again() {
    let mut units = UnitHub::new();
    units.extend((0..64).map(unit));
    let ids: Vec<_> = (64..80).map(|number| units.insert(unit(number))).collect();
    let seen = units.advance();
    drop(units.replace(ids[3], unit(9)).unwrap());
    units.advance();
    let whole = packed(&units.delta(seen)).len();
    units.columns_mut().hp[ids[3]] = -1;
    assert_eq!(packed(&units.delta(seen)).len(), whole);
}

#[test]
fn a_hub_that_uses_all_of_its_slots_is_mirrored() {
    #[derive(IdAllocator, Debug, PartialEq)]
    #[soa(tracked, bits(index = 4, generation = 4))]
    #[soa(derive(Debug, PartialEq, Serialize, Deserialize))]
    struct Tiny {
        #[soa(tracked)]
        hp: u8,
    }

    let (mut source, mut copy) = (TinyHub::new(), Mirror::<Tiny>::new());
    source.extend((0..15).map(|hp| Tiny { hp }));
    assert!(source.try_insert(Tiny { hp: 15 }).is_err());
    follow(&mut source, &mut copy);
    assert_eq!(copy.slots(), 15);
    assert_follows(&source, &copy);
}

#[test]
fn reserved_and_retired_slots_are_free() {
    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let reserved = shorts.reserve_id();
    let detached = shorts.insert(short(1));
    follow(&mut shorts, &mut copy);
    assert!(!copy.is_reserved(reserved) && copy.contains(detached));
    assert_follows(&shorts, &copy);

    let record = shorts.detach(detached).unwrap();
    // A slot whose generations end.
    let mut last = shorts.insert(short(2));
    while let Some(next) = shorts.renew(last) {
        last = next;
    }
    follow(&mut shorts, &mut copy);
    assert!(copy.contains(last));
    shorts.dealloc(last);
    shorts.fill(reserved, short(3)).unwrap();
    follow(&mut shorts, &mut copy);
    assert_eq!(shorts.stats().retired, 1);
    assert_follows(&shorts, &copy);

    shorts.fill(detached, record).unwrap();
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
    assert!(copy.contains(detached));
}

#[test]
fn a_generation_that_was_used_up_comes_back() {
    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let id = shorts.insert(short(1));
    let mut saved = ShortHub::new();
    saved.clone_from(&shorts);
    follow(&mut shorts, &mut copy);
    let mut last = id;
    while let Some(next) = shorts.renew(last) {
        last = next;
    }
    shorts.dealloc(last);
    follow(&mut shorts, &mut copy);
    assert!(copy.is_empty());

    shorts.clone_from(&saved);
    follow(&mut shorts, &mut copy);
    assert!(copy.contains(id));
    assert_follows(&shorts, &copy);
}

#[test]
fn slots_past_the_sources_number_are_dropped() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let saved: UnitHub = (0..3).map(unit).collect();
    let ids: Vec<_> = (0..200).map(|number| units.insert(unit(number))).collect();
    for id in ids.iter().skip(1).step_by(2) {
        units.dealloc(*id);
    }
    follow(&mut units, &mut copy);
    assert_eq!(copy.slots(), 200);
    units.clone_from(&saved);
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    assert_eq!(copy.slots(), 3);

    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let saved: ShortHub = (0..3).map(short).collect();
    let ids: Vec<_> = (0..200)
        .map(|number| shorts.insert(short(number)))
        .collect();
    for id in ids.iter().skip(1).step_by(2) {
        shorts.dealloc(*id);
    }
    follow(&mut shorts, &mut copy);
    shorts.clone_from(&saved);
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
    // And to nothing at all.
    shorts.clone_from(&ShortHub::new());
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
    assert_eq!(copy.slots(), 0);
}

#[test]
fn a_dropped_slot_leaves_the_free_list_wherever_it_is() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let ids: Vec<_> = (0..6).map(|number| units.insert(unit(number))).collect();
    let mut saved: UnitHub = (0..3).map(unit).collect();
    saved.dealloc(ids[0]);
    follow(&mut units, &mut copy);
    assert_eq!(
        copy.memory().slot_table,
        units.memory().slot_table,
        "new slots need no back links"
    );
    // The mirror's list begins with slot 0, and slot 4 is after it.
    for freed in [4, 0] {
        units.dealloc(ids[freed]);
        follow(&mut units, &mut copy);
    }
    units.clone_from(&saved);
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    assert_eq!((copy.slots(), copy.len()), (3, 2));
}

#[test]
fn unused_ids_of_a_lease_go_again() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    units.insert(unit(1));
    let mut lease = units.lease(10);
    follow(&mut units, &mut copy);
    assert_eq!(copy.slots(), 11);
    lease.insert(unit(2));
    assert!(units.settle([lease]).is_empty());
    assert_eq!(units.slots(), 2);
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
}

#[test]
fn rows_under_given_ids_arrive_with_the_slots_before_them() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let id = soa_runtime::Handle::from_parts(70, 5).unwrap();
    units.insert_at(id, unit(1)).unwrap();
    follow(&mut units, &mut copy);
    assert_follows(&units, &copy);
    assert_eq!((copy.slots(), copy.len()), (71, 1));
    // Free slots are taken from anywhere.
    for slot in [3, 60, 41] {
        let id = soa_runtime::Handle::from_parts(slot, 2).unwrap();
        units.insert_at(id, unit(2)).unwrap();
        follow(&mut units, &mut copy);
        assert_follows(&units, &copy);
    }
}

#[test]
fn a_column_that_is_not_tracked_keeps_what_the_row_came_with() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let id = units.insert(unit(1));
    follow(&mut units, &mut copy);
    units.columns_mut().name[id] = "renamed".into();
    units.columns_mut().hp[id] = 77;
    follow(&mut units, &mut copy);
    assert_eq!(*copy.row(id).hp, 77);
    assert_eq!(copy.row(id).name, "unit 1");

    let mut late = Mirror::<Unit>::new();
    apply(&mut late, &packed(&units.delta(Tick::START))).unwrap();
    assert_eq!(late.row(id).name, "renamed");
}

#[test]
fn a_copy_of_a_mirror_is_a_hub_like_any_other() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    let ids: Vec<_> = (0..10).map(|number| units.insert(unit(number))).collect();
    follow(&mut units, &mut copy);
    units.dealloc(ids[4]);
    follow(&mut units, &mut copy);
    let mut hub = UnitHub::from((*copy).clone());
    let id = hub.insert(unit(44));
    assert_eq!(id.index(), 4);
    assert_ne!(id, ids[4]);
    assert_eq!(hub.insert(unit(45)).index(), 10);
}

#[test]
fn a_delta_of_a_hub_that_lost_its_slots_is_not_empty() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    units.extend([1, 2].map(unit));
    follow(&mut units, &mut copy);
    units.clone_from(&UnitHub::new());
    units.shrink_to_fit();
    let tick = units.advance();
    assert!(!units.delta(copy.tick()).is_empty());
    follow(&mut units, &mut copy);
    assert!(copy.is_empty());

    assert!(units.delta(units.last_tick().unwrap()).is_empty());
    assert!(
        !units.delta(tick).is_empty(),
        "it has no memory of this tick"
    );
    assert!(UnitHub::new().delta(Tick::START).is_empty());
}

#[test]
fn a_delta_of_ticks_in_which_nothing_changed_is_empty() {
    let mut units = UnitHub::new();
    units.extend([1, 2].map(unit));
    let seen = units.advance();
    units.advance();
    assert!(units.delta(seen).is_empty());
}

#[test]
fn a_mirror_passes_on_that_slots_are_gone() {
    let mut units = UnitHub::new();
    let (mut relay, mut leaf) = (Mirror::<Unit>::new(), Mirror::<Unit>::new());
    units.extend([1, 2].map(unit));
    follow(&mut units, &mut relay);
    relay.advance();
    let packet = packed(&relay.delta(leaf.tick()));
    apply(&mut leaf, &packet).unwrap();
    assert_follows(&units, &leaf);

    units.clone_from(&UnitHub::new());
    follow(&mut units, &mut relay);
    relay.advance();
    assert!(!relay.delta(leaf.tick()).is_empty());
    let packet = packed(&relay.delta(leaf.tick()));
    apply(&mut leaf, &packet).unwrap();
    assert!(relay.is_empty() && leaf.is_empty());
}
