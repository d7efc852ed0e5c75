//! Builds shapes from polygons, boxes, cones and balls.

use std::f32::consts::TAU;

use fastrand::Rng;
use glam::{Vec2, Vec3};

use crate::vertex::Layout;

/// An sRGB colour.
pub(super) type Colour = [u8; 3];

/// Triangles that share vertices, in one vertex layout.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) layout: Layout,
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) colours: Vec<[u8; 4]>,
    pub(super) uvs: Vec<[f32; 2]>,
    pub(super) indices: Vec<u32>,
    /// Sets the colour of what is added next.
    pub(super) colour: Colour,
    pub(super) random: Rng,
}

impl Shape {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            layout,
            positions: Vec::new(),
            normals: Vec::new(),
            colours: Vec::new(),
            uvs: Vec::new(),
            indices: Vec::new(),
            colour: [255; 3],
            random: Rng::with_seed(11),
        }
    }

    /// Returns the lowest and the highest corner.
    pub(super) fn bounds(&self) -> ([f32; 3], [f32; 3]) {
        let places = || self.positions.iter().copied().map(Vec3::from);
        let low = places().fold(Vec3::MAX, Vec3::min);
        let high = places().fold(Vec3::MIN, Vec3::max);
        (low.to_array(), high.to_array())
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.random.f32()
    }

    /// Adds a vertex, and returns its index.
    pub(super) fn vertex(&mut self, at: Vec3, normal: Vec3, uv: Vec2) -> u32 {
        let [red, green, blue] = self.colour;
        self.positions.push(at.to_array());
        self.normals.push(normal.to_array());
        self.colours.push([red, green, blue, 255]);
        self.uvs.push(uv.to_array());
        u32::try_from(self.positions.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a flat polygon. Its front is the side from which the corners are counterclockwise.
    pub(super) fn polygon(&mut self, corners: &[(Vec3, Vec2)]) {
        let [a, b, c, ..] = corners else { return };
        let normal = (b.0 - a.0).cross(c.0 - a.0).normalize_or(Vec3::Y);
        let numbers: Vec<u32> = corners
            .iter()
            .map(|(at, uv)| self.vertex(*at, normal, *uv))
            .collect();
        for pair in numbers[1..].windows(2) {
            self.indices.extend([numbers[0], pair[0], pair[1]]);
        }
    }

    /// Adds a flat polygon without a texture.
    pub(super) fn face(&mut self, corners: &[Vec3]) {
        let corners: Vec<_> = corners.iter().map(|at| (*at, Vec2::ZERO)).collect();
        self.polygon(&corners);
    }

    /// Adds a rectangle from `corner` along two sides. The texture repeats the given number of times.
    pub(super) fn panel(&mut self, corner: Vec3, right: Vec3, up: Vec3, repeats: Vec2) {
        let at = |x: f32, y: f32| {
            let uv = Vec2::new(x, 1.0 - y) * repeats;
            (corner + right * x + up * y, uv)
        };
        self.polygon(&[at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]);
    }

    /// Adds a box along the axes. The texture repeats every `metres` metres.
    pub(super) fn slab(&mut self, low: Vec3, high: Vec3, metres: f32) {
        let size = high - low;
        let (x, y, z) = (Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z);
        let sides = [
            (low + z, x, y),
            (high - y, -z, y),
            (low + x, -x, y),
            (low, z, y),
            (low + y + z, x, -z),
            (low, x, z),
        ];
        for (corner, right, up) in sides {
            let repeats = Vec2::new(right.length(), up.length()) / metres;
            self.panel(corner, right, up, repeats);
        }
    }

    /// Adds the side of a cone or of its stump, given by two (radius, height) rings around an axis. The
    /// texture repeats every `metres` metres of the lower ring.
    pub(super) fn cone(&mut self, centre: Vec3, rings: [(f32, f32); 2], sides: u16, metres: f32) {
        let around = (TAU * rings[0].0 / metres).round().max(1.0);
        let up = (rings[1].1 - rings[0].1).abs() / metres;
        let turn = self.between(0.0, TAU);
        let at = |side: u16, (radius, height): (f32, f32), v: f32| {
            let part = f32::from(side) / f32::from(sides);
            let angle = turn - TAU * f32::from(side % sides) / f32::from(sides);
            let place = Vec3::new(angle.cos() * radius, height, angle.sin() * radius);
            (centre + place, Vec2::new(part * around, v))
        };
        for side in 0..sides {
            let low = [at(side, rings[0], up), at(side + 1, rings[0], up)];
            let high = [at(side + 1, rings[1], 0.0), at(side, rings[1], 0.0)];
            if rings[1].0 > 0.0 {
                self.polygon(&[low[0], low[1], high[0], high[1]]);
            } else {
                self.polygon(&[low[0], low[1], high[0]]);
            }
        }
    }

    /// Adds a faceted ball. The corners are moved by a random share of the radius. With `paint`, each
    /// facet has a shade of the colour.
    pub(super) fn lump(&mut self, centre: Vec3, radius: Vec3, rough: f32, rings: u16) {
        let sides = rings * 2;
        let mut shifted = vec![Vec3::ZERO; usize::from((rings + 1) * sides)];
        for (number, place) in shifted.iter_mut().enumerate() {
            let (ring, side) = (number / usize::from(sides), number % usize::from(sides));
            let part = |number: usize, count: u16| {
                f32::from(u16::try_from(number).unwrap_or(0)) / f32::from(count)
            };
            let (down, around) = (part(ring, rings) * TAU / 2.0, -part(side, sides) * TAU);
            let way = Vec3::new(
                down.sin() * around.cos(),
                down.cos(),
                down.sin() * around.sin(),
            );
            // All corners at a pole are one point.
            let is_pole = ring == 0 || ring == usize::from(rings);
            let factor = if is_pole {
                1.0
            } else {
                self.between(1.0 - rough, 1.0 + rough)
            };
            *place = centre + way * radius * factor;
        }
        let base = self.colour;
        let at = |ring: u16, side: u16| shifted[usize::from(ring * sides + side % sides)];
        for ring in 0..rings {
            for side in 0..sides {
                let light = self.between(0.9, 1.08);
                self.colour = shade(base, light);
                let (a, b) = (at(ring, side), at(ring, side + 1));
                let (c, d) = (at(ring + 1, side + 1), at(ring + 1, side));
                if ring > 0 {
                    self.face(&[a, c, b]);
                }
                if ring + 1 < rings {
                    self.face(&[a, d, c]);
                }
            }
        }
        self.colour = base;
    }
}

/// Makes a colour lighter (a factor above 1) or darker (a factor below 1).
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float that is cast saturates"
)]
pub(super) fn shade(colour: Colour, factor: f32) -> Colour {
    colour.map(|channel| (f32::from(channel) * factor) as u8)
}

/// Mixes two colours. `amount` is the share of `to`, from 0 to 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float that is cast saturates"
)]
pub(super) fn mix(from: Colour, to: Colour, amount: f32) -> Colour {
    let amount = amount.clamp(0.0, 1.0);
    std::array::from_fn(|i| {
        let (from, to) = (f32::from(from[i]), f32::from(to[i]));
        (from + (to - from) * amount).round() as u8
    })
}
