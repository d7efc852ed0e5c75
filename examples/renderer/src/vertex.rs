//! The four vertex layouts that meshes have, and the two vertex buffers of instances.

use bytemuck::{Pod, Zeroable};

use crate::instance::{Appearance, Place};
use example_gpu::address;

/// A position: 12 bytes.
pub(crate) type Plain = [f32; 3];

/// A vertex of a surface of one colour: 16 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Smooth {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
}

/// A vertex with a colour: 20 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Painted {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) colour: [u8; 4],
}

/// A vertex of a surface with a texture: 24 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Textured {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) uv: [f32; 2],
}

/// The vertex layout of a mesh.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    #[default]
    Plain,
    Smooth,
    Painted,
    Textured,
    /// No vertices. One triangle covers the whole picture.
    Whole,
}

impl Layout {
    pub(crate) const ALL: [Self; 5] = [
        Self::Plain,
        Self::Smooth,
        Self::Painted,
        Self::Textured,
        Self::Whole,
    ];

    /// Returns the number of bytes per vertex.
    pub(crate) const fn stride(self) -> usize {
        match self {
            Self::Plain => size_of::<Plain>(),
            Self::Smooth => size_of::<Smooth>(),
            Self::Painted => size_of::<Painted>(),
            Self::Textured => size_of::<Textured>(),
            Self::Whole => 0,
        }
    }

    /// Returns the name of the entry points for this layout, without the prefix `vs_` or `fs_`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Smooth => "smooth",
            Self::Painted => "painted",
            Self::Textured => "textured",
            Self::Whole => "whole",
        }
    }

    /// Returns the vertex buffers of its programs: the vertices, and two columns of the instances.
    pub(crate) fn buffers(self) -> impl Iterator<Item = Buffer> {
        const PLAIN: [wgpu::VertexAttribute; 1] = wgpu::vertex_attr_array![0 => Float32x3];
        const SMOOTH: [wgpu::VertexAttribute; 2] =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4];
        const PAINTED: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Unorm8x4];
        const TEXTURED: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2];
        const PLACE: [wgpu::VertexAttribute; 3] =
            wgpu::vertex_attr_array![4 => Float32x4, 5 => Float32x4, 6 => Float32x4];
        const LOOK: [wgpu::VertexAttribute; 2] =
            wgpu::vertex_attr_array![7 => Uint32x2, 8 => Unorm8x4];
        let vertex: &[wgpu::VertexAttribute] = match self {
            Self::Plain => &PLAIN,
            Self::Smooth => &SMOOTH,
            Self::Painted => &PAINTED,
            Self::Textured => &TEXTURED,
            Self::Whole => &[],
        };
        let buffers = [
            (self.stride(), wgpu::VertexStepMode::Vertex, vertex),
            (size_of::<Place>(), wgpu::VertexStepMode::Instance, &PLACE),
            (
                size_of::<Appearance>(),
                wgpu::VertexStepMode::Instance,
                &LOOK,
            ),
        ];
        let used = if self == Self::Whole {
            0
        } else {
            buffers.len()
        };
        let address = |(stride, mode, attributes)| (address(stride), mode, attributes);
        buffers.into_iter().take(used).map(address)
    }
}

/// The stride, the step mode and the attributes of a vertex buffer.
type Buffer = (
    wgpu::BufferAddress,
    wgpu::VertexStepMode,
    &'static [wgpu::VertexAttribute],
);
