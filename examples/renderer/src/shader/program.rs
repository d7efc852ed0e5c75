//! The programs of a shader: a render pipeline for each vertex layout and set of features.

use example_gpu::{COLOUR, Gpu, Layout, Target, instance_column};
use soa_runtime::IdAllocator;
use wgpu::{VertexBufferLayout, vertex_attr_array};

use super::Groups;
use super::source::Source;
use super::state::Features;
use crate::instance::{Appearance, Place};

/// A render pipeline. A shader has few, which are found by a scan of two columns. Therefore the layout
/// is dense.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 10, generation = 6), derive(Debug))]
pub(crate) struct Program {
    /// `None` has no vertices: one triangle covers the whole picture.
    pub(crate) layout: Option<Layout>,
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
        source: &Source,
        module: &wgpu::ShaderModule,
        layout: Option<Layout>,
        features: Features,
    ) -> Option<ProgramId> {
        let columns = self.columns();
        let mut keys = columns.layout.iter().zip(columns.features);
        if let Some(row) = keys.position(|key| key == (&layout, &features)) {
            return self.id_at(row);
        }
        let entries =
            ["vs", "fs"].map(|stage| format!("{stage}_{}", layout.map_or("whole", Layout::name)));
        if !entries.iter().all(|entry| source.entries.contains(entry)) {
            return None;
        }
        let pipeline = pipeline(gpu, groups, source, module, layout, features, &entries);
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
    source: &Source,
    module: &wgpu::ShaderModule,
    layout: Option<Layout>,
    features: Features,
    [vertex, fragment]: &[String; 2],
) -> wgpu::RenderPipeline {
    let bind_groups = wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&groups.frame), Some(&groups.state)],
        immediate_size: 0,
    };
    // A shader ignores features without a switch.
    let features = features
        .iter()
        .filter(|name| source.switches.contains(**name));
    let switches: Vec<_> = features.map(|name| (*name, 1.0)).collect();
    let options = wgpu::PipelineCompilationOptions {
        constants: &switches,
        ..Default::default()
    };
    // What covers the whole picture must not hide anything.
    let is_background = layout.is_none();
    gpu.device
        .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(&source.name),
            layout: Some(&gpu.device.create_pipeline_layout(&bind_groups)),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(vertex),
                compilation_options: options.clone(),
                buffers: &buffers(layout),
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

/// Returns the vertex buffers: the vertices, and two columns of the instances.
fn buffers(layout: Option<Layout>) -> Vec<Option<VertexBufferLayout<'static>>> {
    let place = const { &vertex_attr_array![4 => Float32x4, 5 => Float32x4, 6 => Float32x4] };
    let appearance = const { &vertex_attr_array![7 => Uint32x2, 8 => Unorm8x4] };
    let Some(layout) = layout else {
        return Vec::new();
    };
    vec![
        layout.buffer(),
        instance_column(size_of::<Place>(), place),
        instance_column(size_of::<Appearance>(), appearance),
    ]
}
