//! What stands in the world: a dense hub whose tracked columns the GPU has copies of.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Mat3, Vec3};
use soa_runtime::{IdAllocator, Reader, TrackedColumnMut};

use crate::gpu::{Gpu, address};
use crate::level::Level;
use crate::model::{ModelHub, ModelId};

/// The rows of the matrix that takes a mesh to its place.
pub(crate) type Place = [[f32; 4]; 3];

/// An index that no lamp has.
pub(crate) const NO_LAMP: u32 = u32::MAX;

/// How an instance looks, beside its mesh.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Look {
    /// The layer of its texture.
    pub(crate) layer: u32,
    /// The index of the lamp that it is.
    pub(crate) lamp: u32,
    pub(crate) tint: [u8; 4],
}

/// One thing in the world. 20 000 of them stand in a dense hub, by model, so that what looks the
/// same is drawn by one call; what moves comes last, so that its rows are one range.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense)]
pub(crate) struct Instance {
    #[soa(tracked)]
    pub(crate) place: Place,
    #[soa(tracked, default = Look { layer: 0, lamp: NO_LAMP, tint: [255; 4] })]
    pub(crate) look: Look,
    pub(crate) model: ModelId,
    #[soa(required)]
    pub(crate) level: Level,
    /// Metres a second.
    pub(crate) velocity: Vec3,
    /// Seconds that are left.
    #[soa(default = f32::INFINITY)]
    pub(crate) life: f32,
}

/// Places, turns and scales a mesh.
pub(crate) fn place(at: Vec3, turn: Mat3) -> Place {
    let rows = turn.transpose();
    [
        (rows.x_axis, at.x),
        (rows.y_axis, at.y),
        (rows.z_axis, at.z),
    ]
    .map(|(row, at)| row.extend(at).to_array())
}

/// Rows in sequence that have the same model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) model: ModelId,
    pub(crate) rows: Range<u32>,
}

impl InstanceHub {
    /// The runs, one draw call each.
    pub(crate) fn runs(&self) -> Vec<Run> {
        let columns = self.columns();
        let mut end = 0;
        let runs = columns.model.chunk_by(PartialEq::eq).map(|same| {
            let start = end;
            end += u32::try_from(same.len()).unwrap_or_default();
            Run {
                model: same[0],
                rows: start..end,
            }
        });
        runs.collect()
    }

    /// Brings the rows in order again, if they have come apart: a level that went left holes,
    /// which the last rows filled.
    pub(crate) fn arrange(&mut self, models: &ModelHub) -> bool {
        let is_apart = self.runs().len() > models.len() * 2;
        if is_apart {
            self.sort_by_key(|row| *row.model);
        }
        is_apart
    }

    /// The rows of what moves.
    pub(crate) fn moving(&self, models: &ModelHub) -> Range<usize> {
        let columns = self.columns();
        let moves = models.columns().moves;
        let first = columns.model.iter().position(|model| moves[*model]);
        first.unwrap_or(self.len())..self.len()
    }

    /// Gives each instance the layer that its texture has by now; only what differs is marked.
    pub(crate) fn show_layers(&mut self, layer_of: impl Fn(ModelId) -> u32) {
        for run in self.runs() {
            let layer = layer_of(run.model);
            let rows = run.rows.start as usize..run.rows.end as usize;
            let columns = self.columns_mut();
            let mut looks = columns.look;
            if looks[rows.clone()].iter().any(|look| look.layer != layer) {
                for look in looks.range_mut(rows) {
                    look.layer = layer;
                }
            }
        }
    }
}

/// The reader whose marks say what the GPU lacks.
const GPU: Reader = Reader::new(0);

/// Rows that are cheaper to send in vain than to begin another write.
const GAP: usize = 16;

/// The two columns that shaders read, on the GPU.
#[derive(Debug)]
pub(crate) struct InstanceCopy {
    pub(crate) places: wgpu::Buffer,
    pub(crate) looks: wgpu::Buffer,
    rows: usize,
}

impl InstanceCopy {
    /// Buffers for so many rows.
    pub(crate) fn new(gpu: &Gpu, rows: usize) -> Self {
        let usage = wgpu::BufferUsages::VERTEX
            | wgpu::BufferUsages::COPY_DST
            | wgpu::BufferUsages::COPY_SRC;
        Self {
            places: gpu.buffer("places", rows * size_of::<Place>(), usage),
            looks: gpu.buffer("looks", rows * size_of::<Look>(), usage),
            rows,
        }
    }

    /// Sends the rows that changed since the last time. Returns writes and bytes.
    pub(crate) fn send(&mut self, gpu: &Gpu, instances: &mut InstanceHub) -> (usize, usize) {
        let rows = instances.len();
        if rows > self.rows {
            *self = Self::new(gpu, rows.next_power_of_two());
            let mut columns = instances.columns_mut();
            columns.place.mark_all(GPU);
            columns.look.mark_all(GPU);
        }
        let mut columns = instances.columns_mut();
        let places = send(gpu, &self.places, &mut columns.place);
        let looks = send(gpu, &self.looks, &mut columns.look);
        (places.0 + looks.0, places.1 + looks.1)
    }
}

fn send<F: Pod>(
    gpu: &Gpu,
    buffer: &wgpu::Buffer,
    column: &mut TrackedColumnMut<'_, Instance, F>,
) -> (usize, usize) {
    let changes = column.take_changes(GPU, GAP);
    let mut bytes = 0;
    for rows in &changes {
        let sent: &[u8] = bytemuck::cast_slice(&column[rows.clone()]);
        gpu.queue
            .write_buffer(buffer, address(rows.start * size_of::<F>()), sent);
        bytes += sent.len();
    }
    (changes.len(), bytes)
}
