//! The graphics device and its queue.

use std::error::Error;
use std::fmt;

use crate::{BoxError, messages};

/// The reason why there is no device to draw with.
#[derive(Debug)]
pub enum ConnectError {
    /// The machine has no adapter for any of the backends.
    NoAdapter(wgpu::RequestAdapterError),
    /// The machine has an adapter, but the adapter refused to open a device.
    NoDevice(wgpu::RequestDeviceError),
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter(source) => write!(
                f,
                "this machine has no graphics adapter: {source}\n\
                 Debian and its derivatives offer software adapters: \
                 `apt-get install mesa-vulkan-drivers` for Vulkan, \
                 `apt-get install libegl1 libgl1-mesa-dri` for GL"
            ),
            Self::NoDevice(source) => {
                write!(f, "the graphics adapter did not open a device: {source}")
            }
        }
    }
}

impl Error for ConnectError {}

/// A graphics device and its queue.
#[derive(Debug)]
pub struct Gpu {
    /// Creates buffers, textures and pipelines.
    pub device: wgpu::Device,
    /// Takes writes and command buffers.
    pub queue: wgpu::Queue,
    /// The name of the adapter, its backend and its driver.
    pub description: String,
}

/// Opens the graphics API with validation, in release builds too. The environment variable
/// `WGPU_BACKEND` (`vulkan` or `gl`) selects the backend.
pub fn open_api(mut descriptor: wgpu::InstanceDescriptor) -> wgpu::Instance {
    descriptor.backends =
        wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY | wgpu::Backends::GL);
    // The flag for debuggers stays off: it adds names and sources that older validation layers
    // report as mistakes.
    descriptor.flags = wgpu::InstanceFlags::VALIDATION;
    wgpu::Instance::new(descriptor)
}

impl Gpu {
    /// Connects to the fastest adapter. What the graphics API reports is recorded from then on.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no adapter, or if the adapter does not open a device.
    pub fn connect() -> Result<Self, ConnectError> {
        messages::record();
        let api = open_api(wgpu::InstanceDescriptor::new_without_display_handle());
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter =
            pollster::block_on(api.request_adapter(&options)).map_err(ConnectError::NoAdapter)?;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits()),
            ..Default::default()
        }))
        .map_err(ConnectError::NoDevice)?;
        let info = adapter.get_info();
        let description = format!("{} ({:?}) {}", info.name, info.backend, info.driver_info);
        Ok(Self {
            device,
            queue,
            description,
        })
    }

    /// Creates an empty list of commands.
    pub fn encoder(&self) -> wgpu::CommandEncoder {
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        self.device.create_command_encoder(&descriptor)
    }

    /// Submits the commands that `record` records.
    pub fn encode(&self, record: impl FnOnce(&mut wgpu::CommandEncoder)) {
        let mut encoder = self.encoder();
        record(&mut encoder);
        self.queue.submit([encoder.finish()]);
    }

    /// Creates a zeroed buffer of `size` bytes.
    pub fn buffer(&self, label: &str, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: address(size),
            usage,
            mapped_at_creation: false,
        })
    }

    /// Creates a uniform buffer with the given content.
    pub fn uniform(&self, label: &str, content: &[u8]) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let uniform = self.buffer(label, content.len(), usage);
        self.queue.write_buffer(&uniform, 0, content);
        uniform
    }

    /// Creates the layout of a bind group. All shader stages that draw see its bindings, which are
    /// numbered from 0.
    pub fn group_layout(&self, label: &str, types: &[wgpu::BindingType]) -> wgpu::BindGroupLayout {
        let entries = (0..)
            .zip(types)
            .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
                ty: *ty,
                count: None,
            });
        let descriptor = wgpu::BindGroupLayoutDescriptor {
            label: Some(label),
            entries: &entries.collect::<Vec<_>>(),
        };
        self.device.create_bind_group_layout(&descriptor)
    }

    /// Creates a bind group, whose bindings are numbered from 0.
    pub fn group(
        &self,
        label: &str,
        layout: &wgpu::BindGroupLayout,
        resources: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        let resources = (0..).zip(resources.iter().cloned());
        let entries =
            resources.map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource });
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(label),
            layout,
            entries: &entries.collect::<Vec<_>>(),
        })
    }

    /// Returns the first `size` bytes of `buffer`.
    ///
    /// # Errors
    ///
    /// Returns an error if the device is lost.
    pub fn read_buffer(&self, buffer: &wgpu::Buffer, size: usize) -> Result<Vec<u8>, BoxError> {
        self.read_back(size, |encoder, to| {
            encoder.copy_buffer_to_buffer(buffer, 0, to, 0, address(size));
        })
    }

    /// Creates a buffer of `size` bytes, executes the commands that fill it, and returns its
    /// content.
    pub(crate) fn read_back(
        &self,
        size: usize,
        fill: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
    ) -> Result<Vec<u8>, BoxError> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let buffer = self.buffer("read back", size, usage);
        self.encode(|encoder| fill(encoder, &buffer));
        let (sender, receiver) = std::sync::mpsc::channel();
        buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
            // This fails only if the receiver below has already returned with an error.
            drop(sender.send(mapped));
        });
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        receiver.recv()??;
        let bytes = buffer.get_mapped_range(..)?.to_vec();
        buffer.unmap();
        Ok(bytes)
    }

    /// Returns what `work` returns, or the error that the device's validation reports for it.
    ///
    /// # Errors
    ///
    /// Returns the first validation error of the calls in `work`.
    pub fn validated<T>(&self, work: impl FnOnce() -> T) -> Result<T, wgpu::Error> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = work();
        match pollster::block_on(scope.pop()) {
            None => Ok(result),
            Some(error) => Err(error),
        }
    }
}

/// Converts a number of bytes to the type that wgpu counts bytes with.
pub const fn address(bytes: usize) -> wgpu::BufferAddress {
    bytes as wgpu::BufferAddress
}
