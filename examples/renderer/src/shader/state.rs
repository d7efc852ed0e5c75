//! The states of a shader: what its uniforms hold for one material, and the bind group of it.

use soa_runtime::IdAllocator;

use super::Groups;
use super::source::Reflection;
use crate::gpu::Gpu;

/// Bytes that a uniform block has at least, so that shaders without one can share the layout.
const LEAST: usize = 16;

/// What a surface is made of: features that its programs have, and values of its state that
/// are not the shader's defaults.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Material {
    #[default]
    Matt,
    Polished,
    Leaves,
    Glowing,
}

impl Material {
    pub(crate) const ALL: [Self; 4] = [Self::Matt, Self::Polished, Self::Leaves, Self::Glowing];

    /// The features that it asks for.
    pub(crate) const fn features(self) -> &'static [&'static str] {
        match self {
            Self::Matt | Self::Polished => &[],
            Self::Leaves => &["wind"],
            Self::Glowing => &["bright"],
        }
    }

    /// Its values; all others are the defaults that the shader's source says.
    const fn values(self) -> &'static [(&'static str, f32)] {
        match self {
            Self::Matt => &[],
            Self::Polished => &[("gloss", 0.5)],
            Self::Leaves => &[("gloss", 0.08)],
            Self::Glowing => &[("glow", 1.6)],
        }
    }
}

/// One set of values of a shader's uniforms.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 10, generation = 6))]
pub(crate) struct State {
    pub(crate) material: Material,
    #[soa(required)]
    pub(crate) group: wgpu::BindGroup,
}

impl StateHub {
    /// A state for each material.
    pub(crate) fn of_materials(gpu: &Gpu, groups: &Groups, says: &Reflection) -> Self {
        let states = Material::ALL.map(|material| State {
            material,
            group: group(gpu, groups, says, material.values()),
        });
        states.into_iter().collect()
    }

    /// The state of a material.
    pub(crate) fn find(&self, material: Material) -> Option<StateId> {
        let columns = self.columns();
        let mut materials = columns.material.iter();
        let row = materials.position(|other| *other == material)?;
        self.id_at(row)
    }
}

fn group(gpu: &Gpu, groups: &Groups, says: &Reflection, values: &[(&str, f32)]) -> wgpu::BindGroup {
    let mut bytes = vec![0; says.block.next_multiple_of(LEAST).max(LEAST)];
    for member in &says.members {
        let own = values.iter().find(|(name, _)| *name == member.name);
        let value = own.map_or(member.default, |(_, value)| *value);
        bytes[member.offset..member.offset + 4].copy_from_slice(&value.to_le_bytes());
    }
    let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
    let uniform = gpu.buffer("state", bytes.len(), usage);
    gpu.queue.write_buffer(&uniform, 0, &bytes);
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("state"),
        layout: &groups.state,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: uniform.as_entire_binding(),
        }],
    })
}
