//! What the blocks of a container contain: nothing, or bytes.

mod backing;
mod bytes;
mod dirty;
mod nothing;
mod sealed;

pub use bytes::Bytes;
pub(super) use dirty::Lacking;
pub(super) use sealed::{PartMut, PartsMut, Recording, Sealed, SentBy, Side};

/// What the blocks of a [`Packed`](super::Packed) container contain: [`Bytes`] in a
/// [`PackedBuffer`](super::PackedBuffer), and `()` in a [`PackedSpace`](super::PackedSpace),
/// whose memory is elsewhere.
///
/// The trait is sealed: it is implemented for these two types only. It is a bound for code that
/// works with either container.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Contents, Packed, PackedBuffer, PackedError, PackedSpace};
///
/// /// The share of the capacity that blocks use.
/// fn used<M, C: Contents>(container: &Packed<M, C>) -> f64 {
///     container.allocated() as f64 / container.capacity() as f64
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1; 16], ())?;
/// let mut space = PackedSpace::with_capacity(64, 8);
/// space.alloc(32, ())?;
/// assert_eq!((used(&buffer), used(&space)), (0.25, 0.5));
/// # Ok::<(), PackedError>(())
/// ```
pub trait Contents: Sealed {}

impl Contents for () {}
impl Contents for Bytes {}
