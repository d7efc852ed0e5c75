//! The terrain: three libraries over one watched folder, and what a frame does.

use std::path::Path;
use std::time::Duration;

use soa_resources::{
    BoxError, Config, Directory, Event, Library, Priority, ResourceId, Shared, Source, StandIn,
    Tag, Workers,
};

use crate::files::{COLUMNS, TILES, material_name};
use crate::records::{
    Material, MaterialHub, Materials, Shader, ShaderHub, Shaders, Texture, TextureHub, Textures,
};

/// Holds all materials.
const TERRAIN: Tag = Tag(1);
/// The distance in tiles up to which the camera sees.
const SIGHT: f32 = 9.0;
/// The time that each library has in a frame.
const TIME: Duration = Duration::from_micros(500);

pub(crate) struct Terrain {
    materials: Library<Materials>,
    textures: Library<Textures>,
    shaders: Library<Shaders>,
    material_hub: MaterialHub,
    texture_hub: TextureHub,
    shader_hub: ShaderHub,
    /// The material of each tile, for good.
    tiles: Vec<ResourceId<Materials>>,
    /// Whether the texture with this index was ever loaded.
    was_loaded: Vec<bool>,
    pub(crate) report: Report,
}

/// What has happened in all frames.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) loaded: usize,
    /// Those of them that were never loaded before.
    pub(crate) new: usize,
    pub(crate) evicted: usize,
    pub(crate) reloaded_shaders: usize,
    /// The number of tiles in sight, and of tiles in sight that show their own texture.
    pub(crate) seen: usize,
    pub(crate) sharp: usize,
}

impl Terrain {
    /// Declares all materials, and loads none. Textures may take `budget` bytes.
    pub(crate) fn new(folder: &Path, budget: u64) -> Result<Self, BoxError> {
        let files = Shared::new(Directory::new(folder)?.watch()?);
        let workers = Workers::new(2);
        let config = Config::new().shared_workers(&workers);

        let mut material_hub = MaterialHub::new();
        let plain = material_hub.alloc();
        let stand_in = StandIn {
            placeholder: plain,
            error: plain,
        };
        let mut materials =
            Library::with_config(Materials, files.clone(), stand_in, config.clone());

        let mut texture_hub = TextureHub::new();
        let stand_in = StandIn {
            placeholder: texture_hub.insert(one_pixel([90, 90, 90, 255])),
            error: texture_hub.insert(one_pixel([255, 0, 255, 255])),
        };
        let config_of_textures = config.clone().budget(budget).frames_in_flight(2);
        let textures = Library::with_config(Textures, files.clone(), stand_in, config_of_textures);

        let mut shader_hub = ShaderHub::new();
        let plain = shader_hub.insert(Shader {
            source: String::new(),
        });
        let stand_in = StandIn {
            placeholder: plain,
            error: plain,
        };
        let shaders = Library::with_config(Shaders, files.clone(), stand_in, config);

        for name in files.names("materials")? {
            materials.declare(&name, TERRAIN);
        }
        let tile = |tile| {
            let name = material_name(tile);
            materials.find(&name).ok_or(format!("{name} is missing"))
        };
        let tiles = (0..TILES).map(tile).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            materials,
            textures,
            shaders,
            material_hub,
            texture_hub,
            shader_hub,
            was_loaded: vec![false; tiles.len()],
            report: Report::default(),
            tiles,
        })
    }

    /// A frame with the camera at this place.
    pub(crate) fn frame(&mut self, camera: [f32; 2]) {
        self.look(camera);
        self.maintain();
    }

    /// Marks the tiles in sight as used, and sets their priorities by their distances.
    fn look(&mut self, camera: [f32; 2]) {
        for (tile, distance) in tiles_in_sight(camera) {
            let priority = priority_at(distance);
            let material = self.tiles[tile];
            self.materials.used(material); // loads it, if it is not there
            self.materials.prioritize(material, priority);

            let drawn = self.material_hub.row(self.materials.row(material));
            if let (Some(texture), Some(shader)) = (*drawn.texture, *drawn.shader) {
                self.textures.used(texture); // loads it again, if it was evicted
                self.textures.prioritize(texture, priority);
                self.shaders.used(shader);
                self.report.sharp += usize::from(self.textures.loaded(texture).is_some());
            }
            self.report.seen += 1;
        }
    }

    /// The calls of the frame: owners first, so that what they hold is loaded at once.
    fn maintain(&mut self) {
        let Self {
            textures,
            shaders,
            report,
            ..
        } = self;
        let events = self
            .materials
            .maintain(&mut self.material_hub, TIME, |ready| {
                // The file may name other parts than before.
                let owner = ready.erased();
                textures.release_all(owner);
                shaders.release_all(owner);
                Ok(Material {
                    texture: Some(textures.declare(&ready.decoded.texture, owner)),
                    shader: Some(shaders.request(&ready.decoded.shader, owner)),
                })
            });
        for event in events {
            if let Event::Unloaded(material) = event {
                textures.release_all(material);
                shaders.release_all(material);
            }
        }
        for event in textures.maintain_into(&mut self.texture_hub, TIME) {
            if let Event::Loaded(texture) = event {
                report.loaded += 1;
                let was_loaded = &mut self.was_loaded[texture.index() as usize];
                report.new += usize::from(!std::mem::replace(was_loaded, true));
            }
            report.evicted += usize::from(matches!(event, Event::Evicted(_)));
        }
        for event in shaders.maintain_into(&mut self.shader_hub, TIME) {
            report.reloaded_shaders += usize::from(matches!(event, Event::Reloaded(_)));
        }
    }

    /// The bytes of the textures that are loaded.
    pub(crate) fn bytes(&self) -> u64 {
        self.textures.stats().bytes
    }

    /// Whether every shader has the text of this version of the included file.
    pub(crate) fn shaders_have(&self, text: &str) -> bool {
        let mut shaders = self.shaders.iter();
        shaders.all(|(id, _, _)| {
            let row = self.shader_hub.row(self.shaders.row(id));
            row.source.contains(text)
        })
    }

    /// Checks that every name still has the id that it had at first.
    pub(crate) fn check_ids(&self) {
        for (tile, id) in self.tiles.iter().enumerate() {
            assert_eq!(self.materials.find(&material_name(tile)), Some(*id));
            let material = self.material_hub.row(self.materials.row(*id));
            if let Some(texture) = *material.texture {
                let name = self.textures.name(texture).expect("its material holds it");
                assert_eq!(self.textures.find(name), Some(texture));
            }
        }
    }

    /// Leaves the terrain: the materials go, and with them what they hold.
    pub(crate) fn leave(&mut self) {
        self.materials.release_all(TERRAIN);
        while !(self.materials.is_empty() && self.textures.is_empty() && self.shaders.is_empty()) {
            self.maintain();
        }
    }
}

fn one_pixel(pixel: [u8; 4]) -> Texture {
    Texture {
        pixels: vec![pixel],
    }
}

/// The tiles in sight, with their distances.
fn tiles_in_sight([x, y]: [f32; 2]) -> impl Iterator<Item = (usize, f32)> {
    let distance = move |tile: usize| {
        #[expect(clippy::cast_precision_loss, reason = "there are few tiles")]
        let [column, row] = [tile % COLUMNS, tile / COLUMNS].map(|it| it as f32);
        (column - x).hypot(row - y)
    };
    let tiles = (0..TILES).map(move |tile| (tile, distance(tile)));
    tiles.filter(|(_, distance)| *distance <= SIGHT)
}

/// What is near is urgent.
#[expect(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn priority_at(distance: f32) -> Priority {
    Priority(100 - (distance * 10.0) as i8)
}
