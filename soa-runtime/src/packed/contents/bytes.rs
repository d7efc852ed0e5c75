//! The name of what a buffer has.

use core::fmt;

/// The contents of a [`PackedBuffer`](crate::packed::PackedBuffer): the bytes of its blocks, and
/// which of them a copy elsewhere lacks.
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
