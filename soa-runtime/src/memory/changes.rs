//! Finding the rows that changed in any tracked column of a tree.

use core::marker::PhantomData;

use super::fields::Fields;
use super::stamps::{shared_stamps, tracked_number};
use super::tree::{At, Base, One, Position, Tracked, Tree};
use super::visit::Visit;
use crate::ticks::{Changes, ROWS_PER_BLOCK, Tick};

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

    /// Returns the first block of rows from `block` on in which a row changed in one of
    /// the columns `F`, if there is one.
    pub(crate) fn next_block<P: Position<All = A>, F: Fields>(
        &self,
        at: At<P, F>,
        block: usize,
    ) -> Option<usize> {
        let end = self.rows.div_ceil(ROWS_PER_BLOCK);
        let mut next = NextBlock {
            since: self,
            block,
            next: end,
        };
        F::each(at, &mut next);
        (next.next < end).then_some(next.next)
    }

    /// Returns the rows of a block that changed in one of the columns `F`, as bits.
    pub(crate) fn bits<P: Position<All = A>, F: Fields>(&self, at: At<P, F>, block: usize) -> u64 {
        let mut found = Bits {
            since: self,
            block,
            found: 0,
        };
        F::each(at, &mut found);
        found.found
    }

    /// Passes the numbers of the columns in which a row changed to `found`: their numbers
    /// among the tracked columns of the tree.
    pub(crate) fn columns<P: Position<All = A>, F: Fields>(
        &self,
        at: At<P, F>,
        row: usize,
        found: impl FnMut(usize),
    ) {
        let since = self;
        F::each(at, &mut Columns { since, row, found });
    }
}

struct NextBlock<'s, 'a, A> {
    since: &'s Since<'a, A>,
    block: usize,
    /// The first block that was found so far, or the number of blocks.
    next: usize,
}

impl<A: Tree> Visit<A> for NextBlock<'_, '_, A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        let changes = self.since.changes(at);
        self.next = changes.next_block_before(self.block, self.next);
    }
}

struct Bits<'s, 'a, A> {
    since: &'s Since<'a, A>,
    block: usize,
    found: u64,
}

impl<A: Tree> Visit<A> for Bits<'_, '_, A> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        let changes = self.since.changes(at);
        if changes.next_block_before(self.block, self.block + 1) == self.block {
            self.found |= changes.bits(self.block);
        }
    }
}

struct Columns<'s, 'a, A, C> {
    since: &'s Since<'a, A>,
    row: usize,
    found: C,
}

impl<A: Tree, C: FnMut(usize)> Visit<A> for Columns<'_, '_, A, C> {
    #[inline(always)]
    fn column<P: Position<All = A>, F>(&mut self, _: At<P, One<F>>) {}

    fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
        if self.since.changes(at).contains(self.row) {
            (self.found)(tracked_number(at));
        }
    }
}
