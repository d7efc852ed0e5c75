//! The meadow with hills, woods, grass, flowers and a mill.

use glam::Vec3;

use super::{PATCH, Plan};
use crate::assets::land::meadow;
use crate::model::Kind;

pub(crate) const KINDS: [Kind; 9] = [
    Kind::Meadow,
    Kind::Pine,
    Kind::Leafy,
    Kind::Grass,
    Kind::Flower,
    Kind::Rock,
    Kind::Pebble,
    Kind::Mill,
    Kind::Sails,
];

const PETALS: [[u8; 3]; 4] = [
    [255, 250, 240],
    [250, 208, 70],
    [214, 96, 110],
    [170, 140, 226],
];

/// Creates one of 40 sectors.
pub(super) fn plant(plan: &mut Plan<'_>, patch: usize) {
    if patch == 0 {
        plan.put(Kind::Meadow, Vec3::ZERO, 0.0, Vec3::ONE, [255; 3]);
        let hill = Vec3::new(-34.0, meadow(-34.0, -38.0) - 0.4, -38.0);
        plan.put(Kind::Mill, hill, 0.3, Vec3::splat(1.5), [255, 246, 230]);
        let hub = hill + Vec3::new(1.3, 10.6, 3.6);
        plan.put(Kind::Sails, hub, 0.3, Vec3::splat(1.5), [255; 3]);
    }
    plan.cover(14, Kind::Pine, [34.0, 120.0], 1.5, [255; 3]);
    plan.cover(4, Kind::Leafy, [25.0, 85.0], 1.4, [255; 3]);
    plan.cover(4, Kind::Rock, [20.0, 90.0], 0.8, [150, 150, 146]);
    for _ in 0..22 {
        let petals = PETALS[plan.random.usize(..PETALS.len())];
        let at = plan.spot(plan.angles, [17.0, 55.0]);
        plan.scatter(Kind::Flower, at, 0.55, petals);
    }
    plan.cover(PATCH, Kind::Grass, [15.0, 62.0], 0.75, [255; 3]);
}
