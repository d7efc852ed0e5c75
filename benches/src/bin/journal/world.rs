//! What is saved: rows of 64 bytes in eight columns.

use soa_runtime::IdAllocator;

/// A row of 64 bytes.
#[derive(IdAllocator)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Unit {
    pub(crate) position: [f32; 2],
    pub(crate) velocity: [f32; 2],
    pub(crate) target: Option<UnitId>,
    pub(crate) experience: u64,
    pub(crate) born: u64,
    pub(crate) gold: i64,
    pub(crate) health: f64,
    pub(crate) speed: f64,
}

/// Returns rows whose numbers have all lengths that occur in a game.
pub(crate) fn units(rows: usize) -> UnitHub {
    let mut units = UnitHub::with_capacity(rows);
    let mut random = fastrand::Rng::with_seed(3);
    let mut before = None;
    for _ in 0..rows {
        let id = units.insert(Unit {
            position: [random.f32(), random.f32()],
            velocity: [random.f32(), random.f32()],
            target: before,
            experience: random.u64(..1_000_000),
            born: random.u64(..),
            gold: random.i64(0..100_000),
            health: random.f64(),
            speed: random.f64(),
        });
        before = Some(id);
    }
    units
}

/// Which rows change, in no order, each once.
pub(crate) fn some(rows: usize, share: f64, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..rows).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut all);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "it is a count of rows"
    )]
    all.truncate((rows as f64 * share) as usize);
    all
}

/// Changes some rows, in all columns or in the position alone.
pub(crate) fn change(units: &mut UnitHub, rows: &[usize], in_all: bool) {
    let mut columns = units.columns_mut();
    for &row in rows {
        columns.position[row][0] += 1.0;
        if in_all {
            columns.velocity[row][0] += 1.0;
            columns.target[row] = None;
            columns.experience[row] += 1;
            columns.born[row] ^= 1;
            columns.gold[row] += 1;
            columns.health[row] += 1.0;
            columns.speed[row] += 1.0;
        }
    }
}
