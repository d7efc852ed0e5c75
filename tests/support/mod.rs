//! What several subjects need.

mod counted;
mod message;

pub(crate) use counted::{Tracked, alive, tick, with_fuse};
pub(crate) use message::panic_message;
