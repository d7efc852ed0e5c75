//! The simulated units.

use soa_runtime::{Hub, IdAllocator, Tick};

/// A unit that flies until it has no energy left.
#[derive(IdAllocator, Debug)]
#[soa(tracked, align = 64, derive(Clone))]
pub struct Unit {
    #[soa(tracked)]
    pub pos: [f32; 2],
    pub vel: [f32; 2],
    #[soa(tracked, default = 100)]
    pub hp: i32,
    pub team: u8,
    pub tired: bool,
    pub target: Option<UnitId>,
    pub name: String,
}

/// Numbers that repeat in each run.
#[derive(Debug)]
pub struct Random(pub u32);

impl Random {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: u16) -> u16 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        u16::try_from(self.0 % u32::from(limit)).expect("it is below the limit")
    }

    /// Returns a number between minus one and one.
    fn signed(&mut self) -> f32 {
        f32::from(self.below(2001)) / 1000.0 - 1.0
    }

    /// Makes a unit.
    pub fn unit(&mut self) -> Unit {
        let team = self.below(3);
        Unit {
            pos: [self.signed() * 10.0, self.signed() * 10.0],
            vel: [self.signed(), self.signed()],
            hp: 100,
            team: u8::try_from(team).expect("there are three teams"),
            tired: false,
            target: None,
            name: format!("unit {}", self.below(1000)),
        }
    }
}

/// Moves the units. Tired units die, and as many are made.
pub fn step(units: &mut Hub<Unit>, random: &mut Random, seconds: f32) {
    drift(units, seconds);
    for (_, unit) in units.iter_mut() {
        // Steers towards the middle.
        for (velocity, position) in unit.vel.iter_mut().zip(*unit.pos) {
            *velocity -= position * 0.1 * seconds;
        }
        let mut hp = unit.hp;
        *hp -= 1;
        *unit.tired = *hp < 20;
    }
    let dead = units.iter().filter(|(_, unit)| *unit.hp <= 0);
    let dead: Vec<UnitId> = dead.map(|(id, _)| id).collect();
    for id in dead {
        units.dealloc(id);
        units.insert(random.unit());
    }
    let first = units.ids().next();
    let target = units.columns_mut().target.into_mut_slice();
    for target in target.iter_mut().step_by(7) {
        *target = first;
    }
}

/// Moves the units in two passes, as `pos += vel * seconds` does in NumPy.
pub fn drift(units: &mut Hub<Unit>, seconds: f32) {
    let mut columns = units.columns_mut();
    let way: Vec<[f32; 2]> = columns
        .vel
        .iter()
        .map(|vel| vel.map(|vel| vel * seconds))
        .collect();
    for (pos, way) in columns.pos.all_mut().iter_mut().zip(&way) {
        pos[0] += way[0];
        pos[1] += way[1];
    }
}

/// Returns the number of rows of the tracked columns that were written after a tick.
pub fn changed(units: &Hub<Unit>, since: Tick) -> [(&'static str, usize); 2] {
    let columns = units.columns();
    let pos = columns
        .pos
        .changed_since(since, 0)
        .map(|rows| rows.len())
        .sum();
    let hp = columns
        .hp
        .changed_since(since, 0)
        .map(|rows| rows.len())
        .sum();
    [("pos", pos), ("hp", hp)]
}
