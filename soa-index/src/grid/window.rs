//! The part of a grid with most rows: they are sorted by their cells, and a table has the first row
//! of each cell.

use alloc::vec::Vec;
use core::iter::Zip;
use core::slice;

use soa_runtime::AnyHandle;

use super::cell::{CellBlock, CellSize};
use super::frame::{CellRows, Frame};
use super::shape::Shape;

/// Rows of the cells of a frame, sorted by cell and slot.
#[derive(Debug, Clone)]
pub(super) struct Window<I, const D: usize> {
    frame: Frame<D>,
    /// For each cell the position of its first row, and the number of rows at the end.
    starts: Vec<u32>,
    /// The place of each row. A row that left has places that are NaN, which no shape contains.
    places: Vec<[f32; D]>,
    ids: Vec<I>,
    /// The number of rows that left.
    gone: usize,
    /// One bit for each cell: whether it had strays since the rows were sorted.
    marks: Vec<u64>,
    /// Whether there were strays in cells outside of the frame.
    outside: bool,
}

/// The number of cells in one word of marks.
const CELLS_PER_WORD: usize = 64;

impl<I: AnyHandle, const D: usize> Window<I, D> {
    pub(super) const fn new() -> Self {
        Window {
            frame: Frame::EMPTY,
            starts: Vec::new(),
            places: Vec::new(),
            ids: Vec::new(),
            gone: 0,
            marks: Vec::new(),
            outside: false,
        }
    }

    /// Returns the number of positions, also of rows that left.
    pub(super) fn positions(&self) -> usize {
        self.ids.len()
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.ids.len() - self.gone
    }

    /// Returns the number of rows that left.
    pub(super) fn gone(&self) -> usize {
        self.gone
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        self.starts.capacity() * size_of::<u32>()
            + self.places.capacity() * size_of::<[f32; D]>()
            + self.ids.capacity() * size_of::<I>()
            + self.marks.capacity() * size_of::<u64>()
    }

    /// Replaces all rows by those of `rows` whose cells are in a frame, sorted by counting. `rows`
    /// are in ascending order of their slots. Calls `put` with each row and its position, or with
    /// `None` if it is outside. `numbers` is only used for its memory.
    pub(super) fn sort(
        &mut self,
        size: CellSize,
        rows: &[(I, [f32; D])],
        numbers: &mut Vec<u32>,
        mut put: impl FnMut(&(I, [f32; D]), Option<u32>),
    ) {
        /// The number of no cell: a frame has fewer cells.
        const OUTSIDE: u32 = u32::MAX;

        self.frame = Frame::around(size, rows);
        self.gone = 0;
        self.outside = false;
        self.marks.clear();
        (self.marks).resize(self.frame.len().div_ceil(CELLS_PER_WORD), 0);
        self.starts.clear();
        self.starts.resize(self.frame.len() + 1, 0);
        let (_, counts) = self.starts.split_first_mut().unwrap_or((&mut 0, &mut []));
        numbers.clear();
        numbers.extend(rows.iter().map(
            |(_, place)| match self.frame.number_of(&size.corner(place)) {
                Some(number) => {
                    counts[number] += 1;
                    u32::try_from(number).unwrap_or(OUTSIDE)
                }
                None => OUTSIDE,
            },
        ));
        let mut total = 0;
        for count in &mut *counts {
            (*count, total) = (total, total + *count);
        }
        self.places.resize(total as usize, [f32::NAN; D]);
        self.ids.resize(total as usize, I::DANGLING);
        for (row, number) in rows.iter().zip(numbers) {
            if *number == OUTSIDE {
                put(row, None);
                continue;
            }
            // What was the first position of this cell becomes the first one of the next cell.
            let next = &mut counts[*number as usize];
            let position = *next as usize;
            (self.ids[position], self.places[position]) = *row;
            put(row, Some(*next));
            *next += 1;
        }
    }

    /// Returns the row at a position.
    pub(super) fn row(&self, position: u32) -> (I, [f32; D]) {
        let position = position as usize;
        (self.ids[position], self.places[position])
    }

