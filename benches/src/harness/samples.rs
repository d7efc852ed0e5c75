//! Rounds of measurements, and their statistics.

use std::time::Instant;

use super::{Failure, digits};

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

/// Measures all contenders in turns for this many rounds, and returns the samples of each.
///
/// # Errors
///
/// Returns the first error of `run`, which measures one contender once.
pub fn measure<C, const N: usize>(
    rounds: usize,
    contenders: &mut [C],
    mut run: impl FnMut(&mut C) -> Result<[f64; N], Failure>,
) -> Result<Vec<[Samples; N]>, Failure> {
    let mut taken = vec![[(); N].map(|()| Samples::default()); contenders.len()];
    let mut failed = Ok(());
    take_turns(
        contenders.len(),
        |done| done < rounds,
        |turn| match run(&mut contenders[turn]) {
            Ok(values) if failed.is_ok() => {
                for (samples, value) in taken[turn].iter_mut().zip(values) {
                    samples.push(value);
                }
            }
            Ok(_) => {}
            Err(error) => failed = Err(error),
        },
    );
    failed.map(|()| taken)
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

    /// Returns the median with the quartiles in parentheses, in units of which one is `scale` of
    /// the samples, or an empty cell for NaN.
    pub fn spread(&self, scale: f64) -> String {
        let quartiles = self.quartiles().map(|value| value * scale);
        if quartiles[1].is_nan() {
            return String::new();
        }
        let [low, median, high] = quartiles.map(digits);
        format!("{median} ({low} to {high})")
    }

    /// Returns the least value.
    pub fn least(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Divides each round by the same round of `other`.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        self.with(other, |mine, other| mine / other)
    }

    /// Compares each round with the same round of `other`.
    #[must_use]
    pub fn with(&self, other: &Self, compare: fn(f64, f64) -> f64) -> Self {
        let rounds = self.0.iter().zip(&other.0);
        Self(rounds.map(|(&mine, &other)| compare(mine, other)).collect())
    }
}
