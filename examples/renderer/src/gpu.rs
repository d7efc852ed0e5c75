//! The device: found with or without a window, told how far it is, and read back from.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use soa_resources::BoxError;

use crate::messages;

/// The colours of pictures, and of a window if it has them.
pub(crate) const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;

/// Frames that the GPU may be behind.
pub(crate) const FRAMES_IN_FLIGHT: u64 = 2;

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

/// A device, its queue, and how far it is.
#[derive(Debug)]
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    #[cfg(feature = "window")]
    pub(crate) adapter: wgpu::Adapter,
    /// The adapter's name, its backend and its driver.
    pub(crate) description: String,
    /// The last frame that the GPU is done with.
    done: Arc<AtomicU64>,
}

impl Gpu {
    /// Connects to the fastest adapter there is; `WGPU_BACKEND=vulkan` or `gl` narrows the choice.
    pub(crate) fn connect() -> Result<Self, ConnectError> {
        let instance = instance(wgpu::InstanceDescriptor::new_without_display_handle());
        Self::connect_to(&instance, None)
    }

    /// Connects to an adapter that can show pictures on a surface.
    pub(crate) fn connect_to(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Self, ConnectError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(ConnectError::NoAdapter)?;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits::downlevel_defaults().using_resolution(adapter.limits()),
            ..Default::default()
        }))
        .map_err(ConnectError::NoDevice)?;
        device.on_uncaptured_error(Arc::new(|error: wgpu::Error| {
            messages::add(error.to_string());
        }));
        let info = adapter.get_info();
        let description = format!("{} ({:?}) {}", info.name, info.backend, info.driver_info);
        Ok(Self {
            device,
            queue,
            #[cfg(feature = "window")]
            adapter,
            description,
            done: Arc::default(),
        })
    }

    /// Has the GPU do a frame's work, and note the frame's number when it is done.
    pub(crate) fn submit(&self, frame: u64, work: wgpu::CommandEncoder) {
        self.queue.submit([work.finish()]);
        let done = Arc::clone(&self.done);
        self.queue.on_submitted_work_done(move || {
            done.fetch_max(frame, Ordering::Relaxed);
        });
    }

    /// The last frame that the GPU is done with, once it is no more than
    /// [`FRAMES_IN_FLIGHT`] behind `frame`.
    pub(crate) fn keep_up(&self, frame: u64) -> Result<u64, wgpu::PollError> {
        self.device.poll(wgpu::PollType::Poll)?;
        if self.done.load(Ordering::Relaxed) + FRAMES_IN_FLIGHT < frame {
            self.device.poll(wgpu::PollType::wait_indefinitely())?;
        }
        Ok(self.done.load(Ordering::Relaxed))
    }

    /// A new list of work.
    pub(crate) fn encoder(&self) -> wgpu::CommandEncoder {
        let descriptor = wgpu::CommandEncoderDescriptor::default();
        self.device.create_command_encoder(&descriptor)
    }

    /// Makes a buffer of `size` bytes, zeroed.
    pub(crate) fn buffer(
        &self,
        label: &str,
        size: usize,
        usage: wgpu::BufferUsages,
    ) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size: address(size),
            usage,
            mapped_at_creation: false,
        })
    }

    /// Waits for `size` bytes that are copied to a buffer of that size.
    pub(crate) fn read_back(
        &self,
        size: usize,
        copy: impl FnOnce(&mut wgpu::CommandEncoder, &wgpu::Buffer),
    ) -> Result<Vec<u8>, BoxError> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let readback = self.buffer("readback", size, usage);
        let mut encoder = self.encoder();
        copy(&mut encoder, &readback);
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

    /// Makes something of the device; what it complains of is an error, in a release build too.
    pub(crate) fn checked<T>(&self, make: impl FnOnce() -> T) -> Result<T, wgpu::Error> {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = make();
        match pollster::block_on(scope.pop()) {
            None => Ok(result),
            Some(error) => Err(error),
        }
    }
}

/// Opens the graphics API, with all its checks.
pub(crate) fn instance(mut descriptor: wgpu::InstanceDescriptor) -> wgpu::Instance {
    messages::keep();
    descriptor.backends =
        wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY | wgpu::Backends::GL);
    // Without names and sources for debuggers, which validation layers of some years ago
    // take for mistakes.
    descriptor.flags = wgpu::InstanceFlags::VALIDATION;
    wgpu::Instance::new(descriptor)
}

/// Bytes, as the GPU counts them.
pub(crate) const fn address(bytes: usize) -> wgpu::BufferAddress {
    bytes as wgpu::BufferAddress
}
