//! What the calls shall do, in plain words: one state per slot, a queue of free
//! ones, and leases that are made of single reserved ids.

use std::collections::{BTreeMap, VecDeque};

/// Index and generation of an id.
pub(crate) type Key = (u32, u32);

/// How a hub shall recycle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) dense: bool,
    pub(crate) fifo: bool,
    pub(crate) min_free: usize,
    pub(crate) wraps: bool,
    /// The bits of an id.
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl Policy {
    fn limit(self) -> usize {
        // Without a generation the word zero is no id, so one index less is told apart.
        ((1_u64 << self.index) - 1 - u64::from(self.generation == 0))
            .try_into()
            .expect("at most 32 bits")
    }

    fn first(self) -> u32 {
        u32::from(self.generation > 0)
    }

    fn after(self, generation: u32) -> Option<u32> {
        let last = u32::try_from((1_u64 << self.generation.min(31)) - 1).expect("31 bits");
        if generation < last {
            Some(generation + 1)
        } else {
            (self.wraps || self.generation == 0).then_some(self.first())
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot {
    Live(u32),
    /// With the generation to come.
    Free(u32),
    Withheld(u32),
    Retired,
}

/// A lease; its number says when it was taken.
#[derive(Debug, Clone)]
pub(crate) struct Lease {
    number: usize,
    ids: Vec<Key>,
    never_issued: Vec<bool>,
    /// Those of the first ids; `None` where one was removed.
    rows: Vec<Option<u32>>,
    notes: Vec<Key>,
}

/// A hub with rows of one number.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    policy: Policy,
    slots: Vec<Slot>,
    free: VecDeque<u32>,
    /// By their slots.
    rows: BTreeMap<u32, u32>,
    /// The slots in the order of the rows; kept by the dense layout alone.
    order: Vec<u32>,
    leases_taken: usize,
}

impl Model {
    pub(crate) fn new(policy: Policy) -> Self {
        Model {
            policy,
            slots: Vec::new(),
            free: VecDeque::new(),
            rows: BTreeMap::new(),
            order: Vec::new(),
            leases_taken: 0,
        }
    }

    /// How many slots are live, free, retired and withheld.
    pub(crate) fn counts(&self) -> [usize; 4] {
        let count = |wanted: fn(&Slot) -> bool| self.slots.iter().filter(|s| wanted(s)).count();
        [
            count(|slot| matches!(slot, Slot::Live(_))),
            count(|slot| matches!(slot, Slot::Free(_))),
            count(|slot| matches!(slot, Slot::Retired)),
            count(|slot| matches!(slot, Slot::Withheld(_))),
        ]
    }

    fn slot(&self, (index, _): Key) -> Option<Slot> {
        self.slots.get(index as usize).copied()
    }

    pub(crate) fn is_live(&self, key: Key) -> bool {
        self.slot(key) == Some(Slot::Live(key.1))
    }

    pub(crate) fn is_withheld(&self, key: Key) -> bool {
        self.slot(key) == Some(Slot::Withheld(key.1))
    }

    pub(crate) fn get(&self, key: Key) -> Option<u32> {
        self.is_live(key).then(|| self.rows[&key.0])
    }

    /// The live rows in their order.
    pub(crate) fn walk(&self) -> Vec<(Key, u32)> {
        let slots: Vec<u32> = if self.policy.dense {
            self.order.clone()
        } else {
            self.rows.keys().copied().collect()
        };
        slots
            .into_iter()
            .map(|index| match self.slots[index as usize] {
                Slot::Live(generation) => ((index, generation), self.rows[&index]),
                other => panic!("slot {index} has a row and is {other:?}"),
            })
            .collect()
    }

    /// The id that comes next, and whether its slot is fresh.
    fn issue(&mut self) -> Option<(Key, bool)> {
        let full = self.slots.len() == self.policy.limit();
        if !self.free.is_empty() && (self.free.len() >= self.policy.min_free || full) {
            let index = self.free.pop_front()?;
            let Slot::Free(generation) = self.slots[index as usize] else {
                panic!("slot {index} is in the queue and not free");
            };
            Some(((index, generation), false))
        } else if full {
            None
        } else {
            self.slots.push(Slot::Retired);
            let index = u32::try_from(self.slots.len() - 1).expect("below the limit");
            Some(((index, self.policy.first()), true))
        }
    }

    pub(crate) fn insert(&mut self, value: u32) -> Option<Key> {
        let key = self.issue()?.0;
        self.make_live(key, value);
        Some(key)
    }

    fn make_live(&mut self, (index, generation): Key, value: u32) {
        self.slots[index as usize] = Slot::Live(generation);
        self.rows.insert(index, value);
        self.order.push(index);
    }

    fn take_row(&mut self, (index, _): Key) -> u32 {
        let place = self.order.iter().position(|slot| *slot == index);
        self.order.swap_remove(place.expect("a row has a place"));
        self.rows.remove(&index).expect("a live slot has a row")
    }

    fn release(&mut self, (index, generation): Key) {
        let next = self.policy.after(generation);
        self.slots[index as usize] = next.map_or(Slot::Retired, Slot::Free);
        match next {
            None => {}
            Some(_) if self.policy.fifo => self.free.push_back(index),
            Some(_) => self.free.push_front(index),
        }
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<u32> {
        let row = self.is_live(key).then(|| self.take_row(key))?;
        self.release(key);
        Some(row)
    }

    pub(crate) fn dealloc(&mut self, key: Key) -> bool {
        self.remove(key).is_some() || self.free_if_withheld(key)
    }

    fn free_if_withheld(&mut self, key: Key) -> bool {
        let withheld = self.is_withheld(key);
        if withheld {
            self.release(key);
        }
        withheld
    }

    pub(crate) fn reserve_id(&mut self) -> Option<Key> {
        let key = self.issue()?.0;
        self.slots[key.0 as usize] = Slot::Withheld(key.1);
        Some(key)
    }

    pub(crate) fn fill(&mut self, key: Key, value: u32) -> Result<(), u32> {
        if !self.is_withheld(key) {
            return Err(value);
        }
        self.make_live(key, value);
        Ok(())
    }

    pub(crate) fn detach(&mut self, key: Key) -> Option<u32> {
        let row = self.is_live(key).then(|| self.take_row(key))?;
        self.slots[key.0 as usize] = Slot::Withheld(key.1);
        Some(row)
    }

    pub(crate) fn free_withheld(&mut self) -> usize {
        let keys: Vec<Key> = (0..)
            .zip(&self.slots)
            .filter_map(|(index, slot)| match slot {
                Slot::Withheld(generation) => Some((index, *generation)),
                _ => None,
            })
            .collect();
        keys.into_iter()
            .filter(|key| self.free_if_withheld(*key))
            .count()
    }

    /// Frees the first row, `count` times.
    pub(crate) fn drain(&mut self, count: usize) -> Vec<(Key, u32)> {
        let first = |model: &mut Self| {
            let key = model.walk().first()?.0;
            model.remove(key).map(|value| (key, value))
        };
        std::iter::from_fn(|| first(self)).take(count).collect()
    }

    /// Frees the rows with an odd number; with the dense layout the last row, which
    /// comes in the place of a freed one, is judged next.
    pub(crate) fn retain_even(&mut self) {
        let mut row = 0;
        loop {
            let walk = self.walk();
            match walk.get(row) {
                None => break,
                Some((_, value)) if value % 2 == 0 => row += 1,
                Some((key, _)) => {
                    self.remove(*key);
                }
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        for (key, _) in self.walk() {
            self.remove(key);
        }
    }

    /// All or none of the ids that single calls would reserve.
    pub(crate) fn lease(&mut self, rows: usize) -> Option<Lease> {
        let mut later = self.clone();
        let mut ids = Vec::new();
        let mut never_issued = Vec::new();
        for _ in 0..rows {
            let (key, fresh) = later.issue()?;
            later.slots[key.0 as usize] = Slot::Withheld(key.1);
            ids.push(key);
            never_issued.push(fresh);
        }
        *self = later;
        self.leases_taken += 1;
        Some(Lease {
            number: self.leases_taken,
            ids,
            never_issued,
            rows: Vec::new(),
            notes: Vec::new(),
        })
    }

    pub(crate) fn settle(&mut self, mut leases: Vec<Lease>) -> Vec<(Key, u32)> {
        leases.sort_by_key(|lease| lease.number);
        let mut returned = Vec::new();
        for lease in &leases {
            for (key, row) in lease.ids.iter().zip(&lease.rows) {
                match row.map(|value| self.fill(*key, value)) {
                    Some(Ok(())) => {}
                    Some(Err(value)) => returned.push((*key, value)),
                    None => {
                        self.free_if_withheld(*key);
                    }
                }
            }
        }
        for lease in leases.iter().rev() {
            for place in (lease.rows.len()..lease.ids.len()).rev() {
                let key = lease.ids[place];
                if !self.is_withheld(key) {
                    continue;
                }
                let last = key.0 as usize + 1 == self.slots.len();
                if last && lease.never_issued[place] {
                    self.slots.pop();
                } else {
                    self.slots[key.0 as usize] = Slot::Free(key.1);
                    self.free.push_front(key.0);
                }
            }
        }
        for lease in &leases {
            for note in &lease.notes {
                self.dealloc(*note);
            }
        }
        returned
    }
}

impl Lease {
    pub(crate) fn insert(&mut self, value: u32) -> Option<Key> {
        let key = *self.ids.get(self.rows.len())?;
        self.rows.push(Some(value));
        Some(key)
    }

    fn place(&self, key: Key) -> Option<usize> {
        let place = self.ids.iter().position(|id| *id == key)?;
        self.rows.get(place)?.map(|_| place)
    }

    pub(crate) fn get(&self, key: Key) -> Option<u32> {
        self.rows[self.place(key)?]
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<u32> {
        let place = self.place(key)?;
        self.rows[place].take()
    }

    pub(crate) fn dealloc(&mut self, key: Key) -> bool {
        let own = self.remove(key).is_some();
        if !own {
            self.notes.push(key);
        }
        own
    }

    pub(crate) fn left(&self) -> usize {
        self.ids.len() - self.rows.len()
    }

    pub(crate) fn rows(&self) -> Vec<(Key, u32)> {
        let rows = self.ids.iter().zip(&self.rows);
        rows.filter_map(|(key, row)| Some((*key, (*row)?)))
            .collect()
    }
}
