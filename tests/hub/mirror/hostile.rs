//! Bytes from strangers: they are refused, or they describe a mirror. They never cause a
//! panic, and never more memory than they justify.

use proptest::prelude::*;
use serde::Serialize;
use soa_runtime::{DeltaError, Mirror, Tick};

use super::{
    Forged, Short, ShortHub, Unit, UnitChanges, UnitHub, apply, follow, followed, forged, packed,
    parts, short, unit,
};

/// A source with a mirror that follows, and a delta that does a bit of everything.
fn case() -> (Mirror<Unit>, Vec<u8>) {
    let (mut units, mut mirror) = (UnitHub::new(), Mirror::<Unit>::new());
    let ids: Vec<_> = (0..12).map(|number| units.insert(unit(number))).collect();
    units.dealloc(ids[6]);
    follow(&mut units, &mut mirror);
    units.dealloc(ids[2]);
    units.dealloc(ids[9]);
    units.insert(unit(50));
    units.renew(ids[1]).unwrap();
    units.extend((60..64).map(unit));
    units.columns_mut().hp[ids[3]] = 80;
    units.columns_mut().pos[ids[7]] = [0.25; 2];
    units.advance();
    let bytes = packed(&units.delta(mirror.tick()));
    (mirror, bytes)
}

/// What can be compared of a mirror.
fn contents(mirror: &Mirror<Unit>) -> (Tick, usize, String) {
    (
        mirror.tick(),
        mirror.slots(),
        serde_json::to_string(&**mirror).unwrap(),
    )
}

/// A mirror is a hub like any other, and no larger than its bytes allow.
fn is_whole(mirror: &Mirror<Unit>, bytes: usize, before: usize) {
    let stats = mirror.stats();
    assert_eq!(stats.live + stats.free, stats.slots);
    assert_eq!(mirror.ids().count(), mirror.len());
    assert!(
        mirror
            .ids()
            .all(|id| mirror.row_of(id).and_then(|row| mirror.id_at(row)) == Some(id))
    );
    assert!(
        stats.slots <= before + bytes,
        "{} slots of {bytes} bytes",
        stats.slots
    );
    // The free list is whole.
    let mut hub = UnitHub::from((**mirror).clone());
    for number in 0..stats.free {
        assert!(
            (hub.insert(unit(u8::try_from(number % 100).unwrap()))
                .index() as usize)
                < stats.slots
        );
    }
    assert_eq!(hub.slots(), stats.slots);
}

#[test]
fn what_is_not_a_list_is_refused_with_what_was_expected() {
    let mut units = UnitHub::new();
    units.insert(unit(1));
    units.advance();
    let json = serde_json::to_value(units.delta(Tick::START)).unwrap();
    for (lists, expected) in [
        ("", "a delta of UnitHub"),
        ("/freed", "a list of slots with generations"),
        ("/made", "a list of slots with generations and records"),
        ("/changed/hp", "a list of slots with values"),
    ] {
        let mut wrong = json.clone();
        *wrong.pointer_mut(lists).unwrap() = true.into();
        let error = Mirror::<Unit>::new().apply(wrong).unwrap_err().to_string();
        let sentence = format!("invalid type: boolean `true`, expected {expected}");
        assert!(error.starts_with(&sentence), "{error}");
    }
}

#[test]
fn a_delta_that_was_cut_is_refused_and_changes_nothing() {
    let (mut mirror, bytes) = case();
    let before = contents(&mirror);
    for end in 0..bytes.len() {
        assert!(apply(&mut mirror, &bytes[..end]).is_err(), "{end} bytes");
        assert_eq!(contents(&mirror), before);
    }
    apply(&mut mirror, &bytes).unwrap();
}

#[test]
fn a_delta_with_other_bits_is_refused_or_harmless() {
    let (_, bytes) = case();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let (mut mirror, mut bytes) = case();
            bytes[at] ^= 1 << bit;
            let before = contents(&mirror);
            match apply(&mut mirror, &bytes) {
                Ok(soa_runtime::Applied::Now(_)) => is_whole(&mirror, bytes.len(), before.1),
                _ => assert_eq!(contents(&mirror), before),
            }
        }
        if cfg!(miri) && at > 8 {
            break;
        }
    }
}

