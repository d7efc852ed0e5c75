//! Generates the island, the sea around it, and the clouds.

use glam::{Vec2, Vec3};

use super::{ROCK, round};
use crate::geometry::{Dice, Facets, ball, corner, lathe, lighten, mix, on_circle, rgb};
use crate::layout::{Colour, Facet, Flat, Round};

const SAND: Colour = rgb(0x00E9_D8A6);
const GRASS: Colour = rgb(0x007F_B069);
const MEADOW: Colour = rgb(0x00A3_C76D);

/// Returns the distance from the middle of the island to its shore in the direction of `angle`.
fn shore(angle: f32) -> f32 {
    let wobble = 0.10 * (2.0 * angle + 0.6).sin()
        + 0.06 * (3.0 * angle + 2.0).sin()
        + 0.03 * (5.0 * angle).sin();
    5.0 * (1.0 + wobble)
}

/// Returns the height of the island above the sea at a point of the plane (x, z).
pub(crate) fn ground(at: Vec2) -> f32 {
    let inland = 1.0 - at.length() / shore(at.y.atan2(at.x));
    let beach = (inland * 2.6).clamp(-0.7, 0.42);
    let hill = 1.9 * (-(at - Vec2::new(-1.7, -1.9)).length_squared() / 2.4).exp();
    let knoll = 0.5 * (-(at - Vec2::new(2.4, -1.2)).length_squared() / 1.6).exp();
    beach + (hill + knoll) * (inland * 3.0).clamp(0.0, 1.0)
}

/// Returns the island: an irregular grid, coloured by height and slope.
pub(crate) fn island() -> Vec<Facet> {
    const CELLS: u16 = 38;
    let at = |i: u16, j: u16| {
        let mut dice = Dice::new(u32::from(i) * 977 + u32::from(j));
        let mut axis = |k: u16| {
            let jitter = dice.between(-0.32, 0.32);
            ((f32::from(k) + jitter) / f32::from(CELLS) - 0.5) * 13.0
        };
        let flat = Vec2::new(axis(i), axis(j));
        Vec3::new(flat.x, ground(flat), flat.y)
    };
    let mut facets = Facets::default();
    let mut dice = Dice::new(7);
    let mut lay = |corners: [Vec3; 3]| {
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let level = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize_or(Vec3::Y)
            .y
            .abs();
        let colour = if middle.y < 0.2 {
            SAND
        } else if level < 0.62 {
            ROCK
        } else {
            mix(GRASS, MEADOW, dice.between(0.0, 1.0))
        };
        if middle.y > -0.6 {
            facets.triangle(corners, lighten(colour, dice.between(0.96, 1.03)));
        }
    };
    for i in 0..CELLS {
        for j in 0..CELLS {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            if (i + j) % 2 == 0 {
                lay([a, b, c]);
                lay([a, c, d]);
            } else {
                lay([a, b, d]);
                lay([b, c, d]);
            }
        }
    }
    facets.into_vertices()
}

/// Returns the sea: rings of triangles, green near the island and blue in the distance.
pub(crate) fn sea() -> Vec<Flat> {
    const SIDES: u16 = 48;
    const RINGS: u16 = 22;
    let shallow = rgb(0x0086_D9CB);
    let deep = rgb(0x0035_8FB5);
    let radius = |ring: u16| 3.0 * 1.165_f32.powi(i32::from(ring));
    let at = |ring: u16, side: u16| {
        let mut dice = Dice::new(u32::from(ring) * 131 + u32::from(side % SIDES));
        let turn = dice.between(-0.03, 0.03) + corner(side, SIDES) + 0.5 * corner(ring % 2, SIDES);
        on_circle(turn, radius(ring) * dice.between(0.97, 1.03), 0.0)
    };
    let mut dice = Dice::new(21);
    let mut vertices = Vec::new();
    let mut lay = |corners: [Vec3; 3]| {
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let depth = (middle.length() - 5.0) / 9.0;
        let colour = lighten(
            mix(shallow, deep, depth.max(0.0).sqrt()),
            dice.between(0.975, 1.025),
        );
        vertices.extend(corners.map(|corner| Flat {
            position: [corner.x, corner.z],
            colour,
        }));
    };
    for ring in 0..RINGS {
        for side in 0..SIDES {
            // Odd rings are turned by half a step, so their triangles lean the other way.
            let lean = ring % 2;
            lay([
                at(ring, side),
                at(ring, side + 1),
                at(ring + 1, side + lean),
            ]);
            lay([
                at(ring + 1, side),
                at(ring + 1, side + 1),
                at(ring, side + 1 - lean),
            ]);
        }
    }
    vertices
}

/// Returns a closed band of foam around the island.
pub(crate) fn foam() -> Vec<Flat> {
    const SIDES: u16 = 96;
    let at = |side: u16, outside: f32| {
        let side = side % SIDES;
        let angle = corner(side, SIDES);
        let lap = 0.008 * (9.0 * angle).sin() + 0.006 * (14.0 * angle + 1.0).sin();
        on_circle(angle, shore(angle) * (0.96 + outside * (0.062 + lap)), 0.0)
    };
    let mut vertices = Vec::new();
    for side in 0..SIDES {
        let quad = [
            at(side, 0.0),
            at(side + 1, 0.0),
            at(side + 1, 1.0),
            at(side, 1.0),
        ];
        vertices.extend([0, 1, 2, 0, 2, 3].map(|i: usize| Flat {
            position: [quad[i].x, quad[i].z],
            colour: rgb(0x00D2_EFE8),
        }));
    }
    vertices
}

/// Returns a cloud: a row of flattened balls.
pub(crate) fn cloud(seed: u32) -> Vec<Round> {
    let mut dice = Dice::new(seed);
    let mut vertices = Vec::new();
    for x in [-0.95_f32, -0.35, 0.3, 0.85] {
        let size = 0.68 - 0.32 * x.abs() + dice.between(-0.06, 0.06);
        let centre = Vec3::new(x, size * 0.35, dice.between(-0.15, 0.15));
        let profile = ball(Vec2::ZERO, Vec2::new(size, size * 0.72), 10);
        vertices.extend(lathe(&profile, 16, |turned| {
            round(turned, centre, rgb(0x00FB_FAF7))
        }));
    }
    vertices
}
