//! Handles used by other crates.

mod bytes;
mod slotmap;
