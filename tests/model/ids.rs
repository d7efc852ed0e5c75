//! The ids as they are specified: slots, generations, and the order of reuse.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use soa_runtime::AllocError;

/// Index and generation of an id.
pub(crate) type Key = (u32, u32);

/// How a pool or hub shall recycle.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    pub(crate) fifo: bool,
    pub(crate) min_free: usize,
    pub(crate) wraps: bool,
    /// How many slots there can be.
    pub(crate) limit: u32,
    pub(crate) generations: RangeInclusive<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Live(u32),
    /// With the generation to come.
    Free(u32),
    Retired,
}

/// The ids of one pool or hub.
#[derive(Debug, Clone)]
pub(crate) struct Ids {
    policy: Policy,
    slots: Vec<Slot>,
    /// The free slots; the next one to be reused stands in front.
    free: VecDeque<u32>,
}

impl Policy {
    /// The bits of a handle: `index` + `generation`.
    pub(crate) fn bits(self, index: u32, generation: u32) -> Self {
        let all = |bits: u32| u32::try_from((1_u64 << bits) - 1).expect("at most 32 bits");
        if generation == 0 {
            // The word zero is no handle, so one index less can be told apart.
            Policy {
                limit: all(index) - 1,
                generations: 0..=0,
                wraps: true,
                ..self
            }
        } else {
            let last = all(generation.min(31));
            Policy {
                limit: all(index),
                generations: 1..=last,
                ..self
            }
        }
    }
}

impl Ids {
    pub(crate) fn new(policy: Policy) -> Self {
        Ids {
            policy,
            slots: Vec::new(),
            free: VecDeque::new(),
        }
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn free(&self) -> usize {
        self.free.len()
    }

    pub(crate) fn retired(&self) -> usize {
        self.slots
            .iter()
            .filter(|slot| **slot == Slot::Retired)
            .count()
    }

    pub(crate) fn live(&self) -> impl Iterator<Item = Key> {
        (0..)
            .zip(&self.slots)
            .filter_map(|(index, slot)| match slot {
                Slot::Live(generation) => Some((index, *generation)),
                _ => None,
            })
    }

    /// How many more ids can be live at once.
    pub(crate) fn left(&self) -> usize {
        self.policy.limit as usize - self.live().count() - self.retired()
    }

    pub(crate) fn is_live(&self, (index, generation): Key) -> bool {
        self.slots.get(index as usize) == Some(&Slot::Live(generation))
    }

    pub(crate) fn issue(&mut self) -> Result<Key, AllocError> {
        let limit = self.policy.limit;
        let full = self.slots.len() == limit as usize;
        let key = if !self.free.is_empty() && (self.free.len() >= self.policy.min_free || full) {
            let index = self.free.pop_front().expect("not empty");
            let Slot::Free(generation) = self.slots[index as usize] else {
                panic!("slot {index} is in the queue and not free");
            };
            (index, generation)
        } else if full {
            return Err(AllocError::Full { limit });
        } else {
            self.slots.push(Slot::Retired);
            let index = u32::try_from(self.slots.len() - 1).expect("below the limit");
            (index, *self.policy.generations.start())
        };
        self.slots[key.0 as usize] = Slot::Live(key.1);
        Ok(key)
    }

    fn next_generation(&self, generation: u32) -> Option<u32> {
        let (first, last) = self.policy.generations.clone().into_inner();
        match generation {
            last_one if last_one < last => Some(last_one + 1),
            _ => self.policy.wraps.then_some(first),
        }
    }

    /// Gives a live id's slot its next generation at once.
    pub(crate) fn renew(&mut self, (index, generation): Key) -> Option<Key> {
        let next = self
            .is_live((index, generation))
            .then(|| self.next_generation(generation))??;
        self.slots[index as usize] = Slot::Live(next);
        (next != generation).then_some((index, next))
    }

    pub(crate) fn release(&mut self, (index, generation): Key) {
        assert!(
            self.is_live((index, generation)),
            "only a live id is released"
        );
        let next = self.next_generation(generation);
        self.slots[index as usize] = match next {
            Some(generation) => Slot::Free(generation),
            None => Slot::Retired,
        };
        if next.is_none() {
            return;
        }
        if self.policy.fifo {
            self.free.push_back(index);
        } else {
            self.free.push_front(index);
        }
    }
}
