//! The packed container against models of it: random calls under every policy, the
//! ancestor's behaviour, copies kept by dirty ranges or by moves, growth, and the corners.

mod ancestor;
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
mod trace;
mod walks;
