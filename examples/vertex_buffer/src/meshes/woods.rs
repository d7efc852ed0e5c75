//! Generates pines, leafy trees and boulders.

use glam::{Vec2, Vec3};

use super::{ROCK, WOOD, round};
use crate::geometry::{Dice, Facets, ball, corner, lathe, lighten, mix, on_circle, rgb};
use crate::layout::{Colour, Facet, Round};

/// The green of a leafy tree in summer.
const LEAF: Colour = rgb(0x006D_AA45);

/// Returns a pine: a trunk and four tiers, different for each seed.
pub(crate) fn pine(seed: u32) -> Vec<Facet> {
    let mut dice = Dice::new(seed);
    let mut facets = Facets::default();
    facets.cone(&mut dice, [(0.09, -0.1), (0.06, 0.4)], 5, WOOD);
    let leaf = mix(rgb(0x002F_6B4F), rgb(0x0052_8F5A), dice.between(0.0, 1.0));
    for tier in 0..4_u8 {
        let step = f32::from(tier);
        let (low, radius) = (0.28 + step * 0.34, 0.52 - step * 0.105);
        let rings = [(radius * dice.between(0.92, 1.08), low), (0.0, low + 0.62)];
        facets.cone(&mut dice, rings, 8, lighten(leaf, 1.0 + step * 0.07));
    }
    facets.into_vertices()
}

/// Returns a boulder: a narrow stump on a wider stump, with a lid.
pub(crate) fn boulder(seed: u32) -> Vec<Facet> {
    let mut dice = Dice::new(seed);
    let mut facets = Facets::default();
    let waist = dice.between(0.10, 0.22);
    let top = waist + dice.between(0.12, 0.25);
    facets.cone(&mut dice, [(0.30, -0.2), (0.36, waist)], 7, ROCK);
    facets.cone(
        &mut dice,
        [(0.36, waist), (0.18, top)],
        7,
        lighten(ROCK, 1.06),
    );
    facets.cone(
        &mut dice,
        [(0.19, top), (0.0, top + 0.05)],
        7,
        lighten(ROCK, 1.1),
    );
    facets.into_vertices()
}

/// Returns a leafy tree: a trunk below three balls of leaves.
pub(crate) fn leafy(seed: u32) -> Vec<Round> {
    let mut dice = Dice::new(seed);
    let trunk = [Vec2::new(0.1, -0.1), Vec2::new(0.07, 0.7)];
    let mut vertices = lathe(&trunk, 7, |turned| round(turned, Vec3::ZERO, WOOD));
    let turn = dice.between(0.0, 6.0);
    for i in 0..3 {
        let size = dice.between(0.30, 0.40);
        let centre = on_circle(turn + corner(i, 3), 0.22, dice.between(0.75, 1.0));
        let colour = lighten(LEAF, dice.between(0.94, 1.08));
        let profile = ball(Vec2::ZERO, Vec2::splat(size), 9);
        vertices.extend(lathe(&profile, 14, |turned| round(turned, centre, colour)));
    }
    vertices
}

/// Repaints the crown of a leafy tree but not its trunk.
pub(crate) fn repaint_leaves(vertices: &mut [Round], colour: Colour) {
    for vertex in vertices {
        let [red, green, ..] = vertex.colour;
        if green > red {
            let shade = f32::from(green) / f32::from(LEAF[1]);
            vertex.colour = lighten(colour, shade);
        }
    }
}
