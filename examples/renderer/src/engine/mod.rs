//! The engine: all hubs, the three libraries that fill them, and the frame.

mod draw;
mod levels;

use std::path::Path;
use std::time::Duration;

use soa_resources::{BoxError, Config, Directory, Library, ResourceId};

use crate::frame::{Camera, FrameGroup, View};
use crate::gpu::{FRAMES_IN_FLIGHT, Gpu};
use crate::instance::{InstanceCopy, InstanceHub};
use crate::lamp::Lamps;
use crate::level::Level;
use crate::mesh::memory::{Sent, VertexMemory};
use crate::mesh::{self, Gltf, Mesh, MeshHub};
use crate::model::ModelHub;
use crate::news::News;
use crate::picture::{Picture, Size, Target};
use crate::shader::{self, Groups, Shader, ShaderHub, Wgsl};
use crate::simulation::Simulation;
use crate::texture::{self, Png, TextureArray, TextureHub};
use crate::times::{Clock, Part, Times};

/// What each library may take of a frame.
const LOAD_BUDGET: Duration = Duration::from_micros(500);

/// Vertex bytes that a frame may move to close holes.
const COMPACT_BUDGET: usize = 64 << 10;

/// How the libraries are made: what was drawn with stays until the GPU is done with it.
pub(crate) fn config(pool: u8) -> Config {
    let frames_in_flight = usize::try_from(FRAMES_IN_FLIGHT).unwrap_or(usize::MAX);
    Config::new()
        .workers(1)
        .frames_in_flight(frames_in_flight)
        .pool(pool)
}

/// Whether frames close holes of the vertex buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holes {
    Stay,
    AreClosed,
}

/// What frames sent to the GPU, and what they did there, since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) instance_writes: usize,
    pub(crate) instance_bytes: usize,
    pub(crate) lamp_writes: usize,
    pub(crate) texture_writes: usize,
    pub(crate) mesh_writes: usize,
    pub(crate) mesh_bytes: usize,
    pub(crate) moves: usize,
    pub(crate) moved_bytes: usize,
    pub(crate) growths: usize,
    /// How often the instances were brought in order.
    pub(crate) arranged: usize,
    /// Draw calls of the last frame.
    pub(crate) draws: usize,
}

/// Everything.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) gpu: Gpu,
    groups: Groups,
    target: Target,
    group: FrameGroup,
    pub(crate) memory: VertexMemory,
    layers: TextureArray,
    copy: InstanceCopy,

    pub(crate) shaders: ShaderHub,
    pub(crate) meshes: MeshHub,
    pub(crate) textures: TextureHub,
    pub(crate) models: ModelHub,
    pub(crate) instances: InstanceHub,
    pub(crate) lamps: Lamps,

    pub(crate) shader_files: Library<Wgsl>,
    pub(crate) mesh_files: Library<Gltf>,
    pub(crate) texture_files: Library<Png>,
    surface: ResourceId<Wgsl>,
    sky: ResourceId<Wgsl>,

    pub(crate) simulation: Simulation,
    pub(crate) levels: Vec<Level>,
    pub(crate) camera: Camera,
    pub(crate) holes: Holes,
    pub(crate) news: News,
    pub(crate) times: Times,
    pub(crate) counts: Counts,
    /// Seconds that were simulated.
    time: f32,
    /// The number of the last frame.
    number: u64,
}

