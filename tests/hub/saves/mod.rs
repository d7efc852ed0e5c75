//! Saves: what they cost, how they change with their record, and what is refused.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod depth;
mod forms;
mod hostile;
mod sizes;
mod snapshots;
mod versions;
mod widths;
mod words;
