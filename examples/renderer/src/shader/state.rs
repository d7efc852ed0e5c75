//! The states of a shader: a uniform buffer and its bind group for each material.

use soa_runtime::IdAllocator;

use super::Groups;
use super::source::Reflection;
use example_gpu::Gpu;

/// The least size of a uniform block in bytes, so that shaders without one can share the layout.
const LEAST: usize = 16;

/// The material of a surface. It selects features of the program and values of the state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Material {
    #[default]
    Matt,
    Polished,
    Leaves,
    Glowing,
}

impl Material {
    pub(crate) const ALL: [Self; 4] = [Self::Matt, Self::Polished, Self::Leaves, Self::Glowing];

    /// Returns the features that it enables.
    pub(crate) const fn features(self) -> &'static [&'static str] {
        match self {
            Self::Matt | Self::Polished => &[],
            Self::Leaves => &["wind"],
            Self::Glowing => &["bright"],
        }
    }

    /// Returns the values that differ from the defaults of the shader.
    const fn values(self) -> &'static [(&'static str, f32)] {
        match self {
            Self::Matt => &[],
            Self::Polished => &[("gloss", 0.5)],
            Self::Leaves => &[("gloss", 0.08)],
            Self::Glowing => &[("glow", 1.6)],
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
    pub(crate) fn of_materials(gpu: &Gpu, groups: &Groups, reflection: &Reflection) -> Self {
        let states = Material::ALL.map(|material| State {
            material,
            group: group(gpu, groups, reflection, material.values()),
        });
        states.into_iter().collect()
    }

    /// Returns the state of a material.
    pub(crate) fn find(&self, material: Material) -> Option<StateId> {
        let columns = self.columns();
        let mut materials = columns.material.iter();
        let row = materials.position(|other| *other == material)?;
        self.id_at(row)
    }
}

fn group(
    gpu: &Gpu,
    groups: &Groups,
    reflection: &Reflection,
    values: &[(&str, f32)],
) -> wgpu::BindGroup {
    let mut bytes = vec![0; reflection.block.next_multiple_of(LEAST).max(LEAST)];
    for member in &reflection.members {
        let own = values.iter().find(|(name, _)| *name == member.name);
        let value = own.map_or(member.default, |(_, value)| *value);
        bytes[member.offset..member.offset + 4].copy_from_slice(&value.to_le_bytes());
    }
    let uniform = gpu.uniform("state", &bytes);
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("state"),
        layout: &groups.state,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: uniform.as_entire_binding(),
        }],
    })
}
