//! Connects to an adapter, and fails if the graphics API or its validation layer reports anything.

use std::env;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytemuck::NoUninit;
use example_gpu::{ConnectError, Gpu, open_api, testing};
use log::{Level, LevelFilter, Log, Metadata, Record};
use soa_runtime::{Hub, IdAllocator};
use soa_wgpu::{ColumnBuffer, Sent, Strategy, UploadError};
use wgpu::{
    Adapter, BindGroupDescriptor, BindGroupEntry, Buffer, CommandBuffer, CommandEncoderDescriptor,
    ComputePassDescriptor, ComputePipeline, ComputePipelineDescriptor, DeviceDescriptor,
    InstanceDescriptor, Limits, PipelineCompilationOptions, RequestAdapterOptions,
    ShaderModuleDescriptor, ShaderSource,
};

pub(crate) const STRATEGIES: [Strategy; 4] = [
    Strategy::Auto,
    Strategy::Ranges,
    Strategy::Scatter,
    Strategy::Whole,
];

/// What the graphics API reported.
static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Logger;

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let target = metadata.target();
        let is_graphics = target.starts_with("wgpu") || target.starts_with("naga");
        // EGL warns about each driver that does not work, although another one may work.
        metadata.level() <= Level::Warn && is_graphics && target != "wgpu_hal::gles::egl"
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            report(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

fn report(message: String) {
    messages().push(message);
}

fn messages() -> MutexGuard<'static, Vec<String>> {
    MESSAGES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A device with its adapter.
pub(crate) struct Tested {
    pub(crate) gpu: Gpu,
    pub(crate) adapter: Adapter,
    limits: Limits,
}

impl Tested {
    /// Opens another device of the same adapter.
    pub(crate) fn sibling(&self) -> Gpu {
        open(&self.adapter, self.limits.clone())
    }
}

/// Runs a test on a device with the default limits.
pub(crate) fn with_gpu(test: impl FnOnce(&Tested)) {
    with_limits(|_| Limits::downlevel_defaults(), test);
}

/// Runs a test on a device with limits that depend on the adapter's. Then checks that nothing was
/// reported. Without an adapter there is nothing to test.
pub(crate) fn with_limits(limits: impl FnOnce(Limits) -> Limits, test: impl FnOnce(&Tested)) {
    let _turn = testing::wait_for_turn();
    if log::set_logger(&Logger).is_ok() {
        log::set_max_level(LevelFilter::Warn);
    }
    messages().clear();
    let Some(adapter) = adapter() else {
        return;
    };
    let limits = limits(adapter.limits());
    let tested = Tested {
        gpu: open(&adapter, limits.clone()),
        adapter,
        limits,
    };
    test(&tested);
    drop(tested);
    let messages = messages();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
}

fn adapter() -> Option<Adapter> {
    let api = open_api(InstanceDescriptor::new_without_display_handle());
    let options = RequestAdapterOptions::default();
    match pollster::block_on(api.request_adapter(&options)) {
        Ok(adapter) => Some(adapter),
        Err(error) if env::var_os(testing::REQUIRE_ADAPTER).is_some() => {
            panic!("{}", ConnectError::NoAdapter(error))
        }
        Err(_) => None,
    }
}

fn open(adapter: &Adapter, required_limits: Limits) -> Gpu {
    let descriptor = DeviceDescriptor {
        required_limits,
        ..DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
        .expect("the adapter has such a device");
    device.on_uncaptured_error(Arc::new(|error: wgpu::Error| {
        report(format!("uncaptured: {error}"));
    }));
    Gpu {
        device,
        queue,
        description: adapter.get_info().name,
    }
}

/// Returns the pipeline of a compute shader.
pub(crate) fn pipeline(gpu: &Gpu, shader: String) -> ComputePipeline {
    let module = gpu.device.create_shader_module(ShaderModuleDescriptor {
        label: None,
        source: ShaderSource::Wgsl(shader.into()),
    });
    let descriptor = ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: PipelineCompilationOptions::default(),
        cache: None,
    };
    gpu.device.create_compute_pipeline(&descriptor)
}

/// Records a dispatch with a buffer at each binding.
pub(crate) fn dispatch(
    gpu: &Gpu,
    pipeline: &ComputePipeline,
    buffers: &[&Buffer],
    groups: u32,
) -> CommandBuffer {
    let entries = (0..).zip(buffers).map(|(binding, buffer)| BindGroupEntry {
        binding,
        resource: buffer.as_entire_binding(),
    });
    let group = gpu.device.create_bind_group(&BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &entries.collect::<Vec<_>>(),
    });
    let descriptor = CommandEncoderDescriptor::default();
    let mut encoder = gpu.device.create_command_encoder(&descriptor);
    {
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups, 1, 1);
    }
    encoder.finish()
}

/// Asserts that the buffer begins with the bytes of a column.
#[track_caller]
pub(crate) fn assert_equal<T: IdAllocator, F: NoUninit>(
    gpu: &Gpu,
    buffer: &ColumnBuffer<T, F>,
    column: &[F],
) {
    let bytes: &[u8] = bytemuck::cast_slice(column);
    assert_eq!(buffer.rows(), column.len());
    assert_bytes(gpu, buffer.buffer(), bytes);
}

/// Asserts that a buffer begins with these bytes.
#[track_caller]
pub(crate) fn assert_bytes(gpu: &Gpu, buffer: &Buffer, bytes: &[u8]) {
    let size = bytes.len().next_multiple_of(4);
    assert!(buffer.size() >= size as u64, "the buffer is too short");
    if size == 0 {
        return;
    }
    let copy = gpu.read_buffer(buffer, size).expect("the device is alive");
    if let Some(at) = bytes.iter().zip(&copy).position(|(a, b)| a != b) {
        panic!(
            "byte {at} of {} is {}, not {}",
            bytes.len(),
            copy[at],
            bytes[at]
        );
    }
}

/// Updates a buffer from a hub.
pub(crate) fn update<T: IdAllocator, F: NoUninit>(
    gpu: &Gpu,
    buffer: &mut ColumnBuffer<T, F>,
    hub: &Hub<T>,
) -> Result<Sent, UploadError> {
    buffer.update(&gpu.device, &gpu.queue, hub)
}

/// Asserts that an update or a write was refused.
#[track_caller]
pub(crate) fn assert_refused(result: &Result<Sent, UploadError>) {
    assert!(matches!(result, Err(UploadError::Refused(_))), "{result:?}");
}

/// The number of random programs of each kind. `SOA_PROGRAMS` runs more.
pub(crate) fn programs() -> u64 {
    let asked = env::var("SOA_PROGRAMS").ok();
    asked.map_or(3, |count| count.parse().expect("SOA_PROGRAMS is a number"))
}
