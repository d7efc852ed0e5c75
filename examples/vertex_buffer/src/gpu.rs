//! The device, found without a window, and the vertex buffer that mirrors the packed one.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// Why there is no device to draw with.
#[derive(Debug)]
pub(crate) enum ConnectError {
    /// The machine offers no adapter for any backend that was built in.
    NoAdapter(wgpu::RequestAdapterError),
    /// There is an adapter, but it gave no device.
    NoDevice(wgpu::RequestDeviceError),
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter(source) => write!(f, "this machine has no graphics adapter: {source}"),
            Self::NoDevice(source) => write!(f, "the graphics adapter gave no device: {source}"),
        }
    }
}

impl Error for ConnectError {}

/// A device, its queue, and what it says about itself.
#[derive(Debug)]
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    /// The adapter's name, its backend and its driver.
    pub(crate) description: String,
}

impl Gpu {
    /// Connects to the fastest adapter there is; `WGPU_BACKEND=vulkan` or `gl` narrows the choice.
    pub(crate) fn connect() -> Result<Self, ConnectError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends =
            wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY | wgpu::Backends::GL);
        let instance = wgpu::Instance::new(descriptor);
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(ConnectError::NoAdapter)?;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits()),
            ..Default::default()
        }))
        .map_err(ConnectError::NoDevice)?;
        let info = adapter.get_info();
        let description = format!(
            "{} ({:?}, {:?}) {}",
            info.name, info.backend, info.device_type, info.driver_info
        );
        Ok(Self {
            device,
            queue,
            description,
        })
    }
}

/// A buffer on the GPU that is kept equal to one on the CPU.
#[derive(Debug)]
pub(crate) struct Mirror {
    buffer: wgpu::Buffer,
}

impl Mirror {
    /// Makes a vertex buffer of `size` bytes, zeroed.
    pub(crate) fn new(device: &wgpu::Device, label: &str, size: usize) -> Self {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: size as wgpu::BufferAddress,
            usage: wgpu::BufferUsages::VERTEX
                | wgpu::BufferUsages::COPY_DST
                | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Self { buffer }
    }

    /// Sends the named ranges of `bytes`, each to its own place; returns how many bytes went.
    pub(crate) fn upload(
        &self,
        queue: &wgpu::Queue,
        bytes: &[u8],
        ranges: &[Range<usize>],
    ) -> usize {
        for range in ranges {
            queue.write_buffer(
                &self.buffer,
                range.start as wgpu::BufferAddress,
                &bytes[range.clone()],
            );
        }
        ranges.iter().map(ExactSizeIterator::len).sum()
    }

    /// Sends all of `bytes` to the start of the buffer.
    pub(crate) fn upload_all(&self, queue: &wgpu::Queue, bytes: &[u8]) {
        queue.write_buffer(&self.buffer, 0, bytes);
    }

    pub(crate) const fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}
