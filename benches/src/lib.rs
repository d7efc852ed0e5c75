#![doc = include_str!("../README.md")]

mod contenders;
pub mod debug;
mod element;
pub mod harness;
pub mod memory;
pub mod report;
mod store;
pub mod workloads;
