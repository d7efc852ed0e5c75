//! Scatters packed units to their places in a column, by a compute shader.

use std::ops::Range;

use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, Buffer, BufferBinding,
    BufferSize, BufferUsages, CommandBuffer, CommandEncoderDescriptor, ComputePassDescriptor,
    ComputePipeline, ComputePipelineDescriptor, Device, Limits, PipelineCompilationOptions,
};

use super::batch::{Batch, Reach};
use crate::error::UploadError;
use crate::link::{Gpu, create};
use crate::sent::Sent;
use crate::unit::Unit;

/// The smallest upload buffer in bytes.
const SMALLEST: usize = 64 << 10;

/// What scatters the units of a column.
#[derive(Debug)]
pub(super) struct Scatter {
    reach: Reach,
    unit: Unit,
    /// Made at the first scatter.
    pipeline: Option<ComputePipeline>,
    upload: Option<Buffer>,
}

impl Scatter {
    /// Returns what scatters the units of a column, if a device with these limits can do that.
    pub(super) fn new(limits: &Limits, unit: Unit) -> Option<Self> {
        Some(Self {
            reach: Reach::of(limits, unit)?,
            unit,
            pipeline: None,
            upload: None,
        })
    }

    /// Sends ascending runs of units to their places in `buffer`. `column` has the bytes of all
    /// rows.
    pub(super) fn send(
        &mut self,
        gpu: &mut Gpu,
        buffer: &Buffer,
        column: &[u8],
        runs: &[Range<usize>],
        sent: &mut Sent,
    ) -> Result<(), UploadError> {
        for batch in self.reach.batches(runs) {
            let pipeline = match &self.pipeline {
                Some(pipeline) => pipeline,
                None => self.pipeline.insert(pipeline(gpu, self.unit)?),
            };
            let upload = match self.upload.take() {
                Some(upload) if upload.size() >= batch.size as u64 => upload,
                _ => upload_buffer(gpu, batch.size)?,
            };
            let upload = self.upload.insert(upload);
            gpu.scoped(|gpu| {
                gpu.write(upload, 0, batch.size, |bytes| {
                    self.reach.fill(&batch, column, bytes);
                })?;
                let commands = record(&gpu.device, &self.reach, pipeline, upload, buffer, &batch);
                gpu.submit([commands]);
                Some(())
            })?;
            sent.writes += 1;
            sent.bytes += batch.size;
        }
        Ok(())
    }
}

/// Records the dispatches of a batch.
fn record(
    device: &Device,
    reach: &Reach,
    pipeline: &ComputePipeline,
    upload: &Buffer,
    column: &Buffer,
    batch: &Batch,
) -> CommandBuffer {
    let mut encoder = device.create_command_encoder(&CommandEncoderDescriptor::default());
    let size = usize::try_from(column.size()).unwrap_or(usize::MAX);
    {
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(pipeline);
        for part in &batch.parts {
            let bindings = [
                (upload, reach.bytes(part)),
                (column, reach.window(part, size)),
            ];
            pass.set_bind_group(0, &bind_group(device, pipeline, bindings), &[]);
            pass.dispatch_workgroups(reach.groups(part), 1, 1);
        }
    }
    encoder.finish()
}

fn bind_group(
    device: &Device,
    pipeline: &ComputePipeline,
    bindings: [(&Buffer, Range<usize>); 2],
) -> BindGroup {
    let [upload, column] = bindings.map(|(buffer, bytes)| {
        BindingResource::Buffer(BufferBinding {
            buffer,
            offset: bytes.start as u64,
            size: BufferSize::new(bytes.len() as u64),
        })
    });
    let entry = |binding, resource| BindGroupEntry { binding, resource };
    device.create_bind_group(&BindGroupDescriptor {
        label: Some("scatter"),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[entry(0, upload), entry(1, column)],
    })
}

fn pipeline(gpu: &mut Gpu, unit: Unit) -> Result<ComputePipeline, UploadError> {
    let words = u32::try_from(unit.words()).expect("a unit fits in a window");
    gpu.scoped(|gpu| {
        let module = wgpu::include_wgsl!("scatter.wgsl");
        let module = gpu.device.create_shader_module(module);
        let descriptor = ComputePipelineDescriptor {
            label: Some("scatter"),
            layout: None,
            module: &module,
            entry_point: Some("scatter"),
            compilation_options: PipelineCompilationOptions {
                constants: &[("words", f64::from(words))],
                ..PipelineCompilationOptions::default()
            },
            cache: None,
        };
        Some(gpu.device.create_compute_pipeline(&descriptor))
    })
}

/// Returns a buffer for uploads of `size` bytes, and often of larger ones.
fn upload_buffer(gpu: &mut Gpu, size: usize) -> Result<Buffer, UploadError> {
    let limit = gpu.device.limits().max_buffer_size;
    let ahead = size.next_power_of_two().max(SMALLEST) as u64;
    gpu.scoped(|gpu| {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        Some(create(
            &gpu.device,
            "scattered units",
            ahead.min(limit),
            usage,
        ))
    })
}
