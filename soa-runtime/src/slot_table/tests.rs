//! Compares the slot table with its [model](super::model), call by call.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::model::{Issued, Key, Policy, Refusal, Slot, Slots};
use super::{
    FreeList, NextSlot, SlotState, WordOf, handle_at, is_live, is_withheld, renew, state, unlinked,
};
use crate::error::AllocError;
use crate::handle::{AnyHandle, Handle};
use crate::policy::{Exhausted, Fifo, Lifo, Recycle, Retire, Wrap};

const SEEDS: u64 = if cfg!(miri) { 1 } else { 8 };
const STEPS: usize = if cfg!(miri) { 40 } else { 150 };

/// The table and its model, which receive the same calls.
struct Pair<H: AnyHandle> {
    words: Vec<WordOf<H>>,
    list: FreeList,
    /// The links back, once a slot has left the list elsewhere than in front.
    back: Option<Vec<u32>>,
    live: u32,
    model: Slots,
}

fn handle<H: AnyHandle>((index, generation): Key) -> H {
    H::assemble(index, generation)
}

impl<H: AnyHandle> Pair<H> {
    fn new<R: Recycle, E: Exhausted>() -> Self {
        let policy = Policy {
            fifo: R::QUEUE,
            min_free: R::MIN_FREE as usize,
            wraps: E::WRAPS,
            index: H::INDEX_BITS,
            generation: H::GENERATION_BITS,
        };
        assert_eq!(policy.limit(), H::LIMIT);
        Pair {
            words: Vec::new(),
            list: FreeList::EMPTY,
            back: None,
            live: 0,
            model: Slots::new(policy),
        }
    }

    fn count(&self) -> u32 {
        u32::try_from(self.words.len()).expect("few")
    }

    /// Issues an id, live or withheld.
    fn issue<R: Recycle>(&mut self, withheld: bool) {
        let next = self.list.next::<H, R>(self.count(), self.live);
        let expected = match self.model.next() {
            Some(Issued { key, fresh: false }) => Ok(NextSlot::Recycled(key.0)),
            Some(Issued { key, fresh: true }) => Ok(NextSlot::Fresh(key.0)),
            None => Err(AllocError::Full { limit: H::LIMIT }),
        };
        assert_eq!(next, expected);
        let issued = if withheld {
            self.model.reserve()
        } else {
            self.model.issue()
        };
        let Some(Issued { key, fresh }) = issued else {
            return;
        };
        let expected = handle::<H>(key);
        if fresh {
            self.words.push(expected.to_bits());
            if let Some(back) = &mut self.back {
                back.push(0);
            }
            if withheld {
                self.list.set_aside(&mut self.words, expected);
            }
        } else {
            let vacancy = self.list.preview::<H>(&self.words, key.0);
            let issued = if withheld {
                self.list.withhold(&mut self.words, vacancy)
            } else {
                self.list.take(&mut self.words, vacancy)
            };
            assert_eq!(issued, expected);
        }
        self.live += u32::from(!withheld);
    }

    fn free<R: Recycle, E: Exhausted>(&mut self, key: Key) {
        if self.model.is_live(key) {
            self.live -= 1;
            let back = self.back.as_deref_mut();
            self.list.put::<H, R, E>(&mut self.words, back, handle(key));
        } else {
            let handle = handle(key);
            let back = self.back.as_deref_mut();
            self.list
                .put_withheld::<H, R, E>(&mut self.words, back, handle);
        }
        self.model.release(key);
    }

    fn renew<E: Exhausted>(&mut self, key: Key) {
        let renewed = renew::<H, E>(&mut self.words, handle(key));
        assert_eq!(renewed, self.model.renew(key).map(handle));
    }

    fn set_aside(&mut self, key: Key) {
        self.live -= 1;
        self.list.set_aside::<H>(&mut self.words, handle(key));
        self.model.withhold(key);
    }

