//! One block, shared.

use core::fmt;

use bytemuck::Pod;

use crate::packed::error::ViewError;
use crate::packed::space::SpaceBlock;

/// One block, shared: where it is, its bytes and its metadata.
///
/// # Examples
///
/// ```
/// # use soa_runtime::packed::{PackedBuffer, Rejected};
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// let id = buffer.insert_slice(&[0.5_f32, 1.5], "weights")?;
///
/// let block = buffer.get(id).expect("it was inserted above");
/// assert_eq!((block.offset(), block.len(), *block.meta()), (0, 8, "weights"));
/// assert_eq!(block.as_slice::<f32>(), Ok(&[0.5, 1.5][..]));
/// # Ok::<(), Rejected<&str>>(())
/// ```
pub struct Block<'a, M> {
    offset: usize,
    bytes: &'a [u8],
    /// Always some: what is not asked for is not looked at.
    meta: &'a Option<M>,
}

impl<'a, M> Block<'a, M> {
    #[inline]
    pub(super) fn new(block: SpaceBlock<'a, M>, bytes: &'a [u8]) -> Self {
        let SpaceBlock { place, meta } = block;
        Block {
            offset: place.offset as usize,
            bytes: &bytes[place.range()],
            meta,
        }
    }

    /// Where the block starts, in bytes from the buffer's start; until it is moved.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.insert(&[1; 12], ())?, buffer.insert(&[2; 20], ())?];
    /// let block = buffer.get(ids[1]).expect("it was inserted above");
    /// assert_eq!(block.offset(), 12);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Its length in bytes, as it was asked for.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3, 4, 5], ())?;
    /// let block = buffer.get(id).expect("it was inserted above");
    /// assert_eq!((block.len(), buffer.top()), (5, 8)); // four to a grain
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let ids = [buffer.alloc(0, ())?, buffer.alloc(4, ())?];
    /// let empty = ids.map(|id| buffer.get(id).expect("it was made above").is_empty());
    /// assert_eq!(empty, [true, false]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Its bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], ())?;
    /// let block = buffer.get(id).expect("it was inserted above");
    /// assert_eq!(block.bytes(), [1, 2, 3]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Its metadata.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert(&[1, 2, 3], "a road")?;
    /// let block = buffer.get(id).expect("it was inserted above");
    /// assert_eq!(*block.meta(), "a road");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn meta(&self) -> &'a M {
        let Some(meta) = self.meta else {
            unreachable!("the block at offset {} has no metadata", self.offset);
        };
        meta
    }

    /// Its bytes as elements. O(1).
    ///
    /// # Errors
    ///
    /// [`ViewError`] if they are not a whole number of elements, or start where `P`
    /// may not: a block made by `insert_slice` of the same type always can, up to an
    /// alignment of 64.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedBuffer, Rejected};
    /// let mut buffer = PackedBuffer::with_capacity(64, 8);
    /// let id = buffer.insert_slice(&[[0.5_f32, 1.5]], ())?;
    /// let block = buffer.get(id).expect("it was inserted above");
    /// assert_eq!(block.as_slice::<[f32; 2]>(), Ok(&[[0.5, 1.5]][..]));
    /// assert!(block.as_slice::<[f32; 3]>().is_err());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn as_slice<P: Pod>(&self) -> Result<&'a [P], ViewError> {
        elements(self.offset, self.bytes)
    }
}

impl<M> Clone for Block<'_, M> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Block<'_, M> {}

impl<M: fmt::Debug> fmt::Debug for Block<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "Block", self.offset, self.len(), self.meta())
    }
}

#[inline]
pub(super) fn elements<P: Pod>(offset: usize, bytes: &[u8]) -> Result<&[P], ViewError> {
    if bytes.is_empty() {
        return Ok(&[]);
    }
    bytemuck::try_cast_slice(bytes).map_err(|_| ViewError::of::<P>(offset, bytes.len()))
}

pub(super) fn describe<M: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    offset: usize,
    len: usize,
    meta: &M,
) -> fmt::Result {
    f.debug_struct(name)
        .field("offset", &offset)
        .field("len", &len)
        .field("meta", meta)
        .finish()
}
