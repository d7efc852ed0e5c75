//! Hubs that are saved and loaded.

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::IdAllocator;

use crate::damage::Damage;
use crate::form::Form;

/// A hub inside a row.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
#[soa(bits(index = 4, generation = 4, tag = 8))]
pub(crate) struct Inner {
    word: String,
}

trait Sample: Default + Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned {
    /// Creates an empty hub, whose ids have a tag if they can.
    fn with_some_tag() -> Self;
    fn change(&mut self, step: u8);
    fn check(&self);
    /// The number of slots, including the slots of nested hubs.
    fn slots(&self) -> usize;
}

macro_rules! records {
    ($($name:ident: [$($option:tt)*];)*) => {
        $(
            mod $name {
                use soa_runtime::IdAllocator;

                use super::{Inner, InnerHub};

                #[derive(IdAllocator, Debug, Clone, PartialEq)]
                #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize), $($option)*)]
                pub(crate) struct Record {
                    next: Option<RecordId>,
                    #[soa(default = 3)]
                    value: u8,
                    list: Vec<(u16, bool)>,
                    inner: InnerHub,
                }

                impl super::Sample for RecordHub {
                    fn with_some_tag() -> Self {
                        soa_runtime::Hub::with_tag(crate::ids::some_tag::<Record>()).into()
                    }

                    fn change(&mut self, step: u8) {
                        let ids: Vec<_> = self.ids().collect();
                        let nth = ids.get(usize::from(step / 8) % ids.len().max(1)).copied();
                        let next = ids.last().copied();
                        match (step % 8, nth) {
                            (0..=2, _) | (_, None) => {
                                let inner = (0..step / 64).map(|_| Inner { word: "w".into() });
                                let _ = self.try_insert(Record {
                                    next,
                                    value: step,
                                    list: vec![(step.into(), true); usize::from(step / 100)],
                                    inner: inner.collect(),
                                });
                            }
                            (3 | 4, Some(id)) => assert!(self.dealloc(id)),
                            (5, Some(id)) => drop(self.detach(id)),
                            (6, Some(id)) => drop(self.renew(id)),
                            (_, Some(_)) => drop(self.try_reserve(1).map(|()| self.reserve_id())),
                        }
                    }

                    fn check(&self) {
                        let stats = self.stats();
                        let counts = [stats.live, stats.free, stats.retired, stats.reserved];
                        assert_eq!(counts.iter().sum::<usize>(), stats.slots);
                        assert_eq!((stats.live, self.iter().count()), (self.len(), self.len()));
                        for (id, _) in self {
                            let row = self.row_of(id).expect("it is live");
                            assert_eq!(self.id_at(row), Some(id));
                        }
                        assert_eq!(self.reserved().count(), stats.reserved);
                        crate::ids::check((**self).clone());
                    }

                    fn slots(&self) -> usize {
                        let inner = self.iter().map(|(_, row)| row.inner.slots());
                        inner.sum::<usize>() + (**self).slots()
                    }
                }
            }
        )*

        /// Loads bytes as a hub of one of the kinds.
        pub(crate) fn load(kind: u8, form: Form, bytes: &[u8]) {
            let kinds: &[fn(Form, &[u8])] = &[$(load_as::<$name::RecordHub>),*];
            kinds[usize::from(kind) % kinds.len()](form, bytes);
        }

        /// Lets a hub of one of the kinds live for some steps, and loads its damaged save.
        /// `humans` says which form the save has; text may have both.
        pub(crate) fn save_and_load(
            kind: u8,
            form: Form,
            humans: bool,
            steps: &[u8],
            damage: &Damage,
        ) {
            type Run = fn(Form, bool, &[u8], &Damage);
            let kinds: &[Run] = &[$(save_and_load_as::<$name::RecordHub>),*];
            kinds[usize::from(kind) % kinds.len()](form, humans, steps, damage);
        }
    };
}

records! {
    plain: [layout = slots];
    narrow: [bits(index = 5, generation = 3), recycle = fifo];
    wrapping: [bits(index = 5, generation = 2), exhausted = wrap, holes = kept];
    unversioned: [bits(index = 6, generation = 0)];
    tagged: [bits(index = 24, generation = 24, tag = 16)];
    tracked: [tracked, bits(index = 20, generation = 12)];
    packed: [layout = dense];
    small: [layout = dense, bits(index = 5, generation = 3), recycle = fifo(min_free = 4)];
}

fn save_and_load_as<H: Sample>(form: Form, humans: bool, steps: &[u8], damage: &Damage) {
    let mut hub = H::with_some_tag();
    for step in steps.iter().take(60) {
        hub.change(*step);
    }
    let bytes = damage.write(form, humans, &hub);
    if damage.is_none() {
        assert_eq!(
            form.read::<H>(&bytes),
            Some(hub),
            "a hub loads its own save"
        );
    }
    load_as::<H>(form, &bytes);
}

/// What is accepted is a hub like any other, and its own save loads in every format.
fn load_as<H: Sample>(form: Form, bytes: &[u8]) {
    let Some(hub) = form.read::<H>(bytes) else {
        return;
    };
    hub.check();
    assert!(hub.slots() <= bytes.len(), "more slots than bytes");
    for form in Form::ALL {
        let again: H = form.read(&form.write(&hub)).expect("its own save loads");
        assert_eq!(again, hub);
        let (mut one, mut other) = (hub.clone(), again);
        for step in [1, 3, 0, 5, 7, 12, 6, 0, 2] {
            one.change(step);
            other.change(step);
        }
        one.check();
        assert_eq!(one, other, "the same ids from then on");
    }
}
