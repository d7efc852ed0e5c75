//! Which deltas a mirror applies.

use soa_runtime::{Applied, DeltaError, Mirror, OwnedDelta, Tick};

use static_assertions::{assert_impl_all, assert_not_impl_any};

use super::{Unit, UnitHub, apply, assert_follows, follow, packed, parts, unit};

fn owned(bytes: &[u8]) -> OwnedDelta<Unit> {
    postcard::from_bytes(bytes).unwrap()
}

#[test]
fn a_delta_without_advance_is_old() {
    let mut units = UnitHub::new();
    units.insert(unit(1));
    let delta = units.delta(Tick::START);
    assert_eq!(delta.tick(), Tick::START);
    let mut mirror = Mirror::<Unit>::new();
    assert_eq!(apply(&mut mirror, &packed(&delta)), Ok(Applied::Old));
    assert!(mirror.is_empty());
}

/// A mirror of a hub that was replaced, for example when a save was loaded.
#[test]
fn no_mirror_applies_a_delta_since_a_tick_that_has_not_come() {
    let mut units = UnitHub::new();
    let mut ahead = Mirror::<Unit>::new();
    units.insert(unit(9));
    for _ in 0..3 {
        follow(&mut units, &mut ahead);
    }
    let mut units: UnitHub = (0..3).map(unit).collect();
    let now = units.advance();
    assert!(now < ahead.tick());
    let delta = units.delta(ahead.tick());
    assert!(!delta.is_empty());
    assert_eq!(parts(&delta).5.len(), 3, "all rows are in it");

    let mut level = Mirror::<Unit>::new();
    follow(&mut UnitHub::new(), &mut level);
    assert_eq!(level.tick(), now);
    for mirror in [&mut ahead, &mut level] {
        let rows = mirror.len();
        assert_eq!(apply(mirror, &packed(&delta)), Ok(Applied::Old));
        assert_eq!(mirror.len(), rows);
    }
    let mut behind = Mirror::<Unit>::new();
    let error = behind.apply_owned(owned(&packed(&delta))).unwrap_err();
    let (since, seen) = (ahead.tick(), Tick::START);
    assert_eq!(error, DeltaError::Ahead { since, seen });

    let mut new = Mirror::<Unit>::new();
    follow(&mut units, &mut new);
    assert_follows(&units, &new);
}

#[test]
fn a_delta_that_starts_later_is_an_error_and_changes_nothing() {
    let mut units = UnitHub::new();
    units.insert(unit(1));
    let mut mirror = Mirror::<Unit>::new();
    follow(&mut units, &mut mirror);
    let seen = mirror.tick();
    units.insert(unit(2));
    let lost = units.advance();
    units.insert(unit(3));
    units.advance();
    let bytes = packed(&units.delta(lost));

    assert!(apply(&mut mirror, &bytes).is_err());
    let error = mirror.apply_owned(owned(&bytes)).unwrap_err();
    assert_eq!(error, DeltaError::Ahead { since: lost, seen });
    assert_eq!((mirror.len(), mirror.tick()), (1, seen));
    follow(&mut units, &mut mirror);
    assert_follows(&units, &mirror);
}

#[test]
fn the_ticks_are_checked_before_the_rest_is_read() {
    let mut units = UnitHub::new();
    units.insert(unit(1));
    let mut mirror = Mirror::<Unit>::new();
    follow(&mut units, &mut mirror);

    let later = r#"{"version":0,"since":9,"tick":10,"slots":"no number"}"#;
    let error = mirror
        .apply(&mut serde_json::Deserializer::from_str(later))
        .unwrap_err();
    assert!(error.to_string().starts_with("the delta starts at tick 9"));
    let older = r#"{"version":0,"since":0,"tick":1,"slots":"no number"}"#;
    let applied = mirror.apply(&mut serde_json::Deserializer::from_str(older));
    assert_eq!(applied.unwrap(), Applied::Old);
}

