//! Generates the meshes. Each function returns one mesh in one of the four vertex layouts.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use super::land;
use super::shape::{Shape, shade};
use crate::vertex::Layout;

/// A function that returns a mesh.
type Make = fn() -> Shape;

/// All meshes with the names of their files.
pub(super) const ALL: [(&str, Make); 24] = [
    ("meadow", land::meadow_mesh),
    ("dunes", land::dunes_mesh),
    ("pine", pine),
    ("leafy", leafy),
    ("grass", grass),
    ("flower", flower),
    ("rock", rock),
    ("pebble", pebble),
    ("walls", walls),
    ("roof", roof),
    ("tower", tower),
    ("sails", sails),
    ("fence", fence),
    ("well", well),
    ("post", post),
    ("lantern", lantern),
    ("logs", logs),
    ("fire", fire),
    ("cactus", cactus),
    ("palm", palm),
    ("pillar", pillar),
    ("tent", tent),
    ("wisp", wisp),
    ("spark", spark),
];

const BARK: [u8; 3] = [104, 74, 52];

fn pine() -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    shape.colour = BARK;
    shape.cone(Vec3::ZERO, [(0.2, -0.3), (0.14, 1.0)], 5, 1.0);
    for (step, radius) in [1.25_f32, 1.0, 0.72].into_iter().enumerate() {
        let low = 0.8 + [0.0, 0.95, 1.85][step];
        shape.colour = shade([46, 92, 62], 1.0 + low * 0.1);
        shape.cone(Vec3::ZERO, [(radius, low), (0.0, low + 1.65)], 7, 1.0);
    }
    shape
}

fn leafy() -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    shape.colour = BARK;
    shape.cone(Vec3::ZERO, [(0.24, -0.3), (0.15, 1.6)], 5, 1.0);
    shape.colour = [98, 140, 52];
    shape.lump(Vec3::new(0.0, 2.3, 0.0), Vec3::new(1.2, 1.05, 1.2), 0.14, 4);
    shape.colour = [120, 158, 62];
    shape.lump(Vec3::new(0.55, 2.95, 0.3), Vec3::splat(0.75), 0.14, 3);
    shape
}

/// Returns blades with the normals of the ground, so that they are lit like the ground.
fn grass() -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    for blade in 0..5_u16 {
        let angle = TAU * f32::from(blade) / 5.0 + shape.between(-0.4, 0.4);
        let out = Vec3::new(angle.cos(), 0.0, angle.sin());
        let across = Vec3::new(-out.z, 0.0, out.x) * 0.06;
        let tip = out * shape.between(0.2, 0.42) + Vec3::Y * shape.between(0.45, 0.8);
        let corners = [out * 0.1 - across, out * 0.1 + across, tip];
        let colours = [[96, 132, 58], [96, 132, 58], [168, 190, 92]];
        for (at, colour) in corners.into_iter().zip(colours) {
            shape.colour = colour;
            let number = shape.vertex(at, Vec3::Y, Vec2::ZERO);
            shape.indices.push(number);
        }
    }
    shape
}

fn flower() -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    shape.colour = [90, 130, 60];
    shape.cone(Vec3::ZERO, [(0.03, 0.0), (0.02, 0.6)], 3, 1.0);
    shape.colour = [255; 3];
    let middle = Vec3::Y * 0.6;
    for petal in 0..5_u16 {
        let angle = TAU * f32::from(petal) / 5.0;
        let at = |turn: f32, radius: f32, height: f32| {
            let angle = angle + turn;
            middle + Vec3::new(angle.cos() * radius, height, angle.sin() * radius)
        };
        shape.face(&[
            middle,
            at(0.5, 0.18, 0.06),
            at(0.0, 0.26, 0.09),
            at(-0.5, 0.18, 0.06),
        ]);
    }
    shape
}

fn rock() -> Shape {
    let mut shape = Shape::new(Layout::Smooth);
    shape.lump(Vec3::Y * 0.25, Vec3::new(1.0, 0.75, 0.85), 0.2, 4);
    shape
}

fn pebble() -> Shape {
    let mut shape = Shape::new(Layout::Plain);
    shape.lump(Vec3::ZERO, Vec3::new(1.0, 0.5, 0.8), 0.2, 2);
    shape
}

