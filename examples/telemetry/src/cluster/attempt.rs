//! An attempt to get an answer.

use std::fmt;
use std::time::Duration;

/// How an attempt ended.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The number of workers that answered a probe.
    pub workers: usize,
    /// Why each of the other workers was left out.
    pub silent: Vec<String>,
    /// The number of tasks that were sent to them.
    pub tasks: usize,
    pub took: Duration,
    pub error: Option<String>,
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Attempt {
            workers,
            silent,
            tasks,
            took,
            error,
        } = self;
        let took = took.as_millis();
        write!(f, "workers: {workers}, tasks: {tasks}, {took} ms")?;
        for reason in silent {
            write!(f, ", without {reason}")?;
        }
        match error {
            None => Ok(()),
            Some(error) => write!(f, ", failed: {error}"),
        }
    }
}
