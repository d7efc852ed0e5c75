//! The slot table against a model that keeps what it says in plain words: one
//! state per slot and a queue of free ones.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::{
    FreeList, NextSlot, SlotState, WordOf, handle_at, is_live, is_withheld, state, unlinked,
};
use crate::error::AllocError;
use crate::handle::{AnyHandle, Handle};
use crate::policy::{Exhausted, Fifo, Lifo, Recycle, Retire, Wrap};

const SEEDS: u64 = if cfg!(miri) { 2 } else { 8 };
const STEPS: usize = if cfg!(miri) { 40 } else { 150 };

/// A slot of the model; free ones are with the generation to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Live(u32),
    Free(u32),
    Withheld(u32),
    Retired,
}

/// The table and its model, which are changed by the same calls.
struct Pair<H: AnyHandle> {
    words: Vec<WordOf<H>>,
    list: FreeList,
    live: u32,
    slots: Vec<Slot>,
    free: VecDeque<u32>,
}

impl<H: AnyHandle> Pair<H> {
    fn new() -> Self {
        Pair {
            words: Vec::new(),
            list: FreeList::EMPTY,
            live: 0,
            slots: Vec::new(),
            free: VecDeque::new(),
        }
    }

    fn count(&self) -> u32 {
        u32::try_from(self.slots.len()).expect("few")
    }

    /// The handles whose slots are in a state that `wanted` knows, with its generation.
    fn handles(&self, wanted: impl Fn(Slot) -> Option<u32>) -> Vec<H> {
        let slots = (0..).zip(&self.slots);
        slots
            .filter_map(|(slot, state)| Some(H::assemble(slot, wanted(*state)?)))
            .collect()
    }

    fn live(&self) -> Vec<H> {
        self.handles(|slot| match slot {
            Slot::Live(generation) => Some(generation),
            _ => None,
        })
    }

    fn withheld(&self) -> Vec<H> {
        self.handles(|slot| match slot {
            Slot::Withheld(generation) => Some(generation),
            _ => None,
        })
    }

    /// Issues an id, live or withheld.
    fn issue<R: Recycle>(&mut self, withheld: bool) {
        let next = self.list.next::<H, R>(self.count(), self.live);
        let enough = self.free.len() >= R::MIN_FREE as usize || self.count() == H::LIMIT;
        let expected = match self.free.front() {
            Some(&slot) if enough => Ok(NextSlot::Recycled(slot)),
            _ if self.count() < H::LIMIT => Ok(NextSlot::Fresh(self.count())),
            _ => Err(AllocError::Full { limit: H::LIMIT }),
        };
        assert_eq!(next, expected);
        let handle = match next {
            Err(_) => return,
            Ok(NextSlot::Recycled(slot)) => {
                self.free.pop_front();
                let Slot::Free(generation) = self.slots[slot as usize] else {
                    panic!("slot {slot} is in the queue and not free");
                };
                let vacancy = self.list.preview::<H>(&self.words, slot);
                let handle = if withheld {
                    self.list.withhold(&mut self.words, vacancy)
                } else {
                    self.list.take(&mut self.words, vacancy)
                };
                assert_eq!(handle, H::assemble(slot, generation));
                handle
            }
            Ok(NextSlot::Fresh(slot)) => {
                let handle = H::assemble(slot, H::FIRST_GENERATION);
                self.slots.push(Slot::Retired);
                self.words.push(handle.to_bits());
                if withheld {
                    self.list.set_aside(&mut self.words, handle);
                }
                handle
            }
        };
        self.slots[handle.index() as usize] = if withheld {
            Slot::Withheld(handle.generation())
        } else {
            self.live += 1;
            Slot::Live(handle.generation())
        };
    }

    fn free<R: Recycle, E: Exhausted>(&mut self, handle: H) {
        let slot = handle.index();
        match self.slots[slot as usize] {
            Slot::Live(_) => {
                self.live -= 1;
                self.list.put::<H, R, E>(&mut self.words, handle);
            }
            _ => self.list.put_withheld::<H, R, E>(&mut self.words, handle),
        }
        let next = if handle.generation() < H::LAST_GENERATION {
            Some(handle.generation() + 1)
        } else {
            (E::WRAPS || H::GENERATION_BITS == 0).then_some(H::FIRST_GENERATION)
        };
        self.slots[slot as usize] = next.map_or(Slot::Retired, Slot::Free);
        match next {
            None => {}
            Some(_) if R::QUEUE => self.free.push_back(slot),
            Some(_) => self.free.push_front(slot),
        }
    }

