//! Where each column of a block is.
//!
//! A record is a tree of [`One`], [`Tracked`], [`Pair`] and [`Empty`]. A column stands in
//! the block behind all columns of larger alignment and those of its own
//! alignment before it in the tree. As every size is a multiple of its
//! alignment, `capacity * sum of the sizes before it` is then always aligned:
//! there is no padding, and the columns are `capacity * row` bytes.

use core::fmt;
use core::marker::PhantomData;
use core::ptr;

use super::block::{Bits, RowLayout};

/// No column.
#[derive(Debug, Clone, Copy)]
pub struct Empty;

/// One column of `F`.
#[derive(Debug, Clone, Copy)]
pub struct One<F>(pub F);

/// One column of `F`, and one of the stamps of its rows.
#[derive(Debug, Clone, Copy)]
pub struct Tracked<F>(pub F);

/// The columns of `L`, then those of `R`.
#[derive(Debug, Clone, Copy)]
pub struct Pair<L, R>(pub L, pub R);

/// The sizes and alignments of a tree's columns, as the compiler's constants.
#[derive(Debug)]
pub enum Node {
    /// Of [`Empty`].
    Empty,
    /// Of [`One`]: bytes per row, the alignment, and 1 for the stamps of a [`Tracked`]
    /// column, which are a column of `u32`.
    One(usize, usize, usize),
    /// Of [`Pair`].
    Pair(&'static Node, &'static Node),
}

/// Columns whose sizes and alignments are known. Sealed.
pub trait Tree: sealed::Sealed {
    /// The columns' sizes and alignments.
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

/// A place in a tree of columns: which tree, and how many columns stand before.
pub trait Position {
    /// The whole tree.
    type All: Tree;
    /// How many columns of the tree come before this place.
    const INDEX: usize;
}

/// The first place of the tree `A`.
#[derive(Debug)]
pub(crate) struct Root<A>(PhantomData<A>);

/// The place behind the columns `L`, which start at `P`.
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

/// The columns `F` at the position `P`. It is made only where the tree of `P` has
/// these columns there, and it has no size.
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
    /// The left half, which starts where the pair does.
    #[inline(always)]
    pub(crate) const fn left(self) -> At<P, L> {
        At(PhantomData)
    }

    /// The right half, which follows the left one.
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
    /// The values of a tracked column.
    #[inline(always)]
    pub(crate) const fn values(self) -> At<P, One<F>> {
        At(PhantomData)
    }

    /// The stamps of a tracked column's rows, which follow the values. They stand where
    /// a column of `u32` stands: their node has its size and alignment.
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

    /// The number of tracked columns.
    const fn tracked(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(_, _, tracked) => *tracked,
            Node::Pair(left, right) => left.tracked() + right.tracked(),
        }
    }

    /// The number of tracked columns whose stamps stand before column `index`.
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
                }
            }
        }
    }

    /// The alignments that occur, as a set of powers of two.
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

    /// How many bytes per row column `index` has.
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

    /// The bytes per row of all columns that stand before column `index`, whose
    /// alignment is `align`; this node's first column is number `first`.
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

/// The start of a block, and the capacity that its columns' places follow from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base {
    pub(crate) start: ptr::NonNull<u8>,
    pub(crate) capacity: usize,
}

impl Base {
    /// Returns the cell of `row` in a column. Row 0 is where the column starts. It is
    /// one step from the start of the block, because each step is a call in a debug
    /// build.
    ///
    /// # Safety
    ///
    /// 1. `self` is a block of the tree of `P`, or one of no rows.
    /// 2. `row` is at most the capacity.
    #[inline(always)]
    pub(super) unsafe fn cell<P: Position, F>(&self, _: At<P, One<F>>, row: usize) -> *mut F {
        // That the row is inside the block was asserted where the operation began:
        // here a debug build would assert it once per column.
        let before = const {
            let tree = &P::All::TREE;
            tree.bytes_before(P::INDEX, tree.align_at(P::INDEX), 0)
        };
        // Wrapping, as a debug build need not check what is inside a block.
        let offset = self.capacity.wrapping_mul(before);
        let offset = offset.wrapping_add(row.wrapping_mul(size_of::<F>()));
        // SAFETY: by this function's contract and invariant 1 of `At` the block has
        // `capacity` rows of every column before this one, and of this one, so the
        // offset stays inside of it. With no rows it is 0.
        unsafe { self.start.add(offset) }.as_ptr().cast()
    }
}

/// The bytes behind the first `rows` rows of a column of a tree: where they
/// start, from the start of the block on, and how many there are.
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

/// The row layout of a whole tree.
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
