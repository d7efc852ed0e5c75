//! Random calls during which the code of a user panics: a default, a clone, a drop, a hash, or
//! serde's traits.
//!
//! After a panic, each row is as it was or as the call makes it. No row is lost unless the call
//! frees rows, no value leaks, and none is dropped twice. The model goes on
//! with the state of the slots that the hub saves.

use std::hash::{Hash, Hasher};

use crate::calls::{Call, make, of_its_key};
use crate::compare::compare;
use crate::counted::{Tracked, alive, tick, with_fuse};
use crate::rows::{Rows, Values};
use crate::sample::{Cell, Sample};
use crate::slots::{Key, Policy};
use crate::subject::{Driven, Subject};

impl Hash for Tracked {
    fn hash<H: Hasher>(&self, state: &mut H) {
        tick();
        self.value.hash(state);
    }
}

impl<V: Into<u32> + TryFrom<u32>> Cell<V> for Tracked {
    fn of(value: V) -> Self {
        Tracked::new(value.into())
    }

    fn get(&self) -> V {
        let value = V::try_from(self.value);
        value.unwrap_or_else(|_| panic!("it was made of one"))
    }

    fn set(&mut self, value: V) {
        self.value = value.into();
    }
}

/// Declares a record of which two columns are counted.
macro_rules! counted_record {
    ($layout:ident, ($($option:tt)*)) => {
        use $crate::counted::Tracked;

        $crate::sample::record!($layout, ($($option)*), Tracked, Tracked);
    };
}
pub(crate) use counted_record;

/// The columns of a record whose values are counted.
const COUNTED: usize = 2;

/// A hub and its model.
pub(crate) struct Life<T: Sample> {
    subject: Driven<T>,
    rows: Rows,
    calls: usize,
}

impl<T: Sample> Life<T> {
    pub(crate) fn new(dense: bool, policy: Policy) -> Self {
        assert_eq!(alive(), 0, "nothing is left of other lives");
        Life {
            subject: Driven::new(),
            rows: Rows::new(policy, dense),
            calls: 0,
        }
    }

    /// Makes a call in which the `nth` use of a user's code panics, or none if `nth` is 0.
    pub(crate) fn make(&mut self, call: &Call, nth: usize) {
        // The hub is moved into its conversion, so nothing would be left to go on with.
        let nth = match call {
            Call::Convert => 0,
            _ => nth,
        };
        let before = self.rows.clone();
        let done = with_fuse(nth, || {
            make(&mut self.subject, &mut self.rows, call.clone());
        });
        self.calls += 1;
        if done.is_none() {
            self.check_after_a_panic(&before, call);
            self.go_on(before);
        }
        // It takes far longer than a call.
        if done.is_none() || self.calls % 8 == 0 {
            compare(&mut self.subject, &self.rows);
        }
        let leased: usize = self
            .rows
            .leases
            .iter()
            .map(|lease| lease.rows().len())
            .sum();
        let rows = self.rows.layout().len() + leased;
        assert_eq!(alive(), COUNTED * rows, "no value leaks");
    }

    pub(crate) fn end(mut self) {
        compare(&mut self.subject, &self.rows);
        drop(self);
        assert_eq!(alive(), 0, "a value leaks");
    }

    fn check_after_a_panic(&self, before: &Rows, call: &Call) {
        let walk = self.subject.walk();
        for (key, values) in &walk.rows {
            let allowed = [
                before.get(*key).cloned(),
                self.rows.get(*key).cloned(),
                made_by(call, *key),
            ];
            assert!(
                allowed.contains(&Some(values.clone())),
                "{key:?} has {values:?} after {call:?}"
            );
        }
        for key in before.keys() {
            assert!(
                walk.ids.contains(&key) || self.rows.get(key).is_none() || frees_rows(call),
                "{call:?} lost {key:?}"
            );
        }
        for (slot, values) in (0..).zip(&walk.columns) {
            let row = slot as usize;
            if self.subject.id_at(row).is_some() {
                continue;
            }
            // If what was in a hole panics, the record that would replace it stays there.
            let key = (
                slot,
                u32::try_from(values.wide & 0xffff_ffff).expect("32 bits"),
            );
            let allowed = [
                Some(Values::default()),
                hole(before, row),
                self.rows.columns().get(row).cloned(),
                made_by(call, key),
            ];
            assert!(
                allowed.contains(&Some(values.clone())),
                "the hole {row} has {values:?} after {call:?}"
            );
        }
    }

    /// Takes over the hub's state. The leases are those that the call left.
    fn go_on(&mut self, before: Rows) {
        self.subject.note_all();
        let leases = std::mem::replace(&mut self.rows, before).leases;
        self.rows.leases = leases;
        let (free, retired) = self.subject.free_and_retired();
        self.rows.take_over(
            self.subject.walk(),
            &self.subject.reserved(),
            &free,
            &retired,
        );
    }
}

/// What was written into a hole.
fn hole(rows: &Rows, row: usize) -> Option<Values> {
    rows.layout()
        .get(row)?
        .is_none()
        .then(|| rows.columns()[row].clone())
}

/// The row that a call makes under this id, if the hub makes it before the model does.
fn made_by(call: &Call, key: Key) -> Option<Values> {
    match call {
        Call::InsertWith(values) => Some(of_its_key(key, values)),
        Call::InsertAt(_, _, values) | Call::InsertAgain(_, values) => Some(values.clone()),
        _ => None,
    }
}

/// Returns whether the hub frees rows before the model does.
fn frees_rows(call: &Call) -> bool {
    matches!(
        call,
        Call::Dealloc(_)
            | Call::Remove(_)
            | Call::Detach(_)
            | Call::Retain(_)
            | Call::Drain(..)
            | Call::Extract(..)
            | Call::Clear
    )
}
