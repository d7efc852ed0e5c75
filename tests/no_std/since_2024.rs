//! Derived code in a `no_std` crate under the strictest lints.

#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]
#![deny(
    clippy::alloc_instead_of_core,
    clippy::multiple_unsafe_ops_per_block,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::undocumented_unsafe_blocks
)]

extern crate alloc;

pub mod record;
pub mod world;
