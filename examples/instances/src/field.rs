//! The simulation: squads of instances on a field. Each instance is a row of a hub.

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
    squad: u16,
}

/// The number of instances in a squad, which stand in rows of ten.
const SQUAD: usize = 100;

/// The colours of squads that have moved never, once, twice, and more often.
const TINTS: [[u8; 4]; 4] = [
    [84, 112, 128, 255],
    [236, 168, 72, 255],
    [220, 92, 64, 255],
    [150, 44, 76, 255],
];

/// A group of instances that move together.
#[derive(Debug)]
struct Squad {
    home: Vec3,
    moves: u8,
    members: Vec<InstanceId>,
}

/// The squads and their instances.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) instances: InstanceHub,
    squads: Vec<Squad>,
    random: Rng,
}

impl Field {
    /// Creates squads with `instances` instances in total.
    pub(crate) fn new(instances: usize) -> Self {
        let mut field = Self {
            instances: InstanceHub::with_capacity(instances),
            squads: Vec::new(),
            random: Rng::with_seed(1),
        };
        let squads = u16::try_from(instances / SQUAD).expect("squads are numbered by 16 bits");
        let across = squads.isqrt().max(1);
        let position = |at: u16| (f32::from(at) - f32::from(across - 1) / 2.0) * 3.2;
        for number in 0..squads {
            field.squads.push(Squad {
                home: Vec3::new(position(number % across), 0.0, position(number / across)),
                moves: 0,
                members: Vec::with_capacity(SQUAD),
            });
            (0..SQUAD).for_each(|_| field.add(number));
        }
        field
    }

    /// Simulates one frame: a hundredth of the squads moves, and five instances are replaced.
    pub(crate) fn step(&mut self) {
        let squads = u16::try_from(self.squads.len()).expect("`new` has checked the number");
        for _ in 0..squads / 100 {
            let number = self.random.u16(..squads);
            self.advance(number);
        }
        for _ in 0..5 {
            self.free_any();
            let number = self.random.u16(..squads);
            self.add(number);
        }
    }

    /// Adds an instance to a squad.
    fn add(&mut self, number: u16) {
        let squad = &mut self.squads[usize::from(number)];
        let id = self.instances.insert(Instance {
            transform: squad.transform(squad.members.len()),
            tint: squad.tint(),
            squad: number,
        });
        squad.members.push(id);
    }

    /// Moves a squad. `set` writes a tint only if it differs, so an equal tint is not sent.
    fn advance(&mut self, number: u16) {
        let squad = &mut self.squads[usize::from(number)];
        squad.moves = squad.moves.saturating_add(1);
        let mut columns = self.instances.columns_mut();
        for (position, &id) in squad.members.iter().enumerate() {
            columns.transform[id] = squad.transform(position);
            columns.tint.set(id, squad.tint());
        }
    }

    /// Frees an instance. The last row of the columns takes its row, which is sent.
    fn free_any(&mut self) {
        let row = self.random.usize(..self.instances.len());
        let id = self.instances.id_at(row).expect("dense rows have no holes");
        let squad = self.instances.columns().squad[id];
        let members = &mut self.squads[usize::from(squad)].members;
        members.retain(|member| *member != id);
        self.instances.dealloc(id);
    }
}

impl Squad {
    /// Returns the transform of a member. A squad turns and grows when it moves.
    fn transform(&self, position: usize) -> Mat4 {
        let at = |index: usize| f32::from(u8::try_from(index).unwrap_or(u8::MAX)) - 4.5;
        let moves = f32::from(self.moves);
        let (turn, height) = (Quat::from_rotation_y(moves * 0.45), 0.12 + 0.5 * moves);
        let from_middle = Vec3::new(at(position % 10), 0.0, at(position / 10)) * 0.27;
        let centre = self.home + turn * from_middle + Vec3::Y * height;
        Mat4::from_scale_rotation_translation(Vec3::new(0.1, height, 0.1), turn, centre)
    }

    fn tint(&self) -> [u8; 4] {
        TINTS[usize::from(self.moves.min(3))]
    }
}
