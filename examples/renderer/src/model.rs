//! The models: what each kind of thing in the world is drawn with.

use soa_index::{Hashed, HashedView};
use soa_resources::ResourceId;
use soa_runtime::IdAllocator;

use crate::level::Level::{self, Desert, Everywhere, Meadow, Village};
use crate::mesh::MeshFile;
use crate::shader::state::Material::{self, Glowing, Leaves, Matt, Polished};
use crate::texture::Png;

/// The name, the mesh, the texture, the material and the levels of each model, in the order in which
/// models are drawn. Models that move come last.
type Row = (
    &'static str,
    &'static str,
    Option<&'static str>,
    Material,
    &'static [Level],
);

const MODELS: [Row; 25] = [
    ("meadow", "meadow", None, Matt, &[Meadow]),
    ("dunes", "dunes", None, Matt, &[Desert]),
    ("pine", "pine", None, Leaves, &[Meadow]),
    ("leafy", "leafy", None, Leaves, &[Meadow]),
    ("grass", "grass", None, Leaves, &[Meadow, Village, Desert]),
    ("flower", "flower", None, Leaves, &[Meadow, Village]),
    ("rock", "rock", None, Polished, &[Meadow, Desert]),
    ("pebble", "pebble", None, Matt, &[Meadow, Village, Desert]),
    ("walls", "walls", Some("timber"), Matt, &[Village]),
    ("roof", "roof", Some("tiles"), Matt, &[Village]),
    ("mill", "tower", Some("stone"), Matt, &[Meadow]),
    ("sails", "sails", None, Matt, &[Meadow]),
    ("fence", "fence", Some("planks"), Matt, &[Village]),
    ("well", "well", Some("stone"), Matt, &[Village]),
    ("post", "post", None, Polished, &[Village, Desert]),
    ("lantern", "lantern", None, Glowing, &[Village, Desert]),
    ("logs", "logs", Some("planks"), Matt, &[Village, Desert]),
    ("fire", "fire", None, Glowing, &[Village, Desert]),
    ("cactus", "cactus", None, Polished, &[Desert]),
    ("palm", "palm", None, Leaves, &[Desert]),
    ("ruin", "pillar", Some("stone"), Matt, &[Desert]),
    ("tent", "tent", Some("cloth"), Matt, &[Desert]),
    ("banner", "tent", Some("banner"), Matt, &[Desert]),
    ("wisp", "wisp", None, Glowing, &[Everywhere]),
    ("spark", "spark", None, Glowing, &[Everywhere]),
];

/// What a kind of thing is drawn with. Its ids have two bytes, because every instance contains one.
#[derive(IdAllocator, Debug)]
#[soa(tracked, bits(index = 8, generation = 8), derive(Debug))]
pub(crate) struct Model {
    #[soa(tracked)]
    pub(crate) name: &'static str,
    pub(crate) mesh_name: String,
    pub(crate) texture_name: Option<String>,
    /// The levels that request its files.
    pub(crate) levels: &'static [Level],
    /// `None` until a level requests it.
    pub(crate) mesh: Option<ResourceId<MeshFile>>,
    pub(crate) texture: Option<ResourceId<Png>>,
    #[soa(tracked)]
    pub(crate) material: Material,
    pub(crate) moves: bool,
}

/// Finds models by their names.
pub(crate) type Names<'i, 'h> = HashedView<'i, 'h, Model, &'static str>;

impl ModelHub {
    /// Creates all models, in the order in which they are drawn.
    pub(crate) fn with_all() -> Self {
        let models = MODELS.map(|(name, mesh, texture, material, levels)| Model {
            name,
            mesh_name: format!("meshes/{mesh}.json"),
            texture_name: texture.map(|texture| format!("textures/{texture}.png")),
            levels,
            mesh: None,
            texture: None,
            material,
            moves: levels == [Everywhere],
        });
        let mut models: Self = models.into_iter().collect();
        models.advance();
        models
    }
}

/// Creates the index that finds models by their names.
pub(crate) fn names() -> Hashed<Model, &'static str> {
    Hashed::<Model, _>::new(|models| models.name)
}

/// Returns the model with a name.
pub(crate) fn find(names: Names<'_, '_>, name: &'static str) -> ModelId {
    names.id(&name).expect("only names of models are used")
}
