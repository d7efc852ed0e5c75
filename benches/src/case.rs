//! Runs the contenders of a case in turns and compares each of them with the limit.
//!
//! A machine is never quiet, but whatever disturbs a round disturbs all of its contenders.
//! So a contender's time is divided by the limit's time of the same round, and the reported
//! figure is the median of these ratios.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::harness::{Failure, Samples, real, take_turns};

/// The class of a contender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Has no handles or checks nothing: what the machine can do.
    Limit,
    /// One of this project's containers.
    Ours,
    /// A container of another crate.
    Peer,
}

impl Kind {
    /// Returns the text, in bold type if it is about one of this project's containers.
    pub fn mark(self, text: &str) -> String {
        match self {
            Self::Ours => format!("**{text}**"),
            Self::Limit | Self::Peer => text.to_owned(),
        }
    }
}

/// What was measured of one contender.
#[derive(Debug)]
pub struct Figure {
    /// The contender's name.
    pub name: String,
    /// The class of the contender.
    pub kind: Kind,
    /// The median time of one operation, in nanoseconds.
    pub nanoseconds: f64,
    /// The lower quartile, the median and the upper quartile of the ratio to the limit of the
    /// same round.
    pub ratio: [f64; 3],
}

/// Adds up the time of the measured parts of a run.
#[derive(Default)]
pub(crate) struct Stopwatch(Duration);

impl Stopwatch {
    /// Measures `work`.
    #[inline]
    pub(crate) fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = black_box(work());
        self.0 += start.elapsed();
        result
    }
}

/// One container under one workload. It runs the workload as often as asked, adds the time to
/// the stopwatch and returns what the last repetition computed.
struct Contender {
    name: String,
    kind: Kind,
    run: Box<Run>,
}

type Run = dyn FnMut(u32, &mut Stopwatch) -> u64;

impl Contender {
    fn run(&mut self, repetitions: u32) -> (Duration, u64) {
        let mut stopwatch = Stopwatch::default();
        let checksum = (self.run)(repetitions, &mut stopwatch);
        (stopwatch.0, checksum)
    }
}

/// One workload at one size, with its contenders. The first one is the limit.
pub(crate) struct Case {
    /// The number of operations that one repetition measures.
    pub(crate) operations: usize,
    contenders: Vec<Contender>,
}

impl Case {
    pub(crate) fn new(operations: usize) -> Self {
        let contenders = Vec::new();
        Self {
            operations,
            contenders,
        }
    }

    /// Adds a contender. `once` runs the workload once, measures a part of it, and returns what
    /// it computed.
    pub(crate) fn add(
        &mut self,
        name: impl Into<String>,
        kind: Kind,
        mut once: impl FnMut(&mut Stopwatch) -> u64 + 'static,
    ) {
        self.push(name, kind, move |repetitions, stopwatch| {
            (0..repetitions).fold(0, |_, _| once(stopwatch))
        });
    }

    /// Adds a contender whose work is too short to be measured alone: all repetitions are
    /// measured together.
    pub(crate) fn add_sum(
        &mut self,
        name: impl Into<String>,
        kind: Kind,
        mut sum: impl FnMut() -> u64 + 'static,
    ) {
        self.push(name, kind, move |repetitions, stopwatch| {
            stopwatch.time(|| (0..repetitions).fold(0, |_, _| black_box(sum())))
        });
    }

    /// Adds a contender whose work changes a state. All repetitions are measured together, and
    /// then `check` returns what they did.
    pub(crate) fn add_loop<T: 'static>(
        &mut self,
        (name, kind): (&str, Kind),
        mut state: T,
        mut work: impl FnMut(&mut T) + 'static,
        mut check: impl FnMut(&mut T) -> u64 + 'static,
    ) {
        self.push(name, kind, move |repetitions, stopwatch| {
            stopwatch.time(|| (0..repetitions).for_each(|_| work(black_box(&mut state))));
            check(&mut state)
        });
    }

    fn push(
        &mut self,
        name: impl Into<String>,
        kind: Kind,
        run: impl FnMut(u32, &mut Stopwatch) -> u64 + 'static,
    ) {
        let (name, run) = (name.into(), Box::new(run));
        self.contenders.push(Contender { name, kind, run });
    }

    /// Makes the contender called `name` the limit.
    pub(crate) fn led_by(mut self, name: &str) -> Self {
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
    /// The least measured time of one contender in one round.
    pub sample: Duration,
    /// The least number of rounds, whatever the time.
    pub rounds: usize,
}

const MOST_ROUNDS: usize = 101;

/// Measures a case. If two contenders computed different things, the error names them.
pub(crate) fn measure(mut case: Case, effort: Effort) -> Result<Vec<Figure>, Failure> {
    let repetitions = warm_up(&mut case, effort.sample)?;
    let mut times = vec![Samples::default(); case.contenders.len()];
    let start = Instant::now();
    let proceed =
        |rounds| rounds < effort.rounds || (start.elapsed() < effort.case && rounds < MOST_ROUNDS);
    take_turns(times.len(), proceed, |turn| {
        let (time, _) = case.contenders[turn].run(repetitions[turn]);
        let operations = f64::from(repetitions[turn]) * real(case.operations as u64);
        times[turn].push(time.as_secs_f64() * 1e9 / operations);
    });
    let figure = |(contender, mine): (Contender, &Samples)| Figure {
        name: contender.name,
        kind: contender.kind,
        nanoseconds: mine.median(),
        ratio: mine.over(&times[0]).quartiles(),
    };
    let contenders = case.contenders.into_iter().zip(&times);
    Ok(contenders.map(figure).collect())
}

/// Runs every contender once, compares what they computed, and returns the number of
/// repetitions that fill a sample of each.
fn warm_up(case: &mut Case, sample: Duration) -> Result<Vec<u32>, Failure> {
    let mut expected: Option<(String, u64)> = None;
    let mut repetitions = Vec::new();
    for contender in &mut case.contenders {
        let (_, checksum) = contender.run(1);
        let name = &contender.name;
        let (by, expected) = expected.get_or_insert_with(|| (name.clone(), checksum));
        if checksum != *expected {
            let message = format!("{name} computed {checksum}, but {by} computed {expected}");
            return Err(message.into());
        }
        let once = contender.run(1).0.max(Duration::from_nanos(1));
        let fill = (sample.as_nanos() / once.as_nanos()).clamp(1, 100_000);
        repetitions.push(u32::try_from(fill).unwrap_or(1));
    }
    Ok(repetitions)
}