impl Engine {
    /// An empty world; files are read from the folder, and read again when they change.
    pub(crate) fn new(gpu: Gpu, size: Size, folder: &Path) -> Result<Self, BoxError> {
        let files = || -> Result<Directory, BoxError> {
            let directory = Directory::new(folder).map_err(|error| {
                format!(
                    "the folder of assets {} cannot be read: {error}",
                    folder.display()
                )
            })?;
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
        let mut engine = Self {
            target: Target::new(&gpu, size),
            group: FrameGroup::new(&gpu, &groups, &layers.view()),
            copy: InstanceCopy::new(&gpu, 1024),
            surface: shader_files.request("shaders/surface.wgsl", always),
            sky: shader_files.request("shaders/sky.wgsl", always),
            models: ModelHub::of_kinds(),
            instances: InstanceHub::new(),
            lamps: Lamps::default(),
            simulation: Simulation::new(),
            levels: Vec::new(),
            camera: Level::Village.camera(),
            holes: Holes::AreClosed,
            news: News::default(),
            times: Times::default(),
            counts: Counts::default(),
            time: 0.0,
            number: 0,
            gpu,
            groups,
            memory,
            layers,
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

    /// One frame, of so many seconds in the world.
    pub(crate) fn frame(&mut self, seconds: f32) -> Result<(), BoxError> {
        self.number += 1;
        self.time += seconds;
        self.times.frames += 1;
        let mut clock = Clock::start();
        let done = self.gpu.keep_up(self.number)?;
        self.lamps.collect(done);
        clock.ends(Part::Wait, &mut self.times);
        self.counts.arranged += usize::from(self.instances.arrange(&self.models));
        if seconds > 0.0 {
            self.simulation
                .step(&mut self.instances, &self.models, &mut self.lamps, seconds);
        }
        self.lamps.follow(&self.instances, self.number - 1);
        clock.ends(Part::Simulate, &mut self.times);
        self.memory.collect();
        if self.holes == Holes::AreClosed && self.memory.is_scattered() {
            self.memory.space.compact_step(COMPACT_BUDGET);
        }
        clock.ends(Part::Compact, &mut self.times);
        self.send();
        clock.ends(Part::Send, &mut self.times);
        self.draw();
        clock.ends(Part::Draw, &mut self.times);
        // The GPU draws meanwhile.
        self.load();
        clock.ends(Part::Load, &mut self.times);
        Ok(())
    }

    /// Brings the GPU's copies up to date.
    fn send(&mut self) {
        let gpu = &self.gpu;
        let Sent {
            writes,
            bytes,
            moves,
            moved_bytes,
            grew,
        } = self.memory.send(gpu);
        let counts = &mut self.counts;
        counts.mesh_writes += writes;
        counts.mesh_bytes += bytes;
        counts.moves += moves;
        counts.moved_bytes += moved_bytes;
        counts.growths += usize::from(grew);
        counts.texture_writes += self.layers.send(gpu, &mut self.textures).0;
        let (writes, bytes) = self.copy.send(gpu, &mut self.instances);
        counts.instance_writes += writes;
        counts.instance_bytes += bytes;
        counts.lamp_writes += self.lamps.send(&gpu.queue, &self.group.lamps).0;
        let places = self.lamps.places();
        let view = View::new(&self.camera, self.target.size(), self.time, places);
        self.group.look(gpu, &view);
    }

    /// Puts what workers have decoded into the hubs, within the budgets.
    fn load(&mut self) {
        let (gpu, groups, memory) = (&self.gpu, &self.groups, &mut self.memory);
        let events = self
            .shader_files
            .maintain(&mut self.shaders, LOAD_BUDGET, |ready| {
                Shader::new(gpu, groups, ready.decoded)
            });
        self.news.hear(&self.shader_files, &events);
        let events = self
            .mesh_files
            .maintain(&mut self.meshes, LOAD_BUDGET, |ready| {
                Mesh::new(memory, ready.decoded)
            });
        self.news.hear(&self.mesh_files, &events);
        let events = self
            .texture_files
            .maintain(&mut self.textures, LOAD_BUDGET, |ready| Ok(ready.decoded));
        self.news.hear(&self.texture_files, &events);
        if !events.is_empty() {
            self.show_layers();
        }
    }

    /// A texture that came, or failed, is another layer than its stand-in.
    fn show_layers(&mut self) {
        let (models, files) = (&self.models, &self.texture_files);
        self.instances.show_layers(|model| {
            let texture = *models.row(model).texture;
            texture.map_or(0, |texture| files.row(texture).index())
        });
    }

    /// What was drawn last.
    pub(crate) fn picture(&self) -> Result<Picture, BoxError> {
        self.target.picture(&self.gpu)
    }

    /// Files that are neither loaded nor failed yet.
    pub(crate) fn pending(&self) -> usize {
        self.shader_files.stats().pending
            + self.mesh_files.stats().pending
            + self.texture_files.stats().pending
    }

    /// What was drawn last, on the GPU.
    #[cfg(feature = "window")]
    pub(crate) fn shown(&self) -> &wgpu::Texture {
        self.target.shown()
    }
}
