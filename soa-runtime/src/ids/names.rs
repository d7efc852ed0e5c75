//! From a row to its id, and which rows are live.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::Layout;
use crate::handle::AnyHandle;
use crate::memory::ROWS_PER_WORD;
use crate::slot_table::{self, WordOf};

/// The ids `H` of the rows of a store with layout `L`, borrowed.
pub struct Names<'a, H: AnyHandle, L: Layout> {
    /// One word per row. The word of a live row is the word of its id.
    words: &'a [WordOf<H>],
    /// Empty, or one bit per row, which is set exactly if the row is not live. With dense rows it
    /// is empty, because all rows are live.
    holes: &'a [u64],
    live: u32,
    layout: PhantomData<fn() -> L>,
}

impl<'a, H: AnyHandle, L: Layout> Names<'a, H, L> {
    #[inline(always)]
    pub(crate) fn new(words: &'a [WordOf<H>], holes: &'a [u64], live: u32) -> Self {
        Names {
            words,
            holes,
            live,
            layout: PhantomData,
        }
    }

    /// Returns the word of each row.
    #[inline(always)]
    pub(crate) fn words(&self) -> &'a [WordOf<H>] {
        self.words
    }

    /// Returns the number of live rows.
    #[inline(always)]
    pub(crate) fn live(&self) -> usize {
        self.live as usize
    }

    /// Returns the number of rows, live or not.
    #[inline(always)]
    pub(crate) fn rows(&self) -> usize {
        self.words.len()
    }

    /// Returns the id of a row, or `None` if the row is not live.
    #[inline(always)]
    pub(crate) fn id_at(&self, row: usize) -> Option<H> {
        let word = *self.words.get(row)?;
        if L::DENSE {
            Some(H::of_word(word))
        } else {
            slot_table::handle_at(self.words, u32::try_from(row).ok()?)
        }
    }

    /// Returns the id of a row that is live.
    #[inline(always)]
    pub(crate) fn id_of(&self, row: usize) -> H {
        H::of_word(self.words[row])
    }

    /// Returns the ids of rows that are all live.
    #[inline(always)]
    pub(crate) fn ids_of(&self, rows: Range<usize>) -> impl Iterator<Item = H> + use<'a, H, L> {
        self.words[rows].iter().map(|&word| H::of_word(word))
    }

    /// Returns a bit mask of the live rows among the 64 rows from `first` on.
    /// `first` is a multiple of 64. Rows past the end are not live.
    #[inline]
    pub(crate) fn live_mask(&self, first: usize) -> u64 {
        live_mask::<H::Bare, L>(self.words, self.holes, first)
    }
}

/// Returns the [`Names::live_mask`] of a hub with these words and bits of rows. The function
/// is compiled once for all ids that look alike.
#[inline]
fn live_mask<H: AnyHandle, L: Layout>(words: &[WordOf<H>], holes: &[u64], first: usize) -> u64 {
    debug_assert!(first % ROWS_PER_WORD == 0, "{first} does not start a word");
    let Some(words) = words.get(first..) else {
        return 0;
    };
    let all = match words.len() {
        0 => 0,
        rows @ 1..ROWS_PER_WORD => (1 << rows) - 1,
        _ => u64::MAX,
    };
    if L::DENSE {
        return all;
    }
    let holes = match holes.get(first / ROWS_PER_WORD) {
        Some(&holes) => holes,
        None => slot_table::holes::<H>(words, first),
    };
    all & !holes
}

copy!([H: AnyHandle, L: Layout] Names<'_, H, L>);

impl<H: AnyHandle, L: Layout> fmt::Debug for Names<'_, H, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names").field("rows", &self.rows()).finish()
    }
}
