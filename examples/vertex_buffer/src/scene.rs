//! The scene: a hub of instances, and the vertices of their meshes, wherever those are.

use std::error::Error;

use glam::{Mat4, Vec2, Vec4};
use soa_runtime::IdAllocator;
use soa_runtime::packed::{Rejected, ViewError};

use crate::cast::{self, Kind, Mesh, Place, Prop};
use crate::geometry::rgb;
use crate::layout::{Colour, Layout};
use crate::meshes;
use crate::renderer::Draw;
use crate::vertices::{MeshId, Vertices};

/// What is nearer than this to a site is in a building's way.
const CLEARING: f32 = 1.15;

const AUTUMN: Colour = rgb(0x00E3_9A3B);

/// A mesh somewhere in the scene.
#[derive(IdAllocator, Debug)]
pub(crate) struct Instance {
    mesh: MeshId,
    kind: Kind,
    #[soa(default = Mat4::IDENTITY)]
    transform: Mat4,
    #[soa(default = Vec4::ONE)]
    tint: Vec4,
}

impl InstanceHub {
    /// Puts a mesh at each of the places.
    fn place(&mut self, mesh: MeshId, kind: Kind, places: &[Place]) {
        self.extend(places.iter().map(|place| Instance {
            mesh,
            kind,
            transform: place.transform,
            tint: place.tint,
        }));
    }

    /// The meshes of one kind, each once.
    fn meshes_of(&self, kind: Kind) -> Vec<MeshId> {
        let rows = self.iter().filter(|(_, row)| *row.kind == kind);
        let mut meshes: Vec<MeshId> = rows.map(|(_, row)| *row.mesh).collect();
        meshes.sort_unstable();
        meshes.dedup();
        meshes
    }

    /// The meshes that stand in a building's way.
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

/// Instances and vertices; the two know each other by ids alone.
#[derive(Debug)]
pub(crate) struct Scene<V> {
    pub(crate) vertices: V,
    instances: InstanceHub,
}

impl<V: Vertices> Scene<V> {
    /// The island as it was found.
    pub(crate) fn wild(vertices: V) -> Result<Self, Rejected<Layout>> {
        let mut scene = Self {
            vertices,
            instances: InstanceHub::new(),
        };
        scene.add(&cast::wild())?;
        Ok(scene)
    }

    /// The settlers come: some meshes go, some are repainted where they lie, some are new.
    pub(crate) fn settle(&mut self) -> Result<(), Box<dyn Error>> {
        self.vertices.release(self.instances.in_the_way());
        // An instance whose mesh is gone holds a stale id, and goes too.
        self.instances
            .retain(|_, row| self.vertices.contains(*row.mesh));
        self.repaint_leaves(AUTUMN)?;
        self.add(&cast::settlers())?;
        Ok(())
    }

    fn repaint_leaves(&mut self, colour: Colour) -> Result<(), ViewError> {
        // Leafy meshes outlive the clearing, and ids sort as they were made.
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

    /// Two columns of the hub as the GPU takes them: a hole is an instance no draw names.
    pub(crate) fn instance_columns(&self) -> (&[Mat4], &[Vec4]) {
        let columns = self.instances.columns();
        (columns.transform.as_slice(), columns.tint.as_slice())
    }

    /// What to draw: each instance's vertices, wherever they are by now, at its row of the columns.
    pub(crate) fn draws(&self) -> Result<Vec<Draw>, Box<dyn Error>> {
        let mut draws = Vec::with_capacity(self.instances.len());
        for (id, instance) in &*self.instances {
            let (bytes, layout) = self
                .vertices
                .find(*instance.mesh)
                .ok_or("an instance outlived its mesh")?;
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
