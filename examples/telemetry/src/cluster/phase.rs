//! What the cluster is doing.

use std::fmt;

use tokio::sync::watch;

/// What the cluster is doing, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The coordinator asks which workers live.
    Probing,
    /// It plans the query.
    Planning,
    /// Workers have tasks, and read files.
    Reading,
    /// Workers receive rows from other workers.
    Shuffling,
    /// The coordinator receives rows.
    Receiving,
    /// There is an answer or an error, and no query runs.
    Idle,
}

impl Phase {
    pub const ALL: [Phase; 6] = [
        Phase::Probing,
        Phase::Planning,
        Phase::Reading,
        Phase::Shuffling,
        Phase::Receiving,
        Phase::Idle,
    ];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Phase::Probing => "probing",
            Phase::Planning => "planning",
            Phase::Reading => "reading",
            Phase::Shuffling => "shuffling",
            Phase::Receiving => "receiving",
            Phase::Idle => "idle",
        })
    }
}

/// The phase of an attempt, which others may watch.
pub struct Progress(watch::Sender<Phase>);

impl Progress {
    pub fn new() -> Progress {
        Progress(watch::Sender::new(Phase::Idle))
    }

    /// Starts an attempt.
    pub fn restart(&self) {
        self.0.send_replace(Phase::Probing);
    }

    /// Records that a phase has begun. A report that comes late, after a later phase has begun or
    /// the attempt has ended, changes nothing.
    pub fn enter(&self, phase: Phase) {
        self.0.send_if_modified(|now| {
            let later = *now < phase;
            if later {
                *now = phase;
            }
            later
        });
    }

    pub fn watch(&self) -> watch::Receiver<Phase> {
        self.0.subscribe()
    }
}
