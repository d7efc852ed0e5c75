//! Helpers that several tests share.

mod counted;
mod message;

pub(crate) use counted::{Tracked, alive, tick, with_fuse};
pub(crate) use message::panic_message;
