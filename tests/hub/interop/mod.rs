//! Handles in the hands of other crates.

mod bytes;
mod slotmap;
