//! The rows that link to one id.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::Copied;
use core::slice;

use crate::slots::{Slots, SlotsIter};

/// The slots of the rows that link to one id. There is at least one, except after `remove`.
#[derive(Debug, Clone)]
pub(super) enum Users {
    One(u32),
    /// A few slots, in ascending order.
    Few(Vec<u32>),
    Many(Slots),
}

/// The largest number of slots that are moved when one is inserted.
const FEW: usize = 128;

impl Users {
    pub(super) fn len(&self) -> usize {
        match self {
            Users::One(_) => 1,
            Users::Few(slots) => slots.len(),
            Users::Many(slots) => slots.len(),
        }
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        match self {
            Users::One(_) => 0,
            Users::Few(slots) => slots.capacity() * size_of::<u32>(),
            Users::Many(slots) => slots.memory(),
        }
    }

    /// Adds a slot, which may be there already.
    pub(super) fn insert(&mut self, slot: u32) {
        match self {
            Users::One(only) if *only == slot => {}
            Users::One(only) => *self = Users::Few(vec![slot.min(*only), slot.max(*only)]),
            Users::Few(slots) => {
                let Err(position) = slots.binary_search(&slot) else {
                    return;
                };
                if slots.len() < FEW {
                    slots.insert(position, slot);
                } else {
                    let mut many: Slots = slots.iter().copied().collect();
                    many.insert(slot);
                    *self = Users::Many(many);
                }
            }
            Users::Many(slots) => slots.insert(slot),
        }
    }

    /// Removes a slot, if it is there. Returns whether none is left.
    pub(super) fn remove(&mut self, slot: u32) -> bool {
        match self {
            Users::One(only) => return *only == slot,
            Users::Few(slots) => {
                if let Ok(position) = slots.binary_search(&slot) {
                    slots.remove(position);
                }
                if let [only] = **slots {
                    *self = Users::One(only);
                }
            }
            Users::Many(slots) => {
                slots.remove(slot);
                // Half of what a set begins with, so that a slot more or less changes nothing.
                if slots.len() <= FEW / 2 {
                    *self = Users::Few(slots.iter().collect());
                }
            }
        }
        false
    }

    pub(super) fn iter(&self) -> UsersIter<'_> {
        match self {
            Users::One(only) => UsersIter::Few(slice::from_ref(only).iter().copied()),
            Users::Few(slots) => UsersIter::Few(slots.iter().copied()),
            Users::Many(slots) => UsersIter::Many(slots.iter()),
        }
    }
}

/// The slots of the rows that link to one id, in ascending order.
#[derive(Debug, Clone)]
pub(super) enum UsersIter<'a> {
    Few(Copied<slice::Iter<'a, u32>>),
    Many(SlotsIter<'a>),
}

impl UsersIter<'_> {
    /// Returns the slots of an id to which no row links.
    pub(super) fn none() -> Self {
        UsersIter::Few([].iter().copied())
    }
}

impl Iterator for UsersIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        match self {
            UsersIter::Few(slots) => slots.next(),
            UsersIter::Many(slots) => slots.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            UsersIter::Few(slots) => slots.size_hint(),
            UsersIter::Many(slots) => slots.size_hint(),
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, u32) -> B>(self, init: B, f: F) -> B {
        match self {
            UsersIter::Few(slots) => slots.fold(init, f),
            UsersIter::Many(slots) => slots.fold(init, f),
        }
    }
}

impl DoubleEndedIterator for UsersIter<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<u32> {
        match self {
            UsersIter::Few(slots) => slots.next_back(),
            UsersIter::Many(slots) => slots.next_back(),
        }
    }
}

impl ExactSizeIterator for UsersIter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(users: &Users) -> Vec<u32> {
        users.iter().collect()
    }

    #[test]
    fn slots_are_in_ascending_order_in_every_form() {
        let mut users = Users::One(500);
        let mut expected = vec![500];
        for number in 0..400 {
            let slot = number * 37 % 401;
            users.insert(slot);
            users.insert(slot);
            expected.push(slot);
            expected.sort_unstable();
            assert_eq!(
                (all(&users), users.len()),
                (expected.clone(), expected.len())
            );
        }
        for number in 0..400 {
            let slot = number * 11 % 401;
            assert!(!users.remove(slot));
            expected.retain(|other| *other != slot);
            assert_eq!(all(&users), expected);
        }
        while expected.len() > 1 {
            let slot = expected.remove(0);
            assert!(!users.remove(slot));
            assert_eq!(all(&users), expected);
        }
        assert!(users.remove(expected[0]));
    }

    #[test]
    fn a_slot_that_is_not_there_is_not_removed() {
        for slots in [1, 2, FEW, FEW + 1] {
            let mut users = Users::One(0);
            (0..u32::try_from(slots).unwrap()).for_each(|slot| users.insert(slot));
            assert!(!users.remove(1_000_000));
            assert_eq!(users.len(), slots);
        }
    }
}
