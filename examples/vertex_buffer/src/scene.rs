//! The scene: a hub of instances, and the packed buffer that holds their meshes' vertices.

use std::error::Error;
use std::ops::Range;

use glam::{Mat4, Vec2, Vec4};
use soa_runtime::IdAllocator;
use soa_runtime::packed::{BlockId, Compaction, PackedBuffer, PackedConfig, Rejected, ViewError};

use crate::cast::{self, Kind, Mesh, Place, Prop};
use crate::geometry::rgb;
use crate::layout::{Colour, Layout, Round};
use crate::meshes;
use crate::renderer::Draw;

/// Bytes of the packed buffer, and of the GPU buffer that mirrors it.
pub(crate) const CAPACITY: usize = 1 << 20;

/// Dirty ranges nearer to each other than this many bytes go up as one write.
const UPLOAD_GAP: usize = 512;

/// What is nearer than this to a site is in a building's way.
const CLEARING: f32 = 1.15;

const AUTUMN: Colour = rgb(0x00E3_9A3B);

/// The vertices of one mesh: a block of the packed buffer, its layout beside it.
pub(crate) type MeshId = BlockId<Layout>;

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
pub(crate) struct Scene {
    vertices: PackedBuffer<Layout>,
    instances: InstanceHub,
}

impl Scene {
    /// The island as it was found.
    pub(crate) fn wild() -> Result<Self, Rejected<Layout>> {
        let mut scene = Self {
            // Compaction has frames of its own here; by default the buffer would see to it itself.
            vertices: PackedBuffer::with_config(PackedConfig {
                bytes: CAPACITY,
                blocks: 1024,
                compaction: Compaction::Manual,
                ..Default::default()
            }),
            instances: InstanceHub::new(),
        };
        scene.add(&cast::wild())?;
        Ok(scene)
    }

    /// The settlers come: some meshes go, some are repainted where they lie, some are new.
    pub(crate) fn settle(&mut self) -> Result<(), Box<dyn Error>> {
        self.vertices.release_many(self.instances.in_the_way());
        // An instance whose mesh is gone holds a stale id, and goes too.
        self.instances
            .retain(|_, row| self.vertices.contains(*row.mesh));
        self.repaint(&self.instances.meshes_of(Kind::Leafy), AUTUMN)?;
        self.add(&cast::settlers())?;
        Ok(())
    }

    fn repaint(&mut self, meshes: &[MeshId], colour: Colour) -> Result<(), ViewError> {
        for &mesh in meshes {
            if let Some(mut block) = self.vertices.get_mut(mesh) {
                meshes::repaint_leaves(block.as_mut_slice::<Round>()?, colour);
            }
        }
        Ok(())
    }

    fn add(&mut self, props: &[Prop]) -> Result<(), Rejected<Layout>> {
        for prop in props {
            let layout = prop.mesh.layout();
            let mesh = match &prop.mesh {
                Mesh::Flat(vertices) => self.vertices.insert_slice(vertices, layout),
                Mesh::Facet(vertices) => self.vertices.insert_slice(vertices, layout),
                Mesh::Round(vertices) => self.vertices.insert_slice(vertices, layout),
                Mesh::Striped(vertices) => self.vertices.insert_slice(vertices, layout),
            }?;
            self.instances.place(mesh, prop.kind, &prop.places);
        }
        Ok(())
    }

    /// Closes holes by moving at most `budget` bytes; returns how many moved, 0 when all are closed.
    pub(crate) fn compact_step(&mut self, budget: usize) -> usize {
        self.vertices.compact_step(budget)
    }

    /// What the GPU's copy lacks since the last call, as ranges of `vertex_bytes`.
    pub(crate) fn take_uploads(&mut self) -> Vec<Range<usize>> {
        self.vertices.take_dirty(UPLOAD_GAP)
    }

    pub(crate) fn vertex_bytes(&self) -> &[u8] {
        self.vertices.as_bytes()
    }

    /// Each block in memory order: its id, its bytes' range, its layout.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (MeshId, Range<usize>, Layout)> {
        let range = |offset: usize, len: usize| offset..offset + len;
        self.vertices
            .iter()
            .map(move |(id, block)| (id, range(block.offset(), block.len()), *block.meta()))
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
            let block = self
                .vertices
                .get(*instance.mesh)
                .ok_or("an instance outlived its mesh")?;
            let layout = *block.meta();
            let first = u32::try_from(block.offset() / layout.stride())?;
            let count = u32::try_from(block.len() / layout.stride())?;
            draws.push(Draw {
                layout,
                vertices: first..first + count,
                row: id.index(),
            });
        }
        Ok(draws)
    }
}
