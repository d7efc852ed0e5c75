//! The copies of the tracked columns on the GPU.

use example_gpu::{BoxError, Gpu};
use glam::Mat4;
use soa_wgpu::{ColumnBuffer, UploadError};
use wgpu::BufferUsages;

use crate::field::{Instance, InstanceHub};

/// The vertex buffers that the instances are drawn from. Each contains a column, row by row.
#[derive(Debug)]
pub(crate) struct GpuCopy {
    pub(crate) transforms: ColumnBuffer<Instance, Mat4>,
    pub(crate) tints: ColumnBuffer<Instance, [u8; 4]>,
}

/// The amount of data that an update sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Transfer {
    pub(crate) writes: usize,
    pub(crate) bytes: usize,
}

impl GpuCopy {
    /// Creates buffers, which grow with the columns.
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let (device, usage) = (&gpu.device, BufferUsages::VERTEX);
        Self {
            transforms: ColumnBuffer::<Instance, _>::new(device, usage, |rows| rows.transform),
            tints: ColumnBuffer::<Instance, _>::new(device, usage, |rows| rows.tint),
        }
    }

    /// Sends the rows that changed since the last update.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        instances: &mut InstanceHub,
    ) -> Result<Transfer, UploadError> {
        instances.advance();
        let transforms = (self.transforms).update(&gpu.device, &gpu.queue, instances)?;
        let tints = (self.tints).update(&gpu.device, &gpu.queue, instances)?;
        Ok(Transfer {
            writes: transforms.writes + tints.writes,
            bytes: transforms.bytes + tints.bytes,
        })
    }

    /// Reads the buffers back and compares them with the columns, bit for bit.
    pub(crate) fn check(&self, gpu: &Gpu, instances: &InstanceHub) -> Result<(), BoxError> {
        let columns = instances.columns();
        let transforms: &[u8] = bytemuck::cast_slice(&columns.transform);
        let tints: &[u8] = bytemuck::cast_slice(&columns.tint);
        for (copy, column, name) in [
            (self.transforms.buffer(), transforms, "transform"),
            (self.tints.buffer(), tints, "tint"),
        ] {
            if gpu.read_buffer(copy, column.len())? != column {
                return Err(format!("the copy of `{name}` differs").into());
            }
        }
        Ok(())
    }
}
