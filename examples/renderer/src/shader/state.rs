//! The states of a shader: a uniform buffer and its bind group for each material.

use example_gpu::Gpu;
use soa_runtime::IdAllocator;

use super::Groups;

/// The material of a surface. It selects the state of a shader.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Material {
    #[default]
    Matt,
    Polished,
    Leaves,
    Glowing,
}

impl Material {
    const ALL: [Self; 4] = [Self::Matt, Self::Polished, Self::Leaves, Self::Glowing];

    /// Returns the members `gloss`, `bend` and `glow` of the uniform block of the shaders.
    const fn values(self) -> [f32; 4] {
        match self {
            Self::Matt => [0.04, 0.0, 0.0, 0.0],
            Self::Polished => [0.5, 0.0, 0.0, 0.0],
            Self::Leaves => [0.08, 0.06, 0.0, 0.0],
            Self::Glowing => [0.0, 0.0, 1.6, 0.0],
        }
    }
}

/// The uniforms of a shader for one material.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 10, generation = 6), derive(Debug))]
pub(crate) struct State {
    pub(crate) material: Material,
    #[soa(required)]
    pub(crate) group: wgpu::BindGroup,
}

impl StateHub {
    /// Creates a state for each material.
    pub(crate) fn of_materials(gpu: &Gpu, groups: &Groups) -> Self {
        let states = Material::ALL.map(|material| {
            let uniform = gpu.uniform("state", bytemuck::bytes_of(&material.values()));
            State {
                material,
                group: gpu.group("state", &groups.state, &[uniform.as_entire_binding()]),
            }
        });
        states.into_iter().collect()
    }

    /// Returns the state of a material.
    pub(crate) fn find(&self, material: Material) -> Option<StateId> {
        let mut materials = self.columns().material.iter();
        let row = materials.position(|other| *other == material)?;
        self.id_at(row)
    }
}
