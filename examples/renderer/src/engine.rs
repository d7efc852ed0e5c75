//! The engine: all hubs, the three libraries that fill them, and the frame.

use std::path::Path;
use std::thread;
use std::time::Duration;

use soa_resources::{BoxError, Config, Directory, Library, ResourceId};

use crate::frame::{Camera, FrameGroup, View};
use crate::gpu::{FRAMES_IN_FLIGHT, Gpu};
use crate::instance::{InstanceCopy, InstanceHub};
use crate::lamp::{Lamps, Light};
use crate::level::{self, Level, MAKERS};
use crate::mesh::memory::{Sent, VertexMemory};
use crate::mesh::{self, Gltf, Mesh, MeshHub};
use crate::model::{Kind, ModelHub, ModelId};
use crate::news::News;
use crate::picture::{Picture, Size, Target};
use crate::shader::program::ProgramId;
use crate::shader::state::{Material, StateId};
use crate::shader::{self, Groups, Shader, ShaderHub, ShaderId, Wgsl};
use crate::simulation::Simulation;
use crate::texture::{self, Png, TextureArray, TextureHub};
use crate::times::{Clock, Part, Times};
use crate::vertex::Layout;

/// What each library may take of a frame.
const LOAD_BUDGET: Duration = Duration::from_micros(500);

/// Vertex bytes that a frame may move to close holes.
const COMPACT_BUDGET: usize = 64 << 10;

/// How the libraries are made: what was drawn with stays until the GPU is done with it.
pub(crate) fn config(pool: u8) -> Config {
    let frames_in_flight = usize::try_from(FRAMES_IN_FLIGHT).unwrap_or(usize::MAX);
    Config {
        workers: 1,
        frames_in_flight,
        pool,
    }
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

    /// Requests a level's files, and has workers make its instances, each with a lease. What
    /// other levels hold too is there already.
    pub(crate) fn enter(&mut self, level: Level) {
        self.request(level);
        let models = self.models.ids_of_kinds();
        let shares = std::array::from_fn::<_, MAKERS, _>(|maker| {
            let (patches, instances) = level::share(level, maker);
            (patches, self.instances.lease(instances))
        });
        let leases = thread::scope(|scope| {
            let makers = shares.map(|(patches, mut lease)| {
                scope.spawn(move || {
                    level.make(patches, &models, &mut lease);
                    lease
                })
            });
            makers.map(|maker| maker.join().expect("a maker only plans"))
        });
        self.instances.settle(leases);
        self.light_lamps(level, &models);
        self.levels.push(level);
        self.arrive();
    }

    /// Gives a level's files back, and frees its instances; the memory follows when the GPU is
    /// done with the frames that it is working on.
    pub(crate) fn leave(&mut self, level: Level) {
        let tag = level.tag();
        self.mesh_files.release(tag);
        self.texture_files.release(tag);
        self.levels.retain(|other| *other != level);
        let goes = [level, Level::Everywhere];
        self.instances.retain(|_, row| !goes.contains(row.level));
        self.instances.shrink_to_fit();
        self.arrive();
    }

    /// What is to be done after the levels changed.
    fn arrive(&mut self) {
        let fires = self.levels.iter().flat_map(|level| level.fires());
        self.simulation.fires = fires.collect();
        self.show_layers();
    }

    fn request(&mut self, level: Level) {
        let ids = self.models.ids_of_kinds();
        for kind in level.kinds() {
            let row = self.models.row_mut(ids[*kind as usize]);
            let mesh = self.mesh_files.request(kind.mesh_name(), level.tag());
            *row.mesh = Some(mesh);
            let name = kind.texture_name();
            *row.texture = name.map(|name| self.texture_files.request(name, level.tag()));
        }
    }

    /// Lamps for what shines in a level.
    fn light_lamps(&mut self, level: Level, models: &[ModelId; Kind::ALL.len()]) {
        let lights = [
            (Kind::Lantern, 9.0, [1.0, 0.62, 0.26]),
            (Kind::Fire, 17.0, [1.3, 0.36, 0.06]),
        ];
        for (kind, reach, colour) in lights {
            let rows = self.instances.iter();
            let shining =
                rows.filter(|(_, row)| (*row.level, *row.model) == (level, models[kind as usize]));
            let shining: Vec<_> = shining
                .map(|(id, row)| (id, row.place.map(|row| row[3])))
                .collect();
            for (id, place) in shining {
                let light = Light::new(place.into(), reach, colour.into());
                // What finds no place is dark.
                let _lamp = self.lamps.light(&mut self.instances, id, light);
            }
        }
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
        self.lamps.follow(&self.instances, self.number);
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

    /// Draws: the sky, then each run of instances with the same model by one call.
    fn draw(&mut self) {
        let sky = self.sky();
        let calls = self.calls();
        self.counts.draws = calls.len() + usize::from(sky.is_some());
        let mut encoder = self.gpu.encoder();
        {
            let mut pass = self.target.pass(&mut encoder);
            pass.set_bind_group(0, &self.group.group, &[]);
            // All meshes are in one buffer: a block's place is in the call's first vertex.
            pass.set_vertex_buffer(0, self.memory.buffer().slice(..));
            pass.set_vertex_buffer(1, self.copy.places.slice(..));
            pass.set_vertex_buffer(2, self.copy.looks.slice(..));
            for call in sky.iter().chain(&calls) {
                let shader = self.shaders.row(call.shader);
                pass.set_pipeline(shader.programs.row(call.program).pipeline);
                pass.set_bind_group(1, shader.states.row(call.state).group, &[]);
                pass.draw(call.vertices.clone(), call.instances.clone());
            }
        }
        self.gpu.submit(self.number, encoder);
    }

    fn sky(&mut self) -> Option<Call> {
        let id = self.shader_files.row(self.sky);
        let mut shader = self.shaders.row_mut(id);
        let material = Material::Matt;
        Some(Call {
            shader: id,
            program: shader.program(&self.gpu, &self.groups, Layout::Whole, material)?,
            state: shader.states.find(material)?,
            vertices: 0..3,
            instances: 0..1,
        })
    }

    fn calls(&mut self) -> Vec<Call> {
        let id = self.shader_files.row(self.surface);
        let mut shader = self.shaders.row_mut(id);
        let runs = self.instances.runs().into_iter();
        let calls = runs.filter_map(|run| {
            let model = self.models.row(run.model);
            let mesh = self.meshes.row(self.mesh_files.row((*model.mesh)?));
            let claim = mesh.claim.as_ref()?;
            let first = self.memory.first_vertex(claim, mesh.layout.stride())?;
            Some(Call {
                shader: id,
                program: shader.program(&self.gpu, &self.groups, *mesh.layout, *model.material)?,
                state: shader.states.find(*model.material)?,
                vertices: first..first + *mesh.vertices,
                instances: run.rows,
            })
        });
        calls.collect()
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

/// One draw call.
#[derive(Debug)]
struct Call {
    shader: ShaderId,
    program: ProgramId,
    state: StateId,
    vertices: std::ops::Range<u32>,
    instances: std::ops::Range<u32>,
}
