//! Where an id is in a list of ids.

use alloc::vec::Vec;

use crate::error::AllocError;

/// The positions of ids in a list, by the index of an id: an open hash table. Ids without gaps, whose
/// positions follow from their indices, need none.
#[derive(Debug, Clone, Default)]
pub(crate) struct Positions {
    /// The length is zero or a power of two, and at least half of the cells are [`EMPTY`].
    cells: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Positions {
    /// Creates a table with room for this number of ids.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if there is not so much memory.
    pub(crate) fn with_room(ids: usize) -> Result<Self, AllocError> {
        let mut cells = Vec::new();
        if ids == 0 {
            return Ok(Positions { cells });
        }
        let length = ids
            .checked_mul(2)
            .and_then(usize::checked_next_power_of_two);
        let length = length.ok_or(AllocError::OutOfMemory)?.max(16);
        cells
            .try_reserve_exact(length)
            .map_err(|_| AllocError::OutOfMemory)?;
        cells.resize(length, EMPTY);
        Ok(Positions { cells })
    }

    /// Returns the number of ids that it has room for.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.cells.len() / 2
    }

    /// Adds the position of an id with this index. There is room for it.
    pub(crate) fn enter(&mut self, index: u32, position: usize) {
        let mut cell = self.first_cell(index);
        while self.cells[cell] != EMPTY {
            cell = self.next_cell(cell);
        }
        self.cells[cell] = u32::try_from(position).expect("a list has fewer ids than 2^32");
    }

    /// Returns the position of an id with this index for which `is_it` returns `true`.
    #[inline]
    pub(crate) fn find(&self, index: u32, is_it: impl Fn(usize) -> bool) -> Option<usize> {
        if self.cells.is_empty() {
            return None;
        }
        let mut cell = self.first_cell(index);
        while self.cells[cell] != EMPTY {
            let position = self.cells[cell] as usize;
            if is_it(position) {
                return Some(position);
            }
            cell = self.next_cell(cell);
        }
        None
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of cells")]
    fn first_cell(&self, index: u32) -> usize {
        /// 2^64 divided by the golden ratio, for multiplicative hashing.
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let bits = self.cells.len().trailing_zeros();
        (u64::from(index).wrapping_mul(GOLDEN) >> (u64::BITS - bits)) as usize
    }

    #[inline]
    fn next_cell(&self, cell: usize) -> usize {
        (cell + 1) & (self.cells.len() - 1)
    }
}
