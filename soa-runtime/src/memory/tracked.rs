//! The stamps of all tracked columns of a tree: lending them, and finding the rows that changed
//! in any of them.

use core::marker::PhantomData;

use super::fields::{Fields, Visit};
use super::prefetch::prefetch;
use super::stamps::{shared_stamps, stamps_mut};
use super::tree::{At, Base, Position, Tracked, Tree};
use crate::ticks::{Changes, Stamped, StampsMut};

/// Lends the stamps of the first `rows` rows of each tracked column among `F` exclusively.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, or one without rows, and accessed exclusively. The rows
/// are at most its capacity, and their stamps are initialised.
pub(crate) unsafe fn lend_stamps<P: Position, F: Fields>(
    at: At<P, F>,
    base: Base,
    rows: usize,
    each: impl FnMut(StampsMut<'_>),
) {
    /// # Invariants
    ///
    /// 1. The contract of [`lend_stamps`] holds.
    struct Each<A, G>(Base, usize, G, PhantomData<A>);

    impl<A: Tree, G: FnMut(StampsMut<'_>)> Visit<A> for Each<A, G> {
        fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
            let Each(base, rows, each, _) = self;
            // SAFETY: by invariant 1 of `Each`.
            each(unsafe { stamps_mut(*base, at, *rows) });
        }
    }

    debug_assert!(rows <= base.capacity, "the block has {rows} rows");
    F::each(at, &mut Each::<P::All, _>(base, rows, each, PhantomData));
}

/// Makes the stamps of the rows from `from` on zeros, in the tracked columns among `F`.
///
/// # Safety
///
/// `base` is a block of the tree of `P`, accessed exclusively, and `from` is at most its capacity.
pub(crate) unsafe fn zero_stamps<P: Position, F: Fields>(at: At<P, F>, base: Base, from: usize) {
    /// # Invariants
    ///
    /// 1. The contract of [`zero_stamps`] holds.
    struct Zero<A>(Base, usize, PhantomData<A>);

    impl<A: Tree> Visit<A> for Zero<A> {
        fn tracked<P: Position<All = A>, F>(&mut self, at: At<P, Tracked<F>>) {
            let Zero(base, from, _) = *self;
            // SAFETY: by invariant 1 of `Zero` the column has these rows.
            unsafe {
                let first = base.cell(at.stamps(), from);
                first.write_bytes(0, base.capacity - from);
            }
        }
    }

    debug_assert!(from <= base.capacity, "row {from} is outside the block");
    F::each(at, &mut Zero::<P::All>(base, from, PhantomData));
}

/// It is here, because `ticks` is below `memory`, which has [`prefetch`].
impl Stamped for Changes<'_> {
    #[inline]
    fn blocks(&self, first: usize) -> Option<u64> {
        self.changed_blocks(first)
    }

    #[inline]
    fn fetch(&self, block: usize) {
        self.lines_of(block).for_each(prefetch);
    }

    #[inline]
    fn rows_of(&self, block: usize) -> u32 {
        self.changed_rows_of(block)
    }
}

/// In which tracked columns a row changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// In one of them.
    InAny,
    /// In each of them, as a row that was made or moved.
    InEach,
}

/// The first rows of the columns `F` of a block, and the stamp that the stamps of changed ones
/// exceed.
///
/// # Invariants
///
/// 1. `base` is a block of the tree of `P`, or one without rows, for as long as `'a`. The
///    rows are at most its capacity, and borrowed shared.
pub(crate) struct Since<'a, P, F> {
    at: At<P, F>,
    base: Base,
    rows: usize,
    threshold: Option<u32>,
    written: Written,
    lent: PhantomData<&'a ()>,
}

impl<'a, P: Position, F: Fields> Since<'a, P, F> {
    /// # Safety
    ///
    /// `base` is a block of the tree of `P`, or one without rows, for as long as `'a`. The
    /// rows are at most its capacity, and borrowed shared.
    #[inline]
    pub(crate) unsafe fn new(
        at: At<P, F>,
        (base, rows): (Base, usize),
        threshold: Option<u32>,
        written: Written,
    ) -> Self {
        Since {
            at,
            base,
            rows,
            threshold,
            written,
            lent: PhantomData,
        }
    }

    /// Lends the rows that changed, for each tracked column.
    #[inline]
    fn each(&self, each: impl FnMut(Changes<'a>)) {
        struct Each<'s, 'a, P, F, G>(&'s Since<'a, P, F>, G);

        impl<'a, P: Position, F, G: FnMut(Changes<'a>)> Visit<P::All> for Each<'_, 'a, P, F, G> {
            #[inline]
            fn tracked<Q: Position<All = P::All>, C>(&mut self, at: At<Q, Tracked<C>>) {
                let Each(since, each) = self;
                // SAFETY: by invariant 1 of `Since`.
                let stamps = unsafe { shared_stamps(since.base, at, since.rows) };
                each(stamps.since(since.threshold));
            }
        }

        F::each(self.at, &mut Each(self, each));
    }

    /// Returns which of 64 blocks from `first` on may have a row that changed in the columns,
    /// as bits; `None` if no column is tracked, or there is no such block.
    #[inline]
    pub(crate) fn blocks(&self, first: usize) -> Option<u64> {
        let mut found = None;
        self.each(|changes| {
            // Most rows that changed did not move: the first columns decide.
            if self.written == Written::InEach && found == Some(0) {
                return;
            }
            if let Some(blocks) = changes.blocks(first) {
                found = Some(match (found, self.written) {
                    (None, _) => blocks,
                    (Some(found), Written::InAny) => found | blocks,
                    (Some(found), Written::InEach) => found & blocks,
                });
            }
        });
        found
    }

    /// Fetches the stamps of a block's rows in the columns into the cache.
    #[inline]
    pub(crate) fn fetch(&self, block: usize) {
        self.each(|changes| changes.fetch(block));
    }

    /// Returns the rows of a block that changed in the columns, as bits.
    #[inline]
    pub(crate) fn rows_of(&self, block: usize) -> u32 {
        let (mut any, mut all) = (0, u32::MAX);
        self.each(|changes| {
            let rows = changes.rows_of(block);
            any |= rows;
            all &= rows;
        });
        match self.written {
            Written::InAny => any,
            Written::InEach => any & all,
        }
    }
}
