//! The three levels: what stands in each, and where. A level is a tag of the libraries.

mod desert;
mod meadow;
mod village;

use std::f32::consts::TAU;

use fastrand::Rng;
use glam::{Mat3, Vec3};
use soa_resources::Tag;
use soa_runtime::Lease;

use crate::frame::Camera;
use crate::instance::{self, Instance, Look, NO_LAMP};
use crate::model::{Kind, ModelId};

/// A level. Meadow and village are one place, in two parts that load on their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Meadow,
    Village,
    Desert,
    /// No level: what the simulation makes, and what is needed everywhere.
    Everywhere,
}

/// Instances of a patch: each level is made of patches, so that several threads can make it.
const PATCH: usize = 250;

impl Level {
    /// Those that can be entered.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 3] = [Self::Meadow, Self::Village, Self::Desert];

    /// What the libraries know it by.
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

    /// The kinds of things in it.
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

    /// Instances in it.
    #[cfg(test)]
    pub(crate) const fn instances(self) -> usize {
        self.patches() * PATCH
    }

    /// Where it is seen from.
    pub(crate) const fn camera(self) -> Camera {
        match self {
            Self::Desert => desert::CAMERA,
            _ => village::CAMERA,
        }
    }

    /// Where its fires burn.
    pub(crate) fn fires(self) -> Vec<Vec3> {
        match self {
            Self::Village => vec![village::fire()],
            Self::Desert => vec![desert::fire()],
            _ => Vec::new(),
        }
    }

    /// Makes patches with a lease, which has room for them; runs on any thread. The same patch
    /// is the same always.
    pub(crate) fn make(
        self,
        patches: impl IntoIterator<Item = usize>,
        models: &[ModelId; Kind::ALL.len()],
        lease: &mut Lease<Instance>,
    ) {
        for patch in patches {
            let seed = self as u64 * 1000 + patch as u64;
            let mut plan = Plan {
                level: self,
                random: Rng::with_seed(seed),
                models,
                lease,
                left: PATCH,
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

/// The threads that make a level, each with a lease of its own.
pub(crate) const MAKERS: usize = 2;

/// The patches of a level that one of the makers makes, and how many instances that are.
pub(crate) fn share(level: Level, maker: usize) -> (std::ops::Range<usize>, usize) {
    let cut = |maker: usize| level.patches() * maker / MAKERS;
    let patches = cut(maker)..cut(maker + 1);
    let instances = patches.len() * PATCH;
    (patches, instances)
}

/// A patch that is being made.
struct Plan<'a> {
    level: Level,
    random: Rng,
    models: &'a [ModelId; Kind::ALL.len()],
    lease: &'a mut Lease<Instance>,
    left: usize,
}

impl Plan<'_> {
    /// Puts a thing where it shall stand, turned by so many radians.
    fn put(&mut self, kind: Kind, at: Vec3, turn: f32, size: Vec3, tint: [u8; 3]) {
        let Some(left) = self.left.checked_sub(1) else {
            return;
        };
        self.left = left;
        let turned = Mat3::from_rotation_y(turn) * Mat3::from_diagonal(size);
        let [red, green, blue] = tint;
        self.lease.insert(Instance {
            place: instance::place(at, turned),
            look: Look {
                layer: 0,
                lamp: NO_LAMP,
                tint: [red, green, blue, 255],
            },
            model: self.models[kind as usize],
            level: self.level,
            velocity: Vec3::ZERO,
            life: f32::INFINITY,
        });
    }

    /// Puts a thing turned anyhow, at a size of about `size`, in about a tint.
    fn scatter(&mut self, kind: Kind, at: Vec3, size: f32, tint: [u8; 3]) {
        let turn = self.between(0.0, TAU);
        let size = size * self.between(0.75, 1.3);
        let height = size * self.between(0.8, 1.25);
        let light = self.between(0.82, 1.0);
        let tint = tint.map(|channel| scaled(channel, light));
        self.put(kind, at, turn, Vec3::new(size, height, size), tint);
    }

    /// A place in a sector of a ring around the origin, on the ground.
    fn spot(&mut self, angles: [f32; 2], radii: [f32; 2], ground: fn(f32, f32) -> f32) -> Vec3 {
        let angle = self.between(angles[0], angles[1]);
        // As many a square metre inside as outside.
        let square = self.between(radii[0] * radii[0], radii[1] * radii[1]);
        let (x, z) = (angle.cos() * square.sqrt(), angle.sin() * square.sqrt());
        Vec3::new(x, ground(x, z), z)
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.random.f32()
    }
}

/// The angles of a patch that is a sector.
fn sector(patch: usize, patches: usize) -> [f32; 2] {
    let angle = |number: usize| TAU * small(number) / small(patches);
    [angle(patch), angle(patch + 1)]
}

/// A small number as a real one.
fn small(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float that is cast saturates"
)]
fn scaled(channel: u8, factor: f32) -> u8 {
    (f32::from(channel) * factor) as u8
}
