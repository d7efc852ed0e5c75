//! Draws a frame: the sky, then each run of instances with the same model by one call, material by
//! material. What is outside of the picture at both ends of a run is not drawn.

use std::ops::Range;

use super::Engine;
use crate::shader::ShaderId;
use crate::shader::program::ProgramId;
use crate::shader::state::{Material, StateId};

/// One draw call.
#[derive(Debug)]
struct Call {
    shader: ShaderId,
    program: ProgramId,
    state: StateId,
    vertices: Range<u32>,
    instances: Range<u32>,
}

impl Engine {
    /// Submits the draw calls of a frame.
    pub(super) fn draw(&mut self) {
        let sky = self.sky();
        let calls = self.calls();
        self.counts.draws = calls.len() + usize::from(sky.is_some());
        let (mut encoder, drawing) = (self.gpu.encoder(), &self.drawing);
        let group = drawing.frame.group(&self.gpu, &drawing.groups);
        {
            let mut pass = drawing.target.pass(&mut encoder, wgpu::Color::BLACK);
            pass.set_bind_group(0, &group, &[]);
            // All meshes are in one buffer. The first vertex of a call locates the mesh.
            pass.set_vertex_buffer(0, self.memory.buffer().slice(..));
            pass.set_vertex_buffer(1, drawing.places.buffer().slice(..));
            pass.set_vertex_buffer(2, drawing.appearances.buffer().slice(..));
            let mut selected = None;
            for call in sky.iter().chain(&calls) {
                let how = (call.shader, call.program, call.state);
                if selected.replace(how) != Some(how) {
                    let shader = self.shaders.row(call.shader);
                    pass.set_pipeline(shader.programs.row(call.program).pipeline);
                    pass.set_bind_group(1, shader.states.row(call.state).group, &[]);
                }
                pass.draw(call.vertices.clone(), call.instances.clone());
            }
        }
        drawing.in_flight.submit(&self.gpu, self.number, encoder);
    }

    fn sky(&self) -> Option<Call> {
        let id = self.shader_files.row(self.drawing.sky);
        let shader = self.shaders.row(id);
        Some(Call {
            shader: id,
            program: shader.programs.find(None)?,
            state: shader.states.find(Material::Matt)?,
            vertices: 0..3,
            instances: 0..1,
        })
    }

    /// Returns a call for each run of which something is in the picture. The runs of one material follow each other, so that its state
    /// is selected once.
    fn calls(&mut self) -> Vec<Call> {
        let planes = self.view().planes();
        let id = self.shader_files.row(self.drawing.surface);
        let shader = self.shaders.row(id);
        let materials = self.drawing.materials.at(&self.models);
        let boxes = self.drawing.boxes.at(&self.instances);
        let seen = boxes.inside_planes(&planes);
        let runs = self.instances.cut(self.instances.runs(), seen);
        let in_order = materials.keys().flat_map(|(material, _)| {
            let models = materials.slots(material);
            let runs = runs.iter();
            runs.filter(|run| models.contains(run.model.index()))
        });
        let calls = in_order.filter_map(|run| {
            let model = self.models.row(run.model);
            let mesh = self.meshes.row(self.mesh_files.row((*model.mesh)?));
            let claim = mesh.claim.as_ref()?;
            let first = self.memory.first_vertex(claim, mesh.layout.stride())?;
            Some(Call {
                shader: id,
                program: shader.programs.find(Some(*mesh.layout))?,
                state: shader.states.find(*model.material)?,
                vertices: first..first + *mesh.vertices,
                instances: run.rows.clone(),
            })
        });
        calls.collect()
    }
}
