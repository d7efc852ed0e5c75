#![doc = include_str!("../README.md")]

mod case;
mod contenders;
pub mod debug;
mod element;
pub mod games;
pub mod harness;
pub mod memory;
pub mod report;
mod store;
pub mod workloads;

pub use case::Effort;
