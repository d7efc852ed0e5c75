//! Generates what people built: cottages, a lighthouse, a jetty, boats and balloons.

use glam::{Vec2, Vec3};

use super::{LIME, ROCK, WOOD, round};
use crate::geometry::{Dice, Facets, Turned, ball, lathe, lighten, mix, rgb};
use crate::layout::{Colour, Facet, Flat, Round, Striped};

/// Returns a cottage with a gabled roof. Its door faces +z.
pub(crate) fn cottage(roof: Colour) -> Vec<Facet> {
    let mut facets = Facets::default();
    let (wide, deep, eaves, ridge) = (0.42, 0.55, 0.5, 0.95);
    facets.slab(
        Vec3::new(-wide, -0.3, -deep),
        Vec3::new(wide, eaves, deep),
        LIME,
    );
    facets.slab(
        Vec3::new(0.14, 0.5, -0.3),
        Vec3::new(0.26, 1.08, -0.18),
        ROCK,
    );
    facets.slab(
        Vec3::new(-0.09, -0.3, 0.0),
        Vec3::new(0.09, 0.28, deep + 0.02),
        WOOD,
    );
    for z in [-0.25, 0.2] {
        let window = Vec3::new(wide + 0.015, 0.16, z - 0.07);
        facets.slab(
            -window * Vec3::X + window * Vec3::new(0.0, 1.0, 1.0),
            window + Vec3::new(0.0, 0.17, 0.14),
            rgb(0x004C_6A7A),
        );
    }
    let (out, over, drip) = (wide + 0.1, deep + 0.1, eaves - 0.1);
    for side in [-1.0, 1.0] {
        let slope = [
            Vec3::new(out * side, drip, -over),
            Vec3::new(out * side, drip, over),
            Vec3::new(0.0, ridge, over),
            Vec3::new(0.0, ridge, -over),
        ];
        facets.polygon(&slope, roof);
        let gable = [
            Vec3::new(-wide, eaves - 0.02, deep * side),
            Vec3::new(wide, eaves - 0.02, deep * side),
            Vec3::new(0.0, ridge - 0.03, deep * side),
        ];
        facets.triangle(gable, LIME);
    }
    facets.into_vertices()
}

/// Returns the tower of a lighthouse with `bands` horizontal stripes.
pub(crate) fn tower(bands: f32) -> Vec<Striped> {
    let profile = [
        Vec2::new(0.52, -0.3),
        Vec2::new(0.42, 1.2),
        Vec2::new(0.34, 2.7),
    ];
    lathe(&profile, 24, |turned| {
        striped(turned, Vec2::new(0.0, bands))
    })
}

/// Returns the top of the tower: a gallery, the glass of the lantern and a dome.
pub(crate) fn lantern() -> Vec<Round> {
    let dome = rgb(0x00C8_4B42);
    let parts: [(&[[f32; 2]], Colour); 3] = [
        (
            &[
                [0.34, 2.6],
                [0.5, 2.7],
                [0.51, 2.7],
                [0.51, 2.8],
                [0.5, 2.81],
                [0.0, 2.81],
            ],
            rgb(0x0054_5B66),
        ),
        (&[[0.26, 2.8], [0.26, 3.2]], rgb(0x00FF_E9A3)),
        (
            &[
                [0.36, 3.18],
                [0.34, 3.22],
                [0.2, 3.42],
                [0.05, 3.52],
                [0.03, 3.7],
                [0.0, 3.72],
            ],
            dome,
        ),
    ];
    let mut vertices = Vec::new();
    for (points, colour) in parts {
        let profile: Vec<Vec2> = points.iter().map(|&point| Vec2::from(point)).collect();
        vertices.extend(lathe(&profile, 20, |turned| {
            round(turned, Vec3::ZERO, colour)
        }));
    }
    vertices
}

