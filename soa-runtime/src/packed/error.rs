//! The errors: no place for a block, an id that is stale, bytes that are not of the type.

use core::error::Error;
use core::fmt;

use crate::error::AllocError;

/// Why a block could not be made or resized. The buffer is as it was.
///
/// # Examples
///
/// A buffer that is *fragmented* has the bytes but not in one piece, and
/// compaction helps; one that is *exhausted* has not got them:
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, PackedError};
///
/// let config = PackedConfig { bytes: 300, compaction: Compaction::Manual, ..Default::default() };
/// let mut buffer = PackedBuffer::with_config(config);
/// let ids = [(); 3].map(|()| buffer.alloc(100, ()).expect("three times 100 are 300"));
/// buffer.release(ids[0]);
/// buffer.release(ids[2]);
///
/// let error = buffer.alloc(150, ()).unwrap_err().error;
/// assert!(error.is_fragmented());
/// assert_eq!(
///     error,
///     PackedError::Full { requested: 150, total_free: 200, largest_free: 100, fragmented: true },
/// );
///
/// buffer.compact();
/// assert!(buffer.alloc(150, ()).is_ok());
/// assert!(!buffer.alloc(150, ()).unwrap_err().error.is_fragmented());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedError {
    /// No piece of the buffer is long enough, or none once its start is a multiple
    /// of the element's size.
    Full {
        /// The length that was asked for, in bytes; of the whole, if that was to grow.
        requested: usize,
        /// All bytes that no block takes up, and those that it may still grow by; those of
        /// a block that is resized are not among them, though it may grow where they are.
        total_free: usize,
        /// The longest piece of them that the placement policy can use.
        largest_free: usize,
        /// Whether a full compaction makes room: [`PackedError::is_fragmented`].
        fragmented: bool,
    },
    /// As many blocks live as the buffer was made for.
    TooManyBlocks {
        /// How many that are.
        limit: usize,
    },
    /// The id names no living block.
    Stale,
    /// The allocator refused to grow the table of blocks, or the buffer.
    OutOfMemory,
}

impl PackedError {
    /// Whether the bytes are there, only not where the block may go: after a full
    /// compaction the same call succeeds. `false` where it would not, be it for too
    /// few bytes or for the multiples of their elements' sizes that blocks start at.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, PackedError};
    /// # let config = PackedConfig { bytes: 40, compaction: Compaction::Manual, ..Default::default() };
    /// # let mut buffer = PackedBuffer::with_config(config);
    /// let ids = [buffer.alloc(4, ())?, buffer.alloc(4, ())?];
    /// buffer.release(ids[0]);
    /// assert!(buffer.alloc(36, ()).unwrap_err().error.is_fragmented());
    ///
    /// // 36 bytes are free, but an element of 36 would have to start at 0 or 36.
    /// let error = buffer.insert_slice(&[[0_u32; 9]], ()).unwrap_err().error;
    /// assert!(!error.is_fragmented());
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn is_fragmented(&self) -> bool {
        matches!(
            self,
            PackedError::Full {
                fragmented: true,
                ..
            }
        )
    }
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedError::Full {
                requested,
                total_free,
                largest_free,
                fragmented,
            } => {
                write!(f, "no room for {requested} bytes: {total_free} are free")?;
                // Only a block that is to grow in its place wants fewer than it says.
                let grows = *fragmented && total_free < requested;
                f.write_str(if grows {
                    " beside the block's own, "
                } else {
                    ", "
                })?;
                if !fragmented && requested <= total_free {
                    f.write_str(
                        "but blocks start at multiples of their elements' sizes, \
                         so no compaction makes room",
                    )?;
                } else if largest_free < requested {
                    write!(
                        f,
                        "at most {largest_free} in a piece that the placement can use"
                    )?;
                } else {
                    f.write_str("but no piece fits from a multiple of the element's size on")?;
                }
                f.write_str(if *fragmented {
                    "; compact the buffer"
                } else {
                    "; release blocks or make the buffer larger"
                })
            }
            PackedError::TooManyBlocks { limit } => write!(f, "all {limit} blocks are in use"),
            PackedError::Stale => f.write_str("the id is stale: its block was released"),
            PackedError::OutOfMemory => f.write_str("out of memory for the blocks"),
        }
    }
}

impl Error for PackedError {}

impl From<AllocError> for PackedError {
    fn from(error: AllocError) -> Self {
        match error {
            AllocError::Full { limit } => PackedError::TooManyBlocks {
                limit: limit as usize,
            },
            AllocError::OutOfMemory => PackedError::OutOfMemory,
        }
    }
}

/// The metadata of a block that could not be made, handed back with the reason.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::PackedBuffer;
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let rejected = buffer.alloc(65, String::from("cube")).unwrap_err();
/// assert_eq!(rejected.meta, "cube");
/// assert_eq!(
///     rejected.to_string(),
///     "the block was not made: no room for 65 bytes: 64 are free, at most 64 in a piece that \
///      the placement can use; release blocks or make the buffer larger",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rejected<M> {
    /// The metadata, untouched.
    pub meta: M,
    /// Why there was no place for the block.
    pub error: PackedError,
}

impl<M> fmt::Debug for Rejected<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rejected")
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

impl<M> fmt::Display for Rejected<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the block was not made: {}", self.error)
    }
}

impl<M> Error for Rejected<M> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl<M> From<Rejected<M>> for PackedError {
    /// Drops the metadata and keeps the reason, so that `?` can do it.
    fn from(rejected: Rejected<M>) -> Self {
        rejected.error
    }
}

/// A block's bytes are not a whole number of elements, or not aligned for them.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{PackedBuffer, PackedError};
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id = buffer.insert(&[1, 2, 3], ())?;
/// let error = buffer.get(id).unwrap().as_slice::<u16>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "3 bytes at offset 0 are not a slice of u16, which is 2 bytes with an alignment of 2",
/// );
/// # Ok::<(), PackedError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ViewError {
    /// The element's type, as the compiler spells it.
    pub element: &'static str,
    /// The element's size, in bytes.
    pub size: usize,
    /// The element's alignment, in bytes.
    pub align: usize,
    /// Where the block starts, in bytes.
    pub offset: usize,
    /// The block's length, in bytes.
    pub len: usize,
}

impl ViewError {
    pub(super) fn of<P>(offset: usize, len: usize) -> Self {
        ViewError {
            element: core::any::type_name::<P>(),
            size: size_of::<P>(),
            align: align_of::<P>(),
            offset,
            len,
        }
    }
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ViewError {
            element,
            size,
            align,
            offset,
            len,
        } = self;
        write!(
            f,
            "{len} bytes at offset {offset} are not a slice of {element}, \
             which is {size} bytes with an alignment of {align}"
        )
    }
}

impl Error for ViewError {}
