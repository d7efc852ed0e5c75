//! The two grounds: their heights, their colours, and their meshes.

use glam::{Vec2, Vec3};
use serde::Deserialize;

/// The distance from the middle to each edge in metres.
const REACH: f32 = 300.0;

/// The number of squares along each side of a mesh. The squares in the middle are smaller.
const SQUARES: u16 = 72;

/// A ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Land {
    /// The ground of the meadow and the village.
    Meadow,
    /// The ground of the desert.
    Dunes,
}

impl Land {
    /// Returns the point of the ground at a position in metres.
    pub fn at(self, x: f32, z: f32) -> Vec3 {
        let height = match self {
            Self::Meadow => meadow(x, z),
            Self::Dunes => dunes(x, z),
        };
        Vec3::new(x, height, z)
    }

    /// Returns the corners of each square: its points, normals and colours.
    pub(crate) fn squares(self) -> impl Iterator<Item = [(Vec3, Vec3, Vec3); 4]> {
        let along = |number: u16| {
            let part = f32::from(number) / f32::from(SQUARES) * 2.0 - 1.0;
            part * REACH * (0.16 + 0.84 * part * part)
        };
        let corner = move |row: u16, column: u16| {
            let (x, z) = (along(column), along(row));
            let east = self.at(x + 0.6, z) - self.at(x - 0.6, z);
            let south = self.at(x, z + 0.6) - self.at(x, z - 0.6);
            let normal = south.cross(east).normalize_or(Vec3::Y);
            let at = self.at(x, z);
            (at, normal, self.colour(at, normal.y))
        };
        let squares = 0..SQUARES * SQUARES;
        squares.map(move |square| {
            let (row, column) = (square / SQUARES, square % SQUARES);
            [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(down, right)| corner(row + down, column + right))
        })
    }

    /// Returns the colour of a point. `up` is the vertical part of its normal.
    fn colour(self, at: Vec3, up: f32) -> Vec3 {
        let colour = |red, green, blue| Vec3::new(red, green, blue);
        match self {
            Self::Meadow => {
                let far = Vec2::new(at.x, at.z).length();
                let path = (at.x + 2.0 - (at.z * 0.12).sin() * 2.5).abs();
                let trodden =
                    smooth(2.4, 1.0, path) * smooth(0.0, 8.0, at.z) * smooth(60.0, 30.0, far);
                let bare = trodden.max(smooth(11.0, 7.0, far));
                let steep = smooth(0.93, 0.8, up) * smooth(90.0, 140.0, far);
                colour(123.0, 151.0, 68.0)
                    .lerp(colour(72.0, 110.0, 62.0), smooth(50.0, 120.0, far))
                    .lerp(colour(134.0, 130.0, 126.0), steep)
                    .lerp(colour(238.0, 242.0, 248.0), smooth(28.0, 38.0, at.y))
                    .lerp(colour(173.0, 150.0, 114.0), bare)
            }
            Self::Dunes => colour(231.0, 186.0, 122.0)
                .lerp(colour(246.0, 212.0, 152.0), smooth(2.0, 6.0, at.y))
                .lerp(colour(176.0, 98.0, 66.0), smooth(0.86, 0.7, up)),
        }
    }
}

fn meadow(x: f32, z: f32) -> f32 {
    let far = x.hypot(z);
    let rolling = (x * 0.043 + 1.3).sin() * (z * 0.037).cos() * 3.4
        + (x * 0.013 - z * 0.021).sin() * 5.0
        + (x * 0.11).sin() * (z * 0.093 + 0.7).sin() * 0.7;
    let ridges = (x * 0.045 + z * 0.02).sin() * 9.0
        + (z * 0.06 - x * 0.03).sin() * 6.0
        + (x * 0.15).sin() * (z * 0.13).cos() * 4.0;
    let mountains = smooth(110.0, 230.0, far) * (30.0 + ridges * 1.6);
    rolling * smooth(20.0, 60.0, far) + mountains
}

fn dunes(x: f32, z: f32) -> f32 {
    let far = x.hypot(z);
    // Dunes are steeper on the side away from the wind.
    let wave = |at: f32| {
        let phase = at - at.floor();
        smooth(0.0, 0.7, phase) - smooth(0.7, 1.0, phase)
    };
    let warp = (z * 0.03).sin() * 0.35 + (x * 0.021 + z * 0.017).sin() * 0.25;
    let high = wave(x * 0.022 + z * 0.012 + warp) * 7.0 + wave(z * 0.05 - x * 0.01 + warp) * 1.2;
    let table = ((x * 0.019).sin() * (z * 0.023 + 0.8).sin()).abs();
    let mesas = smooth(0.55, 0.62, table) * smooth(120.0, 160.0, far) * 34.0;
    (high - 2.0) * smooth(14.0, 60.0, far) + mesas
}

/// Rises smoothly from 0 at `low` to 1 at `high`.
fn smooth(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