/// Returns a jetty of planks on posts, from the origin towards +x.
pub(crate) fn jetty() -> Vec<Facet> {
    let mut dice = Dice::new(77);
    let mut facets = Facets::default();
    for plank in 0..12_u8 {
        let x = f32::from(plank) * 0.2;
        let colour = lighten(mix(WOOD, LIME, 0.3), dice.between(0.9, 1.1));
        facets.slab(
            Vec3::new(x, 0.2, -0.3),
            Vec3::new(x + 0.17, 0.26, 0.3),
            colour,
        );
    }
    for x in [0.7, 1.45, 2.2] {
        for z in [-0.27, 0.21] {
            facets.slab(
                Vec3::new(x, -0.6, z),
                Vec3::new(x + 0.06, 0.42, z + 0.06),
                WOOD,
            );
        }
    }
    facets.into_vertices()
}

/// Returns a sailing boat that faces +x.
pub(crate) fn boat(hull: Colour) -> Vec<Facet> {
    let deck = [
        [-0.8, -0.26],
        [0.25, -0.32],
        [1.05, 0.0],
        [0.25, 0.32],
        [-0.8, 0.26],
    ]
    .map(|[x, z]: [f32; 2]| Vec3::new(x, 0.2 + 0.08 * x.abs(), z));
    let keel = deck.map(|p| Vec3::new(p.x * 0.82, -0.15, p.z * 0.6));
    let mut facets = Facets::default();
    for i in 0..deck.len() {
        let next = (i + 1) % deck.len();
        facets.polygon(&[deck[i], deck[next], keel[next], keel[i]], hull);
    }
    facets.polygon(&deck, mix(WOOD, LIME, 0.35));
    facets.slab(
        Vec3::new(0.13, 0.2, -0.025),
        Vec3::new(0.18, 2.0, 0.025),
        WOOD,
    );
    let (top, foot) = (Vec3::new(0.12, 1.92, 0.0), Vec3::new(0.12, 0.42, 0.0));
    facets.triangle([top, foot, Vec3::new(-0.85, 0.48, 0.24)], LIME);
    facets.triangle(
        [
            Vec3::new(0.2, 1.8, 0.0),
            Vec3::new(0.2, 0.45, 0.08),
            Vec3::new(1.0, 0.36, 0.02),
        ],
        lighten(LIME, 0.96),
    );
    facets.into_vertices()
}

/// Returns the wake of a boat: two diverging stripes.
pub(crate) fn wake() -> Vec<Flat> {
    let mut vertices = Vec::new();
    for side in [-1.0, 1.0] {
        let corners = [[0.5, 0.12], [-2.6, 0.75], [-2.2, 0.5]];
        vertices.extend(corners.map(|[x, z]: [f32; 2]| Flat {
            position: [x, z * side],
            colour: rgb(0x00CB_ECE6),
        }));
    }
    vertices
}

/// Returns the envelope of a balloon with `gores` stripes from pole to pole.
pub(crate) fn balloon(gores: f32) -> Vec<Striped> {
    let mut profile = vec![Vec2::new(0.22, -1.2)];
    profile.extend(
        ball(Vec2::ZERO, Vec2::splat(1.0), 20)
            .into_iter()
            .filter(|p| p.y > -0.72),
    );
    lathe(&profile, 32, |turned| {
        striped(turned, Vec2::new(gores, 0.0))
    })
}

/// Returns the basket of a balloon and its four ropes.
pub(crate) fn basket() -> Vec<Facet> {
    let mut facets = Facets::default();
    facets.slab(
        Vec3::new(-0.16, -1.9, -0.16),
        Vec3::new(0.16, -1.65, 0.16),
        WOOD,
    );
    for (x, z) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let (low, high) = (
            Vec3::new(0.15 * x, -1.65, 0.15 * z),
            Vec3::new(0.24 * x, -1.1, 0.24 * z),
        );
        facets.triangle([low, low + Vec3::X * 0.03, high], WOOD);
    }
    facets.into_vertices()
}

fn striped(turned: Turned, bands: Vec2) -> Striped {
    Striped {
        position: turned.position.to_array(),
        normal: turned.normal.to_array(),
        uv: [turned.around * bands.x, turned.along * bands.y],
    }
}
