//! The village in the meadow with eight houses around a well and a fire.

use std::f32::consts::FRAC_PI_2;

use example_gpu::Land;
use glam::Vec3;

use super::{PATCH, Plan, small};
use crate::frame::Camera;

pub(crate) const CAMERA: Camera = Camera {
    eye: Vec3::new(13.0, 8.6, 33.0),
    look_at: Vec3::new(-3.5, 3.0, -2.0),
};

pub(crate) fn fire() -> Vec3 {
    Land::Meadow.at(2.2, 3.4)
}

/// Creates one of eight plots with a house, a fence, a lantern and plants.
pub(super) fn build(plan: &mut Plan<'_>, patch: usize) {
    // No house stands between the camera and the square.
    let angle = 2.25 + small(patch) * 0.62;
    let out = |radius: f32, angle: f32| {
        let (z, x) = angle.sin_cos();
        Land::Meadow.at(x * radius, z * radius)
    };
    let storeys = small(patch % 3);
    let home = out(14.0 + storeys * 1.8, angle);
    let turn = -angle - FRAC_PI_2;
    let size = Vec3::new(1.0, 1.0 + 0.16 * storeys, 1.06);
    plan.put("walls", home, turn, size, [250, 238, 220]);
    plan.put("roof", home, turn, size, [244, 226, 216]);
    let lantern = out(8.8, angle + 0.3);
    plan.put("post", lantern, turn, Vec3::ONE, [70, 66, 72]);
    let lantern = lantern + Vec3::Y * 2.75;
    plan.put("lantern", lantern, turn, Vec3::ONE, [255, 236, 190]);
    for step in 0..7 {
        let along = angle - 0.26 + small(step) * 0.09;
        let turn = -along - FRAC_PI_2;
        plan.put("fence", out(21.5, along), turn, Vec3::ONE, [236, 220, 200]);
    }
    if patch == 0 {
        plan.put("well", out(3.4, 3.54), 0.2, Vec3::ONE, [240, 236, 228]);
        plan.put("logs", fire(), 0.0, Vec3::ONE, [190, 160, 140]);
        plan.put("fire", fire(), 0.0, Vec3::ONE, [255, 150, 50]);
    }
    plan.cover(90, "pebble", [2.0, 9.5], 0.16, [176, 168, 154]);
    plan.cover(30, "flower", [10.0, 24.0], 0.5, [240, 120, 110]);
    plan.cover(PATCH, "grass", [9.5, 24.0], 0.5, [240, 250, 225]);
}
