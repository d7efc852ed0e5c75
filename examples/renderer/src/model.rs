//! The kinds of things in the world, each with a mesh, a texture and a material.

use soa_index::{Hashed, HashedView};
use soa_resources::ResourceId;
use soa_runtime::IdAllocator;

use crate::mesh::Gltf;
use crate::shader::state::Material;
use crate::texture::Png;

/// The kinds of things in the order in which they are drawn. Kinds that move come last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Meadow,
    Dunes,
    Pine,
    Leafy,
    Grass,
    Flower,
    Rock,
    Pebble,
    Walls,
    Roof,
    Mill,
    Sails,
    Fence,
    Well,
    Post,
    Lantern,
    Logs,
    Fire,
    Cactus,
    Palm,
    Ruin,
    Tent,
    Banner,
    Wisp,
    Spark,
}

impl Kind {
    pub(crate) const ALL: [Self; 25] = [
        Self::Meadow,
        Self::Dunes,
        Self::Pine,
        Self::Leafy,
        Self::Grass,
        Self::Flower,
        Self::Rock,
        Self::Pebble,
        Self::Walls,
        Self::Roof,
        Self::Mill,
        Self::Sails,
        Self::Fence,
        Self::Well,
        Self::Post,
        Self::Lantern,
        Self::Logs,
        Self::Fire,
        Self::Cactus,
        Self::Palm,
        Self::Ruin,
        Self::Tent,
        Self::Banner,
        Self::Wisp,
        Self::Spark,
    ];

    /// Returns the names of its mesh and its texture, and its material.
    const fn parts(self) -> (&'static str, Option<&'static str>, Material) {
        use Material::{Glowing, Leaves, Matt, Polished};
        match self {
            Self::Meadow => ("meshes/meadow.glb", None, Matt),
            Self::Dunes => ("meshes/dunes.glb", None, Matt),
            Self::Pine => ("meshes/pine.glb", None, Leaves),
            Self::Leafy => ("meshes/leafy.glb", None, Leaves),
            Self::Grass => ("meshes/grass.glb", None, Leaves),
            Self::Flower => ("meshes/flower.glb", None, Leaves),
            Self::Rock => ("meshes/rock.glb", None, Polished),
            Self::Pebble => ("meshes/pebble.glb", None, Matt),
            Self::Walls => ("meshes/walls.glb", Some("textures/timber.png"), Matt),
            Self::Roof => ("meshes/roof.glb", Some("textures/tiles.png"), Matt),
            Self::Mill => ("meshes/tower.glb", Some("textures/stone.png"), Matt),
            Self::Sails => ("meshes/sails.glb", None, Matt),
            Self::Fence => ("meshes/fence.glb", Some("textures/planks.png"), Matt),
            Self::Well => ("meshes/well.glb", Some("textures/stone.png"), Matt),
            Self::Post => ("meshes/post.glb", None, Polished),
            Self::Lantern => ("meshes/lantern.glb", None, Glowing),
            Self::Logs => ("meshes/logs.glb", Some("textures/planks.png"), Matt),
            Self::Fire => ("meshes/fire.glb", None, Glowing),
            Self::Cactus => ("meshes/cactus.glb", None, Polished),
            Self::Palm => ("meshes/palm.glb", None, Leaves),
            Self::Ruin => ("meshes/pillar.glb", Some("textures/stone.png"), Matt),
            Self::Tent => ("meshes/tent.glb", Some("textures/cloth.png"), Matt),
            Self::Banner => ("meshes/tent.glb", Some("textures/banner.png"), Matt),
            Self::Wisp => ("meshes/wisp.glb", None, Glowing),
            Self::Spark => ("meshes/spark.glb", None, Glowing),
        }
    }

    pub(crate) const fn mesh_name(self) -> &'static str {
        self.parts().0
    }

    pub(crate) const fn texture_name(self) -> Option<&'static str> {
        self.parts().1
    }

    /// Returns the id of its model.
    pub(crate) fn model(self, kinds: Kinds<'_, '_>) -> ModelId {
        kinds.id(&self).expect("each kind has a model")
    }
}

/// Finds the model of each kind.
pub(crate) type Kinds<'i, 'h> = HashedView<'i, 'h, Model, Kind>;

/// Creates the index that finds the model of each kind.
pub(crate) fn kinds() -> Hashed<Model, Kind> {
    Hashed::<Model, _>::new(|models| models.kind)
}

/// The resources of a kind. Its ids have two bytes, because every instance contains one.
#[derive(IdAllocator, Debug)]
#[soa(tracked, bits(index = 8, generation = 8), derive(Debug))]
pub(crate) struct Model {
    #[soa(tracked, default = Kind::Meadow)]
    pub(crate) kind: Kind,
    /// `None` until a level requests it.
    pub(crate) mesh: Option<ResourceId<Gltf>>,
    pub(crate) texture: Option<ResourceId<Png>>,
    #[soa(tracked)]
    pub(crate) material: Material,
    pub(crate) moves: bool,
}

impl ModelHub {
    /// Creates a row for each kind, in the order in which kinds are drawn.
    pub(crate) fn of_kinds() -> Self {
        let models = Kind::ALL.map(|kind| Model {
            kind,
            mesh: None,
            texture: None,
            material: kind.parts().2,
            moves: matches!(kind, Kind::Wisp | Kind::Spark),
        });
        let mut models: Self = models.into_iter().collect();
        models.advance();
        models
    }
}
