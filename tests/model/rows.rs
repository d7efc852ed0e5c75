//! The rows as they are specified: a map from ids to values, the order of the rows, and the ids
//! without a row.

use std::collections::{HashMap, HashSet};

use soa_runtime::AllocError;

use crate::leases::Lease;
use crate::slots::{Key, Policy, Refusal, Slots};
use crate::subject::Walk;

/// The values of a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Values {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) wide: u64,
    pub(crate) byte: u8,
}

impl Default for Values {
    /// The defaults of the columns.
    fn default() -> Self {
        Values {
            number: 7,
            name: String::new(),
            wide: 0,
            byte: 1,
        }
    }
}

/// The rows of one hub, and its leases.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    pub(crate) slots: Slots,
    pub(crate) leases: Vec<Lease>,
    pub(crate) leases_taken: usize,
    policy: Policy,
    dense: bool,
    values: HashMap<Key, Values>,
    /// The order of the rows. Only the dense layout uses it.
    order: Vec<Key>,
    /// The values that were written into holes. The other holes contain the defaults.
    holes: HashMap<u32, Values>,
    /// The ids that must not be issued again, unless generations wrap.
    pub(crate) born: HashSet<Key>,
}

impl Rows {
    pub(crate) fn new(policy: Policy, dense: bool) -> Self {
        Rows {
            slots: Slots::new(policy),
            leases: Vec::new(),
            leases_taken: 0,
            policy,
            dense,
            values: HashMap::new(),
            order: Vec::new(),
            holes: HashMap::new(),
            born: HashSet::new(),
        }
    }

    /// Continues with the state of a hub, except its leases. `free` has the next generations of the
    /// free slots, in the order of their reuse.
    pub(crate) fn take_over(
        &mut self,
        walk: Walk,
        reserved: &[Key],
        free: &[Key],
        retired: &[u32],
    ) {
        self.slots = Slots::restored(self.policy, &walk.ids, reserved, free, retired);
        self.born.extend(&walk.ids);
        self.order = walk.ids;
        self.values = walk.rows.into_iter().collect();
        let holes = (0..).zip(self.layout()).zip(walk.columns);
        let holes = holes.filter_map(|((row, key), values)| key.is_none().then_some((row, values)));
        self.holes = holes.collect();
    }

    /// Returns a new hub of the same kind.
    pub(crate) fn another(&self) -> Self {
        Rows::new(self.policy, self.dense)
    }

    pub(crate) fn policy(&self) -> Policy {
        self.policy
    }

    /// The error of a hub that can issue no more ids.
    pub(crate) fn full(&self) -> AllocError {
        AllocError::Full {
            limit: self.policy.limit(),
        }
    }