    /// Gives an id of the caller's choice to a slot, which may be past the last one.
    fn insert_at<R: Recycle>(&mut self, key: Key) {
        let (withheld, slots) = (self.model.is_withheld(key), self.count());
        if self.model.insert_at(key).is_err() {
            return;
        }
        self.live += 1;
        if withheld {
            assert_eq!(self.model.fill(key), Err(Refusal::Live));
            self.list.admit::<H>(&mut self.words, handle(key));
            return;
        }
        let made = (slots..=key.0).map(|slot| H::assemble(slot, H::FIRST_GENERATION));
        for id in made.clone() {
            self.words.push(id.to_bits());
            self.list.set_aside(&mut self.words, id);
        }
        if let Some(back) = &mut self.back {
            back.resize(self.words.len(), 0);
        }
        let give_back = |id| {
            let back = self.back.as_deref_mut();
            if R::QUEUE {
                self.list.give_back_last(&mut self.words, back, id);
            } else {
                self.list.give_back(&mut self.words, back, id);
            }
        };
        if R::QUEUE {
            made.for_each(give_back);
        } else {
            made.rev().for_each(give_back);
        }
        if !self.list.starts_with(key.0) && self.back.is_none() {
            let mut back = alloc::vec![0; self.words.len()];
            self.list.link_back::<H>(&self.words, &mut back);
            self.back = Some(back);
        }
        let back = self.back.as_deref_mut();
        self.list.claim::<H>(&mut self.words, back, handle(key));
    }

    fn admit(&mut self, key: Key) {
        self.live += 1;
        self.list.admit::<H>(&mut self.words, handle(key));
        self.model.admit(key);
    }

    fn give_back(&mut self, key: Key) {
        let back = self.back.as_deref_mut();
        self.list.give_back::<H>(&mut self.words, back, handle(key));
        self.model.give_back(key);
    }

    /// Removes the slot of `key` if it is the last slot.
    fn forget(&mut self, key: Key) {
        if self.model.is_last(key) {
            self.list.forget::<H>(&self.words, handle(key));
            self.words.pop();
            if let Some(back) = &mut self.back {
                back.pop();
            }
            self.model.forget_last(key);
        }
    }

    /// Compares every query of the table with the model.
    fn compare<R: Recycle>(&self) {
        let tail = self.list.tail();
        let in_list: VecDeque<u32> = self
            .list
            .iter::<H>(&self.words)
            .map(|(slot, _)| slot)
            .collect();
        assert_eq!(in_list, *self.model.free());
        let [live, free, retired, withheld] = self.model.counts();
        assert_eq!(self.live as usize, live);
        assert_eq!(self.list.aside() as usize, retired + withheld);
        assert_eq!(self.list.free(self.count(), self.live) as usize, free);
        assert_eq!(self.words.len(), self.model.states().len());
        for (slot, expected) in (0..).zip(self.model.states()) {
            let found = match state::<H>(&self.words, tail, slot) {
                SlotState::Live { generation } => Slot::Live(generation),
                SlotState::Free { generation, .. } => Slot::Free(generation),
                SlotState::Withheld { generation } => Slot::Withheld(generation),
                SlotState::Retired => Slot::Retired,
            };
            assert_eq!(found, *expected, "slot {slot}");
            assert_eq!(
                handle_at::<H>(&self.words, slot).is_some(),
                matches!(expected, Slot::Live(_))
            );
            // Checks every handle that this slot can ever have.
            for generation in H::FIRST_GENERATION..=H::LAST_GENERATION.min(H::FIRST_GENERATION + 9)
            {
                let handle = H::assemble(slot, generation);
                assert_eq!(
                    is_live(&self.words, handle),
                    *expected == Slot::Live(generation)
                );
                assert_eq!(
                    is_withheld(&self.words, tail, handle),
                    *expected == Slot::Withheld(generation),
                    "{handle:?} where {expected:?} is"
                );
            }
        }
        assert!(!is_live(&self.words, H::DANGLING) && !is_withheld(&self.words, tail, H::DANGLING));
        self.compare_supply::<R>();
    }

