//! Mirrors that get deltas.

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use soa_runtime::generic::{DeserializeDelta, SerializeDelta, Vacate};
use soa_runtime::{Applied, Hub, IdAllocator, Mirror, OwnedDelta, Tick};

use crate::damage::Damage;
use crate::form::Form;
use crate::ids;

trait Sample: IdAllocator + Vacate + SerializeDelta + for<'de> DeserializeDelta<'de> {
    fn change(hub: &mut Hub<Self>, step: u8);
    /// The tick, the number of slots, and the rows of a mirror.
    fn contents(mirror: &Mirror<Self>) -> (Tick, usize, String);
    /// Checks that a mirror is a hub like any other. `most` is the number of slots that it may
    /// have.
    fn check(mirror: &Mirror<Self>, most: usize);
    /// Checks that a mirror follows its source, if it was never given other bytes.
    fn is_copy(mirror: &Mirror<Self>, source: &Hub<Self>);
    /// Checks that the hub that a mirror becomes is a hub like any other, with these rows.
    fn becomes_a_hub(mirror: Mirror<Self>);
}

macro_rules! records {
    ($($name:ident: [$($option:tt)*];)*) => {
        $(
            mod $name {
                use soa_runtime::{Hub, IdAllocator, Mirror, Tick};

                #[derive(IdAllocator, Debug, Clone, PartialEq)]
                #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize), $($option)*)]
                pub(crate) struct Record {
                    #[soa(tracked)]
                    pos: [i16; 2],
                    #[soa(tracked)]
                    name: String,
                    #[soa(tracked)]
                    target: Option<RecordId>,
                    kind: u8,
                }

                fn record(step: u8) -> Record {
                    Record {
                        pos: [step.into(), -1],
                        name: "n".repeat((step / 80).into()),
                        target: None,
                        kind: step,
                    }
                }

                impl super::Sample for Record {
                    fn change(hub: &mut Hub<Self>, step: u8) {
                        let ids: Vec<_> = hub.ids().collect();
                        let nth = ids.get(usize::from(step / 8) % ids.len().max(1)).copied();
                        match (step % 8, nth) {
                            (0..=2, _) | (_, None) => drop(hub.try_insert(record(step))),
                            (3, Some(id)) => assert!(hub.dealloc(id)),
                            (4, Some(id)) => drop(hub.renew(id)),
                            (5, Some(id)) => *hub.row_mut(id).target = ids.last().copied(),
                            (6, Some(id)) => hub.row_mut(id).pos[0] += 1,
                            (_, Some(id)) => drop(hub.replace(id, record(step))),
                        }
                    }

                    fn contents(mirror: &Mirror<Self>) -> (Tick, usize, String) {
                        let rows = serde_json::to_string(&**mirror).expect("it can be saved");
                        (mirror.tick(), mirror.slots(), rows)
                    }

                    fn check(mirror: &Mirror<Self>, most: usize) {
                        let stats = mirror.stats();
                        assert_eq!(stats.live + stats.free, stats.slots);
                        assert!(stats.slots <= most, "more slots than bytes");
                        assert_eq!(mirror.iter().count(), mirror.len());
                        for (id, _) in mirror.iter() {
                            let row = mirror.row_of(id).expect("it is live");
                            assert_eq!(mirror.id_at(row), Some(id));
                        }
                        // The free list is whole.
                        let saved = postcard::to_allocvec(&**mirror).expect("it can be saved");
                        let loaded: RecordHub = postcard::from_bytes(&saved).expect("it loads");
                        assert!(*loaded == **mirror);
                        crate::ids::check((**mirror).clone());
                    }

                    fn is_copy(mirror: &Mirror<Self>, source: &Hub<Self>) {
                        assert!(**mirror == *source, "the rows differ");
                        assert_eq!(mirror.slots(), source.slots());
                    }

                    fn becomes_a_hub(mirror: Mirror<Self>) {
                        let copy = (*mirror).clone();
                        let hub = mirror.promote();
                        assert!(hub == copy, "the rows differ");
                        assert_eq!(hub.slots(), copy.slots());
                        let saved = postcard::to_allocvec(&hub).expect("it can be saved");
                        let loaded: RecordHub = postcard::from_bytes(&saved).expect("it loads");
                        assert!(*loaded == hub);
                        crate::ids::check(hub);
                    }
                }
            }
        )*

        /// Applies bytes to an empty mirror of one of the kinds.
        pub(crate) fn apply(kind: u8, form: Form, bytes: &[u8]) {
            let kinds: &[fn(Form, &[u8])] = &[$(apply_as::<$name::Record>),*];
            kinds[usize::from(kind) % kinds.len()](form, bytes);
        }

        /// Lets mirrors of one of the kinds follow the steps before, and gives them the
        /// damaged delta of the steps after.
        pub(crate) fn follow(kind: u8, form: Form, before: &[u8], after: &[u8], damage: &Damage) {
            let kinds: &[fn(Form, &[u8], &[u8], &Damage)] = &[$(follow_as::<$name::Record>),*];
            kinds[usize::from(kind) % kinds.len()](form, before, after, damage);
        }
    };
}

