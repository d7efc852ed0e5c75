//! How long the parts of a frame take.

use std::fmt;
use std::time::{Duration, Instant};

/// A part of a frame, in order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// Until the GPU is no more than two frames behind.
    Wait,
    Simulate,
    Compact,
    /// What the GPU's copies lack.
    Send,
    Draw,
    /// What workers have decoded becomes rows.
    Load,
}

const NAMES: [&str; 6] = ["wait", "simulate", "compact", "send", "draw", "load"];

/// The sums over some frames.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times {
    pub(crate) frames: u32,
    sums: [Duration; NAMES.len()],
    longest: [Duration; NAMES.len()],
}

/// A clock that is read after each part.
#[derive(Debug)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the last part goes to this one.
    pub(crate) fn ends(&mut self, part: Part, times: &mut Times) {
        let now = Instant::now();
        let took = now - self.0;
        self.0 = now;
        let number = part as usize;
        times.sums[number] += took;
        times.longest[number] = times.longest[number].max(took);
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        writeln!(f, "{:<10}{:>12}{:>12}", "a frame", "mean, ms", "most, ms")?;
        for ((name, sum), longest) in NAMES.into_iter().zip(self.sums).zip(self.longest) {
            let mean = sum / self.frames.max(1);
            let (mean, longest) = (milliseconds(mean), milliseconds(longest));
            writeln!(f, "{name:<10}{mean:>12.3}{longest:>12.3}")?;
        }
        let sum: Duration = self.sums.into_iter().sum();
        let mean = milliseconds(sum / self.frames.max(1));
        write!(f, "{:<10}{mean:>12.3}   of {} frames", "all", self.frames)
    }
}
