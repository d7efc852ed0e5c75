//! The simulation: boxes on a field. Each box is a row of a hub.

use fastrand::Rng;
use glam::{Mat4, Quat, Vec3};
use soa_runtime::IdAllocator;

/// One of the things that are drawn. The GPU has copies of the tracked columns.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense)]
pub(crate) struct Instance {
    #[soa(tracked, required)]
    pub(crate) transform: Mat4,
    /// Red, green and blue. The fourth byte is unused.
    #[soa(tracked)]
    pub(crate) tint: [u8; 4],
    /// The number of times that it has moved.
    moves: u8,
}

/// The number of neighbours that move together.
const SQUAD: usize = 100;

/// The colours of instances that have moved never, once, twice, and more often.
const TINTS: [[u8; 4]; 4] = [
    [84, 112, 128, 255],
    [236, 168, 72, 255],
    [220, 92, 64, 255],
    [150, 44, 76, 255],
];

#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) instances: InstanceHub,
    /// The ids of all instances, neighbours beside each other.
    places: Vec<InstanceId>,
    random: Rng,
}

impl Field {
    pub(crate) fn new(count: usize) -> Self {
        let mut instances = InstanceHub::with_capacity(count);
        let places = (0..count).map(|place| instances.insert(instance(place, count)));
        Self {
            places: places.collect(),
            instances,
            random: Rng::with_seed(1),
        }
    }

    /// Simulates one frame: a hundredth of the instances moves, and five are replaced.
    pub(crate) fn step(&mut self) {
        let mut columns = self.instances.columns_mut();
        for _ in 0..self.places.len() / SQUAD / 100 {
            let first = self.random.usize(..self.places.len() / SQUAD) * SQUAD;
            for id in &self.places[first..first + SQUAD] {
                let moves = &mut columns.moves[*id];
                *moves = moves.saturating_add(1);
                let turn = Quat::from_rotation_y(0.45);
                let higher = Mat4::from_rotation_translation(turn, Vec3::Y);
                columns.transform[*id] *= higher;
                // An equal tint is not written, so it is not sent.
                let tint = TINTS[usize::from(*moves).min(3)];
                columns.tint.set(*id, tint);
            }
        }
        for _ in 0..5 {
            // The last row of the columns takes the row of the freed instance, which is sent.
            let place = self.random.usize(..self.places.len());
            self.instances.dealloc(self.places[place]);
            let new = instance(place, self.places.len());
            self.places[place] = self.instances.insert(new);
        }
    }
}

/// Returns an instance that has not moved. Squads of ten by ten stand in rows.
fn instance(place: usize, count: usize) -> Instance {
    let float = |number: usize| f32::from(u16::try_from(number).unwrap_or(u16::MAX));
    let across = (count / SQUAD).isqrt().max(1);
    let (squad, member) = (place / SQUAD, place % SQUAD);
    let middle = float(across - 1) / 2.0;
    let at =
        |squad: usize, member: usize| (float(squad) - middle) * 3.2 + (float(member) - 4.5) * 0.27;
    let (x, z) = (
        at(squad % across, member % 10),
        at(squad / across, member / 10),
    );
    Instance {
        transform: Mat4::from_scale_rotation_translation(
            Vec3::new(0.1, 0.2, 0.1),
            Quat::IDENTITY,
            Vec3::new(x, 0.12, z),
        ),
        tint: TINTS[0],
        moves: 0,
    }
}
