//! Runs the contenders of a case in turns and compares each with the limit.
//!
//! A machine is never quiet, but whatever disturbs a round disturbs all of its
//! contenders. So every round runs all of them, each round in another order, for
//! who comes next finds in the caches what the one before left there. What counts
//! is a contender's time divided by the limit's time of the same round; the
//! figure reported is the median of these ratios.

use std::time::{Duration, Instant};

/// What a contender is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// No handles or no checks: what the machine can do.
    Limit,
    /// One of this project's containers.
    Ours,
    /// Somebody else's container.
    Peer,
}

/// Adds up the time of the measured parts of a run.
#[derive(Debug, Default)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Measures `work`.
    #[inline]
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = std::hint::black_box(work());
        self.0 += start.elapsed();
        result
    }

    /// Counts what was measured `times` as often, where only a part of it was done.
    #[must_use]
    pub fn scaled(self, times: u32) -> Self {
        Self(self.0 * times)
    }

    /// Closes the run. `checksum` says what the last repetition found.
    pub fn finish(self, checksum: u64) -> Run {
        Run {
            time: self.0,
            checksum,
        }
    }
}

/// What one call of a contender gave.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The time of the measured parts.
    pub time: Duration,
    /// What the contender computed; equal for all contenders in the first run.
    pub checksum: u64,
}

/// One container under one workload.
pub struct Contender {
    /// The container's name, and its loop's if it has several.
    pub name: String,
    /// Whose it is.
    pub kind: Kind,
    run: Box<dyn FnMut(u32) -> Run>,
}

impl Contender {
    /// Runs the workload `repetitions` times.
    pub fn run(&mut self, repetitions: u32) -> Run {
        (self.run)(repetitions)
    }
}

impl std::fmt::Debug for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, kind, .. } = self;
        f.debug_struct("Contender")
            .field("name", name)
            .field("kind", kind)
            .finish_non_exhaustive()
    }
}

/// One workload at one size, with its contenders. The first one is the limit.
#[derive(Debug)]
pub struct Case {
    /// How many rows there are.
    pub rows: usize,
    /// How many operations one repetition measures.
    pub operations: usize,
    /// Who takes part.
    pub contenders: Vec<Contender>,
}

impl Case {
    /// A case in which nobody takes part yet.
    pub fn new(rows: usize, operations: usize) -> Self {
        Self {
            rows,
            operations,
            contenders: Vec::new(),
        }
    }

    /// Adds a contender; `run` gets the number of repetitions.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        kind: Kind,
        run: impl FnMut(u32) -> Run + 'static,
    ) {
        self.contenders.push(Contender {
            name: name.into(),
            kind,
            run: Box::new(run),
        });
    }

    /// Puts the contender called `name` first: it is the limit.
    #[must_use]
    pub fn led_by(mut self, name: &str) -> Self {
        self.contenders
            .sort_by_key(|contender| contender.name != name);
        self
    }
}

/// How long to measure.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The time for one case, all contenders together.
    pub case: Duration,
    /// The measured time of one contender in one round, at least.
    pub sample: Duration,
    /// The fewest rounds, whatever the time.
    pub rounds: usize,
}

/// What was measured of one contender.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The contender's name.
    pub name: String,
    /// Whose it is.
    pub kind: Kind,
    /// The median time of one operation, in nanoseconds.
    pub nanoseconds: f64,
    /// The median ratio to the limit of the same round.
    pub ratio: f64,
    /// The quartiles of that ratio.
    pub quartiles: (f64, f64),
}

/// Measures a case.
///
/// # Errors
///
/// If two contenders computed different things; the sentence names them.
pub fn measure(mut case: Case, effort: Effort) -> Result<Vec<Figure>, String> {
    let repetitions = warm_up(&mut case, effort.sample)?;
    let mut times = vec![Vec::new(); case.contenders.len()];
    let start = Instant::now();
    let mut round = 0;
    let mut turns: Vec<usize> = (0..case.contenders.len()).collect();
    let mut random = fastrand::Rng::with_seed(7);
    while round < effort.rounds || (start.elapsed() < effort.case && round < MOST_ROUNDS) {
        random.shuffle(&mut turns);
        for &index in &turns {
            let run = case.contenders[index].run(repetitions[index]);
            times[index].push(per_operation(run, repetitions[index], case.operations));
        }
        round += 1;
    }
    let limit = times[0].clone();
    let figure = |(contender, times): (&Contender, Vec<f64>)| {
        let ratios = times
            .iter()
            .zip(&limit)
            .map(|(time, limit)| time / limit)
            .collect();
        let [low, ratio, high] = quartiles(ratios);
        Figure {
            name: contender.name.clone(),
            kind: contender.kind,
            nanoseconds: quartiles(times)[1],
            ratio,
            quartiles: (low, high),
        }
    };
    Ok(case.contenders.iter().zip(times).map(figure).collect())
}

const MOST_ROUNDS: usize = 101;

/// Runs everybody once, compares what they computed, and says how often each
/// must repeat the workload to fill a sample.
fn warm_up(case: &mut Case, sample: Duration) -> Result<Vec<u32>, String> {
    let mut first: Option<(String, u64)> = None;
    let mut repetitions = Vec::new();
    for contender in &mut case.contenders {
        let checksum = contender.run(1).checksum;
        let name = &contender.name;
        let (by, expected) = first.get_or_insert_with(|| (name.clone(), checksum));
        if checksum != *expected {
            return Err(format!(
                "{name} computed {checksum} where {by} computed {expected}"
            ));
        }
        let once = contender.run(1).time.max(Duration::from_nanos(1));
        let fill = (sample.as_nanos() / once.as_nanos()).clamp(1, 100_000);
        repetitions.push(u32::try_from(fill).unwrap_or(1));
    }
    Ok(repetitions)
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 operations")]
fn per_operation(run: Run, repetitions: u32, operations: usize) -> f64 {
    run.time.as_secs_f64() * 1e9 / f64::from(repetitions) / operations as f64
}

/// The lower quartile, the median and the upper quartile.
fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    [1, 2, 3].map(|quarter| values.get(last * quarter / 4).copied().unwrap_or(f64::NAN))
}
