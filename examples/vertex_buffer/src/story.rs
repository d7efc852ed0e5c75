//! The frames, one after the other: the island, the settlers, and a compaction that no one sees.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;

use crate::gpu::{Gpu, Mirror};
use crate::map;
use crate::picture::Picture;
use crate::renderer::Renderer;
use crate::scene::{CAPACITY, Scene};

/// Bytes that compaction may move in one frame.
const BUDGET: usize = 128 << 10;

/// One frame: what was seen, and what it took to keep the GPU's copy up to date.
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) picture: Picture,
    /// The packed buffer as it was.
    pub(crate) map: Picture,
    /// Vertex bytes sent, and in how many writes.
    pub(crate) uploaded: usize,
    pub(crate) writes: usize,
    /// Bytes of the packed buffer up to the end of its last block.
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
    pub(crate) fn tell(gpu: &Gpu) -> Result<Self, Box<dyn Error>> {
        let mut stage = Stage {
            gpu,
            renderer: Renderer::new(gpu),
            mirror: Mirror::new(&gpu.device, "vertices", CAPACITY),
            scene: Scene::wild()?,
        };
        let wild = stage.frame("wild")?;
        let quiet = stage.frame("quiet")?;
        stage.scene.settle()?;
        let settled = stage.frame("settled")?;
        let before: HashMap<_, _> = stage
            .scene
            .blocks()
            .map(|(id, range, _)| (id, range))
            .collect();
        let mut compacting = Vec::new();
        while stage.scene.compact_step(BUDGET) > 0 {
            compacting.push(stage.frame(&format!("compacting {}", compacting.len() + 1))?);
        }
        let moved = stage
            .scene
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
struct Stage<'a> {
    gpu: &'a Gpu,
    renderer: Renderer,
    mirror: Mirror,
    scene: Scene,
}

impl Stage<'_> {
    /// Brings the GPU up to date and draws.
    fn frame(&mut self, title: &str) -> Result<Frame, Box<dyn Error>> {
        let uploads: Vec<Range<usize>> = self.scene.take_uploads();
        let uploaded = self
            .mirror
            .upload(&self.gpu.queue, self.scene.vertex_bytes(), &uploads);
        let (transforms, tints) = self.scene.instance_columns();
        self.renderer
            .upload_instances(&self.gpu.queue, transforms, tints);
        let picture = self
            .renderer
            .render(self.gpu, &self.mirror, &self.scene.draws()?)?;
        Ok(Frame {
            title: title.to_owned(),
            map: map::map(&self.scene, &uploads, picture.width()),
            picture,
            uploaded,
            writes: uploads.len(),
            used: self.scene.vertex_bytes().len(),
        })
    }
}
