//! The threads that read and decode.
//!
//! ```text
//!   owner                                             threads
//!   request, reload   --- tickets, in the pool ---->  read, decode
//!   maintain          <-- results, at most 256 -----
//! ```
//!
//! All tickets of all libraries wait in one [`Pool`](pool::Pool), under one lock. The
//! results of a library go from its [`Desk`](desk::Desk) through a channel, which always
//! has room for them. A thread waits for nothing but work: a library without room for a
//! result is passed over.

mod desk;
mod line;
mod pool;
mod queue;
#[cfg(test)]
mod tests;
mod threads;

pub(crate) use desk::Done;
pub(crate) use line::Line;
pub use threads::Workers;
