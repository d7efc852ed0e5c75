//! The programs of a shader: its entry points with their features switched on or off.

use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::shader::Shader;

/// A set of the `override` switches of a shader, with one bit per switch.
pub(crate) type Features = u32;

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
    pub(crate) stage: naga::ShaderStage,
    /// The features that the entry point reads.
    pub(crate) switches: Features,
    /// The features that are on in this variation.
    pub(crate) on: Features,
    /// The SPIR-V words for the driver.
    pub(crate) code: Vec<u32>,
}

impl ProgramHub {
    /// Returns the program of each entry point for these features. An entry point ignores the
    /// features that it does not read.
    pub(crate) fn select(&self, features: Features) -> Vec<ProgramId> {
        let programs = self.iter();
        let selected = programs.filter(|(_, row)| *row.on == features & *row.switches);
        selected.map(|(id, _)| id).collect()
    }
}
