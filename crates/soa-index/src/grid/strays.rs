//! The rows of a grid that are not in its window, in an ordered map.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Range;

use hashbrown::HashMap;
use soa_runtime::AnyHandle;

use super::cell::{Cell, CellBlock, next_between};
use super::shape::Shape;

/// Where a row is in the order of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank<const D: usize> {
    pub(super) cell: Cell<D>,
    pub(super) slot: u32,
}

/// Rows that are outside of the window, that entered a cell since the window was sorted, or that
/// have a place which is not finite.
#[derive(Debug, Clone)]
pub(super) struct Strays<I, const D: usize> {
    rows: BTreeMap<Rank<D>, (I, [f32; D])>,
    /// The cell of each row, by its slot.
    cells: HashMap<u32, Cell<D>>,
    /// The number of rows that are in no cell.
    unplaced: usize,
}

impl<I: AnyHandle, const D: usize> Strays<I, D> {
    pub(super) fn new() -> Self {
        Strays {
            rows: BTreeMap::new(),
            cells: HashMap::default(),
            unplaced: 0,
        }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of rows that are in no cell.
    pub(super) fn unplaced_len(&self) -> usize {
        self.unplaced
    }

    /// Returns the bytes of its memory. The nodes of the map are counted as if they were two thirds
    /// full.
    pub(super) fn memory(&self) -> usize {
        let row = size_of::<(Rank<D>, (I, [f32; D]))>();
        self.rows.len() * row * 3 / 2 + self.cells.allocation_size()
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.cells.clear();
        self.unplaced = 0;
    }

    /// Returns the row in a slot.
    pub(super) fn row(&self, slot: u32) -> Option<(I, [f32; D])> {
        let cell = *self.cells.get(&slot)?;
        self.rows.get(&Rank { cell, slot }).copied()
    }

    /// Inserts a row, or replaces the row in the same slot.
    pub(super) fn insert(&mut self, cell: Cell<D>, id: I, place: [f32; D]) {
        let slot = id.index();
        match self.cells.insert(slot, cell) {
            Some(before) if before != cell => self.forget(Rank { cell: before, slot }),
            _ => {}
        }
        let replaced = self.rows.insert(Rank { cell, slot }, (id, place));
        if replaced.is_none() && cell == Cell::NOWHERE {
            self.unplaced += 1;
        }
    }

    /// Removes the row in a slot.
    pub(super) fn remove(&mut self, slot: u32) {
        if let Some(cell) = self.cells.remove(&slot) {
            self.forget(Rank { cell, slot });
        }
    }

    fn forget(&mut self, rank: Rank<D>) {
        if self.rows.remove(&rank).is_some() && rank.cell == Cell::NOWHERE {
            self.unplaced -= 1;
        }
    }

    /// Walks over the rows that are in no cell, in ascending order of their slots.
    pub(super) fn unplaced(&self) -> Range<'_, Rank<D>, (I, [f32; D])> {
        let cell = Cell::NOWHERE;
        self.rows.range(Rank { cell, slot: 0 }..)
    }

    /// Walks over the rows of a block of cells that are in a shape, sorted by cell and slot.
    pub(super) fn walk<S: Shape<D>>(
        &self,
        cells: &CellBlock<D>,
        shape: S,
    ) -> StrayWalk<'_, S, I, D> {
        let (first, last) = cells.ends();
        StrayWalk {
            strays: self,
            shape,
            first,
            last,
            near: self.from(next_between(&first, &last, first)),
        }
    }

    /// Walks over the rows from a cell on.
    fn from(&self, cell: Option<Cell<D>>) -> Range<'_, Rank<D>, (I, [f32; D])> {
        match cell {
            Some(cell) => self.rows.range(Rank { cell, slot: 0 }..),
            None => Range::default(),
        }
    }
}

/// The strays that are in a shape.
#[derive(Debug)]
pub(super) struct StrayWalk<'a, S, I, const D: usize> {
    strays: &'a Strays<I, D>,
    shape: S,
    first: Cell<D>,
    last: Cell<D>,
    /// The next rows, until one is not between the first cell and the last.
    near: Range<'a, Rank<D>, (I, [f32; D])>,
}

impl<S: Clone, I, const D: usize> Clone for StrayWalk<'_, S, I, D> {
    fn clone(&self) -> Self {
        StrayWalk {
            shape: self.shape.clone(),
            near: self.near.clone(),
            ..*self
        }
    }
}

impl<S: Shape<D>, I: AnyHandle, const D: usize> Iterator for StrayWalk<'_, S, I, D> {
    type Item = (Rank<D>, (I, [f32; D]));

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (rank, row) = self.near.next()?;
            let next = next_between(&self.first, &self.last, rank.cell);
            if next != Some(rank.cell) {
                self.near = self.strays.from(next);
            } else if self.shape.contains(&row.1) {
                return Some((*rank, *row));
            }
        }
    }
}
