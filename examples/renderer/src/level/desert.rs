//! The desert with dunes, ruins, an oasis and a camp.

use example_gpu::Land;
use glam::Vec3;

use super::{PATCH, Plan, small};
use crate::frame::Camera;

pub(crate) const CAMERA: Camera = Camera {
    eye: Vec3::new(-6.0, 6.4, 27.0),
    look_at: Vec3::new(0.5, 2.6, 0.0),
};

/// The place and the turn of each tent.
const TENTS: [(f32, f32, f32); 3] = [(-7.5, 4.0, 0.7), (-1.0, -1.5, 0.1), (14.5, 1.0, -0.6)];

pub(crate) fn fire() -> Vec3 {
    Land::Dunes.at(1.0, 7.5)
}

/// Creates one of 32 sectors. The first ones have the camp and the ruins.
pub(super) fn strew(plan: &mut Plan<'_>, patch: usize) {
    let on = |x: f32, z: f32| Land::Dunes.at(x, z);
    if patch == 0 {
        plan.put("dunes", Vec3::ZERO, 0.0, Vec3::ONE, [255; 3]);
        plan.put("logs", fire(), 0.4, Vec3::ONE, [190, 160, 140]);
        plan.put("fire", fire(), 0.0, Vec3::ONE, [255, 150, 50]);
        for (x, z, turn) in TENTS {
            plan.put("tent", on(x, z), turn, Vec3::ONE, [255, 244, 226]);
        }
        plan.put("banner", on(7.0, 2.0), -0.45, Vec3::ONE, [255; 3]);
    }
    if (1..=6).contains(&patch) {
        let step = small(patch);
        let ruin = on(-25.0 + step * 5.0, -13.0 - (step * 1.7).sin() * 2.0);
        let size = Vec3::new(1.2, 0.95 + (step * 2.0).sin() * 0.6, 1.2);
        plan.put("ruin", ruin, step, size, [255, 226, 184]);
        let post = on(-12.0 + step * 5.4, 9.0 + (step * 2.1).cos() * 2.5);
        plan.put("post", post, step, Vec3::ONE, [86, 70, 60]);
        let lantern = post + Vec3::Y * 2.75;
        plan.put("lantern", lantern, step, Vec3::ONE, [255, 226, 160]);
    }
    if patch < 22 {
        let oasis = plan.spot([3.5, 4.6], [14.0, 24.0]);
        plan.scatter("palm", oasis, 1.25, [255; 3]);
    }
    plan.cover(5, "cactus", [17.0, 80.0], 1.1, [104, 140, 84]);
    plan.cover(6, "rock", [15.0, 95.0], 0.9, [196, 150, 110]);
    plan.cover(70, "grass", [8.0, 60.0], 0.4, [255, 214, 130]);
    plan.cover(PATCH, "pebble", [3.0, 48.0], 0.13, [214, 174, 128]);
}
