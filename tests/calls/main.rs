//! The calls of a hub, one noun per file, each in both layouts.

#[path = "../support/mod.rs"]
mod support;

mod change;
mod extract;
mod ids;
mod insert;
mod lend;
mod order;
mod parallel;
mod state;
mod views;
