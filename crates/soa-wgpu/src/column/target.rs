//! The buffer of a column, and how a plan is sent to it.

use std::ops::Range;

use wgpu::{BufferUsages, Device};

use super::plan::Plan;
use super::scatter::Scatter;
use crate::error::UploadError;
use crate::growing::{Growing, Keep, Room};
use crate::link::{Gpu, copy_padded};
use crate::sent::Sent;
use crate::strategy::Strategy;
use crate::unit::Unit;

/// A growing buffer of units, of which some are written or scattered.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) growing: Growing,
    unit: Unit,
    /// `None` if the device cannot scatter.
    scatter: Option<Scatter>,
}

impl Target {
    /// Creates a buffer of one unit.
    pub(crate) fn new(device: &Device, label: String, usage: BufferUsages, unit: Unit) -> Self {
        let limits = device.limits();
        let storage = if limits.max_storage_buffers_per_shader_stage > 0 {
            BufferUsages::STORAGE
        } else {
            BufferUsages::empty()
        };
        Self {
            growing: Growing::new(device, label, usage | storage, unit.bytes),
            unit,
            scatter: Scatter::new(&limits, unit),
        }
    }

    /// Returns the strategy, or the one that takes its place if the device cannot scatter.
    pub(crate) fn supported(&self, strategy: Strategy) -> Strategy {
        match self.scatter {
            Some(_) => strategy,
            None => strategy.without_scatter(),
        }
    }

    /// Sends a plan for all of `bytes` to the buffer, or to a larger one that replaces it.
    pub(crate) fn send(
        &mut self,
        gpu: &mut Gpu,
        bytes: &[u8],
        plan: &Plan,
        keep: Keep,
    ) -> Result<Sent, UploadError> {
        let unit = self.unit;
        let rows = bytes.len() * unit.rows / unit.bytes;
        let needed = unit.bytes_of(&(0..unit.count(rows))).end as u64;
        let grown = self.growing.larger(gpu, needed, Room::Ahead, keep)?;
        let buffer = match &grown {
            Some(grown) => &grown.buffer,
            None => self.growing.buffer(),
        };
        let mut sent = Sent {
            rows: plan.rows(unit, rows),
            grown: grown.is_some(),
            ..Sent::default()
        };
        gpu.scoped(|gpu| {
            for units in &plan.ranges {
                let Range { start, end } = unit.bytes_of(units);
                let from = &bytes[start..end.min(bytes.len())];
                gpu.write(buffer, start, end - start, |to| copy_padded(from, to))?;
                sent.writes += 1;
                sent.bytes += end - start;
            }
            Some(())
        })?;
        if let (Some(scatter), false) = (&mut self.scatter, plan.scattered.is_empty()) {
            scatter.send(gpu, buffer, bytes, &plan.scattered, &mut sent)?;
        }
        if let Some(grown) = grown {
            self.growing.replace(grown);
        }
        Ok(sent)
    }
}
