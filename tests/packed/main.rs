//! Compares the packed container with models: random calls under every policy, the behaviour
//! of its ancestor, copies kept by dirty ranges or by moves, growth, and edge cases.

mod bound;
mod corners;
mod full;
mod growth;
mod list;
mod mirrors;
mod model;
mod panics;
mod pieces;
mod sizes;
mod space;
mod steps;
mod support;
mod threshold;
mod trace;
mod walks;
