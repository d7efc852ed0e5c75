//! The programs of a shader: a render pipeline for each vertex layout.

use example_gpu::{COLOUR, Gpu, Layout, Target, instance_column};
use soa_runtime::IdAllocator;
use wgpu::{VertexBufferLayout, vertex_attr_array};

use super::Groups;
use super::source::Source;
use crate::instance::{Appearance, Place};

/// A render pipeline. A shader has few, which are found by a scan of a column. Therefore the layout is
/// dense.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 10, generation = 6), derive(Debug))]
pub(crate) struct Program {
    /// `None` has no vertices: one triangle covers the whole picture.
    pub(crate) layout: Option<Layout>,
    #[soa(required)]
    pub(crate) pipeline: wgpu::RenderPipeline,
}

impl ProgramHub {
    /// Creates a program for each layout that the shader has entry points for.
    pub(crate) fn of_layouts(gpu: &Gpu, groups: &Groups, source: &Source) -> Self {
        let descriptor = wgpu::ShaderModuleDescriptor {
            label: Some(&source.name),
            source: wgpu::ShaderSource::Wgsl(source.text.as_str().into()),
        };
        let module = gpu.device.create_shader_module(descriptor);
        let layouts = Layout::ALL.into_iter().map(Some).chain([None]);
        let programs = layouts.filter_map(|layout| {
            let name = layout.map_or("whole", Layout::name);
            let entries = ["vs", "fs"].map(|stage| format!("{stage}_{name}"));
            let has_all = entries.iter().all(|entry| source.entries.contains(entry));
            has_all.then(|| Program {
                layout,
                pipeline: pipeline(gpu, groups, &module, layout, &entries),
            })
        });
        programs.collect()
    }

    /// Returns the program for a layout.
    pub(crate) fn find(&self, layout: Option<Layout>) -> Option<ProgramId> {
        let mut layouts = self.columns().layout.iter();
        let row = layouts.position(|other| *other == layout)?;
        self.id_at(row)
    }
}

fn pipeline(
    gpu: &Gpu,
    groups: &Groups,
    module: &wgpu::ShaderModule,
    layout: Option<Layout>,
    [vertex, fragment]: &[String; 2],
) -> wgpu::RenderPipeline {
    let bind_groups = wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&groups.frame), Some(&groups.state)],
        immediate_size: 0,
    };
    // What covers the whole picture must not hide anything.
    let is_background = layout.is_none();
    gpu.device
        .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(vertex),
            layout: Some(&gpu.device.create_pipeline_layout(&bind_groups)),
            vertex: wgpu::VertexState {
                module,
                entry_point: Some(vertex),
                compilation_options: wgpu::PipelineCompilationOptions::default(),
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
                compilation_options: wgpu::PipelineCompilationOptions::default(),
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
