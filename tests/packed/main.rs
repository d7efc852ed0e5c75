//! Compares the packed container with a model: random calls under every policy, and copies that
//! follow at different times. Then bounds in the long run, thresholds, panics and edge cases.

mod bound;
mod full;
mod model;
mod panics;
mod pieces;
#[path = "../support/random.rs"]
mod random;
mod readers;
mod sizes;
mod steps;
mod support;
mod threshold;
mod trace;
mod walks;