/// Returns a box with gables. The texture is one storey high and has a window.
fn walls() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    let (x, z, height, ridge) = (2.4, 3.2, 2.9, 5.0);
    let up = Vec3::Y * (height + 0.6);
    let low = |x: f32, z: f32| Vec3::new(x, -0.6, z);
    let storey = |metres: f32| Vec2::new((metres / 2.4_f32).round(), 1.0);
    shape.panel(low(-x, z), Vec3::X * x * 2.0, up, storey(x * 2.0));
    shape.panel(low(x, z), Vec3::NEG_Z * z * 2.0, up, storey(z * 2.0));
    shape.panel(low(x, -z), Vec3::NEG_X * x * 2.0, up, storey(x * 2.0));
    shape.panel(low(-x, -z), Vec3::Z * z * 2.0, up, storey(z * 2.0));
    for side in [1.0, -1.0] {
        let at = |x: f32, y: f32, u: f32, v: f32| (Vec3::new(x, y, z * side), Vec2::new(u, v));
        let corners = [
            at(-x * side, height, 0.0, 1.0),
            at(x * side, height, 2.0, 1.0),
            at(0.0, ridge, 1.0, 0.12),
        ];
        shape.polygon(&corners);
    }
    shape
}

fn roof() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    let (eaves, ridge, length) = (Vec3::new(3.0, 2.45, 3.7), 5.15, 7.4);
    for side in [1.0, -1.0] {
        let corner = Vec3::new(eaves.x * side, eaves.y, eaves.z * side);
        let along = Vec3::NEG_Z * length * side;
        let up = Vec3::new(-eaves.x * side, ridge - eaves.y, 0.0);
        shape.panel(corner, along, up, Vec2::new(4.0, 2.0));
    }
    // The chimney.
    shape.slab(Vec3::new(0.7, 3.6, -1.9), Vec3::new(1.4, 5.7, -1.2), 2.0);
    shape
}

fn tower() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    shape.cone(Vec3::ZERO, [(2.6, -1.0), (1.8, 7.0)], 10, 2.4);
    shape.cone(Vec3::ZERO, [(2.3, 6.9), (0.0, 9.6)], 10, 2.4);
    shape.slab(Vec3::new(-0.25, 6.8, 0.5), Vec3::new(0.25, 7.3, 2.5), 2.4);
    shape
}

/// Returns four sails around the origin, which face south.
fn sails() -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    for sail in 0..4_u16 {
        let angle = TAU * (f32::from(sail) / 4.0 + 0.07);
        let (out, across) = (
            Vec3::new(angle.cos(), angle.sin(), 0.0),
            Vec3::new(-angle.sin(), angle.cos(), 0.0),
        );
        shape.colour = BARK;
        shape.face(&[
            across * -0.1,
            out * 5.0 - across * 0.1,
            out * 5.0 + across * 0.1,
            across * 0.1,
        ]);
        shape.colour = [240, 230, 208];
        let (near, far) = (out * 1.0 + across * 0.15, out * 4.8 + across * 0.15);
        shape.face(&[near, far, far + across * 1.0, near + across * 0.8]);
    }
    shape
}

fn fence() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    for x in [-0.8, 0.0, 0.8] {
        shape.slab(
            Vec3::new(x - 0.07, -0.3, -0.07),
            Vec3::new(x + 0.07, 1.05, 0.07),
            1.0,
        );
    }
    for y in [0.35, 0.75] {
        shape.slab(Vec3::new(-1.0, y, 0.04), Vec3::new(1.0, y + 0.12, 0.1), 1.0);
    }
    shape
}

fn well() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    shape.cone(Vec3::ZERO, [(1.0, -0.3), (0.95, 0.85)], 10, 1.5);
    shape.cone(Vec3::ZERO, [(0.95, 0.85), (0.0, 0.7)], 10, 1.5);
    for x in [-0.9, 0.9] {
        shape.slab(
            Vec3::new(x - 0.08, 0.7, -0.08),
            Vec3::new(x + 0.08, 2.2, 0.08),
            1.5,
        );
    }
    shape.cone(Vec3::ZERO, [(1.5, 2.1), (0.0, 3.0)], 4, 1.5);
    shape
}

fn post() -> Shape {
    let mut shape = Shape::new(Layout::Smooth);
    shape.cone(Vec3::ZERO, [(0.1, -0.3), (0.06, 2.5)], 6, 1.0);
    shape.cone(Vec3::ZERO, [(0.06, 2.5), (0.2, 2.58)], 6, 1.0);
    shape.cone(Vec3::ZERO, [(0.26, 2.95), (0.0, 3.2)], 6, 1.0);
    shape
}

fn lantern() -> Shape {
    let mut shape = Shape::new(Layout::Plain);
    shape.lump(Vec3::ZERO, Vec3::new(0.17, 0.2, 0.17), 0.0, 3);
    shape
}

fn logs() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    for log in 0..5_u16 {
        let angle = TAU * f32::from(log) / 5.0;
        let (out, across) = (
            Vec3::new(angle.cos(), 0.0, angle.sin()),
            Vec3::new(-angle.sin(), 0.0, angle.cos()) * 0.11,
        );
        let (low, high) = (out * 0.95 + Vec3::Y * 0.05, out * 0.12 + Vec3::Y * 0.7);
        shape.panel(low - across, across * 2.0, high - low, Vec2::ONE);
        shape.panel(
            low + across - Vec3::Y * 0.14,
            across * -2.0,
            high - low,
            Vec2::ONE,
        );
    }
    shape
}

