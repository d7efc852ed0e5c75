//! A worker that is killed or frozen at a random moment of a query.

use std::fmt;
use std::io::Result;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::watch;
use tokio::time::sleep;

use super::phase::Phase;
use crate::unit::Random;

/// What happens to a worker, and when.
#[derive(Debug, Clone, Copy)]
pub struct Disturbance {
    pub kind: Kind,
    pub worker: usize,
    /// The phase that is waited for.
    phase: Phase,
    /// The time from there.
    delay: Duration,
    /// The time until a frozen process goes on. Half of them never do.
    thaw: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Kill,
    Freeze,
}

impl Disturbance {
    /// Chooses a moment. `usual` is the time of a query that is not disturbed.
    pub fn random(kind: Kind, workers: u32, usual: Duration, random: &mut Random) -> Disturbance {
        let worker = random.below(workers) as usize;
        let phase = Phase::ALL[random.below(Phase::Idle as u32) as usize];
        // Workers read files most of the time. All other phases are short.
        let share = match phase {
            Phase::Reading => 1,
            Phase::Shuffling => 20,
            _ => 500,
        };
        let limit = (usual / share).as_millis() as u32 + 1;
        let delay = Duration::from_millis(random.below(limit).into());
        let thaw = match kind {
            Kind::Freeze if random.below(2) == 0 => {
                Some(Duration::from_millis(random.below(8000).into()))
            }
            _ => None,
        };
        Disturbance {
            kind,
            worker,
            phase,
            delay,
            thaw,
        }
    }

    /// Waits for the moment, and sends the signals. Returns the phase in which the first one was
    /// sent.
    pub async fn happen(self, process: Pid, mut phases: watch::Receiver<Phase>) -> Result<Phase> {
        // The sender lives as long as the coordinator, which outlives this call.
        let _ = phases.wait_for(|phase| *phase >= self.phase).await;
        sleep(self.delay).await;
        let phase = *phases.borrow();
        let signal = match self.kind {
            Kind::Kill => Signal::KILL,
            Kind::Freeze => Signal::STOP,
        };
        kill_process(process, signal)?;
        if let Some(time) = self.thaw {
            sleep(time).await;
            kill_process(process, Signal::CONT)?;
        }
        Ok(phase)
    }

    /// Returns whether the worker can be used afterwards.
    pub fn passes(&self) -> bool {
        self.thaw.is_some()
    }
}

impl fmt::Display for Disturbance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::Kill => "killed",
            Kind::Freeze => "frozen",
        };
        write!(f, "worker {} {what}", self.worker)?;
        match self.thaw {
            None => Ok(()),
            Some(time) => write!(f, " for {time:.1?}"),
        }
    }
}
