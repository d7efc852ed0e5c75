//! Finding the rows that changed in any tracked column of a tree.

use core::marker::PhantomData;

use super::fields::Fields;
use super::stamps::shared_stamps;
use super::tree::{At, Base, One, Position, Tracked, Tree};
use super::visit::Visit;
use crate::ticks::{Changes, Stamped, Tick};

/// The first rows of a block, and a tick after which they may have changed.
///
/// # Invariants
///
/// 1. `base` is a block of the tree `A`, or one without rows, for as long as `'a`. The
///    rows are at most its capacity, and borrowed shared.
pub(crate) struct Since<'a, A> {
    base: Base,
    rows: usize,
    tick: Tick,
    tree: PhantomData<(&'a (), A)>,
}

impl<'a, A: Tree> Since<'a, A> {
    /// # Safety
    ///
    /// `base` is a block of the tree `A`, or one without rows, for as long as `'a`. The
    /// rows are at most its capacity, and borrowed shared.
    #[inline]
    pub(crate) unsafe fn new(base: Base, rows: usize, tick: Tick) -> Self {
        Since {
            base,
            rows,
            tick,
            tree: PhantomData,
        }
    }

    /// Returns the rows that changed in a tracked column.
    #[inline]
    fn changes<P: Position<All = A>, F>(&self, at: At<P, Tracked<F>>) -> Changes<'a> {
        // SAFETY: by invariant 1 of `Since`.
        unsafe { shared_stamps(self.base, at, self.rows) }.since(self.tick)
    }

    /// Returns which of 64 blocks from `first` on may have a row that changed in one of the
    /// columns `F`, as bits; `None` if no column is tracked, or there is no such block.
    #[inline]
    pub(crate) fn blocks<P: Position<All = A>, F: Fields>(
        &self,
        at: At<P, F>,
        first: usize,
    ) -> Option<u64> {
        let mut blocks = Blocks {
            since: self,
            first,
            found: None,
        };
        F::each(at, &mut blocks);
        blocks.found
    }

    /// Adds the rows of each block that changed in one of the columns `F` to its bits.
    #[inline]
    pub(crate) fn add_rows<P: Position<All = A>, F: Fields>(
        &self,
        at: At<P, F>,
        blocks: &[usize],
        bits: &mut [u32],
    ) {
        let since = self;
        let mut rows = AddRows {
            since,
            blocks,
            bits,
        };
        F::each(at, &mut rows);
    }

    /// Returns the rows of a word that changed in one of the columns `F`, as bits.
    pub(crate) fn bits<P: Position<All = A>, F: Fields>(&self, at: At<P, F>, word: usize) -> u64 {
        let mut found = Bits {
            since: self,
            word,
            found: 0,
        };
        F::each(at, &mut found);
        found.found
    }
}

struct Blocks<'s, 'a, A> {
    since: &'s Since<'a, A>,
    first: usize,
    found: Option<u64>,
}

impl<A: Tree> Visit<A> for Blocks<'_, '_, A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    #[inline]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        if let Some(blocks) = self.since.changes(at).blocks(self.first) {
            self.found = Some(self.found.unwrap_or(0) | blocks);
        }
    }
}

struct AddRows<'s, 'a, 'b, A> {
    since: &'s Since<'a, A>,
    blocks: &'b [usize],
    bits: &'b mut [u32],
}

impl<A: Tree> Visit<A> for AddRows<'_, '_, '_, A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    #[inline]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        self.since.changes(at).add_rows(self.blocks, self.bits);
    }
}

struct Bits<'s, 'a, A> {
    since: &'s Since<'a, A>,
    word: usize,
    found: u64,
}

impl<A: Tree> Visit<A> for Bits<'_, '_, A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    #[inline]
    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        self.found |= self.since.changes(at).bits(self.word);
    }
}
