//! The programs of a shader: a render pipeline for each vertex layout and set of features.

use example_gpu::{COLOUR, Gpu, Target};
use soa_runtime::IdAllocator;

use super::Groups;
use super::source::Reflection;
use crate::vertex::Layout;

/// A set of the switches of a shader, with one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Features(u32);

impl Features {
    /// Returns this set with the switch at an index of the shader's list.
    pub(crate) fn with(self, index: u32) -> Self {
        Self(self.0 | 1 << index)
    }

    fn has(self, index: u32) -> bool {
        self.0 >> index & 1 == 1
    }
}

/// A render pipeline. A shader has few, which are found by a scan of two columns. Therefore the layout
/// is dense.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 10, generation = 6), derive(Debug))]
pub(crate) struct Program {
    pub(crate) layout: Layout,
    pub(crate) features: Features,
    #[soa(required)]
    pub(crate) pipeline: wgpu::RenderPipeline,
}

impl ProgramHub {
    /// Returns the program for a layout and features, and creates it if necessary. Returns `None` if
    /// the shader has no entry points for the layout.
    pub(crate) fn find_or_make(
        &mut self,
        gpu: &Gpu,
        groups: &Groups,
        reflection: &Reflection,
        module: &wgpu::ShaderModule,
        layout: Layout,
        features: Features,
    ) -> Option<ProgramId> {
        let columns = self.columns();
        let mut keys = columns.layout.iter().zip(columns.features.iter());
        if let Some(row) = keys.position(|key| key == (&layout, &features)) {
            return self.id_at(row);
        }
        let entries = ["vs", "fs"].map(|stage| format!("{stage}_{}", layout.name()));
        if !entries
            .iter()
            .all(|entry| reflection.entries.contains_key(entry))
        {
            return None;
        }
        let pipeline = pipeline(gpu, groups, reflection, module, layout, features, &entries);
        Some(self.insert(Program {
            layout,
            features,
            pipeline,
        }))
    }
}

fn pipeline(
    gpu: &Gpu,
    groups: &Groups,
    reflection: &Reflection,
    module: &wgpu::ShaderModule,
    layout: Layout,
    features: Features,
    [vertex, fragment]: &[String; 2],
) -> wgpu::RenderPipeline {
    let bind_groups = gpu
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&groups.frame), Some(&groups.state)],
            immediate_size: 0,
        });
    let switches: Vec<(&str, f64)> = (0..)
        .zip(&reflection.switches)
        .map(|(place, name)| (name.as_str(), f64::from(u8::from(features.has(place)))))
        .collect();
    let options = wgpu::PipelineCompilationOptions {
        constants: &switches,
        ..Default::default()
    };
    // The program must not have attributes that the shader does not read.
    let read = reflection
        .entries
        .get(vertex)
        .map_or(&[][..], Vec::as_slice);
    let buffers = layout.buffers().map(|(stride, mode, attributes)| {
        let attributes = attributes.iter();
        let is_read = |it: &&wgpu::VertexAttribute| read.contains(&it.shader_location);
        (
            stride,
            mode,
            attributes.filter(is_read).copied().collect::<Vec<_>>(),
        )
    });
    let buffers = buffers.collect::<Vec<_>>();
    let buffers = buffers.iter().map(|(stride, step_mode, attributes)| {
        Some(wgpu::VertexBufferLayout {
            array_stride: *stride,
            step_mode: *step_mode,
            attributes,
        })
    });
    // What covers the whole picture must not hide anything.
    let is_background = layout == Layout::Whole;
    gpu.device
        .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(&reflection.name),
            layout: Some(&bind_groups),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(vertex),
                compilation_options: options.clone(),
                buffers: &buffers.collect::<Vec<_>>(),
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                depth_write_enabled: Some(!is_background),
                ..Target::depth_state(wgpu::CompareFunction::LessEqual)
            }),
            multisample: Target::sample_state(),
            fragment: Some(wgpu::FragmentState {
                module,
                entry_point: Some(fragment),
                compilation_options: options,
                targets: &[Some(COLOUR.into())],
            }),
            multiview_mask: None,
            cache: None,
        })
}
