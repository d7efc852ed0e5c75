//! Compares the slot table with its [model](super::model), call by call.

mod compare;
mod pair;

use self::pair::Pair;
use super::model::Key;
use super::{FreeList, SlotTable, find, is_reserved, unlinked};
use crate::handle::{AnyHandle, Handle};
use crate::slot_table::{Exhausted, Fifo, Lifo, Recycle, Retire, Wrap};

const SEEDS: u64 = if cfg!(miri) { 1 } else { 8 };
const STEPS: usize = if cfg!(miri) { 40 } else { 150 };

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
            let (live, reserved) = (pair.model.live(), pair.model.reserved());
            let one_of = |keys: &[Key]| keys.get(number % keys.len().max(1)).copied();
            let (a_live, a_reserved) = (one_of(&live), one_of(&reserved));
            match (call, a_live, a_reserved) {
                (0..=3, _, _) => pair.issue::<R>(false),
                (4..=6, _, _) => pair.issue::<R>(true),
                (7..=8, Some(key), _) | (9, _, Some(key)) => pair.free::<R, E>(key),
                (10..=11, Some(key), _) => pair.set_aside(key),
                (12, _, Some(key)) => pair.admit(key),
                (13, _, Some(key)) => pair.give_back(key),
                (14, _, _) => reserved.last().iter().for_each(|key| pair.forget(**key)),
                (15, Some(key), _) => pair.renew::<E>(key),
                (17..=19, _, _) => {
                    let slots = pair.count() as usize + 3;
                    let index = u32::try_from(number % slots).expect("few");
                    let generation = u32::try_from(number / slots % 4).expect("few");
                    pair.insert_at::<R>((index, generation));
                }
                (16, _, _) => reserved.into_iter().for_each(|key| pair.free::<R, E>(key)),
                _ => {}
            }
            pair.compare::<R>();
        }
    }
}

macro_rules! split_of_bits {
    ($($name:ident: $word:ident, $index:literal, $generation:literal $(, $tag:literal)?;)*) => {$(
        #[test]
        fn $name() {
            type Id = Handle<(), $word, $index, $generation $(, $tag)?>;
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
    two_and_two_bits_with_a_tag: u16, 2, 2, 12;
    four_index_bits_with_a_tag: u64, 4, 0, 32;
    all_bits_with_a_tag: u64, 24, 24, 16;
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
fn a_list_of_one_slot_is_told_from_a_reserved_one() {
    type Id = Handle<(), u16, 1, 3>;
    for generation in 1..=7 {
        let id = Id::assemble(0, generation);
        let (mut words, mut list) = ([id.to_bits()], FreeList::EMPTY);
        let mut change = |change: fn(SlotTable<'_, Id>, Id)| {
            let slots = SlotTable {
                words: &mut words,
                free: &mut list,
                back: None,
            };
            change(slots, id);
            (words, is_reserved(&words, &list, id), find(&words, id))
        };
        let word = [unlinked::<Id>(generation, 0)];
        let set_aside = change(|slots, id| {
            slots.set_aside(id);
        });
        assert_eq!(set_aside, (word, true, None));
        let given_back = change(|slots, id| {
            slots.give_back(id);
        });
        assert_eq!(given_back, (word, false, None), "the same word");
        let reserved = change(|slots, _| {
            let vacancy = slots.free.preview::<Id>(0, slots.words[0]);
            slots.reserve(vacancy);
        });
        assert_eq!(reserved, (word, true, None), "the list is empty again");
        let admitted = change(|slots, id| {
            slots.admit(id);
        });
        assert_eq!(admitted, ([id.to_bits()], false, Some(0)));
    }
}
