//! What is sent, and through which channel.

use serde::{Deserialize, Serialize};
use soa_runtime::Tick;

/// For deltas and confirmations: what is lost is not sent again.
pub(crate) const FAST: u8 = 0;
/// For what must arrive: the delta of a late join, and shots.
pub(crate) const SURE: u8 = 2;

/// What a client sends.
#[derive(Serialize, Deserialize)]
pub(crate) enum Upward {
    /// The last tick that its mirror has seen.
    Seen(Tick),
    /// A shot from here.
    Shot { number: u32, pos: [f32; 2] },
}
