//! The programs of a shader: an entry point with its features switched on or off.

use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::feature::FeatureMask;
use crate::value::Type;

/// The stage of the pipeline that a program runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Vertex,
    Fragment,
    Compute,
}

/// A vertex attribute, or what the stage before hands over.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub(crate) location: u32,
    pub(crate) name: Arc<str>,
    pub(crate) r#type: Type,
}

/// One entry point in one variation.
///
/// Programs come and go with their shader and are found by scanning columns,
/// so they are dense; a program without a stage is none, so `stage` is required.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 10, generation = 6))]
pub(crate) struct Program {
    /// The entry point's name.
    pub(crate) entry: Arc<str>,
    #[soa(required)]
    pub(crate) stage: Stage,
    /// The features that the entry point reads at all.
    pub(crate) switches: FeatureMask,
    /// Those that are on in this variation.
    pub(crate) mask: FeatureMask,
    /// Invocations a workgroup, zero but for compute.
    pub(crate) workgroup: [u32; 3],
    pub(crate) inputs: Vec<Input>,
    /// SPIR-V, as a driver takes it.
    pub(crate) code: Vec<u32>,
}

impl ProgramHub {
    /// The variation of `entry` for these features; those that it never reads
    /// do not matter.
    pub(crate) fn find(&self, entry: &str, features: FeatureMask) -> Option<ProgramId> {
        let columns = self.columns();
        columns
            .entry
            .iter()
            .zip(columns.switches.iter())
            .zip(columns.mask.iter())
            .position(|((name, &switches), &mask)| {
                **name == *entry && mask == (features & switches)
            })
            .and_then(|row| self.id_at(row))
    }

    /// The entry points, each once.
    pub(crate) fn entries(&self) -> Vec<Arc<str>> {
        let mut entries = self.columns().entry.to_vec();
        entries.dedup();
        entries
    }
}
