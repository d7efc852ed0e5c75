//! The errors: no room for a block, a stale id, bytes that are not a slice of the type.

use core::error::Error;
use core::fmt;

use crate::error::AllocError;

/// The reason why a block could not be created or resized. The container is unchanged.
///
/// # Examples
///
/// A *fragmented* container has enough free units but not in one piece, so compaction helps. An
/// *exhausted* one does not have them:
///
/// ```
/// use soa_runtime::packed::{Compaction, PackedConfig, PackedError, PackedSpace};
///
/// let config = PackedConfig::new(300, 8).compaction(Compaction::Manual);
/// let mut space = PackedSpace::with_config(config);
/// let ids = [(); 3].map(|()| space.alloc(100, ()).expect("three times 100 are 300"));
/// space.remove(ids[0]);
/// space.remove(ids[2]);
///
/// let error = space.alloc(150, ()).unwrap_err().error;
/// assert!(error.is_fragmented());
/// assert_eq!(
///     error,
///     PackedError::Full { requested: 150, total_free: 200, largest_free: 100, fragmented: true },
/// );
///
/// space.compact();
/// assert!(space.alloc(150, ()).is_ok());
/// assert!(!space.alloc(150, ()).unwrap_err().error.is_fragmented());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedError {
    /// No free piece is long enough, or none is from a multiple of the block's stride on.
    Full {
        /// The requested length in units (for `grow_to`, the requested capacity).
        requested: usize,
        /// The units that no block takes up, including those that the container may still grow
        /// by. The units of a block that is resized are not included, although it may grow
        /// where they are.
        total_free: usize,
        /// The longest free piece that the placement policy can use, in units.
        largest_free: usize,
        /// `true` if a full compaction makes room, see [`PackedError::is_fragmented`].
        fragmented: bool,
    },
    /// The maximum number of blocks are live.
    TooManyBlocks {
        /// The maximum, as configured.
        limit: usize,
    },
    /// The id does not name a live block.
    Stale,
    /// The allocator refused to grow the tables or the bytes.
    OutOfMemory,
}

impl PackedError {
    /// Returns whether compaction helps: after [`compact`](super::Packed::compact) the same call
    /// succeeds. Returns `false` if too few units are free, or if the strides of the blocks keep
    /// them apart.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedConfig, PackedError, PackedSpace};
    /// # let config = PackedConfig::new(40, 8).compaction(Compaction::Manual);
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [space.alloc(4, ())?, space.alloc(4, ())?];
    /// space.remove(ids[0]);
    /// assert!(space.alloc(36, ()).unwrap_err().error.is_fragmented());
    ///
    /// // 36 units are free, but a stride of 36 allows only the offsets 0 and 36.
    /// let error = space.alloc_strided(36, 36, ()).unwrap_err().error;
    /// assert!(!error.is_fragmented());
    /// # Ok::<(), PackedError>(())
    /// ```
    pub fn is_fragmented(&self) -> bool {
        matches!(self, Self::Full { fragmented, .. } if *fragmented)
    }
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full {
                requested,
                total_free,
                largest_free,
                fragmented,
            } => {
                write!(f, "no room for {requested} units: {total_free} are free")?;
                // Only a block that grows in place fits although fewer units are free.
                if *fragmented && total_free < requested {
                    f.write_str(" beside the block's own")?;
                }
                if !fragmented && requested <= total_free {
                    f.write_str(", but the strides of the blocks keep them apart")?;
                } else if largest_free < requested {
                    let usable = "in a piece that the placement can use";
                    write!(f, ", at most {largest_free} {usable}")?;
                } else {
                    f.write_str(", but no piece fits the block at a multiple of its stride")?;
                }
                let advice = if *fragmented {
                    "call `compact` to make room"
                } else {
                    "remove blocks or increase the capacity"
                };
                write!(f, "; {advice}")
            }
            Self::TooManyBlocks { limit } => write!(f, "all {limit} blocks are in use"),
            Self::Stale => f.write_str("the id is stale: its block was removed"),
            Self::OutOfMemory => f.write_str("out of memory for the blocks"),
        }
    }
}

impl Error for PackedError {}

impl From<AllocError> for PackedError {
    fn from(error: AllocError) -> Self {
        match error {
            AllocError::Full { limit } => {
                let limit = limit as usize;
                PackedError::TooManyBlocks { limit }
            }
            AllocError::OutOfMemory => PackedError::OutOfMemory,
        }
    }
}

/// The metadata of a block that could not be created, handed back with the reason.
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
///     "the block was not created: no room for 65 units: 64 are free, at most 64 in a piece that \
///      the placement can use; remove blocks or increase the capacity",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Rejected<M> {
    /// The metadata that the caller passed.
    pub meta: M,
    /// The reason.
    pub error: PackedError,
}

debug_struct! {
    [M] Rejected<M>, "Rejected",
    error => { error: error.error } finish_non_exhaustive
}

impl<M> fmt::Display for Rejected<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the block was not created: {}", self.error)
    }
}

impl<M> Error for Rejected<M> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

impl<M> From<Rejected<M>> for PackedError {
    /// Keeps the reason and drops the metadata.
    fn from(rejected: Rejected<M>) -> Self {
        rejected.error
    }
}

/// The bytes of a block are not a whole number of elements, or are not aligned for them.
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
///     "3 bytes at offset 0 are not a slice of `u16`, which has a size of 2 and an alignment of 2",
/// );
/// # Ok::<(), PackedError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ViewError {
    /// The name of the element type.
    pub element: &'static str,
    /// The size of an element, in bytes.
    pub size: usize,
    /// The alignment of an element, in bytes.
    pub align: usize,
    /// The offset of the block, in bytes.
    pub offset: usize,
    /// The length of the block, in bytes.
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
        let Self { len, offset, .. } = self;
        let Self {
            element,
            size,
            align,
            ..
        } = self;
        write!(
            f,
            "{len} bytes at offset {offset} are not a slice of `{element}`, "
        )?;
        write!(f, "which has a size of {size} and an alignment of {align}")
    }
}

impl Error for ViewError {}
