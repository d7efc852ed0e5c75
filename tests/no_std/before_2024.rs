//! Derived code in a `no_std` crate under the strictest lints, of an edition in
//! which `gen` is a name.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]
#![deny(
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block
)]

extern crate alloc;

pub mod record;

/// Counts how often a plant was grown from seed.
#[derive(soa_runtime::IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq, Eq))]
pub struct Plant {
    /// A keyword of the edition that the derive itself is written in.
    pub gen: u32,
}

/// The sum of a column of that name.
#[must_use]
pub fn generations(plants: &PlantHub) -> u32 {
    plants.columns().gen.iter().sum()
}
