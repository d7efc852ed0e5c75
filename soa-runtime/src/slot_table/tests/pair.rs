//! The table beside its model.

use alloc::vec::Vec;

use super::super::model::{Issued, Key, Policy, Refusal, Slots};
use super::super::{FreeList, SlotTable, WordOf};
use crate::handle::AnyHandle;
use crate::slot_table::{Exhausted, Recycle};

/// The table and its model, which receive the same calls.
pub(super) struct Pair<H: AnyHandle> {
    pub(super) words: Vec<WordOf<H>>,
    pub(super) list: FreeList,
    /// The back links, once a slot has left the list elsewhere than in front.
    back: Option<Vec<u32>>,
    pub(super) live: u32,
    pub(super) model: Slots,
}

/// The tag of the tables, if the handles have one.
pub(super) fn tag<H: AnyHandle>() -> u32 {
    H::LAST_TAG.min(5)
}

pub(super) fn handle<H: AnyHandle>((index, generation): Key) -> H {
    H::assemble_tagged(index, generation, tag::<H>())
}

impl<H: AnyHandle> Pair<H> {
    pub(super) fn new<R: Recycle, E: Exhausted>() -> Self {
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

    fn slots(&mut self) -> SlotTable<'_, H> {
        SlotTable {
            words: &mut self.words,
            free: &mut self.list,
            back: self.back.as_deref_mut(),
        }
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.words.len()).expect("few")
    }

    /// Issues an id, live or reserved.
    pub(super) fn issue<R: Recycle>(&mut self, reserved: bool) {
        let recycled = self.list.recycled::<H, R>(self.count(), self.live);
        match self.model.next() {
            Some(Issued { key, fresh: false }) => assert_eq!(recycled, Some(key.0)),
            Some(Issued { key, fresh: true }) => {
                assert_eq!((recycled, key.0), (None, self.count()));
            }
            None => assert_eq!((recycled, self.count()), (None, H::LIMIT)),
        }
        let issued = if reserved {
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
            if reserved {
                self.slots().set_aside(expected);
            }
        } else {
            let vacancy = self.list.preview::<H>(key.0, self.words[key.0 as usize]);
            assert_eq!(vacancy.handle(), expected);
            if reserved {
                self.slots().reserve(vacancy);
            } else {
                self.slots().take(vacancy);
            }
        }
        self.live += u32::from(!reserved);
    }

    pub(super) fn free<R: Recycle, E: Exhausted>(&mut self, key: Key) {
        if self.model.is_live(key) {
            self.live -= 1;
            self.slots().put::<R, E>(handle(key));
        } else {
            self.slots().put_reserved::<R, E>(handle(key));
        }
        self.model.release(key);
    }

    pub(super) fn renew<E: Exhausted>(&mut self, key: Key) {
        let renewed = self.slots().renew::<E>(handle(key));
        assert_eq!(renewed, self.model.renew(key).map(handle));
    }

    pub(super) fn set_aside(&mut self, key: Key) {
        self.live -= 1;
        self.slots().set_aside(handle(key));
        self.model.set_aside(key);
    }

    /// Gives an id of the caller's choice to a slot, which may be past the last one.
    pub(super) fn insert_at<R: Recycle>(&mut self, key: Key) {
        let (reserved, slots) = (self.model.is_reserved(key), self.count());
        if self.model.insert_at(key).is_err() {
            return;
        }
        self.live += 1;
        if reserved {
            assert_eq!(self.model.fill(key), Err(Refusal::Live));
            self.slots().admit(handle(key));
            return;
        }
        let made = (slots..=key.0).map(|slot| handle::<H>((slot, H::FIRST_GENERATION)));
        for id in made.clone() {
            self.words.push(id.to_bits());
            self.slots().set_aside(id);
        }
        if let Some(back) = &mut self.back {
            back.resize(self.words.len(), 0);
        }
        let give_back = |id| {
            if R::QUEUE {
                self.slots().give_back_last(id);
            } else {
                self.slots().give_back(id);
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
        self.slots().claim(handle(key));
    }

    pub(super) fn admit(&mut self, key: Key) {
        self.live += 1;
        self.slots().admit(handle(key));
        self.model.admit(key);
    }

    pub(super) fn give_back(&mut self, key: Key) {
        self.slots().give_back(handle(key));
        self.model.give_back(key);
    }

    /// Removes the slot of `key` if it is the last slot.
    pub(super) fn forget(&mut self, key: Key) {
        if self.model.is_last(key) {
            self.slots().forget(handle(key));
            self.words.pop();
            if let Some(back) = &mut self.back {
                back.pop();
            }
            self.model.forget_last(key);
        }
    }
}
