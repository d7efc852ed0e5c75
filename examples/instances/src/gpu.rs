//! The device, found without a window, and a buffer on it that mirrors a column.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use bytemuck::Pod;

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
            Self::NoAdapter(source) => write!(
                f,
                "this machine has no graphics adapter: {source}\n\
                 Debian and its kin have adapters in software: `apt-get install mesa-vulkan-drivers` \
                 for Vulkan, `apt-get install libegl1 libgl1-mesa-dri` for GL"
            ),
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
    /// The adapter's name and its backend.
    pub(crate) description: String,
}

impl Gpu {
    /// Connects to the fastest adapter there is; `WGPU_BACKEND=vulkan` or `gl` narrows the choice.
    pub(crate) fn connect() -> Result<Self, ConnectError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends =
            wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY | wgpu::Backends::GL);
        // A copy outside of a buffer shall be an error, in release builds as well.
        descriptor.flags |= wgpu::InstanceFlags::VALIDATION;
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
        let description = format!("{} ({:?})", info.name, info.backend);
        Ok(Self {
            device,
            queue,
            description,
        })
    }

    /// Waits until everything that was submitted is done.
    pub(crate) fn finish(&self) -> Result<(), Box<dyn Error>> {
        self.queue.submit([]);
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        Ok(())
    }

    /// The first `size` bytes of a buffer.
    pub(crate) fn read_back(
        &self,
        buffer: &wgpu::Buffer,
        size: usize,
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let size = size as wgpu::BufferAddress;
        let readback = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &readback, 0, size);
        self.queue.submit([encoder.finish()]);
        let (sender, receiver) = std::sync::mpsc::channel();
        readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
            // The receiver waits below; should it be gone, there is no one left to tell.
            drop(sender.send(mapped));
        });
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        receiver.recv()??;
        let bytes = readback.get_mapped_range(..)?.to_vec();
        readback.unmap();
        Ok(bytes)
    }
}

/// A buffer on the GPU that has the values of a column, row by row.
#[derive(Debug)]
pub(crate) struct Mirror {
    buffer: wgpu::Buffer,
}

impl Mirror {
    /// Makes a vertex buffer for so many rows of `F`.
    pub(crate) fn new<F: Pod>(device: &wgpu::Device, label: &str, rows: usize) -> Self {
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: (rows * size_of::<F>()) as wgpu::BufferAddress,
            usage: wgpu::BufferUsages::VERTEX
                | wgpu::BufferUsages::COPY_DST
                | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Self { buffer }
    }

    /// Sends these rows of a column to their places; returns how many bytes went.
    pub(crate) fn send<F: Pod>(
        &self,
        queue: &wgpu::Queue,
        column: &[F],
        rows: Range<usize>,
    ) -> usize {
        let start = rows.start * size_of::<F>();
        let bytes: &[u8] = bytemuck::cast_slice(&column[rows]);
        queue.write_buffer(&self.buffer, start as wgpu::BufferAddress, bytes);
        bytes.len()
    }

    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }
}
