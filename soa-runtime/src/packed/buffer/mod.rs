//! The packed buffer: a space, and the bytes of its blocks.

mod access;
mod backing;
mod block;
mod block_mut;
mod bytes;
mod dirty;
mod flush;
mod iter;
mod make;
mod upkeep;

use core::fmt;

use super::config::{ConfigError, PackedConfig};
use super::space::PackedSpace;
use super::space::log::Recording;
use backing::Backing;
use bytes::Bytes;

pub use block::Block;
pub use block_mut::BlockMut;
pub use iter::{Iter, IterMut};

/// Blocks of bytes of different lengths and types, compact in one buffer, each with
/// metadata `M`, reached by a generational id.
///
/// It is a [`PackedSpace`] that has the bytes, and knows which of them a copy on the GPU
/// lacks. See the [module](super) for the policies and what they cost.
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::PackedBuffer;
///
/// struct Mesh {
///     material: u32,
/// }
/// let cube = [[0.0_f32, 1.0, 2.0]; 24];
///
/// let mut vertices = PackedBuffer::<Mesh>::with_capacity(1 << 20, 4096);
/// let id = vertices.insert_slice(&cube, Mesh { material: 7 })?;
///
/// let block = vertices.get(id).expect("it was inserted above");
/// assert_eq!((block.offset(), block.len(), block.meta().material), (0, 24 * 12, 7));
/// for range in vertices.take_dirty(512) {
///     let upload = &vertices.as_bytes()[range]; // queue.write_buffer(.., upload)
///     assert_eq!(upload, bytemuck::bytes_of(&cube));
/// }
/// assert!(vertices.release(id).is_some());
/// assert!(vertices.get(id).is_none());
/// # Ok::<(), soa_runtime::packed::PackedError>(())
/// ```
pub struct PackedBuffer<M> {
    space: PackedSpace<M>,
    bytes: Bytes,
}

impl<M> PackedBuffer<M> {
    /// Makes an empty buffer of `bytes` bytes for at most `blocks` blocks at once,
    /// with a grain of 4 bytes and the default policies.
    ///
    /// # Panics
    ///
    /// If `bytes` is more than `u32::MAX`, or the memory is not there.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedBuffer;
    /// let buffer = PackedBuffer::<()>::with_capacity(1 << 20, 4096);
    /// assert_eq!((buffer.capacity(), buffer.top(), buffer.len()), (1 << 20, 0, 0));
    /// assert_eq!(buffer.as_bytes().as_ptr().addr() % 64, 0);
    /// ```
    #[track_caller]
    pub fn with_capacity(bytes: usize, blocks: usize) -> Self {
        Self::with_config(PackedConfig {
            bytes,
            blocks,
            ..PackedConfig::default()
        })
    }

    /// Makes an empty buffer.
    ///
    /// # Panics
    ///
    /// Where [`try_with_config`](Self::try_with_config) has an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{PackedBuffer, PackedConfig};
    ///
    /// let config = PackedConfig { bytes: 1000, align: 48, ..PackedConfig::default() };
    /// let buffer = PackedBuffer::<()>::with_config(config);
    /// assert_eq!(buffer.capacity(), 960);
    /// ```
    #[track_caller]
    pub fn with_config(config: PackedConfig) -> Self {
        match Self::try_with_config(config) {
            Ok(buffer) => buffer,
            Err(error) => panic!("{error}"),
        }
    }

    /// Makes an empty buffer, if the sizes are in range and the memory is there.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] says which.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_runtime::packed::{ConfigError, PackedBuffer, PackedConfig};
    ///
    /// let config = PackedConfig { align: 0, ..PackedConfig::default() };
    /// let error = PackedBuffer::<()>::try_with_config(config).unwrap_err();
    /// assert_eq!(error, ConfigError::Align { align: 0 });
    /// ```
    pub fn try_with_config(config: PackedConfig) -> Result<Self, ConfigError> {
        let space = PackedSpace::try_recording(config, Recording::OnceAsked)?;
        let backing = Backing::zeroed(space.capacity());
        let backing = backing.ok_or(ConfigError::OutOfMemory {
            bytes: config.bytes,
        })?;
        Ok(PackedBuffer {
            space,
            bytes: Bytes::new(backing),
        })
    }
}

impl<M> fmt::Debug for PackedBuffer<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedBuffer")
            .field("blocks", &self.len())
            .field("allocated_bytes", &self.allocated_bytes())
            .field("top", &self.top())
            .field("capacity", &self.capacity())
            .finish()
    }
}
