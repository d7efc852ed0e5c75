//! Handles and columns used by other crates.

mod bytes;
mod glam;
mod slotmap;
