//! The four vertex layouts: the fields of a vertex, and how a pipeline reads them.

use bytemuck::{Pod, Zeroable};

/// An opaque sRGB colour.
pub(crate) type Colour = [u8; 4];

/// A coloured point of the plane `y = 0`: 12 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Flat {
    pub(crate) position: [f32; 2],
    pub(crate) colour: Colour,
}

/// A coloured point that has the normal of its triangle: 16 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Facet {
    pub(crate) position: [f32; 3],
    pub(crate) colour: Colour,
}

/// A coloured point of a smooth surface: 20 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Round {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) colour: Colour,
}

/// A point of a smooth surface with bands along `u` and `v`: 32 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Striped {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [f32; 3],
    pub(crate) uv: [f32; 2],
}

/// The layout of a block of vertices, which is the metadata of the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Flat,
    Facet,
    Round,
    Striped,
}

impl Layout {
    pub(crate) const ALL: [Self; 4] = [Self::Flat, Self::Facet, Self::Round, Self::Striped];

    /// Returns the number of bytes per vertex.
    pub(crate) const fn stride(self) -> usize {
        match self {
            Self::Flat => size_of::<Flat>(),
            Self::Facet => size_of::<Facet>(),
            Self::Round => size_of::<Round>(),
            Self::Striped => size_of::<Striped>(),
        }
    }

    /// Returns the vertex and the fragment entry point of the shader for this layout.
    pub(crate) const fn entry_points(self) -> (&'static str, &'static str) {
        match self {
            Self::Flat => ("vs_flat", "fs_flat"),
            Self::Facet => ("vs_facet", "fs_facet"),
            Self::Round => ("vs_round", "fs_round"),
            Self::Striped => ("vs_striped", "fs_striped"),
        }
    }

    /// Returns the layout of the vertex buffer for wgpu.
    pub(crate) fn buffer_layout(self) -> wgpu::VertexBufferLayout<'static> {
        const FLAT: [wgpu::VertexAttribute; 2] =
            wgpu::vertex_attr_array![0 => Float32x2, 1 => Unorm8x4];
        const FACET: [wgpu::VertexAttribute; 2] =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Unorm8x4];
        const ROUND: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Unorm8x4];
        const STRIPED: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x2];
        wgpu::VertexBufferLayout {
            array_stride: self.stride() as wgpu::BufferAddress,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: match self {
                Self::Flat => &FLAT,
                Self::Facet => &FACET,
                Self::Round => &ROUND,
                Self::Striped => &STRIPED,
            },
        }
    }
}
