//! The engine: all hubs, the three libraries that fill them, and the steps of a frame.

mod draw;
mod levels;

use std::path::Path;
use std::time::Duration;

use example_gpu::{Gpu, Picture, Size, Target};
use soa_index::{Boxes, Hashed};
use soa_inspect::Inspector;
use soa_resources::{BoxError, Config, Directory, Library, ResourceId};
use soa_wgpu::{ColumnBuffer, UploadError};

use crate::file_log::FileLog;
use crate::frame::{Camera, FrameGroup, View};
use crate::gpu::{FRAMES_IN_FLIGHT, FramesInFlight};
use crate::instance::{self, Appearance, Instance, InstanceHub, Place};
use crate::lamp::Lamps;
use crate::level::Level;
use crate::mesh::memory::VertexMemory;
use crate::mesh::{self, Mesh, MeshFile, MeshHub};
use crate::model::{self, Model, ModelHub, ModelId};
use crate::shader::state::Material;
use crate::shader::{self, Groups, Shader, ShaderHub, Wgsl};
use crate::simulation::Simulation;
use crate::texture::{self, Png, TextureArray, TextureHub};

/// The time that each library may use in a frame.
const LOAD_BUDGET: Duration = Duration::from_micros(500);

/// The number of vertex bytes that a frame may move to close holes.
const COMPACT_BUDGET: usize = 64 << 10;

/// Returns the configuration of a library. Unloaded rows stay until the GPU has finished the frames
/// that were drawn with them.
pub(crate) fn config(pool: u8) -> Config {
    let frames_in_flight = usize::try_from(FRAMES_IN_FLIGHT).unwrap_or(usize::MAX);
    Config::new()
        .workers(1)
        .frames_in_flight(frames_in_flight)
        .pool(pool)
}

/// What frames do with the holes of the vertex buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holes {
    Keep,
    Close,
}

/// The work of all frames since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) instance_writes: usize,
    pub(crate) instance_bytes: usize,
    pub(crate) texture_writes: usize,
    pub(crate) mesh_writes: usize,
    pub(crate) moves: usize,
    pub(crate) moved_bytes: usize,
    /// The number of times that the vertex buffer grew.
    pub(crate) growths: usize,
    /// The number of draw calls of the last frame.
    pub(crate) draws: usize,
}

/// What only the drawing of a frame uses.
#[derive(Debug)]
struct Drawing {
    target: Target,
    groups: Groups,
    frame: FrameGroup,
    layers: TextureArray,
    /// The copies of the two columns of the instances that shaders read.
    places: ColumnBuffer<Instance, Place>,
    appearances: ColumnBuffer<Instance, Appearance>,
    /// Finds the instances that the camera sees.
    boxes: Boxes<Instance, 3>,
    /// Finds the models of each material.
    materials: soa_index::Groups<Model, Material>,
    surface: ResourceId<Wgsl>,
    sky: ResourceId<Wgsl>,
    in_flight: FramesInFlight,
}

/// The whole program without its user interface.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) gpu: Gpu,
    /// The vertex buffer of all meshes.
    pub(crate) memory: VertexMemory,
    drawing: Drawing,

    pub(crate) shaders: ShaderHub,
    pub(crate) meshes: MeshHub,
    pub(crate) textures: TextureHub,
    pub(crate) models: ModelHub,
    pub(crate) names: Hashed<Model, &'static str>,
    pub(crate) instances: InstanceHub,
    pub(crate) lamps: Lamps,

    pub(crate) shader_files: Library<Wgsl>,
    pub(crate) mesh_files: Library<MeshFile>,
    pub(crate) texture_files: Library<Png>,

    pub(crate) simulation: Simulation,
    pub(crate) levels: Vec<Level>,
    pub(crate) camera: Camera,
    pub(crate) holes: Holes,
    pub(crate) file_log: FileLog,
    pub(crate) counts: Counts,
    /// The page with the hubs, if the options ask for it.
    inspector: Option<Inspector>,
    /// The number of simulated seconds.
    time: f32,
    /// The number of the last frame.
    number: u64,
}

impl Engine {
    /// Creates an empty world. Files are read from `folder`, and reloaded when they change.
    pub(crate) fn new(gpu: Gpu, size: Size, folder: &Path) -> Result<Self, BoxError> {
        let files = || -> Result<Directory, BoxError> {
            let place = folder.display();
            let directory = Directory::new(folder)
                .map_err(|error| format!("the folder of assets {place} cannot be read: {error}"))?;
            Ok(directory.watch()?)
        };
        let groups = Groups::new(&gpu);
        let mut memory = VertexMemory::new(&gpu);
        let layers = TextureArray::new(&gpu);
        let (mut shaders, mut meshes) = (ShaderHub::new(), MeshHub::new());
        let mut textures = TextureHub::new();
        let mut shader_files = shader::library(&gpu, &groups, &mut shaders, files()?)?;
        let mesh_files = mesh::library(&mut meshes, &mut memory, files()?)?;
        let texture_files = texture::library(&mut textures, files()?);
        let always = Level::Everywhere.tag();
        let vertices = wgpu::BufferUsages::VERTEX;
        let mut engine = Self {
            drawing: Drawing {
                target: Target::new(&gpu, size),
                frame: FrameGroup::new(&gpu, layers.view()),
                groups,
                layers,
                places: ColumnBuffer::<Instance, _>::new(&gpu.device, vertices, |rows| rows.place),
                appearances: ColumnBuffer::<Instance, _>::new(&gpu.device, vertices, |rows| {
                    rows.appearance
                }),
                boxes: instance::boxes(),
                materials: soa_index::Groups::<Model, _>::new(|models| models.material),
                surface: shader_files.request("shaders/surface.wgsl", always),
                sky: shader_files.request("shaders/sky.wgsl", always),
                in_flight: FramesInFlight::default(),
            },
            models: ModelHub::with_all(),
            names: model::names(),
            instances: InstanceHub::new(),
            lamps: Lamps::default(),
            simulation: Simulation::new(),
            levels: Vec::new(),
            camera: Level::Village.camera(),
            holes: Holes::Close,
            file_log: FileLog::default(),
            counts: Counts::default(),
            inspector: None,
            time: 0.0,
            number: 0,
            gpu,
            memory,
            shaders,
            meshes,
            textures,
            shader_files,
            mesh_files,
            texture_files,
        };
        engine.request(Level::Everywhere);
        Ok(engine)
    }

