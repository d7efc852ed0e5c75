//! The meshes and their places: the island before the settlement, and what the settlers add.

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};

use crate::geometry::{Dice, rgb};
use crate::layout::{Facet, Flat, Layout, Round, Striped};
use crate::meshes;

/// The vertices of a mesh in one of the layouts.
#[derive(Debug, Clone)]
pub(crate) enum Mesh {
    Flat(Vec<Flat>),
    Facet(Vec<Facet>),
    Round(Vec<Round>),
    Striped(Vec<Striped>),
}

impl Mesh {
    pub(crate) const fn layout(&self) -> Layout {
        match self {
            Self::Flat(_) => Layout::Flat,
            Self::Facet(_) => Layout::Facet,
            Self::Round(_) => Layout::Round,
            Self::Striped(_) => Layout::Striped,
        }
    }
}

/// What the settlement does to an instance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It stays as it is.
    #[default]
    Lasting,
    /// It is removed if it blocks a building.
    Clearable,
    /// Its leaves change colour.
    Leafy,
}

/// The position of an instance, and the colour that its mesh is multiplied by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) transform: Mat4,
    pub(crate) tint: Vec4,
}

impl Place {
    fn new(at: Vec3, turn: f32, size: f32) -> Self {
        Self {
            transform: Mat4::from_scale_rotation_translation(
                Vec3::splat(size),
                Quat::from_rotation_y(turn),
                at,
            ),
            tint: Vec4::ONE,
        }
    }

    /// Returns a place on the ground of the island.
    fn grounded(at: Vec2, turn: f32, size: f32) -> Self {
        Self::new(Vec3::new(at.x, meshes::ground(at), at.y), turn, size)
    }

    fn tinted(self, red: f32, green: f32, blue: f32) -> Self {
        Self {
            tint: Vec4::new(red, green, blue, 1.0),
            ..self
        }
    }
}

/// One mesh and all places where it is drawn.
#[derive(Debug, Clone)]
pub(crate) struct Prop {
    pub(crate) kind: Kind,
    pub(crate) mesh: Mesh,
    pub(crate) places: Vec<Place>,
}

impl Prop {
    fn lasting(mesh: Mesh, places: impl Into<Vec<Place>>) -> Self {
        Self {
            kind: Kind::Lasting,
            mesh,
            places: places.into(),
        }
    }
}

/// The places where the settlers build. Clearable meshes near them are removed.
pub(crate) const SITES: [Vec2; 6] = [
    Vec2::new(2.3, 1.5),
    Vec2::new(0.5, 2.5),
    Vec2::new(3.3, -0.1),
    Vec2::new(0.3, 0.6),
    Vec2::new(-1.7, -1.9),
    Vec2::new(4.0, 2.1),
];

/// Returns the island before the settlement: woods, rocks, two clouds and the balloon of a visitor.
pub(crate) fn wild() -> Vec<Prop> {
    let mut dice = Dice::new(3);
    let mut taken: Vec<Vec2> = Vec::new();
    let mut props = Vec::new();
    let mut spots = |heights: [f32; 2], spacing: f32, count: usize| -> Vec<Vec2> {
        let mut found = Vec::new();
        for _ in 0..4000 {
            let at = Vec2::new(dice.between(-5.2, 5.2), dice.between(-5.2, 5.2));
            let height = meshes::ground(at);
            let free = taken.iter().all(|other| other.distance(at) > spacing);
            if found.len() < count && free && height > heights[0] && height < heights[1] {
                taken.push(at);
                found.push(at);
            }
        }
        found
    };
    let mut leafy = spots([0.38, 0.75], 0.95, 14);
    // Leafy trees are not removed, so they must not grow where the settlers build.
    leafy.retain(|at| SITES.iter().all(|site| site.distance(*at) > 1.3));
    let pines = spots([0.38, 2.4], 0.56, 46);
    let boulders = spots([-0.1, 0.3], 0.7, 14);

    let (first_pines, other_pines) = pines.split_at(pines.len() / 2);
    props.extend(clearable(first_pines, 100, 0.85, meshes::pine));
    props.push(Prop::lasting(
        Mesh::Flat(meshes::sea()),
        [Place::new(Vec3::ZERO, 0.0, 1.0)],
    ));
    props.push(Prop::lasting(
        Mesh::Facet(meshes::island()),
        [Place::new(Vec3::ZERO, 0.0, 1.0)],
    ));
    props.extend(clearable(&boulders, 200, 0.9, meshes::boulder));
    props.push(Prop::lasting(
        Mesh::Flat(meshes::foam()),
        [Place::new(Vec3::Y * 0.015, 0.0, 1.0)],
    ));
    props.push(Prop::lasting(
        Mesh::Striped(meshes::balloon(16.0)),
        [BALLOON.place().tinted(0.78, 0.16, 0.13)],
    ));
    props.push(Prop::lasting(
        Mesh::Facet(meshes::basket()),
        [BALLOON.place()],
    ));
    props.extend(leafy.chunks(3).zip(300..).map(|(spots, seed)| Prop {
        kind: Kind::Leafy,
        mesh: Mesh::Round(meshes::leafy(seed)),
        places: turned(spots, seed, 1.15),
    }));
    props.extend(clearable(other_pines, 500, 0.85, meshes::pine));
    let clouds = [
        Place::new(Vec3::new(6.4, 3.6, -7.5), 0.5, 1.2),
        Place::new(Vec3::new(-5.2, 4.2, -11.0), 0.6, 1.2),
    ];
    props.push(Prop::lasting(Mesh::Round(meshes::cloud(400)), clouds));
    props
}

