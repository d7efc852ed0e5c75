//! What the blocks of a container contain: nothing, or bytes.

mod backing;
mod buffer;
mod record;

use core::fmt;

pub(super) use buffer::{Buffer, PartMut};

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

/// The contents of a [`PackedBuffer`](crate::packed::PackedBuffer): the bytes of its blocks.
///
/// The type has no methods of its own. It names the buffer's views in signatures.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{Bytes, Packed, PackedBuffer, PackedError};
///
/// fn total(buffer: &Packed<u32, Bytes>) -> usize {
///     buffer.iter().map(|(_, block)| block.bytes().len()).sum()
/// }
///
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1, 2, 3], 7)?;
/// assert_eq!(total(&buffer), 3);
/// # Ok::<(), PackedError>(())
/// ```
pub struct Bytes {
    _private: (),
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bytes")
    }
}

impl Contents for () {}
impl Contents for Bytes {}

mod sealed {
    pub trait Sealed: Sized + 'static {
        /// The name of the container, for `Debug`.
        const NAME: &'static str;
        /// `true` if the container has the bytes of its blocks.
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
