//! What the blocks of a container contain: nothing, or bytes.

mod backing;
mod buffer;
mod bytes;
mod dirty;
mod log;
mod part;

pub(super) use buffer::Buffer;
pub use bytes::Bytes;
pub(super) use dirty::Lacking;
pub(super) use part::{PartMut, PartsMut, Side};

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
pub trait Contents: sealed::Sealed {}

impl Contents for () {}
impl Contents for Bytes {}

mod sealed {
    pub trait Sealed: Sized + 'static {
        /// The name of the container, for `Debug`.
        const NAME: &'static str;
        /// `true` if the container has the bytes of its blocks. One without them records all moves:
        /// they are all that the owner of the memory can go by.
        const HAS_BYTES: bool;
    }

    impl Sealed for () {
        const NAME: &'static str = "PackedSpace";
        const HAS_BYTES: bool = false;
    }

    impl Sealed for super::Bytes {
        const NAME: &'static str = "PackedBuffer";
        const HAS_BYTES: bool = true;
    }
}
