//! Measures the parts of a frame.

use std::fmt;
use std::time::{Duration, Instant};

/// A part of a frame. The variants are in the order of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// Waits until the GPU is at most two frames behind.
    Wait,
    Simulate,
    Compact,
    /// Sends what the copies on the GPU do not have yet.
    Send,
    Draw,
    /// Inserts what the workers have decoded.
    Load,
}

const NAMES: [&str; 6] = ["wait", "simulate", "compact", "send", "draw", "load"];

/// The total and the longest time of each part over some frames.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times {
    pub(crate) frames: u32,
    sums: [Duration; NAMES.len()],
    longest: [Duration; NAMES.len()],
}

/// Measures the time since the end of the previous part.
#[derive(Debug)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Records the end of a part.
    pub(crate) fn record(&mut self, part: Part, times: &mut Times) {
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
        writeln!(f, "{:<10}{:>12}{:>12}", "a frame", "mean, ms", "max, ms")?;
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
