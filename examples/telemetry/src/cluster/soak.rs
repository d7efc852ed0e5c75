//! Kills and freezes workers at random moments. No answer may differ, and nothing may hang.

use std::error::Error;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::{sleep, timeout};

use super::WORKERS;
use super::coordinator::{ANSWER, ATTEMPT, Coordinator, Report};
use super::workers::Workers;
use crate::answer::Answer;
use crate::files::Files;
use crate::unit::Random;

/// The seconds that are simulated. Each has four files. A query of more files would miss its deadline
/// on a machine that is busy with other work.
const SECONDS: u32 = 2;

/// What happens to a worker.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Kill,
    /// Half of the frozen workers go on after some seconds.
    Freeze,
}

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
        let [attempt, answer] = soak.longest;
        println!("the longest attempt took {attempt:.1?}, the longest answer {answer:.1?}");
        Ok(())
    })
}

struct Soak<'a> {
    files: &'a Files,
    expected: Vec<Answer>,
    coordinator: Coordinator,
    workers: Workers,
    random: Random,
    /// The time of a query that is not disturbed.
    usual: Duration,
    /// The times of the longest attempt and of the longest answer.
    longest: [Duration; 2],
}

impl<'a> Soak<'a> {
    async fn start(files: &'a Files, seed: u32) -> Result<Soak<'a>, Box<dyn Error>> {
        let mut soak = Soak {
            files,
            expected: super::ask_here(files.folder()).await?,
            coordinator: Coordinator::new(),
            workers: Workers::start(WORKERS)?,
            random: Random(seed.wrapping_mul(0x9e37_79b9) | 1),
            usual: Duration::ZERO,
            longest: [Duration::ZERO; 2],
        };
        files.compare(&soak.expected)?;
        for _ in 0..3 {
            soak.usual = soak.ask_all().await?.took;
        }
        println!("a query takes {:.1?} if nothing happens", soak.usual);
        Ok(soak)
    }

    /// Asks while a worker is killed or frozen, again afterwards, and again when it is back.
    async fn round(&mut self, kind: Kind) -> Result<(), Box<dyn Error>> {
        self.workers.check()?;
        let worker = self.random.below(WORKERS as u32) as usize;
        let delay = self.milliseconds(self.usual.as_millis() as u32 + 1);
        let thaw = match kind {
            Kind::Freeze if self.random.below(2) == 0 => Some(self.milliseconds(8000)),
            _ => None,
        };
        let process = self.workers.processes()[worker];
        let happens = tokio::spawn(disturb(process, kind, delay, thaw));
        let during = self.ask().await?;
        happens.await??;
        let after = self.ask().await?;
        if thaw.is_none() {
            self.workers.replace(worker)?;
        }
        self.ask_all().await?;
        let what = match (kind, thaw) {
            (Kind::Kill, _) => "killed".to_owned(),
            (Kind::Freeze, None) => "frozen".to_owned(),
            (Kind::Freeze, Some(time)) => format!("frozen for {time:.1?}"),
        };
        let failed = during.attempts.len() + after.attempts.len() - 2;
        let answer = during.took;
        println!(
            "worker {worker} was {what}, {delay:.1?} after the query began: {failed} failed, the answer after {answer:.1?}"
        );
        Ok(())
    }

    fn milliseconds(&mut self, limit: u32) -> Duration {
        Duration::from_millis(self.random.below(limit).into())
    }

    /// Asks when nothing happens. All workers must have answered.
    async fn ask_all(&mut self) -> Result<Report, Box<dyn Error>> {
        let report = self.ask().await?;
        let last = report.attempts.last().ok_or("the coordinator asked")?;
        // Each worker reads, and each worker adds up what the others have read.
        if (last.workers, last.tasks) == (WORKERS, 2 * WORKERS) {
            Ok(report)
        } else {
            Err(format!("not all workers answered: {last}").into())
        }
    }

    /// Asks, and compares the answer and its times with what is promised.
    async fn ask(&mut self) -> Result<Report, Box<dyn Error>> {
        let workers = self.workers.urls();
        let answer = self.coordinator.ask(self.files.folder(), &workers);
        let Ok(report) = timeout(2 * ANSWER, answer).await else {
            return Err("the coordinator hangs".into());
        };
        let last = report.attempts.last().ok_or("the coordinator asked")?;
        if report.answers.clone()? != self.expected {
            return Err("the workers answer otherwise than one process".into());
        }
        // With one worker, there is nothing to divide.
        if last.workers > 1 && last.tasks == 0 {
            return Err("the coordinator answered alone".into());
        }
        let times = report.attempts.iter().map(|attempt| attempt.took);
        let attempt = times.max().unwrap_or_default();
        if attempt > ATTEMPT || report.took > ANSWER {
            return Err(format!("that took too long: {:?}", report.took).into());
        }
        self.longest = [
            self.longest[0].max(attempt),
            self.longest[1].max(report.took),
        ];
        Ok(report)
    }
}

/// Waits, and sends the signals.
async fn disturb(
    process: Pid,
    kind: Kind,
    delay: Duration,
    thaw: Option<Duration>,
) -> std::io::Result<()> {
    sleep(delay).await;
    let signal = match kind {
        Kind::Kill => Signal::KILL,
        Kind::Freeze => Signal::STOP,
    };
    kill_process(process, signal)?;
    if let Some(time) = thaw {
        sleep(time).await;
        kill_process(process, Signal::CONT)?;
    }
    Ok(())
}