/// Returns the original vertices of the leafy meshes in the order of `wild`.
pub(crate) fn leafy_meshes() -> Vec<Vec<Round>> {
    let leafy = wild().into_iter().filter(|prop| prop.kind == Kind::Leafy);
    let vertices = leafy.filter_map(|prop| match prop.mesh {
        Mesh::Round(vertices) => Some(vertices),
        _ => None,
    });
    vertices.collect()
}

/// Returns what the settlers add: cottages, a lighthouse, a jetty, boats and another balloon.
pub(crate) fn settlers() -> Vec<Prop> {
    let [a, b, c, d, hill, jetty] = SITES;
    let red = Mesh::Facet(meshes::cottage(rgb(0x00C2_5B46)));
    let slate = Mesh::Facet(meshes::cottage(rgb(0x005F_7488)));
    let light = Place::grounded(hill, 0.0, 0.95);
    let boats = [Vec3::new(5.7, 0.0, 4.7), Vec3::new(-0.2, 0.0, 7.4)];
    let courses = [-0.2, -0.4];
    let at_sea = |size: f32, height: f32| -> Vec<Place> {
        let lift = Vec3::Y * height;
        boats
            .iter()
            .zip(courses)
            .map(|(&at, turn)| Place::new(at + lift, turn, size))
            .collect()
    };
    vec![
        Prop::lasting(
            red,
            [Place::grounded(a, 0.5, 1.0), Place::grounded(c, -0.5, 0.95)],
        ),
        Prop::lasting(
            Mesh::Striped(meshes::tower(7.0)),
            [light.tinted(0.72, 0.11, 0.10)],
        ),
        Prop::lasting(Mesh::Round(meshes::lantern()), [light]),
        Prop::lasting(
            slate,
            [Place::grounded(b, 0.15, 1.0), Place::grounded(d, 0.9, 0.9)],
        ),
        Prop::lasting(
            Mesh::Facet(meshes::jetty()),
            [Place::new(Vec3::new(jetty.x, 0.0, jetty.y), -0.5, 1.0)],
        ),
        Prop::lasting(
            Mesh::Facet(meshes::boat(rgb(0x0034_5E7D))),
            at_sea(0.85, 0.05),
        ),
        Prop::lasting(Mesh::Flat(meshes::wake()), at_sea(0.85, 0.02)),
        Prop::lasting(
            Mesh::Striped(meshes::balloon(12.0)),
            [SECOND_BALLOON.place().tinted(0.93, 0.55, 0.08)],
        ),
        Prop::lasting(Mesh::Facet(meshes::basket()), [SECOND_BALLOON.place()]),
    ]
}

/// The place of a balloon and its basket.
struct Aloft(Vec3, f32);

impl Aloft {
    fn place(&self) -> Place {
        Place::new(self.0, 0.2, self.1)
    }
}

const BALLOON: Aloft = Aloft(Vec3::new(-5.0, 4.7, -0.6), 1.0);
const SECOND_BALLOON: Aloft = Aloft(Vec3::new(3.2, 4.7, -3.6), 0.75);

/// Returns things that can be cleared. Each has a mesh of its own.
fn clearable(
    spots: &[Vec2],
    seed: u32,
    size: f32,
    mesh: impl Fn(u32) -> Vec<Facet>,
) -> impl Iterator<Item = Prop> {
    spots.iter().zip(seed..).map(move |(spot, seed)| Prop {
        kind: Kind::Clearable,
        mesh: Mesh::Facet(mesh(seed)),
        places: turned(&[*spot], seed, size),
    })
}

/// Returns places on the ground with different turns and sizes.
fn turned(spots: &[Vec2], seed: u32, size: f32) -> Vec<Place> {
    let mut dice = Dice::new(seed);
    let place = |at: &Vec2| {
        let (turn, factor) = (dice.between(0.0, 6.2), dice.between(0.8, 1.2));
        Place::grounded(*at, turn, size * factor)
    };
    spots.iter().map(place).collect()
}
