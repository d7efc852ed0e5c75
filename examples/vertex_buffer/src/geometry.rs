//! Tools for generated meshes: dice, colours, facets, and shapes turned on a lathe.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::layout::{Colour, Facet};

/// Converts `0xRRGGBB` to a colour.
pub(crate) const fn rgb(hex: u32) -> Colour {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue, 255]
}

/// Mixes two colours. `amount` is the share of `to`, from 0 to 1.
pub(crate) fn mix(from: Colour, to: Colour, amount: f32) -> Colour {
    let channel = |i: usize| {
        let (a, b) = (f32::from(from[i]), f32::from(to[i]));
        quantise(a + (b - a) * amount.clamp(0.0, 1.0))
    };
    [channel(0), channel(1), channel(2), 255]
}

/// Makes a colour lighter (a factor above 1) or darker (a factor below 1).
pub(crate) fn lighten(colour: Colour, factor: f32) -> Colour {
    let channel = |i: usize| quantise(f32::from(colour[i]) * factor);
    [channel(0), channel(1), channel(2), 255]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to a byte first"
)]
fn quantise(channel: f32) -> u8 {
    channel.round().clamp(0.0, 255.0) as u8
}

/// Converts a normal to four signed bytes.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the components of a unit vector fit a signed byte"
)]
pub(crate) fn pack_normal(normal: Vec3) -> [i8; 4] {
    let [x, y, z] = (normal * 127.0).round().to_array();
    [x as i8, y as i8, z as i8, 0]
}

/// A random generator that returns the same numbers for the same seed on every machine.
#[derive(Debug)]
pub(crate) struct Dice(u32);

impl Dice {
    pub(crate) const fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9) ^ 0x5DEE_CE66)
    }

    /// Returns a number from `low` to `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(0x2C92_77B5).wrapping_add(0xAC56_4B05);
        let mixed = (self.0 ^ (self.0 >> 15)).wrapping_mul(0x85EB_CA6B);
        let fraction = f32::from((mixed >> 16) as u16) / 65536.0;
        low + (high - low) * fraction
    }
}

/// Returns the point at `angle` of a horizontal circle.
pub(crate) fn on_circle(angle: f32, radius: f32, height: f32) -> Vec3 {
    Vec3::new(angle.cos() * radius, height, angle.sin() * radius)
}

/// Returns the angle of corner `i` of `sides` in radians.
pub(crate) fn corner(i: u16, sides: u16) -> f32 {
    TAU * f32::from(i) / f32::from(sides)
}

/// A growing list of faceted triangles.
#[derive(Debug, Default)]
pub(crate) struct Facets(Vec<Facet>);

impl Facets {
    pub(crate) fn into_vertices(self) -> Vec<Facet> {
        self.0
    }

    pub(crate) fn triangle(&mut self, corners: [Vec3; 3], colour: Colour) {
        self.0.extend(corners.map(|corner| Facet {
            position: corner.to_array(),
            colour,
        }));
    }

    /// Adds a flat convex polygon with any number of corners.
    pub(crate) fn polygon(&mut self, corners: &[Vec3], colour: Colour) {
        if let Some((&first, rest)) = corners.split_first() {
            for pair in rest.windows(2) {
                self.triangle([first, pair[0], pair[1]], colour);
            }
        }
    }

    /// Adds a box along the axes.
    pub(crate) fn slab(&mut self, low: Vec3, high: Vec3, colour: Colour) {
        let at = |x: f32, y: f32, z: f32| low + (high - low) * Vec3::new(x, y, z);
        for (a, b) in [(0.0, 1.0), (1.0, 0.0)] {
            self.polygon(
                &[at(a, a, a), at(b, a, a), at(b, b, a), at(a, b, a)],
                colour,
            );
            self.polygon(
                &[at(a, a, a), at(a, b, a), at(a, b, b), at(a, a, b)],
                colour,
            );
            self.polygon(
                &[at(a, a, a), at(a, a, b), at(b, a, b), at(b, a, a)],
                colour,
            );
        }
    }

    /// Adds a closed cone or its stump between two horizontal rings. Each side has a shade of its own.
    pub(crate) fn cone(
        &mut self,
        dice: &mut Dice,
        rings: [(f32, f32); 2],
        sides: u16,
        colour: Colour,
    ) {
        let [(low_radius, low), (high_radius, high)] = rings;
        let turn = dice.between(0.0, TAU);
        let stretch: Vec<f32> = (0..sides).map(|_| dice.between(0.88, 1.12)).collect();
        let at = |i: u16, radius: f32, height: f32| {
            let wrapped = i % sides;
            let radius = radius * stretch[usize::from(wrapped)];
            on_circle(turn + corner(wrapped, sides), radius, height)
        };
        for i in 0..sides {
            let shade = lighten(colour, dice.between(0.92, 1.08));
            let (a, b) = (at(i, low_radius, low), at(i + 1, low_radius, low));
            let (c, d) = (at(i + 1, high_radius, high), at(i, high_radius, high));
            if high_radius > 0.0 {
                self.polygon(&[a, b, c, d], shade);
            } else {
                self.triangle([a, b, c], shade);
            }
            self.triangle([a, b, Vec3::Y * low], lighten(colour, 0.8));
        }
    }
}

/// A point of a turned surface.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turned {
    pub(crate) position: Vec3,
    pub(crate) normal: Vec3,
    /// The position around the axis, from 0 to 1.
    pub(crate) around: f32,
    /// The position along the profile, from 0 to 1.
    pub(crate) along: f32,
}

/// Turns a profile of (radius, height) points, listed from the bottom up, around the y axis.
pub(crate) fn lathe<V>(profile: &[Vec2], sides: u16, vertex: impl Fn(Turned) -> V) -> Vec<V> {
    let steps = profile.len().saturating_sub(1);
    let length: f32 = profile.windows(2).map(|p| p[0].distance(p[1])).sum();
    let mut distances = vec![0.0];
    for pair in profile.windows(2) {
        distances.push(distances[distances.len() - 1] + pair[0].distance(pair[1]));
    }
    // Normals are perpendicular to the tangent of the profile. Two points close together make a crease.
    let slope = |i: usize| {
        let (before, after) = (profile[i.saturating_sub(1)], profile[(i + 1).min(steps)]);
        (after - before).normalize_or_zero()
    };
    let at = |i: usize, side: u16| {
        let angle = corner(side, sides);
        let tangent = slope(i);
        vertex(Turned {
            position: on_circle(angle, profile[i].x, profile[i].y),
            normal: on_circle(angle, tangent.y, -tangent.x).normalize_or(Vec3::Y),
            around: f32::from(side) / f32::from(sides),
            along: distances[i] / length,
        })
    };
    let mut vertices = Vec::new();
    for i in 0..steps {
        for side in 0..sides {
            vertices.extend([at(i, side), at(i, side + 1), at(i + 1, side + 1)]);
            vertices.extend([at(i, side), at(i + 1, side + 1), at(i + 1, side)]);
        }
    }
    vertices
}

/// Returns the profile of a sphere, or of an ellipsoid if the radii differ.
pub(crate) fn ball(centre: Vec2, radius: Vec2, steps: u16) -> Vec<Vec2> {
    let half_turn = TAU / 2.0;
    (0..=steps)
        .map(|i| {
            let angle = half_turn * (f32::from(i) / f32::from(steps) - 0.5);
            centre + radius * Vec2::new(angle.cos().max(0.0), angle.sin())
        })
        .collect()
}
