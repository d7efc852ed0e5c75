//! A mirror takes its source's word about each slot.

use soa_runtime::{IdAllocator, Mirror, Tick};

use super::{Unit, UnitHub, apply, assert_follows, follow, packed, unit};

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
