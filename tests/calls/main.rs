//! The calls of a hub, one noun per file, each in both layouts.

#[path = "../support/mod.rs"]
mod support;

mod change;
