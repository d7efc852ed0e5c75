//! What compaction moved, for whoever wants to replay it on a copy.

/// A part of the space that changed its place: `src..src + len` went to `dst..dst + len`.
///
/// The two ranges may overlap, and then the copy is made as by `memmove`;
/// [`chunks`](Move::chunks) cuts it into copies that do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it was: in bytes from the buffer's start, in a space in its units.
    pub src: usize,
    /// Where it is now.
    pub dst: usize,
    /// How long it is.
    pub len: usize,
}

impl Move {
    /// Cuts the move into copies whose ranges do not overlap, in the order to make them:
    /// what a GPU asks of copies within one buffer. A move without overlap is one copy, an
    /// empty one none, and one to where it already is none either.
    ///
    /// There are `len / |src - dst|` of them, so a long move to a near place is better made
    /// over a scratch buffer, in two copies. `WebGPU` refuses any copy within one buffer,
    /// so there all moves are.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::Move;
    ///
    /// let near = Move { src: 8, dst: 0, len: 20 };
    /// let copies: Vec<Move> = near.chunks().collect();
    /// assert_eq!(
    ///     copies,
    ///     [
    ///         Move { src: 8, dst: 0, len: 8 },
    ///         Move { src: 16, dst: 8, len: 8 },
    ///         Move { src: 24, dst: 16, len: 4 },
    ///     ],
    /// );
    /// let far = Move { src: 100, dst: 0, len: 20 };
    /// assert!(far.chunks().eq([far]));
    /// ```
    pub fn chunks(self) -> impl ExactSizeIterator<Item = Move> + Clone {
        let Move { src, dst, len } = self;
        let distance = src.abs_diff(dst);
        let count = match distance {
            0 => 0,
            distance => len.div_ceil(distance),
        };
        (0..count).map(move |turn| {
            // Downwards from the first on, upwards from the last: what is written over
            // has been copied.
            let nth = if dst < src { turn } else { count - 1 - turn };
            let start = nth * distance;
            Move {
                src: src + start,
                dst: dst + start,
                len: distance.min(len - start),
            }
        })
    }
}
