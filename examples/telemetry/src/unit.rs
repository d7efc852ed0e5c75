//! The simulated units.

use soa_runtime::IdAllocator;

/// The number of units of a process when it starts.
pub const UNITS: u32 = 250_000;
/// The number of teams.
pub const TEAMS: u8 = 4;

/// A unit that walks, is shot at, and dies.
#[derive(IdAllocator, Debug)]
#[soa(derive(Clone, Debug, PartialEq))]
pub struct Unit {
    pub position: [f32; 3],
    pub velocity: [f32; 3],
    #[soa(default = 100)]
    pub hp: i32,
    pub team: u8,
    pub target: Option<UnitId>,
}

/// Numbers that repeat in each run.
pub struct Random(pub u32);

impl Random {
    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % limit
    }

    fn unit(&mut self) -> Unit {
        let mut coordinate =
            |range: u16| self.below(2 * u32::from(range)) as f32 - f32::from(range);
        Unit {
            position: [coordinate(1000), 0.0, coordinate(1000)],
            velocity: [coordinate(10), 0.0, coordinate(10)],
            hp: 100,
            team: (self.below(u32::from(TEAMS))) as u8,
            target: None,
        }
    }
}

impl UnitHub {
    /// Makes the units of a process.
    pub fn populate(&mut self, random: &mut Random) {
        self.extend((0..UNITS).map(|_| random.unit()));
    }

    /// Advances the units by a tenth of a second. Some of them die and leave holes.
    pub fn step(&mut self, random: &mut Random) {
        let mut columns = self.columns_mut();
        for (position, velocity) in columns.position.iter_mut().zip(&columns.velocity) {
            for (position, velocity) in position.iter_mut().zip(velocity) {
                *position += velocity * 0.1;
            }
        }
        let slots = u32::try_from(self.slots()).expect("an index of 32 bits");
        for _ in 0..UNITS / 20 {
            let shooter = self.id_of_slot(random.below(slots));
            let target = self.id_of_slot(random.below(slots));
            let (Some(shooter), Some(target)) = (shooter, target) else {
                continue;
            };
            *self.row_mut(shooter).target = Some(target);
            let hp = self.row_mut(target).hp;
            *hp -= 60;
            if *hp <= 0 {
                self.dealloc(target);
            }
        }
        self.extend((0..UNITS / 1000).map(|_| random.unit()));
    }
}
