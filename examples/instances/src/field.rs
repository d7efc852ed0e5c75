//! What is simulated: squads on a field, each instance a row of a hub.

use glam::{Mat4, Quat, Vec3};
use soa_runtime::IdAllocator;

/// What the renderer draws many of. The GPU has a copy of the tracked columns;
/// where it belongs is the simulation's business alone.
#[derive(IdAllocator, Debug, Clone)]
#[soa(layout = dense)]
pub(crate) struct Instance {
    #[soa(tracked, required)]
    pub(crate) transform: Mat4,
    /// Red, green, blue and nothing.
    #[soa(tracked)]
    pub(crate) tint: [u8; 4],
    squad: usize,
}

/// Instances of a squad, in rows of ten.
const SQUAD: usize = 100;

/// Squads that march in a frame, of a thousand.
const MARCHING_PER_MILLE: usize = 10;

/// Instances that fall in a frame; as many are raised elsewhere.
const FALLEN: usize = 5;

/// A group of instances that march together.
#[derive(Debug)]
struct Squad {
    home: Vec3,
    marches: u16,
    members: Vec<InstanceId>,
}

/// The squads and their instances.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) instances: InstanceHub,
    squads: Vec<Squad>,
    random: Random,
}

impl Field {
    /// Draws up so many instances, a multiple of a squad's.
    pub(crate) fn new(instances: usize) -> Self {
        let mut field = Field {
            instances: InstanceHub::with_capacity(instances),
            squads: Vec::new(),
            random: Random(0x9E37_79B9_7F4A_7C15),
        };
        let squads = instances / SQUAD;
        let across = squads.isqrt().max(1);
        for number in 0..squads {
            let place = |at| (real(at) - (real(across) - 1.0) / 2.0) * 3.2;
            field.squads.push(Squad {
                home: Vec3::new(place(number % across), 0.0, place(number / across)),
                marches: 0,
                members: Vec::with_capacity(SQUAD),
            });
            for _ in 0..SQUAD {
                field.raise(number);
            }
        }
        field
    }

    /// One frame: a hundredth of the squads marches, a few instances fall, and
    /// as many are raised.
    pub(crate) fn step(&mut self) {
        for _ in 0..self.squads.len() * MARCHING_PER_MILLE / 1000 {
            let number = self.random.below(self.squads.len());
            self.march(number);
        }
        for _ in 0..FALLEN {
            self.fall();
            let number = self.random.below(self.squads.len());
            self.raise(number);
        }
    }

    /// Adds an instance to a squad.
    fn raise(&mut self, number: usize) {
        let squad = &mut self.squads[number];
        let id = self.instances.insert(Instance {
            transform: squad.transform(squad.members.len()),
            tint: squad.tint(),
            squad: number,
        });
        squad.members.push(id);
    }

    /// Moves a squad: every transform is written, and a tint where it changes.
    fn march(&mut self, number: usize) {
        let squad = &mut self.squads[number];
        squad.marches += 1;
        let mut columns = self.instances.columns_mut();
        for (place, &id) in squad.members.iter().enumerate() {
            columns.transform[id] = squad.transform(place);
            columns.tint.set(id, squad.tint());
        }
    }

    /// Frees any instance; in the columns the last one takes its place.
    fn fall(&mut self) {
        let row = self.random.below(self.instances.len());
        if let Some(id) = self.instances.id_at(row) {
            let squad = self.instances.columns().squad[id];
            self.squads[squad].members.retain(|member| *member != id);
            self.instances.dealloc(id);
        }
    }
}

impl Squad {
    /// Where the member at a place of the squad stands: taller and turned after
    /// every march.
    fn transform(&self, place: usize) -> Mat4 {
        let marches = f32::from(self.marches);
        let turn = Quat::from_rotation_y(marches * 0.45);
        let height = 0.12 + 0.5 * marches;
        let from_middle = Vec3::new(real(place % 10) - 4.5, 0.0, real(place / 10) - 4.5) * 0.27;
        Mat4::from_scale_rotation_translation(
            Vec3::new(0.1, height, 0.1),
            turn,
            self.home + turn * from_middle + Vec3::Y * height,
        )
    }

    /// At rest, on the march, and long on the way.
    fn tint(&self) -> [u8; 4] {
        match self.marches {
            0 => [84, 112, 128, 255],
            1 => [236, 168, 72, 255],
            2 => [220, 92, 64, 255],
            _ => [150, 44, 76, 255],
        }
    }
}

/// A small number as a real one.
#[expect(
    clippy::cast_precision_loss,
    reason = "rows and columns of squads are few"
)]
fn real(number: usize) -> f32 {
    number as f32
}

/// Marsaglia's xorshift: the same numbers on every machine.
#[derive(Debug)]
struct Random(u64);

impl Random {
    /// A number below `end`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the remainder is below a `usize`"
    )]
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}
