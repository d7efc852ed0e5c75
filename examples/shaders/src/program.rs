//! The programs of a shader: its entry points with their features switched on or off.

use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::feature::FeatureMask;
use crate::shader::Shader;
use crate::value::Type;

/// A stage of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    Vertex,
    Fragment,
    Compute,
}

/// A vertex attribute, or an output of the previous stage.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    pub(crate) location: u32,
    pub(crate) name: Arc<str>,
    pub(crate) r#type: Type,
}

/// One entry point in one variation.
///
/// Programs are created and freed with their shader, and found by a scan of columns. Therefore the
/// layout is dense. There is no default for the stage, so `stage` is required.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 16, generation = 16, tag = 32), parent = Shader)]
pub(crate) struct Program {
    /// The name of the entry point.
    pub(crate) entry: Arc<str>,
    #[soa(required)]
    pub(crate) stage: Stage,
    /// The features that the entry point reads.
    pub(crate) switches: FeatureMask,
    /// The features that are on in this variation.
    pub(crate) mask: FeatureMask,
    /// The size of a workgroup. Zero for all stages except compute.
    pub(crate) workgroup: [u32; 3],
    pub(crate) inputs: Vec<Input>,
    /// The SPIR-V words for the driver.
    pub(crate) code: Vec<u32>,
}

impl ProgramHub {
    /// Returns the variation of `entry` for these features. Ignores features that it does not read.
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

    /// Returns each entry point once.
    pub(crate) fn entries(&self) -> Vec<Arc<str>> {
        let mut entries = self.columns().entry.to_vec();
        entries.dedup();
        entries
    }
}
