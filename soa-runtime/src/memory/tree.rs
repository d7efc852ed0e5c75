//! The offset of each column in a block.
//!
//! A record is a tree of [`One`], [`Tracked`], [`Pair`] and [`Empty`]. [`Node`]
//! computes the order of its columns in the block. Columns in [`Aligned`] are the last.

#![expect(
    clippy::unused_self,
    reason = "that there is a `self` is the proof; it has no size"
)]

use core::fmt;
use core::marker::PhantomData;
use core::mem::transmute;
use core::ptr::NonNull;

use super::node::{ColumnPlace, Node};
use super::row_layout::RowLayout;

/// No column.
#[derive(Debug, Clone, Copy)]
pub struct Empty;

/// One column of `F`.
#[derive(Debug, Clone, Copy)]
pub struct One<F>(pub F);

/// One column of `F`, and one column with the stamps of its rows.
#[derive(Debug, Clone, Copy)]
pub struct Tracked<F>(pub F);

/// The columns of `L`, followed by the columns of `R`.
#[derive(Debug, Clone, Copy)]
pub struct Pair<L, R>(pub L, pub R);

/// The columns of `F`. Each of them that has a size starts at a multiple of `N` bytes.
#[derive(Debug, Clone, Copy)]
pub struct Aligned<const N: usize, F>(pub F);

/// Columns with known sizes and alignments. No other crate can name this trait.
pub trait Tree {
    /// The sizes and alignments of the columns.
    const TREE: Node;
}

impl Tree for Empty {
    const TREE: Node = Node::Empty;
}

impl<F> Tree for One<F> {
    const TREE: Node = Node::One(size_of::<F>(), align_of::<F>(), 0);
}

impl<F> Tree for Tracked<F> {
    const TREE: Node = Node::pair(
        &One::<F>::TREE,
        &Node::One(size_of::<u32>(), align_of::<u32>(), 1),
    );
}

impl<L: Tree, R: Tree> Tree for Pair<L, R> {
    const TREE: Node = Node::pair(&L::TREE, &R::TREE);
}

impl<const N: usize, F: Tree> Tree for Aligned<N, F> {
    const TREE: Node = Node::aligned(N, &F::TREE);
}

/// A position in a tree of columns: the tree, and the number of columns before it.
pub trait Position {
    /// The whole tree.
    type All: Tree;
    /// The number of columns of the tree before this position.
    const INDEX: usize;
    /// Where the column at this position starts in the block.
    const PLACE: ColumnPlace = Self::All::TREE.place(Self::INDEX);
}

/// The first position of the tree `A`.
#[derive(Debug)]
pub(crate) struct Root<A>(PhantomData<A>);

/// The position after the columns `L`, which start at `P`.
#[derive(Debug)]
pub(crate) struct After<P, L>(PhantomData<(P, L)>);

impl<A: Tree> Position for Root<A> {
    type All = A;
    const INDEX: usize = 0;
}

impl<P: Position, L: Tree> Position for After<P, L> {
    type All = P::All;
    const INDEX: usize = P::INDEX + L::TREE.columns();
}

/// The columns `F` at the position `P`. A value is at hand only if the tree of `P` has
/// these columns there. It has no size.
///
/// # Invariants
///
/// 1. The tree of `P` has the columns `F` at `P`.
pub struct At<P, F>(PhantomData<(P, F)>);

impl<A: Tree> At<Root<A>, A> {
    /// The whole tree.
    pub(crate) const WHOLE: Self = At(PhantomData);
}

impl<P: Position, L: Tree, R: Tree> At<P, Pair<L, R>> {
    /// Returns the left half, which starts where the pair starts.
    #[inline(always)]
    pub(crate) const fn left(self) -> At<P, L> {
        At(PhantomData)
    }

    /// Returns the right half, which follows the left half.
    #[inline(always)]
    pub(crate) const fn right(self) -> At<After<P, L>, R> {
        At(PhantomData)
    }
}

/// Where a column of `F` starts, for code that is not generic over the tree. The column is
/// not in [`Aligned`].
#[derive(Debug)]
pub(crate) struct ColumnStart<F> {
    /// The bytes per row of all columns that precede it.
    before: usize,
    values: PhantomData<F>,
}

