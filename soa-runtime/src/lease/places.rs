//! Positions of ids in a lease.
//!
//! Ids of slots that were never used before have the indices of a range, so their
//! position is a difference. Ids of recycled slots can have any index. A hash table
//! with open addressing finds them. It is at most half full.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::AllocError;
use crate::handle::AnyHandle;

/// The positions of the recycled ids, by their indices.
pub(super) struct Places {
    /// A power of two of cells, or no cells. Each cell is a position or [`EMPTY`].
    cells: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl Places {
    /// Creates a table for this number of ids.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if memory runs out.
    pub(super) fn with_capacity(ids: u32) -> Result<Self, AllocError> {
        let mut cells = Vec::new();
        if ids > 0 {
            let wanted = (ids as usize).checked_mul(2);
            let length = wanted.and_then(usize::checked_next_power_of_two);
            let length = length.ok_or(AllocError::OutOfMemory)?;
            cells
                .try_reserve_exact(length)
                .map_err(|_| AllocError::OutOfMemory)?;
            cells.resize(length, EMPTY);
        }
        Ok(Places { cells })
    }

    /// Records the position of an id. Each id is recorded once, and at most as many
    /// as the capacity.
    pub(super) fn note<H: AnyHandle>(&mut self, id: H, place: u32) {
        let mut cell = self.first_cell(id.index());
        while self.cells[cell] != EMPTY {
            cell = self.next_cell(cell);
        }
        self.cells[cell] = place;
    }

    /// Returns the position of `id` among `ids`.
    #[inline]
    pub(super) fn find<H: AnyHandle>(
        &self,
        ids: &[H],
        never_issued: &Range<usize>,
        id: H,
    ) -> Option<usize> {
        let index = id.index();
        let first = ids[never_issued.clone()].first().map(|id| id.index());
        let place = first
            .and_then(|first| index.checked_sub(first))
            .map(|behind_first| never_issued.start + behind_first as usize)
            .filter(|place| never_issued.contains(place))
            .or_else(|| self.recycled(ids, index))?;
        (ids[place] == id).then_some(place)
    }

    /// Returns the position of the recycled id with this index.
    fn recycled<H: AnyHandle>(&self, ids: &[H], index: u32) -> Option<usize> {
        if self.cells.is_empty() {
            return None;
        }
        let mut cell = self.first_cell(index);
        loop {
            let place = self.cells[cell];
            if place == EMPTY {
                return None;
            }
            if ids[place as usize].index() == index {
                return Some(place as usize);
            }
            cell = self.next_cell(cell);
        }
    }

    /// Returns the cell where the search for an index starts. The golden ratio
    /// spreads neighboring indices, so no pattern of indices causes many
    /// collisions.
    #[expect(clippy::cast_possible_truncation, reason = "below the number of cells")]
    fn first_cell(&self, index: u32) -> usize {
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        let bits = self.cells.len().trailing_zeros();
        (u64::from(index).wrapping_mul(GOLDEN) >> (u64::BITS - bits)) as usize
    }

    fn next_cell(&self, cell: usize) -> usize {
        (cell + 1) & (self.cells.len() - 1)
    }
}
