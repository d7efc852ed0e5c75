//! The four vertex layouts that meshes have, and the two vertex buffers of instances.

use bytemuck::{Pod, Zeroable};

use crate::gpu::address;
use crate::instance::{Look, Place};

/// A place: 12 bytes.
pub(crate) type Plain = [f32; 3];

/// A point of a surface of one colour: 16 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Smooth {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
}

/// A point with a colour of its own: 20 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Painted {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) colour: [u8; 4],
}

/// A point of a surface with a texture: 24 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Textured {
    pub(crate) position: [f32; 3],
    pub(crate) normal: [i8; 4],
    pub(crate) uv: [f32; 2],
}

/// What a program is fed with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    #[default]
    Plain,
    Smooth,
    Painted,
    Textured,
    /// No vertices: one triangle over the whole picture.
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

    /// Bytes from one vertex to the next.
    pub(crate) const fn stride(self) -> usize {
        match self {
            Self::Plain => size_of::<Plain>(),
            Self::Smooth => size_of::<Smooth>(),
            Self::Painted => size_of::<Painted>(),
            Self::Textured => size_of::<Textured>(),
            Self::Whole => 0,
        }
    }

    /// What a shader calls its entry points for this layout, behind `vs_` and `fs_`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Smooth => "smooth",
            Self::Painted => "painted",
            Self::Textured => "textured",
            Self::Whole => "whole",
        }
    }

    /// The vertex buffers of its programs, the vertices and two columns of the instances: bytes
    /// from one to the next, what for, and what is in them.
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
            (size_of::<Look>(), wgpu::VertexStepMode::Instance, &LOOK),
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

/// Bytes from one to the next, what for, and what is in them.
type Buffer = (
    wgpu::BufferAddress,
    wgpu::VertexStepMode,
    &'static [wgpu::VertexAttribute],
);
