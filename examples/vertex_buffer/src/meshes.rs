//! Generates the meshes of the scene. Each function returns one mesh in one layout.

mod land;
mod made;
mod woods;

use glam::Vec3;

use crate::geometry::{Turned, pack_normal, rgb};
use crate::layout::{Colour, Round};

pub(crate) use land::{cloud, foam, ground, island, sea};
pub(crate) use made::{balloon, basket, boat, cottage, jetty, lantern, tower, wake};
pub(crate) use woods::{boulder, leafy, pine, repaint_leaves};

const ROCK: Colour = rgb(0x0097_9A9C);
const WOOD: Colour = rgb(0x008A_5A3C);
const LIME: Colour = rgb(0x00F2_EBDD);

/// Returns a turned point in one colour, moved by `centre`.
fn round(turned: Turned, centre: Vec3, colour: Colour) -> Round {
    Round {
        position: (turned.position + centre).to_array(),
        normal: pack_normal(turned.normal),
        colour,
    }
}
