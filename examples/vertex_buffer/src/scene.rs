//! The scene: a hub of instances, and the packed buffer with the vertices of their meshes.

use std::fs;
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use example_gpu::solids::{self, Vertices};
use example_gpu::{BoxError, Land, Layout, MESHES};
use fastrand::Rng;
use glam::{Mat4, Quat, Vec3, Vec4};
use soa_runtime::IdAllocator;
use soa_runtime::packed::{BlockId, Compaction, PackedBuffer, PackedConfig};

/// The number of bytes that the vertices can use.
pub(crate) const CAPACITY: usize = 2 << 20;

/// The radius of the square that the settlers clear, in metres.
const CLEARING: f32 = 12.0;

const AUTUMN: [u8; 4] = [227, 154, 59, 255];

/// A vertex of the layout `Painted`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub(crate) struct Painted {
    position: [f32; 3],
    normal: [i8; 4],
    colour: [u8; 4],
}

/// The id of the block with the vertices of one mesh. The metadata of the block is the layout.
pub(crate) type MeshId = BlockId<Layout>;

/// A mesh somewhere in the scene. The GPU has copies of the tracked columns, holes included; no draw
/// refers to a hole.
#[derive(IdAllocator, Debug)]
pub(crate) struct Instance {
    pub(crate) mesh: MeshId,
    name: &'static str,
    #[soa(tracked, default = Mat4::IDENTITY)]
    pub(crate) transform: Mat4,
    #[soa(tracked, default = Vec4::ONE)]
    pub(crate) tint: Vec4,
}

/// Instances and vertices. They refer to each other only by ids.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) vertices: PackedBuffer<Layout>,
    pub(crate) instances: InstanceHub,
    random: Rng,
}

impl Scene {
    /// Creates a wood, in which each tree and rock has a mesh of its own.
    pub(crate) fn wild() -> Result<Self, BoxError> {
        // Compaction has frames of its own.
        let config = PackedConfig::new(CAPACITY, 1024).compaction(Compaction::Manual);
        let mut scene = Self {
            vertices: PackedBuffer::with_config(config),
            instances: InstanceHub::new(),
            random: Rng::with_seed(3),
        };
        for (count, name) in [(30, "leafy"), (60, "pine"), (40, "rock"), (30, "pebble")] {
            for _ in 0..count {
                let (angle, out) = (scene.between(0.0, 6.3), scene.between(2.0, 26.0));
                let size = scene.between(1.0, 1.6);
                let at = Land::Meadow.at(angle.cos() * out, angle.sin() * out);
                scene.add(name, at, angle * 3.0, size)?;
            }
        }
        scene.add("meadow", Vec3::ZERO, 0.0, 1.0)?;
        Ok(scene)
    }

    /// Settles the wood: some meshes are removed, some are repainted in place, and some are new.
    pub(crate) fn settle(&mut self) -> Result<(), BoxError> {
        let rows = self.instances.iter().filter(|(_, row)| {
            let at = row.transform.w_axis.truncate();
            *row.name != "meadow" && at.length() < CLEARING
        });
        let in_the_way: Vec<_> = rows.map(|(_, row)| *row.mesh).collect();
        self.vertices.remove_many(in_the_way);
        // Frees the instances whose mesh was removed: they contain a stale id.
        self.instances
            .retain(|_, row| self.vertices.contains(*row.mesh));
        for (_, row) in &self.instances {
            if let ("leafy", Some(mut mesh)) = (*row.name, self.vertices.get_mut(*row.mesh)) {
                for vertex in mesh.as_mut_slice::<Painted>()? {
                    let [red, green, blue, _] = vertex.colour;
                    if green > red && green > blue {
                        vertex.colour = AUTUMN;
                    }
                }
            }
        }
        for house in 0..5_u8 {
            let angle = 2.6 + f32::from(house) * 0.9;
            let at = Land::Meadow.at(angle.cos() * 9.0, angle.sin() * 9.0);
            self.add("walls", at, -angle, 0.8)?;
            self.add("roof", at, -angle, 0.8)?;
        }
        self.add("well", Land::Meadow.at(0.0, 1.0), 0.0, 1.0)?;
        self.add("fire", Land::Meadow.at(3.0, 3.0), 0.0, 1.0)?;
        Ok(())
    }

    /// Inserts a mesh, and an instance that draws it.
    fn add(&mut self, name: &'static str, at: Vec3, turn: f32, size: f32) -> Result<(), BoxError> {
        let file = fs::read(Path::new(MESHES).join(format!("{name}.json")))?;
        let Vertices { layout, bytes } = solids::decode(&file)?;
        let mesh = self
            .vertices
            .alloc_strided(bytes.len(), layout.stride(), layout)
            .map_err(|rejected| rejected.error)?;
        self.vertices.write(mesh, &bytes)?;
        let (size, turn) = (Vec3::splat(size), Quat::from_rotation_y(turn));
        let shade = Vec3::splat(self.between(0.8, 1.0));
        self.instances.insert(Instance {
            mesh,
            name,
            transform: Mat4::from_scale_rotation_translation(size, turn, at),
            tint: shade.extend(1.0),
        });
        Ok(())
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.random.f32()
    }
}
