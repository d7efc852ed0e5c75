//! The views of one block.

mod block_mut;
mod bytes;

use core::fmt;
use core::marker::PhantomData;

use super::contents::{Bytes, Contents};
use super::place::Placed;

pub use block_mut::BlockMut;

/// One block of a container: its offset, its length, its metadata, and in a
/// [`PackedBuffer`](super::PackedBuffer) its bytes.
///
/// `C` is [`Bytes`] in a buffer, which is the default, and `()` in a
/// [`PackedSpace`](super::PackedSpace).
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
pub struct Block<'a, M, C: Contents = Bytes> {
    pub(super) place: &'a Placed,
    /// Always `Some` for a live block. It is unwrapped only on access, so walks that ignore
    /// metadata never touch it.
    pub(super) meta: &'a Option<M>,
    pub(super) part: &'a [u8],
    pub(super) contents: PhantomData<C>,
}

impl<'a, M, C: Contents> Block<'a, M, C> {
    /// Returns the offset of the block in units, which changes when the block moves.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(6, ())?, space.alloc(8, ())?];
    /// let block = space.get(ids[1]).expect("it was created above");
    /// assert_eq!(block.offset(), 8); // a multiple of the grain
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn offset(&self) -> usize {
        self.place.offset as usize
    }

    /// Returns the length of the block in units, as it was requested.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, ())?;
    /// let block = space.get(id).expect("it was created above");
    /// assert_eq!((block.len(), space.top()), (6, 8)); // it takes up 8
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn len(&self) -> usize {
        self.place.need.len as usize
    }

    /// Returns whether the length of the block is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(0, ())?, space.alloc(4, ())?];
    /// let empty = ids.map(|id| space.get(id).expect("it was created above").is_empty());
    /// assert_eq!(empty, [true, false]);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the metadata of the block.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(6, "a road")?;
    /// let block = space.get(id).expect("it was created above");
    /// assert_eq!(*block.meta(), "a road");
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    pub fn meta(&self) -> &'a M {
        let Some(meta) = self.meta else {
            unreachable!("the block at offset {} has no metadata", self.offset());
        };
        meta
    }
}

copy!([M, C: Contents] Block<'_, M, C>);

impl<M: fmt::Debug, C: Contents> fmt::Debug for Block<'_, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        describe(f, "Block", self.place, self.meta())
    }
}

fn describe<M: fmt::Debug>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    place: &Placed,
    meta: &M,
) -> fmt::Result {
    f.debug_struct(name)
        .field("offset", &place.offset)
        .field("len", &place.need.len)
        .field("meta", meta)
        .finish()
}