fn fire() -> Shape {
    let mut shape = Shape::new(Layout::Plain);
    shape.cone(Vec3::ZERO, [(0.5, 0.1), (0.0, 1.7)], 5, 1.0);
    shape.cone(
        Vec3::new(0.2, 0.0, 0.15),
        [(0.25, 0.1), (0.0, 0.95)],
        4,
        1.0,
    );
    shape
}

fn cactus() -> Shape {
    let mut shape = Shape::new(Layout::Smooth);
    shape.lump(Vec3::Y * 1.1, Vec3::new(0.34, 1.5, 0.34), 0.04, 6);
    for (side, height) in [(1.0, 1.2), (-1.0, 0.8)] {
        shape.lump(
            Vec3::new(0.5 * side, height, 0.0),
            Vec3::new(0.36, 0.17, 0.17),
            0.03,
            4,
        );
        shape.lump(
            Vec3::new(0.75 * side, height + 0.4, 0.0),
            Vec3::new(0.17, 0.55, 0.17),
            0.03,
            4,
        );
    }
    shape
}

fn palm() -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    let lean = Vec3::new(0.16, 1.0, 0.05);
    for step in 0..4_u16 {
        let low = f32::from(step) * 0.95;
        shape.colour = shade([142, 108, 72], 0.9 + 0.06 * f32::from(step % 2));
        let foot = lean * Vec3::new(low, 0.0, low);
        shape.cone(foot, [(0.2, low - 0.1), (0.14, low + 0.95)], 6, 1.0);
    }
    let top = lean * 3.8;
    for leaf in 0..8_u16 {
        let angle = TAU * f32::from(leaf) / 8.0 + shape.between(-0.2, 0.2);
        let (out, across) = (
            Vec3::new(angle.cos(), 0.0, angle.sin()),
            Vec3::new(-angle.sin(), 0.0, angle.cos()),
        );
        let middle = top + out * 0.95 + Vec3::Y * 0.42;
        let tip = top + out * 1.9 - Vec3::Y * shape.between(0.3, 0.8);
        for side in [1.0, -1.0] {
            let light = shape.between(0.9, 1.1);
            shape.colour = shade([84, 132, 58], light);
            let edge = middle + across * 0.34 * side - Vec3::Y * 0.12;
            shape.face(&[top, middle, edge]);
            shape.face(&[middle, tip, edge]);
        }
    }
    shape
}

fn pillar() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    shape.slab(Vec3::new(-0.9, -1.0, -0.9), Vec3::new(0.9, 0.4, 0.9), 2.0);
    shape.cone(Vec3::ZERO, [(0.62, 0.4), (0.52, 4.0)], 9, 2.0);
    shape.slab(
        Vec3::new(-0.75, 4.0, -0.75),
        Vec3::new(0.75, 4.4, 0.75),
        2.0,
    );
    shape
}

/// Returns a ridge tent that is open to the south.
fn tent() -> Shape {
    let mut shape = Shape::new(Layout::Textured);
    let (half, ridge, length) = (2.1, 2.9, 4.6);
    for side in [1.0, -1.0] {
        let corner = Vec3::new(half * side, -0.2, side * length / 2.0);
        let along = Vec3::NEG_Z * length * side;
        let up = Vec3::new(-half * side, ridge + 0.2, 0.0);
        shape.panel(corner, along, up, Vec2::new(1.5, 1.0));
        // An open flap, and half of the back.
        let door = Vec3::new(half * side, -0.2, length / 2.0);
        let top = Vec3::new(0.0, ridge, length / 2.0);
        let flap = Vec3::new((half + 0.1) * side * 0.62, -0.2, length / 2.0 + 0.7);
        shape.polygon(&[(door, Vec2::ZERO), (flap, Vec2::X * 0.6), (top, Vec2::Y)]);
        let back = Vec3::new(half * side, -0.2, -length / 2.0);
        let middle = Vec3::new(0.0, -0.2, -length / 2.0);
        let top = Vec3::new(0.0, ridge, -length / 2.0);
        shape.polygon(&[(back, Vec2::ZERO), (middle, Vec2::X), (top, Vec2::ONE)]);
    }
    shape
}

fn wisp() -> Shape {
    let mut shape = Shape::new(Layout::Plain);
    shape.lump(Vec3::ZERO, Vec3::ONE, 0.0, 3);
    shape
}

fn spark() -> Shape {
    let mut shape = Shape::new(Layout::Plain);
    shape.cone(Vec3::ZERO, [(1.0, 0.0), (0.0, 1.6)], 3, 1.0);
    shape.cone(Vec3::ZERO, [(1.0, 0.0), (0.0, -1.6)], 3, 1.0);
    shape
}
