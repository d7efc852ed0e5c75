//! What compaction moved, for a copy elsewhere that replays it.

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
/// let mut copy = buffer.as_bytes().to_vec();
/// assert!(buffer.take_moves().is_empty()); // moves are recorded from now on
///
/// buffer.remove(ids[0]);
/// buffer.compact();
/// for Move { src, dst, len } in buffer.take_moves() {
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
