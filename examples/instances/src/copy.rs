//! The GPU's copy of the tracked columns, and what it takes to keep it equal.

use std::error::Error;
use std::time::{Duration, Instant};

use bytemuck::Pod;
use glam::Mat4;
use soa_runtime::{Reader, TrackedColumnMut};

use crate::field::{Instance, InstanceHub};
use crate::gpu::{Gpu, Mirror};

/// The reader whose marks say what the GPU lacks.
const GPU: Reader = Reader::new(0);

/// Rows that are cheaper to send in vain than to begin another write.
const GAP: usize = 16;

/// The columns that the renderer draws from, on the GPU.
#[derive(Debug)]
pub(crate) struct GpuCopy {
    pub(crate) transforms: Mirror,
    pub(crate) tints: Mirror,
}

/// What an update took.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Update {
    pub(crate) writes: usize,
    pub(crate) bytes: usize,
    /// Finding the rows that changed.
    pub(crate) found_in: Duration,
    /// Finding and sending them, until the GPU has them.
    pub(crate) done_in: Duration,
}

impl GpuCopy {
    /// Buffers for so many instances.
    pub(crate) fn new(gpu: &Gpu, instances: usize) -> Self {
        GpuCopy {
            transforms: Mirror::new::<Mat4>(&gpu.device, "transforms", instances),
            tints: Mirror::new::<[u8; 4]>(&gpu.device, "tints", instances),
        }
    }

    /// Sends the rows that changed since the last update.
    pub(crate) fn update(
        &self,
        gpu: &Gpu,
        instances: &mut InstanceHub,
    ) -> Result<Update, Box<dyn Error>> {
        let mut update = Update::default();
        let started = Instant::now();
        let mut columns = instances.columns_mut();
        update.send(gpu, &self.transforms, &mut columns.transform);
        update.send(gpu, &self.tints, &mut columns.tint);
        gpu.finish()?;
        update.done_in = started.elapsed();
        Ok(update)
    }

    /// Sends everything, whether it changed or not.
    pub(crate) fn send_all(
        &self,
        gpu: &Gpu,
        instances: &InstanceHub,
    ) -> Result<Update, Box<dyn Error>> {
        let columns = instances.columns();
        let (rows, started) = (0..instances.len(), Instant::now());
        let transforms = self
            .transforms
            .send(&gpu.queue, &columns.transform, rows.clone());
        let tints = self.tints.send(&gpu.queue, &columns.tint, rows);
        gpu.finish()?;
        Ok(Update {
            writes: 2,
            bytes: transforms + tints,
            found_in: Duration::ZERO,
            done_in: started.elapsed(),
        })
    }

    /// Reads the buffers back and compares them with the columns, bit for bit.
    pub(crate) fn check(&self, gpu: &Gpu, instances: &InstanceHub) -> Result<(), Box<dyn Error>> {
        let columns = instances.columns();
        same(gpu, &self.transforms, &columns.transform, "transform")?;
        same(gpu, &self.tints, &columns.tint, "tint")
    }
}

impl Update {
    pub(crate) fn add(&mut self, other: &Self) {
        self.writes += other.writes;
        self.bytes += other.bytes;
        self.found_in += other.found_in;
        self.done_in += other.done_in;
    }

    /// The mean of so many updates that were added.
    pub(crate) fn divided_by(&self, updates: usize) -> Self {
        let times = u32::try_from(updates).unwrap_or(u32::MAX);
        Update {
            writes: self.writes / updates,
            bytes: self.bytes / updates,
            found_in: self.found_in / times,
            done_in: self.done_in / times,
        }
    }

    /// Sends the rows of a column that changed.
    fn send<F: Pod>(
        &mut self,
        gpu: &Gpu,
        mirror: &Mirror,
        column: &mut TrackedColumnMut<'_, Instance, F>,
    ) {
        let started = Instant::now();
        let changes = column.take_changes(GPU, GAP);
        self.found_in += started.elapsed();
        self.writes += changes.len();
        for rows in changes {
            self.bytes += mirror.send(&gpu.queue, column, rows);
        }
    }
}

fn same<F: Pod>(
    gpu: &Gpu,
    mirror: &Mirror,
    column: &[F],
    name: &str,
) -> Result<(), Box<dyn Error>> {
    let bytes: &[u8] = bytemuck::cast_slice(column);
    let copy = gpu.read_back(mirror.buffer(), bytes.len())?;
    match copy.iter().zip(bytes).position(|(copy, byte)| copy != byte) {
        None => Ok(()),
        Some(at) => Err(format!(
            "the GPU's copy of `{name}` differs in row {}",
            at / size_of::<F>()
        )
        .into()),
    }
}
