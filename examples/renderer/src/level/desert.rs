//! The desert with dunes, ruins, an oasis and a camp.

use glam::Vec3;

use super::{PATCH, Plan, small};
use crate::assets::land::dunes;
use crate::frame::Camera;
use crate::model::Kind;

pub(crate) const KINDS: [Kind; 13] = [
    Kind::Dunes,
    Kind::Grass,
    Kind::Rock,
    Kind::Pebble,
    Kind::Post,
    Kind::Lantern,
    Kind::Logs,
    Kind::Fire,
    Kind::Cactus,
    Kind::Palm,
    Kind::Ruin,
    Kind::Tent,
    Kind::Banner,
];

pub(crate) const CAMERA: Camera = Camera {
    eye: Vec3::new(-6.0, 6.4, 27.0),
    look_at: Vec3::new(0.5, 2.6, 0.0),
    angle: 42.0,
};

const CLOTH: [[u8; 3]; 3] = [[255, 244, 226], [255, 214, 170], [214, 226, 240]];

pub(crate) fn fire() -> Vec3 {
    on(1.0, 7.5)
}

fn on(x: f32, z: f32) -> Vec3 {
    Vec3::new(x, dunes(x, z), z)
}

/// Creates one of 32 sectors. The first ones have the camp and the ruins.
pub(super) fn strew(plan: &mut Plan<'_>, patch: usize) {
    if patch == 0 {
        plan.put(Kind::Dunes, Vec3::ZERO, 0.0, Vec3::ONE, [255; 3]);
        plan.put(Kind::Logs, fire(), 0.4, Vec3::ONE, [190, 160, 140]);
        plan.put(Kind::Fire, fire(), 0.0, Vec3::ONE, [255, 150, 50]);
        for (tent, (x, z, turn)) in [(-7.5, 4.0, 0.7), (-1.0, -1.5, 0.1), (14.5, 1.0, -0.6)]
            .into_iter()
            .enumerate()
        {
            plan.put(Kind::Tent, on(x, z), turn, Vec3::ONE, CLOTH[tent]);
        }
        plan.put(
            Kind::Banner,
            on(7.0, 2.0),
            -0.45,
            Vec3::splat(1.15),
            [255; 3],
        );
    }
    if (1..=6).contains(&patch) {
        let step = small(patch);
        let at = on(-25.0 + step * 5.0, -13.0 - (step * 1.7).sin() * 2.0);
        let height = [1.5, 0.6, 1.2, 1.5, 0.35, 1.0][patch - 1];
        plan.put(
            Kind::Ruin,
            at,
            step,
            Vec3::new(1.2, height, 1.2),
            [255, 226, 184],
        );
        let post = on(-12.0 + step * 5.4, 9.0 + (step * 2.1).cos() * 2.5);
        plan.put(Kind::Post, post, step, Vec3::ONE, [86, 70, 60]);
        plan.put(
            Kind::Lantern,
            post + Vec3::Y * 2.75,
            step,
            Vec3::ONE,
            [255, 226, 160],
        );
    }
    if patch < 22 {
        let oasis = plan.spot([3.5, 4.6], [14.0, 24.0]);
        plan.scatter(Kind::Palm, oasis, 1.25, [255; 3]);
    }
    plan.cover(5, Kind::Cactus, [17.0, 80.0], 1.1, [104, 140, 84]);
    plan.cover(6, Kind::Rock, [15.0, 95.0], 0.9, [196, 150, 110]);
    plan.cover(70, Kind::Grass, [8.0, 60.0], 0.4, [255, 214, 130]);
    plan.cover(PATCH, Kind::Pebble, [3.0, 48.0], 0.13, [214, 174, 128]);
}