    pub(crate) fn is_dense(&self) -> bool {
        self.dense
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Values> {
        self.values.get(&key)
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut Values> {
        self.values.get_mut(&key)
    }

    pub(crate) fn set(&mut self, key: Key, values: Values) -> bool {
        let row = self.values.get_mut(&key);
        row.map(|row| *row = values).is_some()
    }

    /// Returns the live ids in the order of their rows.
    pub(crate) fn keys(&self) -> Vec<Key> {
        if self.dense {
            self.order.clone()
        } else {
            self.slots.live()
        }
    }

    /// Returns the live id of each row, or `None` for a hole.
    pub(crate) fn layout(&self) -> Vec<Option<Key>> {
        if self.dense {
            return self.order.iter().copied().map(Some).collect();
        }
        let mut rows = vec![None; self.slots.states().len()];
        for key in self.slots.live() {
            rows[key.0 as usize] = Some(key);
        }
        rows
    }

    /// Returns the values of all rows in order, including holes.
    pub(crate) fn columns(&self) -> Vec<Values> {
        let hole = |row| self.holes.get(&row).cloned().unwrap_or_default();
        let rows = (0..).zip(self.layout());
        rows.map(|(row, key)| key.map_or_else(|| hole(row), |key| self.values[&key].clone()))
            .collect()
    }

    /// Changes all rows, including holes.
    pub(crate) fn edit_columns(&mut self, edit: impl Fn(&mut Values)) {
        for (row, key) in (0..).zip(self.layout()) {
            match key {
                Some(key) => self.values.get_mut(&key).into_iter().for_each(&edit),
                None => edit(self.holes.entry(row).or_default()),
            }
        }
    }

    pub(crate) fn insert(&mut self, values: Values) -> Result<Key, AllocError> {
        let key = self.slots.issue().ok_or_else(|| self.full())?.key;
        let new = self.born.insert(key);
        assert!(new || self.policy.wraps || key.1 == 0, "{key:?} came back");
        self.make_row(key, values);
        Ok(key)
    }

    fn make_row(&mut self, key: Key, values: Values) {
        self.born.insert(key);
        self.holes.remove(&key.0);
        self.values.insert(key, values);
        self.order.push(key);
    }

    fn take_row(&mut self, key: Key) -> Option<Values> {
        let values = self.values.remove(&key)?;
        let row = self.order.iter().position(|other| *other == key);
        self.order.swap_remove(row.expect("every row has a place"));
        Some(values)
    }

    pub(crate) fn remove(&mut self, key: Key) -> Option<Values> {
        let values = self.take_row(key)?;
        self.slots.release(key);
        Some(values)
    }

    /// Frees a row, or a reserved id.
    pub(crate) fn dealloc(&mut self, key: Key) -> bool {
        self.remove(key).is_some() || self.free_if_reserved(key)
    }

    pub(crate) fn free_if_reserved(&mut self, key: Key) -> bool {
        let reserved = self.slots.is_reserved(key);
        if reserved {
            self.slots.release(key);
        }
        reserved
    }

    pub(crate) fn reserve_id(&mut self) -> Result<Key, AllocError> {
        let issued = self.slots.reserve().ok_or_else(|| self.full())?;
        Ok(issued.key)
    }

    pub(crate) fn fill(&mut self, key: Key, values: Values) -> Result<(), (Values, Refusal)> {
        match self.slots.fill(key) {
            Ok(()) => self.make_row(key, values),
            Err(refusal) => return Err((values, refusal)),
        }
        Ok(())
    }

    pub(crate) fn insert_at(&mut self, key: Key, values: Values) -> Result<(), (Values, Refusal)> {
        match self.slots.insert_at(key) {
            Ok(()) => self.make_row(key, values),
            Err(refusal) => return Err((values, refusal)),
        }
        Ok(())
    }

    pub(crate) fn detach(&mut self, key: Key) -> Option<Values> {
        let values = self.take_row(key)?;
        self.slots.set_aside(key);
        Some(values)
    }

    /// Exchanges a row with the values, or with none. Returns whether the id is live or reserved.
    pub(crate) fn exchange(&mut self, key: Key, values: &mut Option<Values>) -> bool {
        if self.get(key).is_some() {
            *values = match values.take() {
                Some(new) => self.replace(key, new).ok(),
                None => self.detach(key),
            };
            return true;
        }
        let is_reserved = self.slots.is_reserved(key);
        if let Some(new) = values.take_if(|_| is_reserved) {
            self.fill(key, new).expect("the id is reserved");
        }
        is_reserved
    }

    pub(crate) fn free_reserved(&mut self) -> usize {
        let reserved = self.slots.reserved();
        for key in &reserved {
            self.slots.release(*key);
        }
        reserved.len()
    }

    /// Removes the last slot and its row.
    pub(crate) fn forget_last(&mut self, key: Key) {
        self.slots.forget_last(key);
        self.holes.remove(&key.0);
    }

    /// Sets everything that a snapshot does not contain to the default.
    pub(crate) fn save_and_load(&mut self) {
        self.holes.clear();
    }

    pub(crate) fn replace(&mut self, key: Key, values: Values) -> Result<Values, Values> {
        match self.values.get_mut(&key) {
            Some(row) => Ok(std::mem::replace(row, values)),
            None => Err(values),
        }
    }

    pub(crate) fn renew(&mut self, key: Key) -> Option<Key> {
        let renewed = self.slots.renew(key)?;
        let new = self.born.insert(renewed);
        assert!(new || self.policy.wraps, "{renewed:?} came back");
        let values = self.values.remove(&key).expect("a live id has a row");
        self.values.insert(renewed, values);
        let place = self.order.iter_mut().find(|other| **other == key);
        *place.expect("every row has a place") = renewed;
        Some(renewed)
    }

    pub(crate) fn retain(&mut self, mut keep: impl FnMut(Key, &Values) -> bool) {
        if !self.dense {
            for key in self.keys() {
                if !keep(key, &self.values[&key]) {
                    self.remove(key);
                }
            }
            return;
        }
        let mut row = 0;
        while let Some(&key) = self.order.get(row) {
            if keep(key, &self.values[&key]) {
                row += 1;
            } else {
                // The last row is at this position now and is judged next.
                self.remove(key);
            }
        }
    }

    /// Sorts the rows by `by`. Equal rows keep their order.
    pub(crate) fn sort_by_key<K: Ord>(&mut self, by: impl Fn(&Values) -> K) {
        let values = &self.values;
        self.order.sort_by_key(|key| by(&values[key]));
    }

    pub(crate) fn swap_rows(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
    }

    /// Frees up to `count` rows that `extract` accepts, and calls it only as often as
    /// necessary.
    pub(crate) fn extract(
        &mut self,
        count: usize,
        mut extract: impl FnMut(Key, &Values) -> bool,
    ) -> Vec<(Key, Values)> {
        let mut taken = Vec::new();
        self.retain(|key, values| {
            let stays = taken.len() == count || !extract(key, values);
            if !stays {
                taken.push((key, values.clone()));
            }
            stays
        });
        taken
    }

    /// Frees the first row, `count` times.
    pub(crate) fn drain(&mut self, count: usize) -> Vec<(Key, Values)> {
        let first = |rows: &mut Self| {
            let key = *rows.keys().first()?;
            rows.remove(key).map(|values| (key, values))
        };
        std::iter::from_fn(|| first(self)).take(count).collect()
    }

    /// Returns the values in the order of their rows.
    pub(crate) fn into_values(self) -> Vec<Values> {
        let rows = self.keys().into_iter();
        rows.map(|key| self.values[&key].clone()).collect()
    }

    pub(crate) fn clear(&mut self) {
        for key in self.keys() {
            self.remove(key);
        }
    }
}
