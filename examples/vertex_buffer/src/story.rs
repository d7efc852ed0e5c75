//! The frames, one after the other: the island, the settlers, and a compaction that no one sees.

use std::collections::HashMap;
use std::error::Error;

use crate::gpu::Gpu;
use crate::map;
use crate::mirror::Mirror;
use crate::picture::Picture;
use crate::renderer::Renderer;
use crate::scene::Scene;
use crate::vertices::{Sent, Vertices};

/// Bytes that compaction may move in one frame.
const BUDGET: usize = 128 << 10;

/// One frame: what was seen, and what it took to keep the GPU's copy up to date.
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) picture: Picture,
    /// The vertex buffer as it was.
    pub(crate) map: Picture,
    /// Whether the vertex buffer grew.
    pub(crate) grew: bool,
    /// Vertex bytes moved on the GPU.
    pub(crate) moved: usize,
    /// Vertex bytes sent, and in how many writes.
    pub(crate) uploaded: usize,
    pub(crate) writes: usize,
    /// Bytes of the vertex buffer up to the end of its last block.
    pub(crate) used: usize,
}

/// All frames, in order.
pub(crate) struct Story {
    pub(crate) wild: Frame,
    /// The same again: nothing happened in between.
    pub(crate) quiet: Frame,
    pub(crate) settled: Frame,
    /// As many as the budget asks for; no holes are left after the last.
    pub(crate) compacting: Vec<Frame>,
    /// Blocks that are elsewhere after the compaction, and blocks in all.
    pub(crate) moved: (usize, usize),
}

impl Story {
    /// Tells it with vertices that are where they are.
    pub(crate) fn tell(gpu: &Gpu, vertices: impl Vertices) -> Result<Self, Box<dyn Error>> {
        let mut stage = Stage {
            gpu,
            renderer: Renderer::new(gpu),
            mirror: Mirror::new(&gpu.device, "vertices", vertices.first_capacity()),
            scene: Scene::wild(vertices)?,
        };
        let wild = stage.frame("wild")?;
        let quiet = stage.frame("quiet")?;
        stage.scene.settle()?;
        let settled = stage.frame("settled")?;
        let before: HashMap<_, _> = stage
            .scene
            .vertices
            .blocks()
            .map(|(id, range, _)| (id, range))
            .collect();
        let mut compacting = Vec::new();
        while stage.scene.vertices.compact_step(BUDGET) > 0 {
            compacting.push(stage.frame(&format!("compacting {}", compacting.len() + 1))?);
        }
        let moved = stage
            .scene
            .vertices
            .blocks()
            .filter(|(id, range, _)| before.get(id) != Some(range))
            .count();
        Ok(Self {
            wild,
            quiet,
            settled,
            compacting,
            moved: (moved, before.len()),
        })
    }

    pub(crate) fn frames(&self) -> impl Iterator<Item = &Frame> {
        [&self.wild, &self.quiet, &self.settled]
            .into_iter()
            .chain(&self.compacting)
    }

    /// The last frame.
    pub(crate) fn compacted(&self) -> &Frame {
        self.compacting.last().unwrap_or(&self.settled)
    }

    /// The last picture above three maps of the buffer: wild, settled, compacted.
    /// It is made for a README, so its file is small.
    pub(crate) fn overview(&self) -> Picture {
        const MARGIN: u32 = 4;
        let picture = &self.compacted().picture;
        let maps = [&self.wild.map, &self.settled.map, &self.compacted().map];
        let below: u32 = maps.iter().map(|map| map.height() + MARGIN).sum();
        let height = picture.height() + MARGIN + below;
        let mut overview = Picture::new(picture.width(), height, map::PAPER);
        overview.paste(picture, 0, 0);
        let mut top = picture.height() + MARGIN;
        for map in maps {
            overview.paste(map, 0, top);
            top += map.height() + MARGIN;
        }
        overview.round_to_six_bits();
        overview
    }
}

/// What a frame is made with.
struct Stage<'a, V> {
    gpu: &'a Gpu,
    renderer: Renderer,
    mirror: Mirror,
    scene: Scene<V>,
}

impl<V: Vertices> Stage<'_, V> {
    /// Brings the GPU up to date and draws.
    fn frame(&mut self, title: &str) -> Result<Frame, Box<dyn Error>> {
        let Sent {
            grew,
            moved,
            uploads,
        } = self.scene.vertices.send(self.gpu, &mut self.mirror)?;
        let (transforms, tints) = self.scene.instance_columns();
        self.renderer.upload_instances(self.gpu, transforms, tints);
        let draws = self.scene.draws()?;
        let picture = self.renderer.render(self.gpu, &self.mirror, &draws)?;
        Ok(Frame {
            title: title.to_owned(),
            map: map::map(&self.scene.vertices, &uploads, picture.width()),
            picture,
            grew,
            moved,
            uploaded: uploads.iter().map(ExactSizeIterator::len).sum(),
            writes: uploads.len(),
            used: self.scene.vertices.top(),
        })
    }
}