    fn set_aside(&mut self, handle: H) {
        self.live -= 1;
        self.list.set_aside(&mut self.words, handle);
        self.slots[handle.index() as usize] = Slot::Withheld(handle.generation());
    }

    fn admit(&mut self, handle: H) {
        self.live += 1;
        self.list.admit(&mut self.words, handle);
        self.slots[handle.index() as usize] = Slot::Live(handle.generation());
    }

    fn give_back(&mut self, handle: H) {
        self.list.give_back(&mut self.words, handle);
        self.slots[handle.index() as usize] = Slot::Free(handle.generation());
        self.free.push_front(handle.index());
    }

    fn forget_last(&mut self) {
        if let Some(Slot::Withheld(generation)) = self.slots.last() {
            let handle = H::assemble(self.count() - 1, *generation);
            self.list.forget(&self.words, handle);
            self.words.pop();
            self.slots.pop();
        }
    }

    /// Asks the table everything.
    fn compare<R: Recycle>(&self) {
        let tail = self.list.tail();
        let in_list: VecDeque<u32> = self
            .list
            .iter::<H>(&self.words)
            .map(|(slot, _)| slot)
            .collect();
        assert_eq!(in_list, self.free);
        let count =
            |wanted: fn(&Slot) -> bool| self.slots.iter().filter(|slot| wanted(slot)).count();
        let aside = count(|slot| matches!(slot, Slot::Withheld(_) | Slot::Retired));
        assert_eq!(self.list.aside() as usize, aside);
        assert_eq!(
            self.list.free(self.count(), self.live) as usize,
            self.free.len()
        );
        for (slot, expected) in (0..).zip(&self.slots) {
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
            // Every handle that this slot could ever have, and what the table says to it.
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

    /// What is said of the ids to come is what single calls give.
    fn compare_supply<R: Recycle>(&self) {
        for additional in 0..=(H::LIMIT as usize + 1).min(9) {
            let supply = self
                .list
                .supply::<H, R>(self.count(), self.live, additional);
            let mut slots = self.count();
            let mut free = self.free.len();
            let single: Option<Vec<bool>> = (0..additional)
                .map(|_| {
                    if free > 0 && (free >= R::MIN_FREE as usize || slots == H::LIMIT) {
                        free -= 1;
                        Some(false)
                    } else if slots < H::LIMIT {
                        slots += 1;
                        Some(true)
                    } else {
                        None
                    }
                })
                .collect();
            let at_once = supply.ok().map(|supply| {
                let parts = [
                    (false, supply.recycled),
                    (true, supply.fresh),
                    (false, supply.kept_back),
                ];
                let parts =
                    parts.map(|(is_fresh, slots)| core::iter::repeat_n(is_fresh, slots as usize));
                parts.into_iter().flatten().collect::<Vec<bool>>()
            });
            assert_eq!(at_once, single, "{additional} more");
        }
    }
}

/// Numbers that only look random (`SplitMix64`).
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    usize::try_from(mixed >> 40).expect("24 bits")
}

fn check<H: AnyHandle, R: Recycle, E: Exhausted>() {
    for mut seed in 0..SEEDS {
        let mut pair = Pair::<H>::new();
        for _ in 0..STEPS {
            let call = random(&mut seed) % 16;
            let (live, withheld) = (pair.live(), pair.withheld());
            let of =
                |handles: &[H], number: usize| handles.get(number % handles.len().max(1)).copied();
            let number = random(&mut seed);
            match call {
                0..=3 => pair.issue::<R>(false),
                4..=6 => pair.issue::<R>(true),
                7..=8 => of(&live, number)
                    .into_iter()
                    .for_each(|id| pair.free::<R, E>(id)),
                9 => of(&withheld, number)
                    .into_iter()
                    .for_each(|id| pair.free::<R, E>(id)),
                10..=11 => of(&live, number)
                    .into_iter()
                    .for_each(|id| pair.set_aside(id)),
                12 => of(&withheld, number)
                    .into_iter()
                    .for_each(|id| pair.admit(id)),
                13 => of(&withheld, number)
                    .into_iter()
                    .for_each(|id| pair.give_back(id)),
                14 => pair.forget_last(),
                _ => withheld.into_iter().for_each(|id| pair.free::<R, E>(id)),
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
        list.give_back(&mut words, id);
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