records! {
    plain: [tracked];
    narrow: [tracked, bits(index = 5, generation = 3), recycle = fifo];
    unversioned: [tracked, bits(index = 6, generation = 0), holes = kept];
    tagged: [tracked, bits(index = 12, generation = 12, tag = 8)];
    packed: [tracked, layout = dense, exhausted = wrap, bits(index = 6, generation = 2)];
}

/// Applies bytes, read on the fly or read whole before. Bytes after a delta are ignored.
fn give<T: Sample>(mirror: &mut Mirror<T>, form: Form, bytes: &[u8], owned: bool) -> Option<Applied>
where
    OwnedDelta<T>: DeserializeOwned,
{
    let mut json = serde_json::Deserializer::from_slice(bytes);
    match form {
        Form::Json if owned => {
            let delta = OwnedDelta::deserialize(&mut json).ok()?;
            mirror.apply_owned(delta).ok()
        }
        Form::Json => mirror.apply(&mut json).ok(),
        Form::Postcard if !owned => mirror
            .apply(&mut postcard::Deserializer::from_bytes(bytes))
            .ok(),
        Form::Postcard | Form::Cbor => mirror.apply_owned(form.read(bytes)?).ok(),
    }
}

/// Gives bytes to a mirror, and returns whether they were applied.
fn given<T: Sample>(mirror: &mut Mirror<T>, form: Form, bytes: &[u8], owned: bool) -> bool
where
    OwnedDelta<T>: DeserializeOwned,
{
    let before = T::contents(mirror);
    if let Some(Applied::Now(tick)) = give(mirror, form, bytes, owned) {
        assert_eq!(mirror.tick(), tick);
        T::check(mirror, before.1 + bytes.len());
        return true;
    }
    let after = T::contents(mirror);
    assert_eq!(after, before, "a refused delta changes nothing");
    false
}

fn apply_as<T: Sample>(form: Form, bytes: &[u8])
where
    OwnedDelta<T>: DeserializeOwned,
{
    let mut mirrors = [Mirror::<T>::new(), Mirror::new()];
    are_alike(form, &mut mirrors, bytes);
    mirrors.into_iter().for_each(T::becomes_a_hub);
}

/// Checks that bytes make the same of two mirrors, whether they are read on the fly or before.
/// Returns whether they were applied.
fn are_alike<T: Sample>(form: Form, [one, other]: &mut [Mirror<T>; 2], bytes: &[u8]) -> bool
where
    OwnedDelta<T>: DeserializeOwned,
{
    let applied = given(one, form, bytes, false);
    assert_eq!(given(other, form, bytes, true), applied);
    assert_eq!(T::contents(one), T::contents(other));
    applied
}

fn follow_as<T: Sample>(form: Form, before: &[u8], after: &[u8], damage: &Damage)
where
    OwnedDelta<T>: DeserializeOwned,
{
    let mut source = Hub::<T>::with_tag(ids::some_tag::<T>());
    let (mut mirrors, mut issued) = ([Mirror::<T>::new(), Mirror::new()], HashSet::new());
    let mut change = |source: &mut Hub<T>, step: u8| {
        T::change(source, step);
        issued.extend(source.ids());
    };
    for steps in before.chunks(8).take(6) {
        steps.iter().for_each(|step| change(&mut source, *step));
        source.advance();
        let bytes = form.write(&source.delta(mirrors[0].tick()));
        assert!(are_alike(form, &mut mirrors, &bytes));
        T::is_copy(&mirrors[0], &source);
    }
    let since = mirrors[0].tick();
    for step in after.iter().take(40) {
        change(&mut source, *step);
    }
    source.advance();
    let delta = source.delta(since);
    let bytes = damage.write(form, form.is_for_humans(), &delta);
    if !are_alike(form, &mut mirrors, &bytes) {
        assert!(!damage.is_none(), "a delta fits its mirror");
        // What was refused has left nothing behind.
        assert!(are_alike(form, &mut mirrors, &form.write(&delta)));
        T::is_copy(&mirrors[0], &source);
    } else if damage.is_none() {
        let [mirror, _] = mirrors;
        ids::are_new(mirror.promote(), &issued);
        return;
    }
    mirrors.into_iter().for_each(T::becomes_a_hub);
}
