//! The part of a grid with most rows: they are sorted by their cells, and a table has the first row
//! of each cell.

use alloc::vec::Vec;

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
    /// Each row with its place. A row that left has a place that is NaN, which no shape contains.
    rows: Vec<(I, [f32; D])>,
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
            rows: Vec::new(),
            gone: 0,
            marks: Vec::new(),
            outside: false,
        }
    }

    /// Returns the number of positions, also of rows that left.
    pub(super) fn positions(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len() - self.gone
    }

    /// Returns the number of rows that left.
    pub(super) fn gone(&self) -> usize {
        self.gone
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        self.starts.capacity() * size_of::<u32>()
            + self.rows.capacity() * size_of::<(I, [f32; D])>()
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
        (self.rows).resize(total as usize, (I::DANGLING, [f32::NAN; D]));
        for (row, number) in rows.iter().zip(numbers) {
            if *number == OUTSIDE {
                put(row, None);
                continue;
            }
            // What was the first position of this cell becomes the first one of the next cell.
            let next = &mut counts[*number as usize];
            self.rows[*next as usize] = *row;
            put(row, Some(*next));
            *next += 1;
        }
    }

    /// Returns the row at a position.
    pub(super) fn row(&self, position: u32) -> (I, [f32; D]) {
        self.rows[position as usize]
    }

    /// Writes another row with the same slot and the same cell.
    pub(super) fn replace(&mut self, position: u32, id: I, place: [f32; D]) {
        self.rows[position as usize] = (id, place);
    }

    /// Removes the row at a position.
    pub(super) fn remove(&mut self, position: u32) {
        self.rows[position as usize].1 = [f32::NAN; D];
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
            cells: self.frame.rows_in(cells),
            left: &[],
            near: &[],
            bits: 0,
        }
    }
}

/// The rows of a window that are in a shape.
#[derive(Debug)]
pub(super) struct WindowWalk<'a, S, I, const D: usize> {
    window: &'a Window<I, D>,
    shape: S,
    cells: CellRows<D>,
    /// The rows that are left in one row of cells.
    left: &'a [(I, [f32; D])],
    /// The rows in front of them.
    near: &'a [(I, [f32; D])],
    /// The rows among `near` that are left and may be in the shape. Testing several before the
    /// first is yielded spares a processor most wrong guesses: half the time of a query.
    bits: u64,
}

/// The number of rows that are tested together.
const TOGETHER: usize = 64;

impl<S: Clone, I, const D: usize> Clone for WindowWalk<'_, S, I, D> {
    fn clone(&self) -> Self {
        WindowWalk {
            shape: self.shape.clone(),
            cells: self.cells.clone(),
            ..*self
        }
    }
}

impl<S: Shape<D>, I: Copy, const D: usize> WindowWalk<'_, S, I, D> {
    /// Tests the next rows. Returns whether there were any.
    #[inline]
    fn advance(&mut self) -> bool {
        while self.left.is_empty() {
            let Some((first, end)) = self.cells.next() else {
                return false;
            };
            let starts = &self.window.starts;
            self.left = &self.window.rows[starts[first] as usize..starts[end] as usize];
        }
        (self.near, self.left) = self.left.split_at(self.left.len().min(TOGETHER));
        self.bits = 0;
        for (n, (_, place)) in self.near.iter().enumerate() {
            self.bits |= u64::from(self.shape.may_contain(place)) << n;
        }
        true
    }
}

impl<S: Shape<D>, I: Copy, const D: usize> Iterator for WindowWalk<'_, S, I, D> {
    type Item = (I, [f32; D]);

    #[inline]
    fn next(&mut self) -> Option<(I, [f32; D])> {
        loop {
            while self.bits != 0 {
                let row = self.near[self.bits.trailing_zeros() as usize];
                self.bits &= self.bits - 1;
                if self.shape.contains(&row.1) {
                    return Some(row);
                }
            }
            if !self.advance() {
                return None;
            }
        }
    }
}
