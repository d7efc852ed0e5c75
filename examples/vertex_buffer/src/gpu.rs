//! The device, found without a window, and what is done on it and waited for.

use std::error::Error;
use std::fmt;

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

    /// Has the GPU do what is encoded.
    pub(crate) fn encode(&self, record: impl FnOnce(&mut wgpu::CommandEncoder)) {
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        let mut encoder = self.device.create_command_encoder(&descriptor);
        record(&mut encoder);
        self.queue.submit([encoder.finish()]);
    }

    /// Waits for `size` bytes that are copied to a buffer of that size.
    pub(crate) fn read_back(
        &self,
        size: wgpu::BufferAddress,
        copy: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
    ) -> Result<Vec<u8>, Box<dyn Error>> {
        let readback = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("readback"),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        self.encode(|encoder| copy(encoder, &readback));
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
