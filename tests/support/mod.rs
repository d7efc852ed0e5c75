//! Helpers that several tests share.

mod counted;
mod message;
mod random;

pub(crate) use counted::{Tracked, alive, tick, with_fuse};
pub(crate) use message::panic_message;
pub(crate) use random::Random;

/// A value that is aligned to more than all others.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
#[repr(align(128))]
pub(crate) struct Line<T>(pub(crate) T);
