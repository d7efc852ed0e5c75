//! A mirror takes its source's word about each slot.

use soa_runtime::{Mirror, Tick};

use super::{Unit, UnitHub, apply, assert_follows, follow, followed, packed, unit};

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
fn a_column_that_is_not_tracked_keeps_what_the_row_came_with() {
    let (mut units, ids, mut copy) = followed(2);
    let id = ids[1];
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
fn a_delta_of_a_hub_that_lost_its_slots_is_not_empty() {
    let (mut units, _, mut copy) = followed(2);
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

/// Sends what changed to a mirror, and from there to another one.
fn pass_on(units: &mut UnitHub, relay: &mut Mirror<Unit>, leaf: &mut Mirror<Unit>) {
    assert!(!units.delta(relay.tick()).is_empty());
    follow(units, relay);
    relay.advance();
    let delta = relay.delta(leaf.tick());
    assert!(!delta.is_empty());
    let packet = packed(&delta);
    apply(leaf, &packet).unwrap();
    assert_follows(units, leaf);
}

#[test]
fn a_mirror_passes_on_that_slots_are_gone() {
    let mut units = UnitHub::new();
    let (mut relay, mut leaf) = (Mirror::<Unit>::new(), Mirror::<Unit>::new());
    units.extend([1, 2].map(unit));
    pass_on(&mut units, &mut relay, &mut leaf);
    units.clone_from(&UnitHub::new());
    pass_on(&mut units, &mut relay, &mut leaf);
    assert!(relay.is_empty() && leaf.is_empty());
}

/// The last slots of a lease are gone when it ends. No slot is left that could be reported.
#[test]
fn a_delta_that_only_removes_reserved_slots_is_not_empty() {
    for rows in [0, 2] {
        let mut units = UnitHub::new();
        let (mut relay, mut leaf) = (Mirror::<Unit>::new(), Mirror::<Unit>::new());
        units.extend((0..rows).map(unit));
        let lease = units.lease(10);
        pass_on(&mut units, &mut relay, &mut leaf);
        assert!(units.settle([lease]).is_empty());
        pass_on(&mut units, &mut relay, &mut leaf);
        assert!(units.delta(relay.tick()).is_empty());
        let next = units.insert(unit(7));
        assert_eq!(relay.promote().insert(unit(7)), next);
        assert_eq!(leaf.promote().insert(unit(7)), next);
    }
}
