//! Draws the frames of the story: the island, the settlers, and an invisible compaction.

use std::collections::HashMap;

use example_gpu::{BoxError, Gpu, Picture};
use soa_wgpu::PackedCopy;

use crate::map;
use crate::picture::paste;
use crate::renderer::Renderer;
use crate::scene::Scene;
use crate::vertices::{Transfer, Vertices};

/// The number of bytes that compaction may move in one frame.
const BUDGET: usize = 128 << 10;

/// One frame: its picture, and what was done to update the vertex buffer on the GPU.
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) picture: Picture,
    /// A picture of the vertex buffer.
    pub(crate) map: Picture,
    /// Whether the vertex buffer grew.
    pub(crate) grew: bool,
    /// The number of vertex bytes that were moved on the GPU.
    pub(crate) moved: usize,
    /// The number of vertex bytes that were sent.
    pub(crate) uploaded: usize,
    /// The number of writes that sent them.
    pub(crate) writes: usize,
    /// The end of the last block in the vertex buffer, in bytes.
    pub(crate) used: usize,
}

/// All frames in order.
pub(crate) struct Story {
    pub(crate) wild: Frame,
    /// The frame after `wild`, without any change.
    pub(crate) quiet: Frame,
    pub(crate) settled: Frame,
    /// One frame per step of the compaction. The last step leaves no holes.
    pub(crate) compacting: Vec<Frame>,
    /// The number of blocks that the compaction moved, and the number of all blocks.
    pub(crate) moved: (usize, usize),
}

impl Story {
    /// Runs the story with the given storage of vertices.
    pub(crate) fn run(gpu: &Gpu, vertices: impl Vertices) -> Result<Self, BoxError> {
        let mut recorder = Recorder {
            gpu,
            renderer: Renderer::new(gpu),
            copy: PackedCopy::new(&gpu.device, wgpu::BufferUsages::VERTEX),
            scene: Scene::wild(vertices)?,
        };
        let wild = recorder.frame("wild")?;
        let quiet = recorder.frame("quiet")?;
        recorder.scene.settle()?;
        let settled = recorder.frame("settled")?;
        let before: HashMap<_, _> = recorder
            .scene
            .vertices
            .blocks()
            .map(|(id, range, _)| (id, range))
            .collect();
        let mut compacting = Vec::new();
        while recorder.scene.vertices.compact_step(BUDGET) > 0 {
            compacting.push(recorder.frame(&format!("compacting {}", compacting.len() + 1))?);
        }
        let moved = recorder
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

    /// Returns the last frame.
    pub(crate) fn compacted(&self) -> &Frame {
        self.compacting.last().unwrap_or(&self.settled)
    }

    /// Returns the last picture above three maps of the buffer: wild, settled and compacted. Its
    /// colours are rounded, so that the file is small.
    pub(crate) fn overview(&self) -> Picture {
        const MARGIN: u32 = 4;
        let picture = &self.compacted().picture;
        let maps = [&self.wild.map, &self.settled.map, &self.compacted().map];
        let below: u32 = maps.iter().map(|map| map.size()[1] + MARGIN).sum();
        let [width, height] = picture.size();
        let mut overview = Picture::new([width, height + MARGIN + below], map::PAPER);
        paste(&mut overview, picture, 0, 0);
        let mut top = height + MARGIN;
        for map in maps {
            paste(&mut overview, map, 0, top);
            top += map.size()[1] + MARGIN;
        }
        overview.round_to_six_bits();
        overview
    }
}

/// Draws the frames of a story.
struct Recorder<'a, V> {
    gpu: &'a Gpu,
    renderer: Renderer,
    copy: PackedCopy,
    scene: Scene<V>,
}

impl<V: Vertices> Recorder<'_, V> {
    /// Updates the GPU and draws a frame.
    fn frame(&mut self, title: &str) -> Result<Frame, BoxError> {
        let Transfer {
            grew,
            moved,
            uploads,
        } = self.scene.vertices.send(self.gpu, &mut self.copy)?;
        self.renderer
            .update_instances(self.gpu, &mut self.scene.instances)?;
        let draws = self.scene.draws()?;
        let picture = self.renderer.render(self.gpu, self.copy.buffer(), &draws)?;
        Ok(Frame {
            title: title.to_owned(),
            map: map::map(&self.scene.vertices, &uploads, picture.size()[0]),
            picture,
            grew,
            moved,
            uploaded: uploads.iter().map(ExactSizeIterator::len).sum(),
            writes: uploads.len(),
            used: self.scene.vertices.top(),
        })
    }
}
