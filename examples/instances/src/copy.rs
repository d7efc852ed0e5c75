//! The copies of the tracked columns on the GPU.

use std::cell::Cell;

use bytemuck::Pod;
use example_gpu::{BoxError, Gpu};
use glam::Mat4;
use soa_runtime::{Tick, TrackedColumn};

use crate::field::{Instance, InstanceHub};

/// Changes with fewer unchanged rows between them become one write, because to send these rows
/// again costs less than another write.
const GAP: usize = 16;

/// The vertex buffers that the instances are drawn from. Each contains a column, row by row.
#[derive(Debug)]
pub(crate) struct GpuCopy {
    pub(crate) transforms: wgpu::Buffer,
    pub(crate) tints: wgpu::Buffer,
    /// The tick of the hub that the buffers are at.
    seen: Cell<Tick>,
}

/// The amount of data that an update sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Transfer {
    pub(crate) writes: usize,
    pub(crate) bytes: usize,
}

impl GpuCopy {
    /// Creates buffers for `rows` instances.
    pub(crate) fn new(gpu: &Gpu, rows: usize) -> Self {
        let copied = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        let usage = wgpu::BufferUsages::VERTEX | copied;
        Self {
            transforms: gpu.buffer("transforms", rows * size_of::<Mat4>(), usage),
            tints: gpu.buffer("tints", rows * size_of::<[u8; 4]>(), usage),
            seen: Cell::new(Tick::START),
        }
    }

    /// Sends the rows that changed since the last update.
    pub(crate) fn update(&self, gpu: &Gpu, instances: &mut InstanceHub) -> Transfer {
        let mut sent = Transfer::default();
        let now = instances.advance();
        let columns = instances.columns();
        let seen = self.seen.replace(now);
        sent.send(gpu, &self.transforms, &columns.transform, seen);
        sent.send(gpu, &self.tints, &columns.tint, seen);
        sent
    }

    /// Reads the buffers back and compares them with the columns, bit for bit.
    pub(crate) fn check(&self, gpu: &Gpu, instances: &InstanceHub) -> Result<(), BoxError> {
        let columns = instances.columns();
        let transforms: &[u8] = bytemuck::cast_slice(&columns.transform);
        let tints: &[u8] = bytemuck::cast_slice(&columns.tint);
        for (copy, column, name) in [
            (&self.transforms, transforms, "transform"),
            (&self.tints, tints, "tint"),
        ] {
            if gpu.read_buffer(copy, column.len())? != column {
                return Err(format!("the copy of `{name}` differs").into());
            }
        }
        Ok(())
    }
}

impl Transfer {
    fn send<F: Pod>(
        &mut self,
        gpu: &Gpu,
        buffer: &wgpu::Buffer,
        column: &TrackedColumn<'_, Instance, F>,
        seen: Tick,
    ) {
        for rows in column.changed_since(seen, GAP) {
            self.bytes += gpu.write_rows(buffer, column, rows);
            self.writes += 1;
        }
    }
}
