//! What a copy elsewhere has to do to be equal again.

use alloc::vec::Vec;
use core::ops::Range;

use crate::ticks::Incarnation;

/// A reader of the changes of one container, for one copy of its memory.
///
/// [`Packed::reader`](super::Packed::reader) makes it, and
/// [`Packed::changes`](super::Packed::changes) returns what changed since it was called last.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{PackedBuffer, PackedReader, Rejected};
///
/// struct Copy { bytes: Vec<u8>, reader: PackedReader }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let mut copies = [(); 2].map(|()| Copy { bytes: vec![0; 64], reader: buffer.reader() });
/// buffer.insert(&[7; 12], ())?;
/// for copy in &mut copies {
///     for range in buffer.changes(copy.reader).written {
///         copy.bytes[range.clone()].copy_from_slice(&buffer.as_bytes()[range]);
///     }
///     assert_eq!(copy.bytes[..12], *buffer.as_bytes());
/// }
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedReader {
    pub(super) container: Option<Incarnation>,
    pub(super) number: u64,
}

/// What a reader lacks, see [`Packed::changes`](super::Packed::changes). A copy repeats the fields
/// in their order.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{PackedBuffer, PackedChanges, Rejected};
///
/// fn repeat(changes: PackedChanges, bytes: &[u8], copy: &mut Vec<u8>) {
///     let PackedChanges { grown, moves, written } = changes;
///     if let Some(grown) = grown {
///         copy.resize(grown.end, 0);
///     }
///     for step in moves {
///         copy.copy_within(step.src..step.src + step.len, step.dst);
///     }
///     for range in written {
///         copy[range.clone()].copy_from_slice(&bytes[range]);
///     }
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let (mut copy, reader) = (vec![0; buffer.capacity()], buffer.reader());
/// let ids = [buffer.insert(&[1; 8], ())?, buffer.insert(&[2; 8], ())?];
/// repeat(buffer.changes(reader), buffer.as_bytes(), &mut copy);
///
/// buffer.remove(ids[0]);
/// buffer.compact();
/// let changes = buffer.changes(reader);
/// assert_eq!((changes.moves.len(), changes.written.len()), (1, 0));
/// repeat(changes, buffer.as_bytes(), &mut copy);
/// assert_eq!(copy[..8], [2; 8]);
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PackedChanges {
    /// The range from the old capacity to the new one, if the container grew. The contents of the
    /// copy stay.
    pub grown: Option<Range<usize>>,
    /// The moves, in the order in which they were made.
    pub moves: Vec<Move>,
    /// The ranges of bytes that the copy still lacks: new ones and written ones. They are ascending,
    /// start and end at multiples of the grain, and never touch each other. In a space there are
    /// none, because its bytes are elsewhere.
    pub written: Vec<Range<usize>>,
}

/// A part of the memory that moved: `src..src + len` went to `dst..dst + len`.
///
/// The two ranges may overlap, as in [`slice::copy_within`]. Copies within one buffer on a
/// GPU must not, so [`pieces`](Move::pieces) cuts a move into shorter ones.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Move, PackedBuffer, Rejected};
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let ids = [buffer.alloc(8, ())?, buffer.insert(&[7; 12], ())?];
/// let (mut copy, reader) = (buffer.as_bytes().to_vec(), buffer.reader());
///
/// buffer.remove(ids[0]);
/// buffer.compact();
/// for Move { src, dst, len } in buffer.changes(reader).moves {
///     copy.copy_within(src..src + len, dst);
/// }
/// assert_eq!(copy[..12], *buffer.as_bytes());
/// # Ok::<(), Rejected<()>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The old offset, in units from the start of the container.
    pub src: usize,
    /// The new offset, in units.
    pub dst: usize,
    /// The length of the part that moved, in units.
    pub len: usize,
}

impl Move {
    /// Cuts the move into pieces of at most `max_len` units, in an order in which no piece
    /// overwrites what a later piece reads. An empty move and a move onto itself yield no
    /// pieces.
    ///
    /// Where an API copies between two buffers only, as `WebGPU` does, each piece goes through
    /// a scratch buffer of `max_len` units. Where an API copies within one buffer but forbids
    /// overlap, as Vulkan does, pieces of at most `src.abs_diff(dst)` units do not overlap
    /// themselves and need no scratch buffer.
    ///
    /// # Panics
    ///
    /// Panics if `max_len` is 0 and there is something to move, and if the move ends past
    /// `usize::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::Move;
    ///
    /// let moved = Move { src: 8, dst: 0, len: 20 };
    /// let mut memory: Vec<u8> = (0..28).collect();
    /// let mut scratch = [0; 10];
    /// for Move { src, dst, len } in moved.pieces(scratch.len()) {
    ///     scratch[..len].copy_from_slice(&memory[src..][..len]);
    ///     memory[dst..][..len].copy_from_slice(&scratch[..len]);
    /// }
    /// assert!(memory[..20].iter().copied().eq(8..28));
    ///
    /// // Without a scratch buffer: no piece overlaps itself.
    /// let distance = moved.src.abs_diff(moved.dst);
    /// assert!(moved.pieces(distance).eq([
    ///     Move { src: 8, dst: 0, len: 8 },
    ///     Move { src: 16, dst: 8, len: 8 },
    ///     Move { src: 24, dst: 16, len: 4 },
    /// ]));
    /// ```
    #[track_caller]
    pub fn pieces(self, max_len: usize) -> impl ExactSizeIterator<Item = Move> + Clone {
        let Move { src, dst, len } = self;
        let moves_nothing = src == dst || len == 0;
        assert!(
            moves_nothing || max_len > 0,
            "a move of {len} units has no pieces of length 0"
        );
        assert!(
            moves_nothing || src.max(dst).checked_add(len).is_some(),
            "a move of {len} units from {src} to {dst} ends past the largest offset"
        );
        let count = if moves_nothing {
            0
        } else {
            len.div_ceil(max_len)
        };
        (0..count).map(move |turn| {
            // A move down starts with its first piece and a move up with its last, so that a
            // piece overwrites only what has been copied.
            let nth = if dst < src { turn } else { count - 1 - turn };
            let start = nth * max_len;
            Move {
                src: src + start,
                dst: dst + start,
                len: max_len.min(len - start),
            }
        })
    }
}