    /// Simulates `seconds` seconds, draws a frame, and loads what the workers have decoded.
    pub(crate) fn frame(&mut self, seconds: f32) -> Result<(), BoxError> {
        let seconds = if self.is_paused() { 0.0 } else { seconds };
        self.number += 1;
        self.time += seconds;
        let finished = self.drawing.in_flight.wait(&self.gpu, self.number)?;
        self.lamps.collect(finished);
        self.instances.arrange(&self.models);
        if seconds > 0.0 {
            let moving = ["wisp", "spark"].map(|name| self.model(name));
            let (instances, lamps) = (&mut self.instances, &mut self.lamps);
            self.simulation
                .step(instances, &self.models, moving, lamps, seconds);
        }
        self.lamps.follow(&self.instances, self.number - 1);
        self.memory.collect();
        if self.holes == Holes::Close && self.memory.is_scattered() {
            self.memory.space.compact_step(COMPACT_BUDGET);
        }
        self.send()?;
        self.draw();
        // The GPU draws at the same time.
        self.load();
        self.show();
        Ok(())
    }

    /// Updates the copies on the GPU.
    fn send(&mut self) -> Result<(), UploadError> {
        let (gpu, drawing, counts) = (&self.gpu, &mut self.drawing, &mut self.counts);
        self.memory.send(gpu, counts)?;
        counts.texture_writes += drawing.layers.send(gpu, &mut self.textures);
        let (device, queue, instances) = (&gpu.device, &gpu.queue, &mut self.instances);
        instances.advance();
        for sent in [
            drawing.places.update(device, queue, instances)?,
            drawing.appearances.update(device, queue, instances)?,
        ] {
            counts.instance_writes += sent.writes;
            counts.instance_bytes += sent.bytes;
        }
        let view = self.view();
        let (gpu, drawing) = (&self.gpu, &mut self.drawing);
        drawing.frame.send(gpu, &view, &mut self.lamps.hub)
    }

    fn view(&self) -> View {
        let (size, lamps) = (self.drawing.target.size(), self.lamps.slots());
        View::new(&self.camera, size, self.time, lamps)
    }

    /// Returns the model with a name.
    pub(crate) fn model(&mut self, name: &'static str) -> ModelId {
        model::find(self.names.at(&self.models), name)
    }

    /// Inserts what the workers have decoded into the hubs, within the budgets.
    fn load(&mut self) {
        let (gpu, groups, memory) = (&self.gpu, &self.drawing.groups, &mut self.memory);
        let events = self
            .shader_files
            .maintain(&mut self.shaders, LOAD_BUDGET, |ready| {
                Shader::new(gpu, groups, ready.decoded)
            });
        self.file_log.record(&self.shader_files, &events);
        let events = self
            .mesh_files
            .maintain(&mut self.meshes, LOAD_BUDGET, |ready| {
                Mesh::new(memory, ready.decoded)
            });
        self.file_log.record(&self.mesh_files, &events);
        let events = self
            .texture_files
            .maintain_into(&mut self.textures, LOAD_BUDGET);
        self.file_log.record(&self.texture_files, &events);
        if !events.is_empty() {
            self.update_layers();
        }
    }

    /// Writes the current layer of its texture to each instance, because textures were loaded or failed.
    fn update_layers(&mut self) {
        let (models, files) = (&self.models, &self.texture_files);
        self.instances.update_layers(|model| {
            let texture = *models.row(model).texture;
            texture.map_or(0, |texture| files.row(texture).index())
        });
    }

    /// Returns the picture that was drawn last.
    pub(crate) fn picture(&self) -> Result<Picture, BoxError> {
        self.drawing.target.picture(&self.gpu)
    }

    /// Returns the number of files that are neither loaded nor failed yet.
    pub(crate) fn pending(&self) -> usize {
        self.shader_files.stats().pending
            + self.mesh_files.stats().pending
            + self.texture_files.stats().pending
    }

    /// Shows all hubs from now on, and prints the address of their page.
    pub(crate) fn inspect(&mut self) -> Result<(), BoxError> {
        let inspector = Inspector::bind("127.0.0.1:0")?;
        println!("open {}", inspector.url());
        self.inspector = Some(inspector);
        Ok(())
    }

    /// Returns whether a viewer has paused the program. Then frames are drawn, but no time passes.
    fn is_paused(&self) -> bool {
        let inspector = self.inspector.as_ref();
        inspector.is_some_and(|inspector| !inspector.gate())
    }

    /// Shows all hubs to the viewers of the page.
    fn show(&self) {
        let Some(inspector) = &self.inspector else {
            return;
        };
        inspector.show("instances", &self.instances);
        inspector.show("lamps", &self.lamps.hub);
        inspector.show("models", &self.models);
        inspector.show("meshes", &self.meshes);
        inspector.show("textures", &self.textures);
        inspector.show("shaders", &self.shaders);
    }
}
