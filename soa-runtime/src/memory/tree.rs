//! The offset of each column in a block.
//!
//! A record is a tree of [`One`], [`Tracked`], [`Pair`] and [`Empty`]. In the block
//! a column follows all columns of larger alignment, and all columns of its own
//! alignment that precede it in the tree. Every size is a multiple of its
//! alignment, so `capacity * sum of the preceding sizes` is always aligned. There
//! is no padding, and the columns take `capacity * row` bytes.

use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::block::{Bits, Links, RowLayout, cast};

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

/// The sizes and alignments of the columns of a tree, as constants.
#[derive(Debug)]
pub enum Node {
    /// The node of [`Empty`].
    Empty,
    /// The node of [`One`]: bytes per row, the alignment, and 1 for the stamps of a
    /// [`Tracked`] column, which are a column of `u32`.
    One(usize, usize, usize),
    /// The node of [`Pair`].
    Pair(&'static Node, &'static Node),
}

/// Columns with known sizes and alignments. This trait is sealed.
pub trait Tree: sealed::Sealed {
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
    const TREE: Node = Node::Pair(
        &One::<F>::TREE,
        &Node::One(size_of::<u32>(), align_of::<u32>(), 1),
    );
}

impl<L: Tree, R: Tree> Tree for Pair<L, R> {
    const TREE: Node = Node::Pair(&L::TREE, &R::TREE);
}

/// A position in a tree of columns: the tree, and the number of columns before it.
pub trait Position {
    /// The whole tree.
    type All: Tree;
    /// The number of columns of the tree before this position.
    const INDEX: usize;
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

/// The columns `F` at the position `P`. A value exists only if the tree of `P` has
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

#[expect(
    clippy::unused_self,
    reason = "that there is a `self` is the proof; it has no size"
)]
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

#[expect(
    clippy::unused_self,
    reason = "that there is a `self` is the proof; it has no size"
)]
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

impl<P, F> Clone for At<P, F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, F> Copy for At<P, F> {}

impl<P, F> fmt::Debug for At<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("At")
    }
}

impl Node {
    pub(crate) const fn columns(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(..) => 1,
            Node::Pair(left, right) => left.columns() + right.columns(),
        }
    }

    /// Returns the number of tracked columns.
    const fn tracked(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(_, _, tracked) => *tracked,
            Node::Pair(left, right) => left.tracked() + right.tracked(),
        }
    }

    /// Returns the number of tracked columns whose stamps precede column `index`.
    pub(super) const fn tracked_before(&self, index: usize) -> usize {
        match self {
            Node::Pair(left, right) => {
                let columns = left.columns();
                if index < columns {
                    left.tracked_before(index)
                } else {
                    left.tracked() + right.tracked_before(index - columns)
                }
            }
            _ => 0,
        }
    }

    const fn row(&self) -> RowLayout {
        match self {
            Node::Empty => Node::One(0, 1, 0).row(),
            Node::One(bytes, align, tracked) => RowLayout {
                bytes: *bytes,
                // The stamp of a whole tracked column is a `u64`.
                align: if *tracked > 0 {
                    align_of::<u64>()
                } else {
                    *align
                },
                tracked: *tracked,
                bits: Bits::Nothing,
                links: Links::Nothing,
            },
            Node::Pair(left, right) => {
                let (left, right) = (left.row(), right.row());
                let align = if left.align > right.align {
                    left.align
                } else {
                    right.align
                };
                let Some(bytes) = left.bytes.checked_add(right.bytes) else {
                    panic!("a row is larger than the address space");
                };
                RowLayout {
                    bytes,
                    align,
                    tracked: left.tracked + right.tracked,
                    bits: Bits::Nothing,
                    links: Links::Nothing,
                }
            }
        }
    }

    /// Returns the alignments that occur, as a set of powers of two.
    pub(crate) const fn alignments(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(_, align, _) => *align,
            Node::Pair(left, right) => left.alignments() | right.alignments(),
        }
    }

    const fn align_at(&self, index: usize) -> usize {
        match self {
            Node::Empty => 1,
            Node::One(_, align, _) => *align,
            Node::Pair(left, right) => {
                let columns = left.columns();
                if index < columns {
                    left.align_at(index)
                } else {
                    right.align_at(index - columns)
                }
            }
        }
    }

    /// Returns the number of bytes per row of column `index`.
    #[cfg(feature = "purge")]
    const fn bytes_at(&self, index: usize) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(bytes, ..) => *bytes,
            Node::Pair(left, right) => {
                let columns = left.columns();
                if index < columns {
                    left.bytes_at(index)
                } else {
                    right.bytes_at(index - columns)
                }
            }
        }
    }

    /// Returns the bytes per row of all columns that precede column `index` in the
    /// block. `align` is the alignment of column `index`, and `first` is the number
    /// of the first column of this node.
    const fn bytes_before(&self, index: usize, align: usize, first: usize) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(bytes, own, _) => {
                if *own > align || (*own == align && first < index) {
                    *bytes
                } else {
                    0
                }
            }
            Node::Pair(left, right) => {
                left.bytes_before(index, align, first)
                    + right.bytes_before(index, align, first + left.columns())
            }
        }
    }
}

/// The start of a block, and the capacity that determines the offsets of its
/// columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base {
    pub(crate) start: NonNull<u8>,
    pub(crate) capacity: usize,
}

impl Base {
    /// Returns the cell of `row` in a column. Row 0 is the start of the column. The
    /// cell is computed in one step from the start of the block, because each step
    /// is a call in a debug build.
    ///
    /// # Safety
    ///
    /// 1. `self` is a block of the tree of `P`, or a block without rows.
    /// 2. `row` is at most the capacity.
    #[inline(always)]
    pub(crate) unsafe fn cell<P: Position, F>(&self, _: At<P, One<F>>, row: usize) -> NonNull<F> {
        // The operation asserted at its start that the row is inside the block. An
        // assertion here would run once per column in a debug build.
        let before = const {
            let tree = &P::All::TREE;
            tree.bytes_before(P::INDEX, tree.align_at(P::INDEX), 0)
        };
        // Wrapping, because an offset inside a block needs no overflow check in a
        // debug build.
        let offset = self.capacity.wrapping_mul(before);
        let offset = offset.wrapping_add(row.wrapping_mul(size_of::<F>()));
        // SAFETY: by this function's contract and invariant 1 of `At` the block has
        // `capacity` rows of every column before this one, and of this one, so the
        // offset stays inside of it. With no rows it is 0.
        cast(unsafe { self.start.add(offset) })
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
    let before = tree.bytes_before(column, tree.align_at(column), 0);
    let bytes = tree.bytes_at(column);
    (capacity * before + rows * bytes, (capacity - rows) * bytes)
}

/// Returns the row layout of a whole tree.
pub(crate) const fn layout_of<F: Tree>() -> RowLayout {
    const { F::TREE.row() }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Empty {}
    impl<F> Sealed for super::One<F> {}
    impl<F> Sealed for super::Tracked<F> {}
    impl<L: super::Tree, R: super::Tree> Sealed for super::Pair<L, R> {}
}
