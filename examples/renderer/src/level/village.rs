//! The village in the meadow with eight houses around a well and a fire.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::Vec3;

use super::{PATCH, Plan, small};
use crate::assets::land::meadow;
use crate::frame::Camera;
use crate::model::Kind;

pub(crate) const KINDS: [Kind; 11] = [
    Kind::Grass,
    Kind::Flower,
    Kind::Pebble,
    Kind::Walls,
    Kind::Roof,
    Kind::Fence,
    Kind::Well,
    Kind::Post,
    Kind::Lantern,
    Kind::Logs,
    Kind::Fire,
];

pub(crate) const CAMERA: Camera = Camera {
    eye: Vec3::new(13.0, 8.6, 33.0),
    look_at: Vec3::new(-3.5, 3.0, -2.0),
    angle: 42.0,
};

const PLASTER: [[u8; 3]; 4] = [
    [255, 248, 236],
    [250, 226, 190],
    [238, 214, 206],
    [226, 232, 226],
];
const TILES: [[u8; 3]; 3] = [[255, 255, 255], [232, 206, 190], [206, 196, 204]];

pub(crate) fn fire() -> Vec3 {
    Vec3::new(2.2, meadow(2.2, 3.4), 3.4)
}

/// Creates one of eight plots with a house, a fence, a lantern and plants.
pub(super) fn build(plan: &mut Plan<'_>, patch: usize) {
    // No house stands between the camera and the square.
    let angle = 2.25 + small(patch) * 0.62;
    let out = |radius: f32, angle: f32| {
        let (x, z) = (angle.cos() * radius, angle.sin() * radius);
        Vec3::new(x, meadow(x, z), z)
    };
    let home = out(14.0 + small(patch % 3) * 1.8, angle);
    let turn = -angle - FRAC_PI_2;
    let size = Vec3::new(
        1.0,
        1.0 + 0.16 * small(patch % 3),
        1.0 + 0.12 * small(patch % 2),
    );
    plan.put(Kind::Walls, home, turn, size, PLASTER[patch % 4]);
    plan.put(Kind::Roof, home, turn, size, TILES[patch % 3]);
    let lantern = out(8.8, angle + 0.3);
    plan.put(Kind::Post, lantern, turn, Vec3::ONE, [70, 66, 72]);
    plan.put(
        Kind::Lantern,
        lantern + Vec3::Y * 2.75,
        turn,
        Vec3::ONE,
        [255, 236, 190],
    );
    for step in 0..7_usize {
        let along = angle - 0.26 + small(step) * 0.09;
        let at = out(21.5, along);
        plan.put(
            Kind::Fence,
            at,
            -along - FRAC_PI_2,
            Vec3::ONE,
            [236, 220, 200],
        );
    }
    if patch == 0 {
        plan.put(
            Kind::Well,
            out(3.4, PI + 0.4),
            0.2,
            Vec3::ONE,
            [240, 236, 228],
        );
        plan.put(Kind::Logs, fire(), 0.0, Vec3::ONE, [190, 160, 140]);
        plan.put(Kind::Fire, fire(), 0.0, Vec3::ONE, [255, 150, 50]);
    }
    plan.cover(90, Kind::Pebble, [2.0, 9.5], 0.16, [176, 168, 154]);
    plan.cover(30, Kind::Flower, [10.0, 24.0], 0.5, [240, 120, 110]);
    plan.cover(PATCH, Kind::Grass, [9.5, 24.0], 0.5, [250, 255, 235]);
}
