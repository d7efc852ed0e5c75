//! What readers of a mirror learn: the ticks of its own hub.
#![expect(
    clippy::single_range_in_vec_init,
    reason = "a list of one range is meant"
)]

use soa_runtime::{Mirror, Tick};

use super::{Short, ShortHub, Unit, UnitHub, follow, followed, short, unit};

#[test]
fn the_values_that_a_delta_writes_are_stamped_and_no_others() {
    let (mut units, ids, mut copy) = followed(200);
    let seen = copy.advance();
    units.columns_mut().hp[ids[150]] = -1;
    units.columns_mut().pos[ids[3]] = [9.0; 2];
    follow(&mut units, &mut copy);

    let columns = copy.columns();
    assert!(columns.hp.changed_since(seen, 0).eq([150..151]));
    assert!(columns.pos.changed_since(seen, 0).eq([3..4]));
    assert_eq!(copy.slots_changed_since(seen).next(), None);
    assert!(
        copy.rows_changed_since(seen)
            .map(|(id, _)| id)
            .eq([ids[3], ids[150]])
    );
    let now = copy.advance();
    assert_eq!(copy.columns().hp.changed_since(now, 0).next(), None);
}

#[test]
fn slots_that_change_are_stamped_and_no_others() {
    let (mut units, ids, mut copy) = followed(100);
    let seen = copy.advance();
    units.dealloc(ids[70]);
    follow(&mut units, &mut copy);
    assert!(copy.slots_changed_since(seen).eq([(70, None)]));

    let seen = copy.advance();
    let again = units.insert(unit(1));
    let new = units.insert(unit(2));
    let renewed = units.renew(ids[5]).unwrap();
    follow(&mut units, &mut copy);
    let expected = [(5, Some(renewed)), (70, Some(again)), (100, Some(new))];
    assert!(copy.slots_changed_since(seen).eq(expected));
    let changed = copy.columns().hp.changed_since(seen, 0);
    assert!(changed.eq([5..6, 70..71, 100..101]));
}

#[test]
fn a_slot_that_is_freed_again_did_not_change() {
    let (mut units, ids, mut copy) = followed(10);
    let start = copy.tick();
    units.dealloc(ids[4]);
    follow(&mut units, &mut copy);
    let seen = copy.advance();

    units.columns_mut().hp[ids[2]] = 5;
    units.advance();
    // The sender has not heard of the last confirmation.
    super::apply(&mut copy, &super::packed(&units.delta(start))).unwrap();
    assert_eq!(copy.slots_changed_since(seen).next(), None);
    assert!(copy.columns().hp.changed_since(seen, 0).eq([2..3]));
}

#[test]
fn a_free_slot_that_goes_on_at_another_id_changed() {
    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let ids = [1, 2].map(|number| shorts.insert(short(number)));
    shorts.dealloc_many(ids);
    follow(&mut shorts, &mut copy);
    let seen = copy.advance();
    let used = shorts.insert(short(3));
    shorts.dealloc(used);
    follow(&mut shorts, &mut copy);
    assert!(copy.slots_changed_since(seen).eq([(used.index(), None)]));

    // The last id of a slot that is free, and then it is retired.
    let mut last = shorts.insert(short(4));
    while last.generation() < 14 {
        last = shorts.renew(last).unwrap();
    }
    shorts.dealloc(last);
    follow(&mut shorts, &mut copy);
    let seen = copy.advance();
    let last = shorts.insert(short(5));
    assert_eq!(last.generation(), 15);
    shorts.dealloc(last);
    follow(&mut shorts, &mut copy);
    assert_eq!(shorts.stats().retired, 1);
    assert!(copy.slots_changed_since(seen).eq([(last.index(), None)]));
}

#[test]
fn a_dense_mirror_reports_its_own_rows() {
    let (mut shorts, mut copy) = (ShortHub::new(), Mirror::<Short>::new());
    let ids: Vec<_> = (0..50).map(|number| shorts.insert(short(number))).collect();
    follow(&mut shorts, &mut copy);
    let seen = copy.advance();
    shorts.columns_mut().hp[ids[7]] = -1;
    follow(&mut shorts, &mut copy);
    let row = copy.row_of(ids[7]).unwrap();
    assert!(copy.columns().hp.changed_since(seen, 0).eq([row..row + 1]));
    assert_eq!(copy.columns().pos.changed_since(seen, 0).next(), None);

    let seen = copy.advance();
    shorts.dealloc(ids[0]);
    follow(&mut shorts, &mut copy);
    assert!(copy.slots_changed_since(seen).eq([(0, None)]));
    // The last row moved.
    assert!(copy.columns().hp.changed_since(seen, 0).eq([0..1]));
}

#[test]
fn a_mirror_has_ticks_of_its_own_and_can_be_followed() {
    let (mut units, mut copy) = (UnitHub::new(), Mirror::<Unit>::new());
    units.advance_to(Tick::from_bits(1000));
    units.insert(unit(1));
    follow(&mut units, &mut copy);
    assert_eq!(copy.tick().to_bits(), 1001);
    let own = copy.advance();
    assert!(own < copy.tick());

    // A relay: a mirror of the mirror.
    let mut second = Mirror::<Unit>::new();
    let bytes = super::packed(&copy.delta(Tick::START));
    super::apply(&mut second, &bytes).unwrap();
    assert_eq!(second.tick(), own);
    super::assert_follows(&copy, &second);
}
