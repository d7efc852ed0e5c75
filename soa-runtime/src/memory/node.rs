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
//! place of a column follows from the columns before it alone.

use super::row_layout::{Bits, Links, Renewals, RowLayout};

/// The sizes and alignments of the columns of a tree, as constants.
#[derive(Debug)]
pub enum Node {
    /// The node of `Empty`.
    Empty,
    /// The node of `One`: bytes per row, the alignment, and 1 for the stamps of a
    /// `Tracked` column, which are a column of `u32`.
    One(usize, usize, usize),
    /// The node of `Pair`.
    Pair(&'static Node, &'static Node),
    /// The node of `Aligned`: the multiple of bytes at which each column starts.
    Aligned(usize, &'static Node),
}

/// The largest multiple of bytes at which a column must start.
const LARGEST: usize = 4096;

/// Where a column starts in a block.
#[derive(Debug, Clone, Copy)]
pub struct Place {
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
    /// The alignment, or 0 for a column that starts at a multiple of more bytes.
    rank: usize,
    /// The multiple of bytes, or 1 for a column whose rank is its alignment.
    multiple: usize,
}

impl Place {
    /// The start of a block.
    const START: Self = Place {
        rank: 0,
        before: 0,
        lost: 0,
        multiple: 1,
    };

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
        Leaf {
            bytes,
            rank: if padded { 0 } else { align },
            multiple: if padded { multiple } else { 1 },
        }
    }
}

impl Node {
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
            Node::Pair(left, right) => left.columns() + right.columns(),
            Node::Aligned(_, columns) => columns.columns(),
        }
    }

    /// Returns the number of tracked columns.
    const fn tracked(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::One(_, _, tracked) => *tracked,
            Node::Pair(left, right) => left.tracked() + right.tracked(),
            Node::Aligned(_, columns) => columns.tracked(),
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
            Node::Aligned(_, columns) => columns.tracked_before(index),
            _ => 0,
        }
    }

    /// Returns the layout of a row whose columns start at multiples of `multiple` bytes.
    pub(super) const fn row(&self, multiple: usize) -> RowLayout {
        match self {
            Node::Empty => Node::One(0, 1, 0).row(multiple),
            Node::One(bytes, align, tracked) => {
                let leaf = Leaf::of(*bytes, *align, *tracked, multiple);
                RowLayout {
                    bytes: *bytes,
                    lost: leaf.multiple - 1,
                    // The stamp of a whole tracked column is a `u64`.
                    align: if *tracked > 0 {
                        align_of::<u64>()
                    } else {
                        larger(*align, leaf.multiple)
                    },
                    tracked: *tracked,
                    renewals: Renewals::Nothing,
                    bits: Bits::Nothing,
                    links: Links::Nothing,
                }
            }
            Node::Pair(left, right) => {
                let (left, right) = (left.row(multiple), right.row(multiple));
                let Some(bytes) = left.bytes.checked_add(right.bytes) else {
                    panic!("a row is larger than the address space");
                };
                RowLayout {
                    bytes,
                    lost: left.lost + right.lost,
                    align: larger(left.align, right.align),
                    tracked: left.tracked + right.tracked,
                    renewals: Renewals::Nothing,
                    bits: Bits::Nothing,
                    links: Links::Nothing,
                }
            }
            Node::Aligned(multiple, columns) => columns.row(*multiple),
        }
    }

    /// Returns the ranks of the columns with these numbers, as a set: bit 0 for rank 0, and
    /// bit `n + 1` for the alignment `1 << n`. `first` is the number of the first column of
    /// this node, whose columns start at multiples of `multiple` bytes.
    pub(super) const fn ranks(
        &self,
        from: usize,
        end: usize,
        first: usize,
        multiple: usize,
    ) -> usize {
        match self {
            Node::One(bytes, align, stamps) if from <= first && first < end => {
                match Leaf::of(*bytes, *align, *stamps, multiple).rank {
                    0 => 1,
                    align => align << 1,
                }
            }
            Node::Empty | Node::One(..) => 0,
            Node::Pair(left, right) => {
                let next = first + left.columns();
                left.ranks(from, end, first, multiple) | right.ranks(from, end, next, multiple)
            }
            Node::Aligned(multiple, columns) => columns.ranks(from, end, first, *multiple),
        }
    }

    /// Returns the number of bytes per row of column `index`.
    #[cfg(feature = "purge")]
    pub(super) const fn bytes_at(&self, index: usize) -> usize {
        self.leaf(index, 1).bytes
    }

    /// Returns column `index`, where the columns start at multiples of `multiple` bytes.
    const fn leaf(&self, index: usize, multiple: usize) -> Leaf {
        match self {
            Node::Empty => Leaf::of(0, 1, 0, multiple),
            Node::One(bytes, align, stamps) => Leaf::of(*bytes, *align, *stamps, multiple),
            Node::Pair(left, right) => {
                let columns = left.columns();
                if index < columns {
                    left.leaf(index, multiple)
                } else {
                    right.leaf(index - columns, multiple)
                }
            }
            Node::Aligned(multiple, columns) => columns.leaf(index, *multiple),
        }
    }

    /// Returns where column `index` starts.
    pub(super) const fn place(&self, index: usize) -> Place {
        let leaf = self.leaf(index, 1);
        let Place { before, lost, .. } = self.before(index, leaf.rank, 0, 1);
        Place {
            rank: leaf.rank,
            before,
            lost: lost + leaf.multiple - 1,
            multiple: leaf.multiple,
        }
    }

    /// Returns the end of all columns that precede column `index` in the block. `rank` is
    /// the rank of column `index`, and `first` is the number of the first column of this
    /// node, whose columns start at multiples of `multiple` bytes.
    const fn before(&self, index: usize, rank: usize, first: usize, multiple: usize) -> Place {
        match self {
            Node::Empty => Place::START,
            Node::One(bytes, align, stamps) => {
                let own = Leaf::of(*bytes, *align, *stamps, multiple);
                if own.rank > rank || (own.rank == rank && first < index) {
                    Place {
                        before: own.bytes,
                        lost: own.multiple - 1,
                        ..Place::START
                    }
                } else {
                    Place::START
                }
            }
            Node::Pair(left, right) => {
                let next = first + left.columns();
                let left = left.before(index, rank, first, multiple);
                let right = right.before(index, rank, next, multiple);
                Place {
                    before: left.before + right.before,
                    lost: left.lost + right.lost,
                    ..Place::START
                }
            }
            Node::Aligned(multiple, columns) => columns.before(index, rank, first, *multiple),
        }
    }
}

const fn larger(one: usize, other: usize) -> usize {
    if one > other { one } else { other }
}
