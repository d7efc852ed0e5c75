//! A hub of any layout and policy behind one object-safe interface.
//!
//! Ids are named by their number in the order they were issued; the first two
//! numbers are a dangling id and one of a larger hub.

use std::mem::ManuallyDrop;
use std::ops::Range;

use soa_runtime::{
    AllocError, CloneRow, Columns, ColumnsMut, DefaultRow, DisjointError, Hub, Row, RowMut, Stats,
    Vacate,
};

use crate::ids::Key;
use crate::rows::Values;

/// A record with the columns of [`Values`].
pub(crate) trait Sample: DefaultRow + Vacate + CloneRow {
    fn pack(values: Values) -> Self;
    fn unpack(self) -> Values;
    fn read(row: Row<'_, Self>) -> Values;
    fn peek(row: &RowMut<'_, Self>) -> Values;
    fn write(row: RowMut<'_, Self>, values: Values);
    fn columns(columns: Columns<'_, Self>) -> Vec<Values>;
    fn write_by_column(columns: ColumnsMut<'_, Self>, id: Self::Id, values: Values) -> bool;
    fn add_to_column(columns: ColumnsMut<'_, Self>, add: u32);
    fn key(id: Self::Id) -> Key;
    fn dangling() -> Self::Id;
    /// For the dense layout alone.
    fn order(hub: &mut Hub<Self>, order: Order);
}

/// How rows change places.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Order {
    /// Sorted by the rest of their number, so that many are equal.
    ByRest(u32),
    ByName,
    Swapped(usize, usize),
}

/// What the walk over a hub's rows yields.
#[derive(Debug, PartialEq)]
pub(crate) struct Walk {
    pub(crate) rows: Vec<(Key, Values)>,
    pub(crate) backwards: Vec<Key>,
    pub(crate) ids: Vec<Key>,
    pub(crate) ranges: Vec<Range<usize>>,
    pub(crate) columns: Vec<Values>,
}

/// What becomes of an iterator that has handed out some rows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    Dropped,
    Forgotten,
}

/// A hub under test.
pub(crate) trait Subject {
    fn issued(&self) -> Vec<Key>;
    fn alloc(&mut self) -> Result<Key, AllocError>;
    fn alloc_many(&mut self, rows: usize) -> Vec<Key>;
    fn insert(&mut self, values: Values) -> Result<Key, (Values, AllocError)>;
    fn insert_with(&mut self, make: &dyn Fn(Key) -> Values) -> Key;
    fn try_insert_with(&mut self, make: &dyn Fn(Key) -> Values) -> Result<Key, AllocError>;
    fn insert_within_capacity(&mut self, values: Values) -> Result<Key, Values>;
    fn insert_many(&mut self, rows: Vec<Values>) -> Vec<Key>;
    fn extend(&mut self, rows: Vec<Values>);
    /// Appends a hub of these rows, less those that are freed again.
    fn append(&mut self, rows: Vec<Values>, freed: &[usize]) -> Vec<Key>;
    fn dealloc(&mut self, id: usize) -> bool;
    fn remove(&mut self, id: usize) -> Option<Values>;
    fn replace(&mut self, id: usize, values: Values) -> Result<Values, Values>;
    fn renew(&mut self, id: usize) -> Option<Key>;
    fn retain(&mut self, keep: &mut dyn FnMut(Key, &Values) -> bool);
    fn drain(&mut self, rows: usize, end: End) -> Vec<(Key, Values)>;
    fn extract(
        &mut self,
        rows: usize,
        end: End,
        extract: &mut dyn FnMut(Key, &Values) -> bool,
    ) -> Vec<(Key, Values)>;
    fn order(&mut self, order: Order);
    fn clear(&mut self);
    fn become_a_clone(&mut self);
    fn become_a_clone_in_used_memory(&mut self, rows: usize);
    fn try_reserve(&mut self, rows: usize) -> Result<(), AllocError>;
    fn shrink_to_fit(&mut self);
    fn contains(&self, id: usize) -> bool;
    fn get(&self, id: usize) -> Option<Values>;
    fn set(&mut self, id: usize, values: Values) -> bool;
    fn set_by_column(&mut self, id: usize, values: Values) -> bool;
    fn edit_all(&mut self, edit: &dyn Fn(Key, Values) -> Values);
    fn add_to_column(&mut self, add: u32);
    fn rotate(&mut self, ids: [usize; 3]) -> Result<(), DisjointError>;
    /// Adds to the number of each that is lent, which is told.
    fn add_to_each(&mut self, ids: [usize; 3], add: u32) -> [bool; 3];
    /// The row, or the sentence why there is none; asked twice, shared and uniquely.
    fn try_row(&mut self, id: usize) -> Result<Values, String>;
    fn id_of_slot(&self, slot: u32) -> Option<Key>;
    fn row_of(&self, id: usize) -> Option<usize>;
    fn id_at(&self, row: usize) -> Option<Key>;
    fn walk(&self) -> Walk;
    fn stats(&self) -> Stats;
    fn counts(&self) -> (usize, bool, usize, usize);
}

pub(crate) struct Driven<T: Sample> {
    hub: Hub<T>,
    issued: Vec<T::Id>,
}

impl<T: Sample> Driven<T> {
    pub(crate) fn new() -> Self {
        let mut larger = Hub::<T>::new();
        let foreign = *larger.alloc_many(7).last().expect("seven ids");
        Driven {
            hub: Hub::new(),
            issued: vec![T::dangling(), foreign],
        }
    }

    fn note(&mut self, id: T::Id) -> Key {
        self.issued.push(id);
        T::key(id)
    }
}

impl<T: Sample> Subject for Driven<T> {
    fn issued(&self) -> Vec<Key> {
        self.issued.iter().map(|id| T::key(*id)).collect()
    }

    fn alloc(&mut self) -> Result<Key, AllocError> {
        let id = self.hub.try_alloc()?;
        Ok(self.note(id))
    }

    fn alloc_many(&mut self, rows: usize) -> Vec<Key> {
        let ids = self.hub.alloc_many(rows);
        ids.into_iter().map(|id| self.note(id)).collect()
    }

    fn insert(&mut self, values: Values) -> Result<Key, (Values, AllocError)> {
        match self.hub.try_insert(T::pack(values)) {
            Ok(id) => Ok(self.note(id)),
            Err(error) => Err((error.value.unpack(), error.source)),
        }
    }

    fn insert_with(&mut self, make: &dyn Fn(Key) -> Values) -> Key {
        let id = self.hub.insert_with(|id| T::pack(make(T::key(id))));
        self.note(id)
    }

    fn try_insert_with(&mut self, make: &dyn Fn(Key) -> Values) -> Result<Key, AllocError> {
        let id = self.hub.try_insert_with(|id| T::pack(make(T::key(id))))?;
        Ok(self.note(id))
    }

    fn insert_within_capacity(&mut self, values: Values) -> Result<Key, Values> {
        let inserted = self.hub.insert_within_capacity(T::pack(values));
        inserted.map(|id| self.note(id)).map_err(T::unpack)
    }

    fn insert_many(&mut self, rows: Vec<Values>) -> Vec<Key> {
        let ids = self.hub.insert_many(rows.into_iter().map(T::pack));
        ids.into_iter().map(|id| self.note(id)).collect()
    }

    fn append(&mut self, rows: Vec<Values>, freed: &[usize]) -> Vec<Key> {
        let mut other = Hub::new();
        let old = other.insert_many(rows.into_iter().map(T::pack));
        for &id in freed {
            other.dealloc(old[id]);
        }
        let new = self.hub.append(&mut other);
        assert!(other.is_empty() && !old.iter().any(|id| other.contains(*id)));
        new.new_ids().map(|id| self.note(id)).collect()
    }

    fn extend(&mut self, rows: Vec<Values>) {
        let before: Vec<T::Id> = self.hub.ids().collect();
        self.hub.extend(rows.into_iter().map(T::pack));
        let new = self.hub.ids().filter(|id| !before.contains(id));
        self.issued.extend(new);
    }

    fn dealloc(&mut self, id: usize) -> bool {
        self.hub.dealloc(self.issued[id])
    }

    fn remove(&mut self, id: usize) -> Option<Values> {
        self.hub.remove(self.issued[id]).map(T::unpack)
    }

    fn replace(&mut self, id: usize, values: Values) -> Result<Values, Values> {
        let replaced = self.hub.replace(self.issued[id], T::pack(values));
        replaced.map(T::unpack).map_err(T::unpack)
    }

    fn renew(&mut self, id: usize) -> Option<Key> {
        let renewed = self.hub.renew(self.issued[id])?;
        Some(self.note(renewed))
    }

    fn retain(&mut self, keep: &mut dyn FnMut(Key, &Values) -> bool) {
        self.hub.retain(|id, row| {
            let values = T::peek(&row);
            keep(T::key(id), &values)
        });
    }

    fn drain(&mut self, rows: usize, end: End) -> Vec<(Key, Values)> {
        let mut drain = self.hub.drain();
        let left = drain.len();
        let drained: Vec<_> = drain.by_ref().take(rows).collect();
        assert_eq!(
            drain.len(),
            left - drained.len(),
            "a drain counts what is left"
        );
        if let End::Forgotten = end {
            let _ = ManuallyDrop::new(drain);
        }
        drained
            .into_iter()
            .map(|(id, record)| (T::key(id), record.unpack()))
            .collect()
    }

    fn extract(
        &mut self,
        rows: usize,
        end: End,
        extract: &mut dyn FnMut(Key, &Values) -> bool,
    ) -> Vec<(Key, Values)> {
        let mut walk = self.hub.extract_if(|id, row| {
            let values = T::peek(&row);
            extract(T::key(id), &values)
        });
        let taken: Vec<_> = walk.by_ref().take(rows).collect();
        if let End::Forgotten = end {
            let _ = ManuallyDrop::new(walk);
        }
        taken
            .into_iter()
            .map(|(id, record)| (T::key(id), record.unpack()))
            .collect()
    }

    fn order(&mut self, order: Order) {
        T::order(&mut self.hub, order);
    }

    fn clear(&mut self) {
        self.hub.clear();
    }

    fn become_a_clone(&mut self) {
        self.hub = self.hub.clone();
    }

    fn become_a_clone_in_used_memory(&mut self, rows: usize) {
        let mut copy = Hub::new();
        copy.alloc_many(rows);
        copy.clone_from(&self.hub);
        self.hub = copy;
    }

    fn try_reserve(&mut self, rows: usize) -> Result<(), AllocError> {
        self.hub.try_reserve(rows)
    }

    fn shrink_to_fit(&mut self) {
        self.hub.shrink_to_fit();
    }

    fn contains(&self, id: usize) -> bool {
        self.hub.contains(self.issued[id])
    }

    fn get(&self, id: usize) -> Option<Values> {
        self.hub.get(self.issued[id]).map(T::read)
    }

    fn set(&mut self, id: usize, values: Values) -> bool {
        let row = self.hub.get_mut(self.issued[id]);
        row.map(|row| T::write(row, values)).is_some()
    }

    fn set_by_column(&mut self, id: usize, values: Values) -> bool {
        T::write_by_column(self.hub.columns_mut(), self.issued[id], values)
    }

    fn edit_all(&mut self, edit: &dyn Fn(Key, Values) -> Values) {
        let values: Vec<Values> = self.hub.iter().map(|(_, row)| T::read(row)).collect();
        for ((id, row), values) in self.hub.iter_mut().zip(values) {
            T::write(row, edit(T::key(id), values));
        }
    }

    fn add_to_column(&mut self, add: u32) {
        T::add_to_column(self.hub.columns_mut(), add);
    }

    fn rotate(&mut self, ids: [usize; 3]) -> Result<(), DisjointError> {
        let ids = ids.map(|id| self.issued[id]);
        let values = ids.map(|id| self.hub.get(id).map(T::read).unwrap_or_default());
        let [a, b, c] = self.hub.get_disjoint_mut(ids)?;
        let [va, vb, vc] = values;
        T::write(a, vb);
        T::write(b, vc);
        T::write(c, va);
        Ok(())
    }

    fn add_to_each(&mut self, ids: [usize; 3], add: u32) -> [bool; 3] {
        let rows = self.hub.get_each_mut(ids.map(|id| self.issued[id]));
        rows.map(|row| {
            row.map(|row| {
                let values = T::peek(&row);
                let number = values.number.wrapping_add(add);
                T::write(row, Values { number, ..values });
            })
            .is_some()
        })
    }

    fn try_row(&mut self, id: usize) -> Result<Values, String> {
        let id = self.issued[id];
        let unique = self.hub.try_row_mut(id).map(|row| T::peek(&row));
        let shared = self.hub.try_row(id).map(T::read);
        assert_eq!(shared, unique);
        shared.map_err(|stale| stale.to_string())
    }

    fn id_of_slot(&self, slot: u32) -> Option<Key> {
        self.hub.id_of_slot(slot).map(T::key)
    }

    fn row_of(&self, id: usize) -> Option<usize> {
        self.hub.row_of(self.issued[id])
    }

    fn id_at(&self, row: usize) -> Option<Key> {
        self.hub.id_at(row).map(T::key)
    }

    fn walk(&self) -> Walk {
        assert_eq!(
            self.hub.iter().len(),
            self.hub.iter().count(),
            "an exact size"
        );
        Walk {
            rows: self
                .hub
                .iter()
                .map(|(id, row)| (T::key(id), T::read(row)))
                .collect(),
            backwards: self.hub.iter().rev().map(|(id, _)| T::key(id)).collect(),
            ids: self.hub.ids().map(T::key).collect(),
            ranges: self.hub.live_ranges().collect(),
            columns: T::columns(self.hub.columns()),
        }
    }

    fn stats(&self) -> Stats {
        self.hub.stats()
    }

    fn counts(&self) -> (usize, bool, usize, usize) {
        (
            self.hub.len(),
            self.hub.is_empty(),
            self.hub.slots(),
            self.hub.capacity(),
        )
    }
}