impl<P: Position, F> At<P, One<F>> {
    /// Returns where the column starts.
    pub(crate) const fn start(self) -> ColumnStart<F> {
        assert!(
            P::PLACE.is_exact(),
            "the column is not aligned to more bytes"
        );
        ColumnStart {
            before: P::PLACE.before,
            values: PhantomData,
        }
    }
}

impl<P: Position, F> At<P, Tracked<F>> {
    /// Returns the values of a tracked column.
    #[inline(always)]
    pub(crate) const fn values(self) -> At<P, One<F>> {
        At(PhantomData)
    }

    /// Returns the stamps of the rows of a tracked column, which follow the values. The
    /// node of the stamps has the size and the alignment of a column of `u32`.
    #[inline(always)]
    pub(crate) const fn stamps(self) -> At<After<P, One<F>>, One<u32>> {
        At(PhantomData)
    }
}

impl<P: Position, const N: usize, F: Tree> At<P, Aligned<N, F>> {
    /// Returns the columns that are aligned.
    #[inline(always)]
    pub(crate) const fn inside(self) -> At<P, F> {
        At(PhantomData)
    }
}

copy!([F] ColumnStart<F>);

copy!([P, F] At<P, F>);

impl<P, F> fmt::Debug for At<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("At")
    }
}

/// The start of a block, the capacity that determines the offsets of its
/// columns, and the stamp of the rows that are written.
///
/// Its fields are as wide as a pointer. A debug build copies it word by word, and a processor
/// waits when it reads a word that was written in two parts.
#[derive(Debug, Clone, Copy)]
pub struct Base {
    pub(crate) start: NonNull<u8>,
    pub(crate) capacity: usize,
    /// The stamp of the rows that are written.
    pub(crate) stamp: u32,
}

impl Base {
    /// Returns the offset of the column at a position.
    #[inline(always)]
    pub(super) fn offset<P: Position>(&self) -> usize {
        if const { P::PLACE.is_exact() } {
            // Wrapping, because an offset inside a block needs no overflow check in a debug
            // build.
            self.capacity.wrapping_mul(const { P::PLACE.before })
        } else {
            P::PLACE.offset(self.capacity)
        }
    }

    /// Returns the cell of `row` in a column. Row 0 is the start of the column.
    ///
    /// # Safety
    ///
    /// 1. `self` is a block of the tree of `P`, or a block without rows.
    /// 2. `row` is at most the capacity.
    #[inline(always)]
    pub(crate) unsafe fn cell<P: Position, F>(&self, _: At<P, One<F>>, row: usize) -> NonNull<F> {
        // One step from the start of the block: with two, optimised code that keeps a row in
        // registers takes up to 7 % more instructions.
        let offset = self.offset::<P>();
        let offset = offset.wrapping_add(row.wrapping_mul(const { size_of::<F>() }));
        // The operation asserted at its start that the row is inside the block. An
        // assertion here would run once per column in a debug build.
        // SAFETY: by this function's contract and invariant 1 of `At` the block has
        // `capacity` rows of every column before this one, and with rows all bytes that
        // these columns lose, so the offset of the column stays inside of it. With no rows it is 0.
        // The row stays inside the column. Pointers to types with a size have the same layout.
        unsafe { transmute::<NonNull<u8>, NonNull<F>>(self.start.add(offset)) }
    }

    /// Returns the start of a column that is not known by its position.
    ///
    /// # Safety
    ///
    /// `self` is a block of the tree that has the column, or a block without rows.
    #[inline(always)]
    pub(crate) unsafe fn start_of<F>(&self, column: ColumnStart<F>) -> NonNull<F> {
        // SAFETY: as in `cell`: by this function's contract and invariant 1 of the `At`
        // that the column's start was made of. Pointers to types with a size have the same layout.
        unsafe {
            let start = self.start.add(self.capacity.wrapping_mul(column.before));
            transmute::<NonNull<u8>, NonNull<F>>(start)
        }
    }
}

/// Returns the unused bytes after the first `rows` rows of a column: their offset
/// from the start of the block, and their number.
#[cfg(feature = "purge")]
pub(crate) fn unused_bytes(
    tree: &Node,
    column: usize,
    rows: usize,
    capacity: usize,
) -> (usize, usize) {
    let start = tree.place(column).offset(capacity);
    let bytes = tree.bytes_at(column);
    (start + rows * bytes, (capacity - rows) * bytes)
}

/// Returns the row layout of a whole tree.
pub(crate) const fn layout_of<F: Tree>() -> RowLayout {
    const { F::TREE.row() }
}
