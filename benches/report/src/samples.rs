//! Rounds of measurements, and their statistics.

use std::time::Instant;

/// Runs all contenders in every round, in another order each time, until `proceed` returns
/// `false` for the number of finished rounds.
///
/// Whatever disturbs the machine disturbs all contenders of a round, and no contender always
/// finds the caches as the same other one left them.
pub fn take_turns(
    contenders: usize,
    mut proceed: impl FnMut(usize) -> bool,
    mut run: impl FnMut(usize),
) {
    let mut turns: Vec<usize> = (0..contenders).collect();
    let mut random = fastrand::Rng::with_seed(7);
    let mut rounds = 0;
    while proceed(rounds) {
        random.shuffle(&mut turns);
        turns.iter().copied().for_each(&mut run);
        rounds += 1;
    }
}

/// Returns the seconds that `work` takes.
pub fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// One value for each round.
#[derive(Debug, Clone, Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Creates samples without a round.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the value of another round.
    pub fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    /// Returns the lower quartile, the median and the upper quartile, or NaN without a round.
    pub fn quartiles(&self) -> [f64; 3] {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        [1, 2, 3].map(|quarter| sorted.get(last * quarter / 4).copied().unwrap_or(f64::NAN))
    }

    /// Returns the median.
    pub fn median(&self) -> f64 {
        self.quartiles()[1]
    }

    /// Returns the least value.
    pub fn least(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Compares each round with the same round of `other`.
    #[must_use]
    pub fn with(&self, other: &Self, compare: fn(f64, f64) -> f64) -> Self {
        let rounds = self.0.iter().zip(&other.0);
        Self(rounds.map(|(&mine, &other)| compare(mine, other)).collect())
    }
}