    /// Writes another row with the same slot and the same cell.
    pub(super) fn replace(&mut self, position: u32, id: I, place: [f32; D]) {
        let position = position as usize;
        (self.ids[position], self.places[position]) = (id, place);
    }

    /// Removes the row at a position.
    pub(super) fn remove(&mut self, position: u32) {
        self.places[position as usize] = [f32::NAN; D];
        self.gone += 1;
    }

    /// Marks the cell with these coordinates, which has a stray.
    pub(super) fn mark(&mut self, corner: &[f32; D]) {
        match self.frame.number_of(corner) {
            Some(number) => self.marks[number / CELLS_PER_WORD] |= 1 << (number % CELLS_PER_WORD),
            None => self.outside = true,
        }
    }

    /// Returns whether no cell of a block has strays. It can be wrong if it returns `false`.
    #[inline]
    pub(super) fn is_clear(&self, cells: &CellBlock<D>) -> bool {
        if self.outside && !self.frame.covers(cells) {
            return false;
        }
        let mut rows = self.frame.rows_in(cells);
        while let Some((first, end)) = rows.next() {
            let (first_word, last_word) = (first / CELLS_PER_WORD, (end - 1) / CELLS_PER_WORD);
            for word in first_word..=last_word {
                let mut marks = self.marks[word];
                if word == first_word {
                    marks &= u64::MAX << (first % CELLS_PER_WORD);
                }
                if word == last_word {
                    marks &= u64::MAX >> (CELLS_PER_WORD - 1 - (end - 1) % CELLS_PER_WORD);
                }
                if marks != 0 {
                    return false;
                }
            }
        }
        true
    }

    /// Walks over the rows of a block of cells that are in a shape, sorted by cell and slot.
    #[inline]
    pub(super) fn walk<S: Shape<D>>(
        &self,
        cells: &CellBlock<D>,
        shape: S,
    ) -> WindowWalk<'_, S, I, D> {
        WindowWalk {
            window: self,
            shape,
            rows: self.frame.rows_in(cells),
            near: [].iter().zip([].iter()),
        }
    }
}

/// The rows of a window that are in a shape.
#[derive(Debug)]
pub(super) struct WindowWalk<'a, S, I, const D: usize> {
    window: &'a Window<I, D>,
    shape: S,
    rows: CellRows<D>,
    /// The rows in one row of cells.
    near: Zip<slice::Iter<'a, [f32; D]>, slice::Iter<'a, I>>,
}

impl<S: Clone, I, const D: usize> Clone for WindowWalk<'_, S, I, D> {
    fn clone(&self) -> Self {
        WindowWalk {
            window: self.window,
            shape: self.shape.clone(),
            rows: self.rows.clone(),
            near: self.near.clone(),
        }
    }
}

impl<S, I: Copy, const D: usize> WindowWalk<'_, S, I, D> {
    /// Goes on to the next row of cells.
    #[inline]
    fn next_row(&mut self) -> bool {
        let Some((first, end)) = self.rows.next() else {
            return false;
        };
        let starts = &self.window.starts;
        let rows = starts[first] as usize..starts[end] as usize;
        let places = self.window.places[rows.clone()].iter();
        self.near = places.zip(&self.window.ids[rows]);
        true
    }
}

impl<S: Shape<D>, I: Copy, const D: usize> Iterator for WindowWalk<'_, S, I, D> {
    type Item = (I, [f32; D]);

    #[inline]
    fn next(&mut self) -> Option<(I, [f32; D])> {
        loop {
            for (place, id) in self.near.by_ref() {
                if self.shape.contains(place) {
                    return Some((*id, *place));
                }
            }
            if !self.next_row() {
                return None;
            }
        }
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            for (place, id) in self.near.by_ref() {
                if self.shape.contains(place) {
                    folded = f(folded, (*id, *place));
                }
            }
            if !self.next_row() {
                return folded;
            }
        }
    }
}
