//! Kills and freezes workers at random moments. No answer may differ, and nothing may hang.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::timeout;

use super::coordinator::{ANSWER, ATTEMPT, Coordinator};
use super::disturbance::{Disturbance, Kind};
use super::phase::{Phase, Progress};
use super::workers::Workers;
use crate::answer::Answer;
use crate::files::Files;
use crate::unit::Random;

/// The seconds that are simulated. Each has four files. A query of more files would miss its deadline
/// on a machine that is busy with other work.
const SECONDS: u32 = 2;

/// Runs rounds of both kinds in a random order.
pub fn run(kills: usize, freezes: usize, seed: Option<u32>) -> Result<(), Box<dyn Error>> {
    let seed = match seed {
        Some(seed) => seed,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.subsec_nanos(),
    };
    println!("seed {seed}");
    let files = Files::simulate(SECONDS)?;
    super::block_on(async {
        let mut soak = Soak::start(&files, seed).await?;
        let mut rounds = vec![Kind::Kill; kills];
        rounds.resize(kills + freezes, Kind::Freeze);
        while !rounds.is_empty() {
            let next = soak.random.below(rounds.len() as u32) as usize;
            soak.round(rounds.swap_remove(next)).await?;
        }
        soak.workers.check()?;
        soak.print();
        Ok(())
    })
}

struct Soak<'a> {
    files: &'a Files,
    expected: Vec<Answer>,
    progress: Arc<Progress>,
    coordinator: Coordinator,
    workers: Workers,
    random: Random,
    /// The time of a query that is not disturbed.
    usual: Duration,
    done: Vec<Done>,
}

/// What came of a round.
struct Done {
    kind: Kind,
    phase: Phase,
    failed: usize,
    /// The time of the longest attempt.
    attempt: Duration,
    /// The longest time until an answer.
    answer: Duration,
}

impl<'a> Soak<'a> {
    async fn start(files: &'a Files, seed: u32) -> Result<Soak<'a>, Box<dyn Error>> {
        let progress = Arc::new(Progress::new());
        let observer = {
            let progress = progress.clone();
            move || progress.enter(Phase::Shuffling)
        };
        let mut soak = Soak {
            files,
            expected: super::ask_here(files.folder()).await?,
            coordinator: Coordinator::new(progress.clone()),
            progress,
            workers: Workers::start(super::WORKERS, observer)?,
            random: Random(seed.wrapping_mul(0x9e37_79b9) | 1),
            usual: Duration::ZERO,
            done: Vec::new(),
        };
        files.compare(&soak.expected)?;
        for _ in 0..3 {
            soak.usual = soak.ask_all().await?.answer;
        }
        println!("a query takes {:.1?} if nothing happens", soak.usual);
        Ok(soak)
    }

    /// Asks while a worker is killed or frozen, again afterwards, and again when it is back.
    async fn round(&mut self, kind: Kind) -> Result<(), Box<dyn Error>> {
        self.workers.check()?;
        let disturbance =
            Disturbance::random(kind, super::WORKERS as u32, self.usual, &mut self.random);
        let process = self.workers.processes()[disturbance.worker];
        self.progress.restart();
        let happens = tokio::spawn(disturbance.happen(process, self.progress.watch()));
        let during = self.ask().await?;
        let phase = happens.await??;
        let after = self.ask().await?;
        if !disturbance.passes() {
            self.workers.replace(disturbance.worker)?;
        }
        let back = self.ask_all().await?;
        let asked = [during, after, back];
        let longest = |time: fn(&Asked) -> Duration| asked.iter().map(time).max();
        let done = Done {
            kind,
            phase,
            failed: asked.iter().map(|asked| asked.failed).sum(),
            attempt: longest(|asked| asked.attempt).unwrap_or_default(),
            answer: longest(|asked| asked.answer).unwrap_or_default(),
        };
        println!(
            "round {}: {disturbance} while {phase}: {} failed, the answer after {:.1?}",
            self.done.len() + 1,
            done.failed,
            done.answer
        );
        self.done.push(done);
        Ok(())
    }

    /// Asks when nothing happens. All workers must have answered.
    async fn ask_all(&self) -> Result<Asked, Box<dyn Error>> {
        let asked = self.ask().await?;
        // Each worker reads, and each worker adds up what the others have read.
        if (asked.workers, asked.tasks) == (super::WORKERS, 2 * super::WORKERS) {
            Ok(asked)
        } else {
            Err(format!("not all workers answered: {asked:?}").into())
        }
    }

    /// Asks, and compares the answer and its times with what is promised.
    async fn ask(&self) -> Result<Asked, Box<dyn Error>> {
        let workers = self.workers.urls();
        let answer = self.coordinator.ask(self.files.folder(), &workers);
        let Ok(report) = timeout(2 * ANSWER, answer).await else {
            return Err("the coordinator hangs".into());
        };
        let times = report.attempts.iter().map(|attempt| attempt.took);
        let last = report.attempts.last().ok_or("the coordinator asked")?;
        let asked = Asked {
            workers: last.workers,
            tasks: last.tasks,
            failed: report.attempts.len() - 1,
            attempt: times.max().unwrap_or_default(),
            answer: report.took,
        };
        if report.answers? != self.expected {
            return Err("the workers answer otherwise than one process".into());
        }
        // With one worker, there is nothing to divide.
        if asked.workers > 1 && asked.tasks == 0 {
            return Err("the coordinator answered alone".into());
        }
        if asked.attempt > ATTEMPT || asked.answer > ANSWER {
            return Err(format!("that took too long: {asked:?}").into());
        }
        Ok(asked)
    }

    /// Prints a table of all rounds.
    fn print(&self) {
        println!(
            "| phase | kills | freezes | failed attempts | longest attempt | longest answer |"
        );
        println!("|---|--:|--:|--:|--:|--:|");
        for phase in Phase::ALL {
            let rounds = || self.done.iter().filter(|round| round.phase == phase);
            let kills = rounds().filter(|round| round.kind == Kind::Kill).count();
            let freezes = rounds().count() - kills;
            let failed: usize = rounds().map(|round| round.failed).sum();
            let attempt = rounds()
                .map(|round| round.attempt)
                .max()
                .unwrap_or_default();
            let answer = rounds().map(|round| round.answer).max().unwrap_or_default();
            println!(
                "| {phase} | {kills} | {freezes} | {failed} | {:.1} s | {:.1} s |",
                attempt.as_secs_f32(),
                answer.as_secs_f32()
            );
        }
    }
}

/// What it took to get an equal answer.
#[derive(Debug)]
struct Asked {
    /// The workers and the tasks of the attempt that succeeded.
    workers: usize,
    tasks: usize,
    failed: usize,
    attempt: Duration,
    answer: Duration,
}
