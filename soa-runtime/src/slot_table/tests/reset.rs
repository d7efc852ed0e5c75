//! Slots that are given any next generation, and lists that are cut.

use alloc::vec::Vec;

use super::pair::handle;
use crate::handle::{AnyHandle, Handle};
use crate::policy::{Fifo, Retire};
use crate::slot_table::{FreeList, unlinked};

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
                words[slot as usize] = unlinked::<H>(3, 0);
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