#[test]
fn changes_of_the_open_tick_come_again() {
    let mut units = UnitHub::new();
    let [stays, goes] = [1, 2].map(|number| units.insert(unit(number)));
    let first = units.advance();
    // Written between `advance` and `delta`.
    units.columns_mut().hp[stays] = 7;
    units.dealloc(goes);
    let made = units.insert(unit(3));
    let bytes = packed(&units.delta(Tick::START));
    let mut mirror = Mirror::<Unit>::new();
    assert_eq!(apply(&mut mirror, &bytes), Ok(Applied::Now(first)));
    assert_follows(&units, &mirror);

    units.dealloc(made);
    follow(&mut units, &mut mirror);
    assert_follows(&units, &mirror);
    assert_eq!(*mirror.row(stays).hp, 7);
}

#[test]
fn an_empty_delta_says_so_and_may_be_sent() {
    let mut units = UnitHub::new();
    let id = units.insert(unit(1));
    let mut mirror = Mirror::<Unit>::new();
    assert!(!units.delta(Tick::START).is_empty());
    follow(&mut units, &mut mirror);
    assert!(units.delta(mirror.tick()).is_empty());
    follow(&mut units, &mut mirror);
    assert_follows(&units, &mirror);

    let seen = mirror.tick();
    units.columns_mut().hp[id] = 3;
    assert!(!units.delta(seen).is_empty());
    let now = units.advance();
    assert!(units.delta(now).is_empty());
    units.dealloc(id);
    assert!(!units.delta(now).is_empty());

    let now = units.advance();
    units.advance();
    assert!(units.delta(now).is_empty());
    units.clone_from(&UnitHub::new());
    assert!(units.slots() == 0 && !units.delta(now).is_empty());
    let mut fresh = UnitHub::new();
    assert!(fresh.delta(Tick::START).is_empty());
    let now = fresh.advance();
    assert!(fresh.delta(now).is_empty());
}

#[derive(soa_runtime::IdAllocator)]
#[soa(tracked, derive(Deserialize))]
struct Local {
    #[soa(tracked)]
    #[serde(skip)]
    shared: std::rc::Rc<u8>,
    #[soa(tracked)]
    #[serde(skip_serializing, deserialize_with = "shared")]
    other: std::rc::Rc<u8>,
}

fn shared<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<std::rc::Rc<u8>, D::Error> {
    <u8 as serde::Deserialize>::deserialize(deserializer).map(std::rc::Rc::new)
}

assert_impl_all!(Mirror<Unit>: Send, Sync, Default, std::fmt::Debug);
assert_impl_all!(OwnedDelta<Unit>: Send, Sync, std::fmt::Debug);
assert_impl_all!(soa_runtime::Delta<'static, Unit>: Send, Sync, Copy, std::fmt::Debug);
assert_impl_all!(Applied: Copy, Eq, std::fmt::Debug);
assert_impl_all!(DeltaError: Send, Sync, std::error::Error);
assert_not_impl_any!(Mirror<Local>: Send, Sync);
assert_not_impl_any!(OwnedDelta<Local>: Send, Sync);

#[test]
fn a_mirror_can_be_a_constant_and_shows_itself() {
    const EMPTY: Mirror<Unit> = Mirror::new();
    static SHARED: Mirror<Unit> = Mirror::new();

    assert_eq!((EMPTY.tick(), SHARED.len()), (Tick::START, 0));
    assert_eq!(Mirror::<Unit>::default().stats().bytes, 0);
    let text = format!("{EMPTY:?}");
    assert!(
        text.starts_with("Mirror { tick: Tick(0), hub: UnitHub {"),
        "{text}"
    );

    let mut units = UnitHub::new();
    let now = units.advance();
    let delta = units.delta(Tick::START);
    assert!(format!("{delta:?}").contains(&format!("{now:?}")));
    let owned = owned(&packed(&delta));
    assert_eq!(owned.tick(), now);
    assert!(format!("{owned:?}").starts_with("OwnedDelta {"));
}
