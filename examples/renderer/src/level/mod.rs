//! The three levels and their instances. Each level is a tag of the libraries.

mod desert;
mod meadow;
mod village;

use std::f32::consts::TAU;

use fastrand::Rng;
use glam::{Mat3, Vec3};
use soa_resources::Tag;
use soa_runtime::Lease;

use crate::assets::land;
use crate::frame::Camera;
use crate::instance::{self, Appearance, Instance, NO_LAMP};
use crate::model::{Kind, Kinds};

/// A level. The meadow and the village are one place in two parts, which load separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Meadow,
    Village,
    Desert,
    /// No level: what the simulation creates, and what all levels need.
    Everywhere,
}

/// The number of instances in a patch. A level consists of patches, so that several threads can
/// create it.
const PATCH: usize = 250;

impl Level {
    /// The levels that can be entered.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 3] = [Self::Meadow, Self::Village, Self::Desert];

    /// Returns its tag in the libraries.
    pub(crate) const fn tag(self) -> Tag {
        Tag(self as u32)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Meadow => "meadow",
            Self::Village => "village",
            Self::Desert => "desert",
            Self::Everywhere => "everywhere",
        }
    }

    /// Returns the kinds of its things.
    pub(crate) const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Meadow => &meadow::KINDS,
            Self::Village => &village::KINDS,
            Self::Desert => &desert::KINDS,
            Self::Everywhere => &[Kind::Wisp, Kind::Spark],
        }
    }

    pub(crate) const fn patches(self) -> usize {
        match self {
            Self::Meadow => 40,
            Self::Village => 8,
            Self::Desert => 32,
            Self::Everywhere => 0,
        }
    }

    /// Returns the number of its instances.
    #[cfg(test)]
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

    /// Returns the positions of its fires.
    pub(crate) fn fires(self) -> Vec<Vec3> {
        match self {
            Self::Village => vec![village::fire()],
            Self::Desert => vec![desert::fire()],
            _ => Vec::new(),
        }
    }

    /// Creates the instances of patches with a lease that has enough ids, on any thread. A patch is
    /// always the same.
    pub(crate) fn make(
        self,
        patches: impl IntoIterator<Item = usize>,
        kinds: Kinds<'_, '_>,
        lease: &mut Lease<Instance>,
    ) {
        for patch in patches {
            let seed = self as u64 * 1000 + patch as u64;
            let mut plan = Plan {
                level: self,
                random: Rng::with_seed(seed),
                kinds,
                lease,
                left: PATCH,
                angles: [patch, patch + 1].map(|edge| TAU * small(edge) / small(self.patches())),
                ground: match self {
                    Self::Desert => land::dunes,
                    _ => land::meadow,
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

/// The number of threads that create a level, each with its own lease.
pub(crate) const MAKERS: usize = 2;

/// Returns the patches that one of the threads creates, and the number of their instances.
pub(crate) fn share(level: Level, maker: usize) -> (std::ops::Range<usize>, usize) {
    let cut = |maker: usize| level.patches() * maker / MAKERS;
    let patches = cut(maker)..cut(maker + 1);
    let instances = patches.len() * PATCH;
    (patches, instances)
}

/// A patch that is being created.
struct Plan<'a> {
    level: Level,
    random: Rng,
    kinds: Kinds<'a, 'a>,
    lease: &'a mut Lease<Instance>,
    left: usize,
    /// The sector that the patch covers.
    angles: [f32; 2],
    ground: fn(f32, f32) -> f32,
}

impl Plan<'_> {
    /// Inserts a thing at a place, turned by `turn` radians.
    fn put(&mut self, kind: Kind, at: Vec3, turn: f32, size: Vec3, tint: [u8; 3]) {
        let Some(left) = self.left.checked_sub(1) else {
            return;
        };
        self.left = left;
        let turned = Mat3::from_rotation_y(turn) * Mat3::from_diagonal(size);
        let [red, green, blue] = tint;
        self.lease.insert(Instance {
            place: instance::place(at, turned),
            appearance: Appearance {
                layer: 0,
                lamp: NO_LAMP,
                tint: [red, green, blue, 255],
            },
            model: kind.model(self.kinds),
            level: self.level,
            velocity: Vec3::ZERO,
            life: f32::INFINITY,
        });
    }

    /// Inserts a thing with a random turn, and with a size and a tint that vary a little.
    fn scatter(&mut self, kind: Kind, at: Vec3, size: f32, tint: [u8; 3]) {
        let turn = self.between(0.0, TAU);
        let size = size * self.between(0.75, 1.3);
        let height = size * self.between(0.8, 1.25);
        let light = self.between(0.82, 1.0);
        let tint = tint.map(|channel| scaled(channel, light));
        self.put(kind, at, turn, Vec3::new(size, height, size), tint);
    }

    /// Scatters at most `count` things of one kind over the sector, between two radii.
    fn cover(&mut self, count: usize, kind: Kind, radii: [f32; 2], size: f32, tint: [u8; 3]) {
        for _ in 0..count.min(self.left) {
            let at = self.spot(self.angles, radii);
            self.scatter(kind, at, size, tint);
        }
    }

    /// Returns a random place on the ground, in a sector of a ring around the origin.
    fn spot(&mut self, angles: [f32; 2], radii: [f32; 2]) -> Vec3 {
        let angle = self.between(angles[0], angles[1]);
        // The square of the radius is uniform, so the density is the same everywhere.
        let square = self.between(radii[0] * radii[0], radii[1] * radii[1]);
        let (x, z) = (angle.cos() * square.sqrt(), angle.sin() * square.sqrt());
        Vec3::new(x, (self.ground)(x, z), z)
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.random.f32()
    }
}

/// Converts a small number to a float.
fn small(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast of a float saturates"
)]
fn scaled(channel: u8, factor: f32) -> u8 {
    (f32::from(channel) * factor) as u8
}
