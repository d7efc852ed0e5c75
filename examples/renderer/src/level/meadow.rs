//! The meadow with hills, woods, grass, flowers and a mill.

use example_gpu::Land;
use glam::Vec3;

use super::{PATCH, Plan};

const PETALS: [[u8; 3]; 4] = [
    [255, 250, 240],
    [250, 208, 70],
    [214, 96, 110],
    [170, 140, 226],
];

/// Creates one of 40 sectors.
pub(super) fn plant(plan: &mut Plan<'_>, patch: usize) {
    if patch == 0 {
        plan.put("meadow", Vec3::ZERO, 0.0, Vec3::ONE, [255; 3]);
        let hill = Land::Meadow.at(-34.0, -38.0) - Vec3::Y * 0.4;
        let sails = hill + Vec3::new(1.3, 10.6, 3.6);
        for (name, at) in [("mill", hill), ("sails", sails)] {
            plan.put(name, at, 0.3, Vec3::splat(1.5), [255, 246, 230]);
        }
    }
    plan.cover(14, "pine", [34.0, 120.0], 1.5, [255; 3]);
    plan.cover(4, "leafy", [25.0, 85.0], 1.4, [255; 3]);
    plan.cover(4, "rock", [20.0, 90.0], 0.8, [150, 150, 146]);
    for petals in PETALS {
        plan.cover(5, "flower", [17.0, 55.0], 0.55, petals);
    }
    plan.cover(PATCH, "grass", [15.0, 62.0], 0.75, [240, 250, 235]);
}
