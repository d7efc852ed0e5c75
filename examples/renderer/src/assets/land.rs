//! Generates the two grounds: their heights and their meshes.

use glam::{Vec2, Vec3};

use super::shape::{Colour, Shape, mix, shade};
use crate::vertex::Layout;

/// The distance from the middle to each edge in metres.
const REACH: f32 = 300.0;

/// The number of squares along each side of a mesh. The squares in the middle are smaller.
const SQUARES: u16 = 72;

/// Returns the height of the meadow at a position in metres.
pub(crate) fn meadow(x: f32, z: f32) -> f32 {
    let far = x.hypot(z);
    let rolling = (x * 0.043 + 1.3).sin() * (z * 0.037).cos() * 3.4
        + (x * 0.013 - z * 0.021).sin() * 5.0
        + (x * 0.11).sin() * (z * 0.093 + 0.7).sin() * 0.7;
    let outside = smooth(20.0, 60.0, far);
    let ridges = (x * 0.045 + z * 0.02).sin() * 9.0
        + (z * 0.06 - x * 0.03).sin() * 6.0
        + (x * 0.15).sin() * (z * 0.13).cos() * 4.0;
    let mountains = smooth(110.0, 230.0, far) * (30.0 + ridges * 1.6);
    rolling * outside + mountains
}

/// Returns the height of the desert at a position in metres.
pub(crate) fn dunes(x: f32, z: f32) -> f32 {
    let far = x.hypot(z);
    // Dunes are steeper on the side away from the wind.
    let wave = |at: f32| {
        let phase = at - at.floor();
        if phase < 0.7 {
            smooth(0.0, 0.7, phase)
        } else {
            1.0 - smooth(0.7, 1.0, phase)
        }
    };
    let warp = (z * 0.03).sin() * 0.35 + (x * 0.021 + z * 0.017).sin() * 0.25;
    let high = wave(x * 0.022 + z * 0.012 + warp) * 7.0 + wave(z * 0.05 - x * 0.01 + warp) * 1.2;
    let mesas = smooth(
        0.55,
        0.62,
        ((x * 0.019).sin() * (z * 0.023 + 0.8).sin()).abs(),
    );
    let outside = smooth(14.0, 60.0, far);
    (high - 2.0) * outside + mesas * smooth(120.0, 160.0, far) * 34.0
}

fn smooth(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Returns the ground of the meadow and the village.
pub(super) fn meadow_mesh() -> Shape {
    ground(meadow, |at, up, grain| {
        let far = Vec2::new(at.x, at.z).length();
        let grass = mix([104, 142, 62], [142, 160, 74], grain);
        let woods = mix(grass, [72, 110, 62], smooth(50.0, 120.0, far));
        let rock = mix(
            woods,
            [134, 130, 126],
            smooth(0.93, 0.8, up) * smooth(90.0, 140.0, far),
        );
        let snow = mix(
            rock,
            [238, 242, 248],
            smooth(26.0, 36.0, at.y + grain * 5.0),
        );
        let path = (at.x + 2.0 - (at.z * 0.12).sin() * 2.5).abs();
        let trodden = smooth(2.4, 1.0, path) * smooth(0.0, 8.0, at.z) * smooth(60.0, 30.0, far);
        let square = smooth(9.5, 6.0, far + grain * 2.0);
        mix(
            snow,
            mix([164, 140, 104], [182, 160, 124], grain),
            trodden.max(square),
        )
    })
}

/// Returns the ground of the desert.
pub(super) fn dunes_mesh() -> Shape {
    ground(dunes, |at, up, grain| {
        let sand = mix([224, 176, 112], [238, 196, 132], grain);
        let crest = mix(sand, [246, 212, 152], smooth(2.0, 6.0, at.y));
        let cliff = mix(crest, [176, 98, 66], smooth(0.86, 0.7, up));
        let layers = (at.y * 0.9).sin() * 0.08 + 1.0;
        shade(cliff, if at.y > 9.0 { layers } else { 1.0 })
    })
}

fn ground(height: fn(f32, f32) -> f32, paint: impl Fn(Vec3, f32, f32) -> Colour) -> Shape {
    let mut shape = Shape::new(Layout::Painted);
    let along = |number: u16| {
        let part = f32::from(number) / f32::from(SQUARES) * 2.0 - 1.0;
        part * REACH * (0.16 + 0.84 * part * part)
    };
    let on = |x: f32, z: f32| Vec3::new(x, height(x, z), z);
    for row in 0..=SQUARES {
        for column in 0..=SQUARES {
            let (x, z) = (along(column), along(row));
            let (east, south) = (
                on(x + 0.6, z) - on(x - 0.6, z),
                on(x, z + 0.6) - on(x, z - 0.6),
            );
            let normal = south.cross(east).normalize_or(Vec3::Y);
            let grain = shape.between(0.0, 1.0);
            shape.colour = paint(on(x, z), normal.y, grain);
            shape.vertex(on(x, z), normal, Vec2::ZERO);
        }
    }
    let side = u32::from(SQUARES) + 1;
    for row in 0..side - 1 {
        for column in 0..side - 1 {
            let first = row * side + column;
            let (right, below) = (first + 1, first + side);
            shape.indices.extend([first, below, right]);
            shape.indices.extend([right, below, below + 1]);
        }
    }
    shape
}
