//! A plain model of the slot table: one state per slot and a queue of free
//! slots. Pools, hubs and leases are compared with it.

use std::collections::VecDeque;

/// The index and the generation of an id.
pub(crate) type Key = (u32, u32);

/// Why a row cannot be inserted under an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    OutOfRange,
    Live,
    Retired,
    Reserved,
    Stale,
    NotReserved,
}

/// How slots are recycled, and the bits of an id.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) fifo: bool,
    pub(crate) min_free: usize,
    pub(crate) wraps: bool,
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// The state of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Live(u32),
    /// A free slot, with the generation to be issued next.
    Free(u32),
    Reserved(u32),
    Retired,
}

/// The next id, and whether its slot is used for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Issued {
    pub(crate) key: Key,
    pub(crate) fresh: bool,
}

/// The slots of one table, pool or hub.
#[derive(Debug, Clone)]
pub(crate) struct Slots {
    policy: Policy,
    states: Vec<Slot>,
    /// The free slots. The slot to be reused next is in front.
    free: VecDeque<u32>,
}

impl Policy {
    /// Returns the number of slots that ids can address.
    pub(crate) fn limit(self) -> u32 {
        // Without a generation the word zero is not an id, which costs one
        // index.
        let indices = (1_u64 << self.index) - 1 - u64::from(self.generation == 0);
        u32::try_from(indices).expect("at most 32 bits")
    }

    fn first(self) -> u32 {
        u32::from(self.generation > 0)
    }

    fn last(self) -> u32 {
        (1_u32 << self.generation.min(31)) - 1
    }

    fn after(self, generation: u32) -> Option<u32> {
        if generation < self.last() {
            Some(generation + 1)
        } else {
            (self.wraps || self.generation == 0).then(|| self.first())
        }
    }
}

impl Slots {
    pub(crate) fn new(policy: Policy) -> Self {
        Slots {
            policy,
            states: Vec::new(),
            free: VecDeque::new(),
        }
    }

    /// Returns slots in these states. `free` has the next generations, in the
    /// order of the reuse.
    pub(crate) fn restored(
        policy: Policy,
        live: &[Key],
        reserved: &[Key],
        free: &[Key],
        retired: &[u32],
    ) -> Self {
        let count = live.len() + reserved.len() + free.len() + retired.len();
        let mut states: Vec<_> = std::iter::repeat_n(Slot::Retired, count).collect();
        let mut set = |keys: &[Key], state: fn(u32) -> Slot| {
            for (index, generation) in keys {
                states[*index as usize] = state(*generation);
            }
        };
        set(live, Slot::Live);
        set(reserved, Slot::Reserved);
        set(free, Slot::Free);
        Slots {
            policy,
            states,
            free: free.iter().map(|(index, _)| *index).collect(),
        }
    }

    pub(crate) fn states(&self) -> &[Slot] {
        &self.states
    }

    /// Returns the free slots in the order of their reuse.
    pub(crate) fn free(&self) -> &VecDeque<u32> {
        &self.free
    }

    fn keys(&self, wanted: impl Fn(Slot) -> Option<u32>) -> Vec<Key> {
        let slots = (0..).zip(&self.states);
        slots
            .filter_map(|(index, state)| Some((index, wanted(*state)?)))
            .collect()
    }

    pub(crate) fn live(&self) -> Vec<Key> {
        self.keys(|slot| match slot {
            Slot::Live(generation) => Some(generation),
            _ => None,
        })
    }

    pub(crate) fn reserved(&self) -> Vec<Key> {
        self.keys(|slot| match slot {
            Slot::Reserved(generation) => Some(generation),
            _ => None,
        })
    }

    pub(crate) fn is_live(&self, (index, generation): Key) -> bool {
        self.states.get(index as usize) == Some(&Slot::Live(generation))
    }

    pub(crate) fn is_reserved(&self, (index, generation): Key) -> bool {
        self.states.get(index as usize) == Some(&Slot::Reserved(generation))
    }

    /// Returns the number of slots that are live, free, retired and reserved.
    pub(crate) fn counts(&self) -> [usize; 4] {
        let count = |wanted: fn(&Slot) -> bool| self.states.iter().filter(|s| wanted(s)).count();
        [
            count(|slot| matches!(slot, Slot::Live(_))),
            count(|slot| matches!(slot, Slot::Free(_))),
            count(|slot| matches!(slot, Slot::Retired)),
            count(|slot| matches!(slot, Slot::Reserved(_))),
        ]
    }

    /// Returns the number of ids that can still be issued before one is freed.
    pub(crate) fn left(&self) -> usize {
        let [live, _, retired, reserved] = self.counts();
        self.policy.limit() as usize - live - retired - reserved
    }

