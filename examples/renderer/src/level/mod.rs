//! The three levels and their instances. Each level is a tag of the libraries.

mod desert;
mod meadow;
mod village;

use std::f32::consts::TAU;

use example_gpu::Land;
use fastrand::Rng;
use glam::Vec3;
use soa_resources::Tag;
use soa_runtime::Lease;

use crate::frame::Camera;
use crate::instance::Instance;
use crate::model::{self, Names};

/// A level. The meadow and the village are one place in two parts, which load separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Meadow,
    Village,
    Desert,
    /// No level: what the simulation creates, and what all levels need.
    Everywhere,
}

/// The number of threads that create a level, each with its own lease.
pub(crate) const MAKERS: usize = 2;

/// The number of instances in a patch. A level consists of patches, so that several threads can
/// create it.
const PATCH: usize = 250;

impl Level {
    /// Returns its tag in the libraries.
    pub(crate) const fn tag(self) -> Tag {
        Tag(self as u32)
    }

    const fn patches(self) -> usize {
        match self {
            Self::Meadow => 40,
            Self::Village => 8,
            Self::Desert => 32,
            Self::Everywhere => 0,
        }
    }

    /// Returns the number of its instances, which [`MAKERS`] divides.
    pub(crate) const fn instances(self) -> usize {
        self.patches() * PATCH
    }

    /// Returns its camera.
    pub(crate) const fn camera(self) -> Camera {
        match self {
            Self::Desert => desert::CAMERA,
            _ => village::CAMERA,
        }
    }

    /// Returns the position of its fire.
    pub(crate) fn fire(self) -> Option<Vec3> {
        match self {
            Self::Village => Some(village::fire()),
            Self::Desert => Some(desert::fire()),
            _ => None,
        }
    }

    /// Creates the share of one maker with a lease that has enough ids, on any thread. A patch is
    /// always the same.
    pub(crate) fn make(self, maker: usize, names: Names<'_, '_>, lease: &mut Lease<Instance>) {
        let count = self.patches() / MAKERS;
        for patch in maker * count..(maker + 1) * count {
            let mut plan = Plan {
                level: self,
                random: Rng::with_seed(self as u64 * 1000 + patch as u64),
                names,
                lease: &mut *lease,
                left: PATCH,
                angles: [patch, patch + 1].map(|edge| TAU * small(edge) / small(self.patches())),
                land: match self {
                    Self::Desert => Land::Dunes,
                    _ => Land::Meadow,
                },
            };
            match self {
                Self::Meadow => meadow::plant(&mut plan, patch),
                Self::Village => village::build(&mut plan, patch),
                Self::Desert => desert::strew(&mut plan, patch),
                Self::Everywhere => {}
            }
        }
    }
}

/// The colour that a mesh is multiplied by.
type Tint = [u8; 3];

/// A patch that is being created.
struct Plan<'a> {
    level: Level,
    random: Rng,
    names: Names<'a, 'a>,
    lease: &'a mut Lease<Instance>,
    left: usize,
    /// The sector that the patch covers.
    angles: [f32; 2],
    land: Land,
}

impl Plan<'_> {
    /// Inserts a thing at a place, turned by `turn` radians.
    fn put(&mut self, name: &'static str, at: Vec3, turn: f32, size: Vec3, tint: Tint) {
        let Some(left) = self.left.checked_sub(1) else {
            return;
        };
        self.left = left;
        let model = model::find(self.names, name);
        let thing = Instance::new(model, self.level, at, turn, size, tint);
        self.lease.insert(thing);
    }

    /// Inserts a thing with a random turn, and with a size that varies a little.
    fn scatter(&mut self, name: &'static str, at: Vec3, size: f32, tint: Tint) {
        let turn = self.between(0.0, TAU);
        let size = size * self.between(0.75, 1.3);
        let height = size * self.between(0.8, 1.25);
        self.put(name, at, turn, Vec3::new(size, height, size), tint);
    }

    /// Scatters at most `count` things of one kind over the sector, between two radii.
    fn cover(&mut self, count: usize, name: &'static str, radii: [f32; 2], size: f32, tint: Tint) {
        for _ in 0..count.min(self.left) {
            let at = self.spot(self.angles, radii);
            self.scatter(name, at, size, tint);
        }
    }

    /// Returns a random place on the ground, in a sector of a ring around the origin.
    fn spot(&mut self, angles: [f32; 2], radii: [f32; 2]) -> Vec3 {
        let angle = self.between(angles[0], angles[1]);
        // The square of the radius is uniform, so the density is the same everywhere.
        let square = self.between(radii[0] * radii[0], radii[1] * radii[1]);
        let (z, x) = angle.sin_cos();
        self.land.at(x * square.sqrt(), z * square.sqrt())
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.random.f32()
    }
}

/// Converts a small number to a float.
fn small(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}
