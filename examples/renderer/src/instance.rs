//! The instances in the world: a dense hub whose tracked columns have copies on the GPU.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use glam::{Mat3, Vec3};
use soa_index::Boxes;
use soa_runtime::IdAllocator;

use crate::level::Level;
use crate::model::{ModelHub, ModelId};

/// The rows of the matrix that transforms a mesh to its place in the world.
pub(crate) type Place = [[f32; 4]; 3];

/// The index of instances that are not a lamp.
pub(crate) const NO_LAMP: u32 = u32::MAX;

/// The distance from the origin of a mesh to its farthest vertex, at most, in metres. The ground
/// reaches farther, and is always drawn.
pub(crate) const REACH: f32 = 10.0;

/// Creates the index that finds instances by their boxes in the world.
pub(crate) fn boxes() -> Boxes<Instance, 3> {
    Boxes::<Instance, 3>::by(
        |instances| instances.place,
        |place| {
            // A row of the matrix is the direction in which a vertex goes far along one axis.
            let side = |sign: f32| {
                place.map(|[x, y, z, at]| at + sign * REACH * Vec3::new(x, y, z).length())
            };
            [side(-1.0), side(1.0)]
        },
    )
}

/// What an instance adds to the appearance of its mesh.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
pub(crate) struct Appearance {
    /// The layer of its texture in the array.
    pub(crate) layer: u32,
    /// The index of its lamp, or [`NO_LAMP`].
    pub(crate) lamp: u32,
    pub(crate) tint: [u8; 4],
}

/// One thing in the world. A dense hub contains up to 20 000 of them, sorted by model, so that one
/// call draws all instances of a model. Models that move come last, so that their rows are one range.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, tracked, derive(Debug))]
pub(crate) struct Instance {
    #[soa(tracked)]
    pub(crate) place: Place,
    #[soa(tracked, default = Appearance { layer: 0, lamp: NO_LAMP, tint: [255; 4] })]
    pub(crate) appearance: Appearance,
    pub(crate) model: ModelId,
    #[soa(required)]
    pub(crate) level: Level,
    /// The velocity in metres per second.
    pub(crate) velocity: Vec3,
    /// The number of seconds until it is freed.
    #[soa(default = f32::INFINITY)]
    pub(crate) life: f32,
}

impl Instance {
    /// Returns an instance that stands still, turned by `turn` radians around the vertical axis.
    pub(crate) fn new(
        model: ModelId,
        level: Level,
        at: Vec3,
        turn: f32,
        size: Vec3,
        tint: [u8; 3],
    ) -> Self {
        let turned = Mat3::from_rotation_y(turn) * Mat3::from_diagonal(size);
        let rows = turned.transpose();
        let [red, green, blue] = tint;
        Self {
            place: [
                rows.x_axis.extend(at.x).to_array(),
                rows.y_axis.extend(at.y).to_array(),
                rows.z_axis.extend(at.z).to_array(),
            ],
            appearance: Appearance {
                layer: 0,
                lamp: NO_LAMP,
                tint: [red, green, blue, 255],
            },
            model,
            level,
            velocity: Vec3::ZERO,
            life: f32::INFINITY,
        }
    }
}

/// Consecutive rows with the same model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) model: ModelId,
    pub(crate) rows: Range<u32>,
}

impl InstanceHub {
    /// Returns the runs, which are drawn by one call each.
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

    /// Shortens each run to the part that begins and ends with one of these ids, and removes runs
    /// without any. A run of one row stays.
    pub(crate) fn cut(&self, runs: Vec<Run>, ids: impl Iterator<Item = InstanceId>) -> Vec<Run> {
        let rows = ids.filter_map(|id| u32::try_from(self.row_of(id)?).ok());
        let mut rows: Vec<u32> = rows.collect();
        rows.sort_unstable();
        let shorter = runs.into_iter().filter_map(|run| {
            if run.rows.len() == 1 {
                return Some(run);
            }
            let start = rows.partition_point(|row| *row < run.rows.start);
            let end = rows.partition_point(|row| *row < run.rows.end);
            let rows = *rows[start..end].first()?..*rows[start..end].last()? + 1;
            Some(Run { rows, ..run })
        });
        shorter.collect()
    }

    /// Sorts the rows by model, if they are split into too many runs: the last rows have filled the
    /// holes of a level that was left.
    pub(crate) fn arrange(&mut self, models: &ModelHub) {
        if self.runs().len() > models.len() * 2 {
            self.sort_by_key(|row| *row.model);
        }
    }

    /// Returns the rows of the instances that move.
    pub(crate) fn moving(&self, models: &ModelHub) -> Range<usize> {
        let columns = self.columns();
        let moves = models.columns().moves;
        let first = columns.model.iter().position(|model| moves[*model]);
        first.unwrap_or(self.len())..self.len()
    }

    /// Writes the current layer of its texture to each instance. Rows with the right layer are not
    /// written, so they are not sent.
    pub(crate) fn update_layers(&mut self, layer_of: impl Fn(ModelId) -> u32) {
        for run in self.runs() {
            let layer = layer_of(run.model);
            let rows = run.rows.start as usize..run.rows.end as usize;
            let mut appearances = self.columns_mut().appearance;
            let mut old = appearances[rows.clone()].iter();
            if old.any(|appearance| appearance.layer != layer) {
                for appearance in appearances.range_mut(rows) {
                    appearance.layer = layer;
                }
            }
        }
    }
}
