//! The order and the places of the columns in a block, as constants.
//!
//! In the block a column follows all columns of larger alignment, and all columns of
//! its own alignment that precede it in the tree. Every size is a multiple of its
//! alignment, so `capacity * sum of the preceding sizes` is always aligned. There
//! is no padding, and the columns take `capacity * row` bytes.
//!
//! Columns that must start at a multiple of more bytes than their alignment are the
//! last, in the order of the tree. Each of them loses up to `multiple - 1` bytes in
//! front of it. A block has all of these bytes, whatever its capacity, so that the
//! place of a column follows only from the columns before it.

use super::row_layout::{RowLayout, larger};

/// The sizes and alignments of the columns of a tree, as constants.
#[derive(Debug)]
pub enum Node {
    /// The node of `Empty`.
    Empty,
    /// The node of `One`: bytes per row, the alignment, and 1 for the stamps of a
    /// `Tracked` column, which are a column of `u32`.
    One(usize, usize, usize),
    /// The node of `Pair`: the number of columns, and the two halves.
    Pair(usize, &'static Node, &'static Node),
    /// The node of `Aligned`: the multiple of bytes at which each column starts.
    Aligned(usize, &'static Node),
}

/// The largest multiple of bytes at which a column must start.
const LARGEST: usize = 4096;

/// Where a column starts in a block.
#[derive(Debug, Clone, Copy)]
pub struct ColumnPlace {
    /// Columns of larger rank precede it.
    pub(super) rank: usize,
    /// The bytes per row of all columns that precede it.
    pub(super) before: usize,
    /// The bytes that this column and the preceding ones may lose.
    lost: usize,
    /// The column starts at a multiple of this number of bytes, which is 1 if nothing
    /// is lost.
    multiple: usize,
}

/// A column as its place depends on it.
#[derive(Clone, Copy)]
struct Leaf {
    bytes: usize,
    /// The alignment that the column demands of the block.
    align: usize,
    /// The alignment of the column, or 0 for a column that starts at a multiple of more bytes.
    rank: usize,
    /// The multiple of bytes, or 1 for a column whose rank is its alignment.
    multiple: usize,
    /// 1 for a column of stamps.
    stamps: usize,
}

impl ColumnPlace {
    /// Returns whether the column starts after `capacity * before` bytes.
    pub(super) const fn is_exact(self) -> bool {
        self.multiple == 1
    }

    /// Returns the offset of the column in a block of `capacity` rows. The block exists,
    /// so nothing overflows. A block without rows has no bytes to lose.
    #[inline(always)]
    pub(super) const fn offset(self, capacity: usize) -> usize {
        if capacity == 0 {
            return 0;
        }
        let end = capacity.wrapping_mul(self.before).wrapping_add(self.lost);
        end & !(self.multiple - 1)
    }
}

impl Leaf {
    /// Returns the column of a node [`Node::One`] that starts at a multiple of `multiple`
    /// bytes, if it has a size and is not a column of stamps.
    const fn of(bytes: usize, align: usize, stamps: usize, multiple: usize) -> Self {
        let padded = bytes > 0 && stamps == 0 && multiple > align;
        let multiple = if padded { multiple } else { 1 };
        Leaf {
            bytes,
            align: larger(align, multiple),
            rank: if padded { 0 } else { align },
            multiple,
            stamps,
        }
    }
}

impl Node {
    /// Returns the node of the columns of `left`, followed by those of `right`.
    pub(super) const fn pair(left: &'static Node, right: &'static Node) -> Self {
        Node::Pair(left.columns() + right.columns(), left, right)
    }

    /// Returns the node of columns that start at multiples of `multiple` bytes.
    pub(super) const fn aligned(multiple: usize, columns: &'static Node) -> Self {
        assert!(
            multiple.is_power_of_two() && multiple <= LARGEST,
            "the alignment of the columns is a power of two and at most 4096"
        );
        Node::Aligned(multiple, columns)
    }

    pub(crate) const fn columns(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(..) => 1,
            Node::Pair(columns, ..) => *columns,
            Node::Aligned(_, columns) => columns.columns(),
        }
    }

    /// Returns column `index`, where the columns start at multiples of `multiple` bytes.
    const fn leaf(&self, index: usize, multiple: usize) -> Leaf {
        match self {
            Node::Empty => Leaf::of(0, 1, 0, multiple),
            Node::One(bytes, align, stamps) => Leaf::of(*bytes, *align, *stamps, multiple),
            Node::Pair(_, left, right) => match index.checked_sub(left.columns()) {
                None => left.leaf(index, multiple),
                Some(index) => right.leaf(index, multiple),
            },
            Node::Aligned(multiple, columns) => columns.leaf(index, *multiple),
        }
    }

    /// Returns the number of tracked columns whose stamps precede column `index`.
    pub(super) const fn tracked_before(&self, mut index: usize) -> usize {
        let mut tracked = 0;
        while index > 0 {
            index -= 1;
            tracked += self.leaf(index, 1).stamps;
        }
        tracked
    }

    /// Returns the layout of a row.
    pub(super) const fn row(&self) -> RowLayout {
        let mut row = RowLayout {
            bytes: 0,
            lost: 0,
            align: 1,
            tracked: 0,
            has_bits: false,
            has_back_links: false,
        };
        let mut index = 0;
        while index < self.columns() {
            let column = self.leaf(index, 1);
            let Some(bytes) = row.bytes.checked_add(column.bytes) else {
                panic!("a row is larger than the address space");
            };
            row.bytes = bytes;
            row.lost += column.multiple - 1;
            row.align = larger(row.align, column.align);
            row.tracked += column.stamps;
            index += 1;
        }
        row
    }

    /// Returns the ranks of the columns with these numbers, as a set: bit 0 for rank 0, and
    /// bit `n + 1` for the alignment `1 << n`.
    pub(super) const fn ranks(&self, from: usize, end: usize) -> usize {
        let (mut ranks, mut index) = (0, from);
        while index < end {
            ranks |= match self.leaf(index, 1).rank {
                0 => 1,
                align => align << 1,
            };
            index += 1;
        }
        ranks
    }

    /// Returns the number of bytes per row of column `index`.
    #[cfg(feature = "purge")]
    pub(super) const fn bytes_at(&self, index: usize) -> usize {
        self.leaf(index, 1).bytes
    }

    /// Returns where column `index` starts.
    pub(super) const fn place(&self, index: usize) -> ColumnPlace {
        let own = self.leaf(index, 1);
        let mut place = ColumnPlace {
            rank: own.rank,
            before: 0,
            lost: own.multiple - 1,
            multiple: own.multiple,
        };
        let mut other = 0;
        while other < self.columns() {
            let column = self.leaf(other, 1);
            if column.rank > own.rank || (column.rank == own.rank && other < index) {
                place.before += column.bytes;
                place.lost += column.multiple - 1;
            }
            other += 1;
        }
        place
    }
}