    /// Returns the next id, or `None` if there is none.
    pub(crate) fn next(&self) -> Option<Issued> {
        let full = self.states.len() == self.policy.limit() as usize;
        match self.free.front() {
            Some(&index) if full || self.free.len() >= self.policy.min_free => {
                let Slot::Free(generation) = self.states[index as usize] else {
                    panic!("slot {index} is in the queue and not free");
                };
                let key = (index, generation);
                Some(Issued { key, fresh: false })
            }
            _ if full => None,
            _ => {
                let index = u32::try_from(self.states.len()).expect("below the limit");
                let key = (index, self.policy.first());
                Some(Issued { key, fresh: true })
            }
        }
    }

    fn take_next(&mut self, state: fn(u32) -> Slot) -> Option<Issued> {
        let issued = self.next()?;
        let (index, generation) = issued.key;
        if issued.fresh {
            self.states.push(state(generation));
        } else {
            self.free.pop_front();
            self.states[index as usize] = state(generation);
        }
        Some(issued)
    }

    /// Issues the next id, which is live.
    pub(crate) fn issue(&mut self) -> Option<Issued> {
        self.take_next(Slot::Live)
    }

    /// Issues the next id, which is reserved.
    pub(crate) fn reserve(&mut self) -> Option<Issued> {
        self.take_next(Slot::Reserved)
    }

    /// Frees the slot of a live or reserved id.
    pub(crate) fn release(&mut self, key @ (index, generation): Key) {
        assert!(self.is_live(key) || self.is_reserved(key), "{key:?}");
        let next = self.policy.after(generation);
        self.states[index as usize] = next.map_or(Slot::Retired, Slot::Free);
        match next {
            None => {}
            Some(_) if self.policy.fifo => self.free.push_back(index),
            Some(_) => self.free.push_front(index),
        }
    }

    /// Finds out whether an id can be given to a row.
    fn judge(&self, key @ (index, generation): Key) -> Result<(), Refusal> {
        let generations = self.policy.first()..=self.policy.last();
        if index >= self.policy.limit() || !generations.contains(&generation) {
            return Err(Refusal::OutOfRange);
        }
        let any = self.policy.wraps || self.policy.generation == 0;
        match self.states.get(index as usize) {
            Some(Slot::Live(_)) => Err(Refusal::Live),
            Some(Slot::Retired) => Err(Refusal::Retired),
            Some(Slot::Reserved(_)) if !self.is_reserved(key) => Err(Refusal::Reserved),
            Some(Slot::Free(next)) if !any && generation < *next => Err(Refusal::Stale),
            Some(Slot::Free(_) | Slot::Reserved(_)) | None => Ok(()),
        }
    }

    /// Makes an id live that is the caller's choice.
    pub(crate) fn insert_at(&mut self, key @ (index, generation): Key) -> Result<(), Refusal> {
        self.judge(key)?;
        let made = u32::try_from(self.states.len()).expect("below the limit")..=index;
        for _ in made.clone() {
            self.states.push(Slot::Free(self.policy.first()));
        }
        if self.policy.fifo {
            self.free.extend(made);
        } else {
            made.rev().for_each(|slot| self.free.push_front(slot));
        }
        self.free.retain(|slot| *slot != index);
        self.states[index as usize] = Slot::Live(generation);
        Ok(())
    }

    /// Makes a reserved id live, or says why that is not possible.
    pub(crate) fn fill(&mut self, key: Key) -> Result<(), Refusal> {
        self.judge(key)?;
        if !self.is_reserved(key) {
            return Err(Refusal::NotReserved);
        }
        self.admit(key);
        Ok(())
    }

    /// Gives the slot of a live id its next generation, if there is another one.
    pub(crate) fn renew(&mut self, key @ (index, generation): Key) -> Option<Key> {
        let next = self
            .is_live(key)
            .then(|| self.policy.after(generation))?
            .filter(|next| *next != generation)?;
        self.states[index as usize] = Slot::Live(next);
        Some((index, next))
    }

    /// Reserves a live id.
    pub(crate) fn set_aside(&mut self, key: Key) {
        assert!(self.is_live(key), "{key:?}");
        self.states[key.0 as usize] = Slot::Reserved(key.1);
    }

    /// Makes a reserved id live.
    pub(crate) fn admit(&mut self, key: Key) {
        assert!(self.is_reserved(key), "{key:?}");
        self.states[key.0 as usize] = Slot::Live(key.1);
    }

    /// Makes a reserved id that no caller has seen the next id to be issued.
    pub(crate) fn give_back(&mut self, key: Key) {
        assert!(self.is_reserved(key), "{key:?}");
        self.states[key.0 as usize] = Slot::Free(key.1);
        self.free.push_front(key.0);
    }

    /// Returns whether a reserved id belongs to the last slot.
    pub(crate) fn is_last(&self, key: Key) -> bool {
        self.is_reserved(key) && key.0 as usize + 1 == self.states.len()
    }

    /// Removes the last slot, which belongs to a reserved id that no caller has
    /// seen.
    pub(crate) fn forget_last(&mut self, key: Key) {
        assert!(self.is_last(key), "{key:?}");
        self.states.pop();
    }
}
