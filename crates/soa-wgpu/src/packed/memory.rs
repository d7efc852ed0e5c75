//! What a packed copy copies.

use soa_runtime::packed::{Bytes, Packed, PackedChanges, PackedReader};

/// A container whose memory a [`PackedCopy`](crate::PackedCopy) copies: a
/// [`PackedBuffer`](soa_runtime::packed::PackedBuffer) or a
/// [`PackedSpace`](soa_runtime::packed::PackedSpace).
///
/// # Examples
///
/// ```
/// use soa_runtime::packed::{PackedBuffer, PackedSpace};
/// use soa_wgpu::{PackedCopy, PackedMemory, UploadError};
///
/// fn send(
///     copy: &mut PackedCopy,
///     (device, queue): &(wgpu::Device, wgpu::Queue),
///     memory: &mut impl PackedMemory,
/// ) -> Result<usize, UploadError> {
///     Ok(copy.update(device, queue, memory)?.bytes)
/// }
///
/// # let gpu = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// let mut copies = [(); 2].map(|()| PackedCopy::new(&gpu.0, wgpu::BufferUsages::VERTEX));
/// let mut buffer = PackedBuffer::with_capacity(64, 8);
/// buffer.insert(&[1, 2, 3, 4], ()).expect("it has room");
/// let mut space = PackedSpace::with_capacity(64, 8);
/// space.alloc(4, ()).expect("it has room");
/// assert_eq!(send(&mut copies[0], &gpu, &mut buffer)?, 4);
/// assert_eq!(send(&mut copies[1], &gpu, &mut space)?, 0); // it has no bytes to send
/// # Ok::<(), UploadError>(())
/// ```
pub trait PackedMemory: sealed::Sealed {}

impl<M> PackedMemory for Packed<M, Bytes> {}
impl<M> PackedMemory for Packed<M, ()> {}

pub(super) mod sealed {
    use super::{PackedChanges, PackedReader};

    /// What a copy has to do to be equal again.
    pub trait Sealed {
        /// Returns the number of units.
        fn units(&self) -> usize;

        /// Returns the number of units up to the end of the last block.
        fn used(&self) -> usize;

        /// Adds a reader.
        fn add(&mut self) -> PackedReader;

        /// Returns what changed since the last call for the reader.
        #[track_caller]
        fn drain(&mut self, reader: PackedReader) -> PackedChanges;

        /// Removes a reader.
        #[track_caller]
        fn forget(&mut self, reader: PackedReader);

        /// Returns the bytes, if they are in the memory of the CPU.
        fn bytes(&self) -> Option<&[u8]>;
    }
}

/// Implements the trait for one kind of container.
macro_rules! sealed {
    ($contents:ty, |$packed:ident| $bytes:expr) => {
        impl<M> sealed::Sealed for Packed<M, $contents> {
            fn units(&self) -> usize {
                self.capacity()
            }

            fn used(&self) -> usize {
                self.top()
            }

            fn add(&mut self) -> PackedReader {
                self.reader()
            }

            fn drain(&mut self, reader: PackedReader) -> PackedChanges {
                self.changes(reader)
            }

            fn forget(&mut self, reader: PackedReader) {
                self.forget_reader(reader);
            }

            fn bytes(&self) -> Option<&[u8]> {
                let $packed = self;
                $bytes
            }
        }
    };
}
sealed!(Bytes, |packed| Some(packed.as_bytes()));
sealed!((), |_packed| None);
