//! The vertex layouts of meshes.

use serde::Deserialize;
use wgpu::{VertexAttribute, VertexBufferLayout, VertexStepMode, vertex_attr_array};

use crate::address;

/// The vertex layout of a mesh.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// A position: 12 bytes.
    #[default]
    Plain,
    /// A position and a normal: 16 bytes.
    Smooth,
    /// A position, a normal and a colour: 20 bytes.
    Painted,
    /// A position, a normal and texture coordinates: 24 bytes.
    Textured,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 4] = [Self::Plain, Self::Smooth, Self::Painted, Self::Textured];

    /// Returns the number of bytes per vertex.
    pub const fn stride(self) -> usize {
        match self {
            Self::Plain => 12,
            Self::Smooth => 16,
            Self::Painted => 20,
            Self::Textured => 24,
        }
    }

    /// Returns the name of the entry points for this layout, without the prefix `vs_` or `fs_`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Smooth => "smooth",
            Self::Painted => "painted",
            Self::Textured => "textured",
        }
    }

    /// Returns the vertex buffer with the meshes.
    pub fn buffer(self) -> Option<VertexBufferLayout<'static>> {
        let attributes: &[VertexAttribute] = match self {
            Self::Plain => const { &vertex_attr_array![0 => Float32x3] },
            Self::Smooth => const { &vertex_attr_array![0 => Float32x3, 1 => Snorm8x4] },
            Self::Painted => {
                const { &vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Unorm8x4] }
            }
            Self::Textured => {
                const { &vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2] }
            }
        };
        Some(VertexBufferLayout {
            array_stride: address(self.stride()),
            step_mode: VertexStepMode::Vertex,
            attributes,
        })
    }
}

/// Returns a vertex buffer with one column of the instances, whose values have `size` bytes.
pub fn instance_column(
    size: usize,
    attributes: &[VertexAttribute],
) -> Option<VertexBufferLayout<'_>> {
    Some(VertexBufferLayout {
        array_stride: address(size),
        step_mode: VertexStepMode::Instance,
        attributes,
    })
}