    /// Compares the supply of ids with the ids that single calls issue.
    fn compare_supply<R: Recycle>(&self) {
        for additional in 0..=(H::LIMIT as usize + 1).min(9) {
            let supply = self
                .list
                .supply::<H, R>(self.count(), self.live, additional);
            let mut model = self.model.clone();
            let single: Option<Vec<bool>> = (0..additional)
                .map(|_| model.issue().map(|issued| issued.fresh))
                .collect();
            assert_eq!(single.is_some(), additional <= self.model.left());
            let at_once = supply.ok().map(|supply| {
                let parts = [
                    (false, supply.recycled),
                    (true, supply.fresh),
                    (false, supply.kept_back),
                ];
                let parts = parts.map(|(fresh, slots)| core::iter::repeat_n(fresh, slots as usize));
                parts.into_iter().flatten().collect::<Vec<bool>>()
            });
            assert_eq!(at_once, single, "{additional} more");
        }
    }
}

/// Returns a deterministic pseudo-random number (`SplitMix64`).
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    usize::try_from(mixed >> 40).expect("24 bits")
}

fn check<H: AnyHandle, R: Recycle, E: Exhausted>() {
    for mut seed in 0..SEEDS {
        let mut pair = Pair::<H>::new::<R, E>();
        for _ in 0..STEPS {
            let call = random(&mut seed) % 20;
            let number = random(&mut seed);
            let (live, withheld) = (pair.model.live(), pair.model.withheld());
            let one_of = |keys: &[Key]| keys.get(number % keys.len().max(1)).copied();
            let (a_live, a_withheld) = (one_of(&live), one_of(&withheld));
            match (call, a_live, a_withheld) {
                (0..=3, _, _) => pair.issue::<R>(false),
                (4..=6, _, _) => pair.issue::<R>(true),
                (7..=8, Some(key), _) | (9, _, Some(key)) => pair.free::<R, E>(key),
                (10..=11, Some(key), _) => pair.set_aside(key),
                (12, _, Some(key)) => pair.admit(key),
                (13, _, Some(key)) => pair.give_back(key),
                (14, _, _) => withheld.last().iter().for_each(|key| pair.forget(**key)),
                (15, Some(key), _) => pair.renew::<E>(key),
                (17..=19, _, _) => {
                    let slots = pair.count() as usize + 3;
                    let index = u32::try_from(number % slots).expect("few");
                    let generation = u32::try_from(number / slots % 4).expect("few");
                    pair.insert_at::<R>((index, generation));
                }
                (16, _, _) => withheld.into_iter().for_each(|key| pair.free::<R, E>(key)),
                _ => {}
            }
            pair.compare::<R>();
        }
    }
}

macro_rules! split_of_bits {
    ($($name:ident: $word:ident, $index:literal, $generation:literal;)*) => {$(
        #[test]
        fn $name() {
            type Id = Handle<(), $word, $index, $generation>;
            check::<Id, Lifo, Retire>();
            check::<Id, Lifo, Wrap>();
            check::<Id, Fifo, Retire>();
            check::<Id, Fifo<2>, Wrap>();
            check::<Id, Fifo<3>, Retire>();
        }
    )*};
}

split_of_bits! {
    two_index_bits_and_no_generation: u16, 2, 0;
    two_and_two_bits: u16, 2, 2;
    three_and_one_bits: u32, 3, 1;
    all_bits_of_a_small_word: u16, 4, 12;
    four_index_bits_and_no_generation: u64, 4, 0;
    the_bits_of_a_default_handle: u64, 32, 32;
}

#[test]
fn one_index_bit() {
    type Id = Handle<(), u16, 1, 3>;
    check::<Id, Lifo, Retire>();
    check::<Id, Lifo, Wrap>();
    check::<Id, Fifo, Retire>();
    check::<Id, Fifo, Wrap>();
}