#[test]
fn text_with_other_characters_is_refused_or_harmless() {
    let (mut units, ids, mirror) = followed(3);
    units.dealloc(ids[1]);
    units.columns_mut().hp[ids[2]] = 1;
    units.insert(unit(4));
    units.insert(unit(5));
    units.advance();
    let text = serde_json::to_string(&units.delta(mirror.tick())).unwrap();
    for at in 0..text.len() {
        for new in "0195\"[]{},:-x".bytes() {
            let (.., mut mirror) = followed(3);
            let before = contents(&mirror);
            let mut bytes = text.clone().into_bytes();
            bytes[at] = new;
            match mirror.apply(&mut serde_json::Deserializer::from_slice(&bytes)) {
                Ok(soa_runtime::Applied::Now(_)) => is_whole(&mirror, bytes.len(), before.1),
                _ => assert_eq!(contents(&mirror), before),
            }
        }
        if cfg!(miri) && at > 4 {
            break;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 400 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any lists after the true version.
    #[test]
    fn any_lists_are_refused_or_harmless(
        ticks in (0_u64..4, 0_u64..6),
        slots in 0_u32..40,
        freed in prop::collection::vec((0_u32..5, 0_u32..4), 0..12),
        made in prop::collection::vec((0_u32..5, 0_u32..4), 0..12),
        values in prop::collection::vec((0_u32..6, any::<i32>()), 0..6),
    ) {
        let (mut mirror, bytes) = case();
        let (version, ..): (u32, u64) = postcard::from_bytes(&bytes).unwrap();
        let before = contents(&mirror);
        let row = |number: u32| ([0.0_f32; 2], i32::try_from(number).unwrap(), "forged");
        let made: Vec<_> = made.into_iter().map(|(gap, generation)| (gap, generation, row(gap))).collect();
        let changes = (Vec::<(u32, [f32; 2])>::new(), values);
        let bytes = postcard::to_allocvec(&(version, ticks.0, ticks.1, slots, freed, made, changes)).unwrap();
        if let Ok(soa_runtime::Applied::Now(_)) = apply(&mut mirror, &bytes) {
            is_whole(&mirror, bytes.len(), before.1);
        } else {
            prop_assert_eq!(contents(&mirror), before);
        }
    }

    #[test]
    fn any_bytes_are_refused_or_harmless(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let mut mirror = Mirror::<Unit>::new();
        let before = contents(&mirror);
        if apply(&mut mirror, &bytes) != Ok(soa_runtime::Applied::Now(mirror.tick())) {
            prop_assert_eq!(contents(&mirror), before);
        }
    }
}

/// The parts of a delta that makes two rows after one that the mirror has.
fn two_more() -> (Mirror<Unit>, Forged<UnitChanges>) {
    let (mut units, mut mirror) = (UnitHub::new(), Mirror::<Unit>::new());
    units.insert(unit(0));
    follow(&mut units, &mut mirror);
    let ids = [1, 2].map(|number| units.insert(unit(number)));
    units.dealloc(ids[0]);
    units.advance();
    let parts = parts(&units.delta(mirror.tick()));
    (mirror, parts)
}

fn refused(mirror: &mut Mirror<Unit>, parts: &impl Serialize) -> DeltaError {
    let before = contents(mirror);
    let error = mirror.apply_owned(forged(parts).unwrap()).unwrap_err();
    assert_eq!(contents(mirror), before);
    error
}

#[test]
fn a_delta_that_skips_a_slot_is_refused() {
    let (mut mirror, (version, since, tick, slots, freed, made, changes)) = two_more();
    assert_eq!((slots, &freed[..], made.len()), (3, &[(1, 2)][..], 1));

    let with = |slots: u32, freed: &[(i64, u64)]| {
        let (freed, made, changes) = (freed.to_vec(), made.clone(), changes.clone());
        (version, since, tick, slots, freed, made, changes)
    };
    // Slots 0 and 1 are free, slots 2, 3 and 4 have rows.
    let three = [2_u32, 0, 0].map(|gap| (gap, made[0].1, made[0].2.clone()));
    let five = (
        version,
        0_u64,
        tick,
        6_u32,
        [(0_i64, 1_u64); 2].to_vec(),
        three.to_vec(),
        changes.clone(),
    );
    let error = refused(&mut Mirror::new(), &five);
    assert_eq!(error, DeltaError::SlotSkipped { slot: 5 });

    let error = refused(&mut mirror, &with(1_000_000_000, &freed));
    assert_eq!(error, DeltaError::SlotSkipped { slot: 3 });
    let error = refused(&mut mirror, &with(slots, &[]));
    assert_eq!(error, DeltaError::SlotSkipped { slot: 1 });
    let sentence = "the delta skips slot 1, which the mirror lacks";
    assert_eq!(error.to_string(), sentence);

    let true_parts = forged(&with(slots, &freed)).unwrap();
    mirror.apply_owned(true_parts).unwrap();
    assert_eq!(mirror.len(), 2);
}

#[test]
fn a_value_without_a_row_is_refused() {
    let (mut mirror, (version, since, tick, slots, freed, made, _)) = two_more();
    let nothing = Vec::<(u32, [f32; 2])>::new();
    for slot in [1_u32, 7, u32::MAX - 1] {
        let changes = (&nothing, vec![(0_u32, 5), (slot - 1, 6)]);
        let parts = (version, since, tick, slots, &freed, &made, changes);
        assert_eq!(refused(&mut mirror, &parts), DeltaError::NoRow { slot });
    }
}

#[test]
fn lists_that_no_hub_has_are_not_read() {
    let (_, (version, since, tick, slots, freed, made, changes)) = two_more();
    let with = |slots: u32, freed: &[(i64, u64)], id: (u32, u32)| {
        let made = vec![(id.0, id.1, &made[0].2)];
        forged(&(version, since, tick, slots, freed, made, &changes))
    };
    let id = (made[0].0, made[0].1);
    assert!(with(slots, &freed, id).is_ok());
    for (slots, freed, id) in [
        (slots - 1, &freed[..], id),    // a slot past the last
        (slots, &[(1, 1), (0, 1)], id), // with and without a row
        (slots, &freed, (2, 0)),        // an id that no hub issues
        (slots, &[(i64::from(u32::MAX), 1)], id),
        (slots, &[(i64::MAX, 1), (7, 1)], id), // a sum that does not fit
    ] {
        assert!(with(slots, freed, id).is_err(), "{slots} {freed:?} {id:?}");
    }

    // More slots than ids have.
    let (mut shorts, mut mirror) = (ShortHub::new(), Mirror::<Short>::new());
    shorts.insert(short(1));
    shorts.advance();
    let mut delta = serde_json::to_value(shorts.delta(mirror.tick())).unwrap();
    delta["slots"] = 5000.into();
    let error = mirror.apply(delta).unwrap_err().to_string();
    assert_eq!(error, "the delta has more slots than ids can tell apart");
}

#[test]
fn a_part_is_missing_given_twice_or_unknown() {
    let mut units = UnitHub::new();
    units.insert(unit(1));
    units.advance();
    let text = serde_json::to_string(&units.delta(Tick::START)).unwrap();
    let read = |text: &str| {
        let mut mirror = Mirror::<Unit>::new();
        let error = mirror
            .apply(&mut serde_json::Deserializer::from_str(text))
            .unwrap_err();
        assert_eq!((mirror.len(), mirror.tick()), (0, Tick::START));
        error.to_string()
    };
    let twice = text.replacen('{', "{\"slots\":1,", 1);
    assert!(read(&twice).starts_with("duplicate field `slots`"));
    let unknown = text.replacen('{', "{\"colour\":1,", 1);
    assert!(read(&unknown).starts_with("unknown field `colour`"));
    for part in ["since", "tick", "slots", "freed", "made", "changed"] {
        let mut delta: serde_json::Value = serde_json::from_str(&text).unwrap();
        delta.as_object_mut().unwrap().remove(part);
        let error = read(&delta.to_string());
        assert!(
            error.starts_with(&format!("missing field `{part}`")),
            "{error}"
        );
    }
}
