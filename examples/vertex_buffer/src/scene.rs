//! The scene: a hub of instances, and the storage with the vertices of their meshes.
use example_gpu::BoxError;
use glam::{Mat4, Vec2, Vec4};
use soa_runtime::IdAllocator;
use soa_runtime::packed::{Rejected, ViewError};

use crate::cast::{self, Kind, Mesh, Place, Prop};
use crate::geometry::rgb;
use crate::layout::{Colour, Layout};
use crate::meshes;
use crate::renderer::Draw;
use crate::vertices::{MeshId, Vertices};

/// The distance from a site within which clearable meshes block a building.
const CLEARING: f32 = 1.15;

const AUTUMN: Colour = rgb(0x00E3_9A3B);

/// A mesh somewhere in the scene. The GPU has copies of the tracked columns, holes included; no draw
/// refers to a hole.
#[derive(IdAllocator, Debug)]
pub(crate) struct Instance {
    mesh: MeshId,
    kind: Kind,
    #[soa(tracked, default = Mat4::IDENTITY)]
    pub(crate) transform: Mat4,
    #[soa(tracked, default = Vec4::ONE)]
    pub(crate) tint: Vec4,
}

impl InstanceHub {
    /// Inserts an instance of a mesh at each of the places.
    fn place(&mut self, mesh: MeshId, kind: Kind, places: &[Place]) {
        self.extend(places.iter().map(|place| Instance {
            mesh,
            kind,
            transform: place.transform,
            tint: place.tint,
        }));
    }

    /// Returns the meshes of one kind, each once.
    fn meshes_of(&self, kind: Kind) -> Vec<MeshId> {
        let rows = self.iter().filter(|(_, row)| *row.kind == kind);
        let mut meshes: Vec<MeshId> = rows.map(|(_, row)| *row.mesh).collect();
        meshes.sort_unstable();
        meshes.dedup();
        meshes
    }

    /// Returns the meshes that block a building.
    fn in_the_way(&self) -> Vec<MeshId> {
        let in_the_way = |transform: &Mat4| {
            let at = Vec2::new(transform.w_axis.x, transform.w_axis.z);
            cast::SITES.iter().any(|site| site.distance(at) < CLEARING)
        };
        let rows = self
            .iter()
            .filter(|(_, row)| *row.kind == Kind::Clearable && in_the_way(row.transform));
        rows.map(|(_, row)| *row.mesh).collect()
    }
}

/// Instances and vertices. They refer to each other only by ids.
#[derive(Debug)]
pub(crate) struct Scene<V> {
    pub(crate) vertices: V,
    pub(crate) instances: InstanceHub,
}

impl<V: Vertices> Scene<V> {
    /// Creates the island before the settlement.
    pub(crate) fn wild(vertices: V) -> Result<Self, Rejected<Layout>> {
        let mut scene = Self {
            vertices,
            instances: InstanceHub::new(),
        };
        scene.add(&cast::wild())?;
        Ok(scene)
    }

    /// Settles the island: some meshes are removed, some are repainted in place, and some are new.
    pub(crate) fn settle(&mut self) -> Result<(), BoxError> {
        self.vertices.release(self.instances.in_the_way());
        // Frees the instances whose mesh was removed: they contain a stale id.
        self.instances
            .retain(|_, row| self.vertices.contains(*row.mesh));
        self.repaint_leaves(AUTUMN)?;
        self.add(&cast::settlers())?;
        Ok(())
    }

    fn repaint_leaves(&mut self, colour: Colour) -> Result<(), ViewError> {
        // The clearing removes no leafy meshes, and their ids sort in the order of insertion.
        let meshes = self.instances.meshes_of(Kind::Leafy);
        for (mesh, made) in meshes.into_iter().zip(cast::leafy_meshes()) {
            let paint = |vertices: &mut [_]| meshes::repaint_leaves(vertices, colour);
            self.vertices.repaint(mesh, &made, paint)?;
        }
        Ok(())
    }

    fn add(&mut self, props: &[Prop]) -> Result<(), Rejected<Layout>> {
        for prop in props {
            let layout = prop.mesh.layout();
            let mesh = match &prop.mesh {
                Mesh::Flat(vertices) => self.vertices.insert(vertices, layout),
                Mesh::Facet(vertices) => self.vertices.insert(vertices, layout),
                Mesh::Round(vertices) => self.vertices.insert(vertices, layout),
                Mesh::Striped(vertices) => self.vertices.insert(vertices, layout),
            }?;
            self.instances.place(mesh, prop.kind, &prop.places);
        }
        Ok(())
    }

    /// Returns a draw for each instance: the current offset of its vertices, and its row of the
    /// columns.
    pub(crate) fn draws(&self) -> Result<Vec<Draw>, BoxError> {
        let mut draws = Vec::with_capacity(self.instances.len());
        for (id, instance) in &*self.instances {
            let (bytes, layout) = self
                .vertices
                .find(*instance.mesh)
                .ok_or("an instance refers to a removed mesh")?;
            let first = u32::try_from(bytes.start / layout.stride())?;
            let count = u32::try_from(bytes.len() / layout.stride())?;
            draws.push(Draw {
                layout,
                vertices: first..first + count,
                row: id.index(),
            });
        }
        Ok(draws)
    }
}
