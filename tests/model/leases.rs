//! Leases as they are specified: they consist of single reserved ids, and they are settled in
//! the order in which they were taken, whatever the order of the arguments.

use soa_runtime::AllocError;

use crate::rows::{Rows, Values};
use crate::slots::Key;

/// A lease. Leases are numbered in the order in which they were taken.
#[derive(Debug, Clone)]
pub(crate) struct Lease {
    number: usize,
    ids: Vec<Key>,
    never_issued: Vec<bool>,
    /// Rows for the first ids. `None` marks a removed row.
    rows: Vec<Option<Values>>,
    notes: Vec<Key>,
}

impl Lease {
    pub(crate) fn insert(&mut self, values: Values) -> Result<Key, Values> {
        match self.ids.get(self.rows.len()) {
            Some(key) => {
                self.rows.push(Some(values));
                Ok(*key)
            }
            None => Err(values),
        }
    }

    fn place_of(&self, key: Key) -> Option<usize> {
        self.ids.iter().position(|id| *id == key)
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Values> {
        self.rows.get(self.place_of(key)?)?.as_ref()
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<Values> {
        let place = self.place_of(key)?;
        self.rows.get_mut(place)?.take()
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

    pub(crate) fn rows(&self) -> Vec<(Key, Values)> {
        let rows = self.ids.iter().zip(&self.rows);
        rows.filter_map(|(key, row)| Some((*key, row.clone()?)))
            .collect()
    }
}

impl Rows {
    /// Takes the ids that single calls would reserve, all of them or none.
    pub(crate) fn lease(&mut self, rows: usize) -> Result<(), AllocError> {
        if rows > self.slots.left() {
            return Err(self.full());
        }
        let issued: Vec<_> = (0..rows).filter_map(|_| self.slots.reserve()).collect();
        assert_eq!(issued.len(), rows, "as many as are left are issued");
        self.leases_taken += 1;
        self.leases.push(Lease {
            number: self.leases_taken,
            ids: issued.iter().map(|issued| issued.key).collect(),
            never_issued: issued.iter().map(|issued| issued.fresh).collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        });
        Ok(())
    }

    /// Returns the rows whose ids were no longer reserved.
    pub(crate) fn settle(&mut self, mut leases: Vec<Lease>) -> Vec<(Key, Values)> {
        leases.sort_by_key(|lease| lease.number);
        let mut returned = Vec::new();
        for lease in &leases {
            for (key, row) in lease.ids.iter().zip(&lease.rows) {
                match row.clone().map(|values| self.fill(*key, values)) {
                    Some(Ok(())) => {}
                    Some(Err((values, _))) => returned.push((*key, values)),
                    None => {
                        self.free_if_reserved(*key);
                    }
                }
            }
        }
        // Unused ids are returned as if they had never been reserved, the last one first.
        for lease in leases.iter().rev() {
            for place in (lease.rows.len()..lease.ids.len()).rev() {
                let key = lease.ids[place];
                if !self.slots.is_reserved(key) {
                    continue;
                }
                // If somebody filled and detached it meanwhile, it is issued again.
                self.born.remove(&key);
                if self.slots.is_last(key) && lease.never_issued[place] {
                    self.forget_last(key);
                } else {
                    self.slots.give_back(key);
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
