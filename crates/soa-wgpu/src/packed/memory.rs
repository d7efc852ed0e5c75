//! What a packed copy copies.

use std::ops::Range;

use soa_runtime::packed::{Bytes, Move, Packed};

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
    use super::{Move, Range};

    /// What a copy has to do to be equal again.
    pub trait Sealed {
        /// Returns the number of units.
        fn units(&self) -> usize;

        /// Returns the number of units up to the end of the last block.
        fn used(&self) -> usize;

        /// Returns the moves since the last call.
        fn moves(&mut self) -> Vec<Move>;

        /// Returns the ranges of bytes that a copy with all moves lacks since the last call.
        fn written(&mut self, gap: usize) -> Vec<Range<usize>>;

        /// Returns the bytes, if they are in the memory of the CPU.
        fn bytes(&self) -> Option<&[u8]>;
    }
}

impl<M> sealed::Sealed for Packed<M, Bytes> {
    fn units(&self) -> usize {
        self.capacity()
    }

    fn used(&self) -> usize {
        self.top()
    }

    fn moves(&mut self) -> Vec<Move> {
        let _grown = self.take_grown(); // the capacity tells as much
        self.take_moves()
    }

    fn written(&mut self, gap: usize) -> Vec<Range<usize>> {
        self.take_written(gap)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self.as_bytes())
    }
}

impl<M> sealed::Sealed for Packed<M, ()> {
    fn units(&self) -> usize {
        self.capacity()
    }

    fn used(&self) -> usize {
        self.top()
    }

    fn moves(&mut self) -> Vec<Move> {
        let _grown = self.take_grown();
        self.take_moves()
    }

    fn written(&mut self, _gap: usize) -> Vec<Range<usize>> {
        Vec::new()
    }

    fn bytes(&self) -> Option<&[u8]> {
        None
    }
}
