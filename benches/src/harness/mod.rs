//! What all benches share: options, rounds in which the contenders take turns, and Markdown.

mod options;
mod samples;
mod table;

pub use self::options::{Options, cargo, profile, run};
pub use self::samples::{Samples, measure, seconds, take_turns};
pub use self::table::{Table, digits, real};

/// Why a bench ended early.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