#[test]
fn a_list_of_one_slot_is_told_from_a_withheld_one() {
    type Id = Handle<(), u16, 1, 3>;
    for generation in 1..=7 {
        let id = Id::assemble(0, generation);
        let mut words = [id.to_bits()];
        let mut list = FreeList::EMPTY;
        list.set_aside(&mut words, id);
        assert_eq!(words, [unlinked::<Id>(generation)]);
        assert!(is_withheld(&words, list.tail(), id));
        list.give_back(&mut words, None, id);
        assert_eq!(words, [unlinked::<Id>(generation)], "the same word");
        assert!(!is_withheld(&words, list.tail(), id));
        let vacancy = list.preview::<Id>(&words, 0);
        list.withhold(&mut words, vacancy);
        assert!(
            is_withheld(&words, list.tail(), id),
            "the list is empty again"
        );
        list.admit(&mut words, id);
        assert!(is_live(&words, id));
    }
}

/// Slots that were live, freed, withheld and retired, with and without links back.
fn mixed(links: bool) -> (Vec<u32>, FreeList, Option<Vec<u32>>) {
    type H = Handle<(), u32, 20, 12>;
    let mut words: Vec<u32> = (0..10)
        .map(|slot| handle::<H>((slot, 1)).to_bits())
        .collect();
    let (mut list, mut back) = (FreeList::EMPTY, links.then(|| alloc::vec![0; 10]));
    for slot in [3, 9, 1, 7, 5] {
        list.put::<H, Fifo, Retire>(&mut words, back.as_deref_mut(), handle((slot, 1)));
    }
    list.set_aside(&mut words, handle::<H>((6, 1)));
    list.set_aside(&mut words, handle::<H>((8, 1)));
    list.retire::<H>(&mut words, 4);
    (words, list, back)
}

fn free(words: &[u32], list: &FreeList) -> Vec<(u32, u32)> {
    list.iter::<Handle<(), u32, 20, 12>>(words).collect()
}

#[test]
fn a_slot_that_is_reset_is_free_with_the_given_generation() {
    type H = Handle<(), u32, 20, 12>;
    for links in [false, true] {
        let (mut words, mut list, mut back) = mixed(links);
        for (slot, generation) in [(9, 7), (5, 1), (4, 4095), (6, 3)] {
            list.reset::<H>(&mut words, back.as_deref_mut(), slot, generation);
        }
        let expected = [(3, 2), (9, 7), (1, 2), (7, 2), (5, 1), (4, 4095), (6, 3)];
        assert_eq!((free(&words, &list), list.aside()), (expected.to_vec(), 1));
        // The links back are those of the list: every slot can leave it.
        if let Some(back) = &mut back {
            for slot in [7, 6, 3, 4] {
                list.claim(&mut words, Some(back), handle::<H>((slot, 8)));
            }
            assert_eq!(free(&words, &list), [(9, 7), (1, 2), (5, 1)]);
        }
    }
}

#[test]
fn a_list_that_is_cut_keeps_the_order_of_the_slots_that_stay() {
    type H = Handle<(), u32, 20, 12>;
    for slots in 0..=10 {
        let (mut words, list, _) = mixed(false);
        words.truncate(10);
        for slot in [0, 2] {
            if slot >= slots {
                words[slot as usize] = unlinked::<H>(3);
            }
        }
        let withheld = [0, 2].iter().filter(|slot| **slot >= slots).count();
        let mut list = FreeList {
            aside: list.aside + u32::try_from(withheld).expect("few"),
            ..list
        };
        list = list.cut::<H>(&mut words, slots);
        words.truncate(slots as usize);
        let order = [(3, 2), (9, 2), (1, 2), (7, 2), (5, 2)];
        let expected = order.iter().copied().filter(|(slot, _)| *slot < slots);
        assert_eq!(free(&words, &list), expected.collect::<Vec<_>>());
        let aside = [4, 6, 8].iter().filter(|slot| **slot < slots).count();
        assert_eq!(list.aside() as usize, aside);
    }
}
