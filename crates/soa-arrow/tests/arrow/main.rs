//! Hubs as batches, and batches as hubs.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "tests make numbers of every type, and panic where they fail"
)]

mod exchange;
mod holes;
mod hostile;
#[path = "../../../../tests/support/random.rs"]
mod random;
mod reading;
mod records;
mod shared;
mod types;
mod vectors;
