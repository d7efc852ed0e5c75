//! Draws the frames of the story: the wood, the settlers, and an invisible compaction.

use std::collections::HashMap;

use example_gpu::{BoxError, Gpu, Picture};
use soa_wgpu::PackedCopy;

use crate::renderer::Renderer;
use crate::scene::{MeshId, Scene};

/// The number of bytes that compaction may move in one frame.
const BUDGET: usize = 256 << 10;

/// One frame: its picture, and what was done to update the vertex buffer on the GPU.
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) picture: Picture,
    /// The number of vertex bytes that were moved on the GPU.
    pub(crate) moved: usize,
    /// The number of vertex bytes that were sent.
    pub(crate) uploaded: usize,
    /// The number of writes that sent them.
    pub(crate) writes: usize,
    /// The end of the last block in the vertex buffer, in bytes.
    pub(crate) used: usize,
}

pub(crate) struct Story {
    /// The wild wood, the wild wood without any change, the settled wood, and a frame per step of
    /// the compaction. The last step leaves no holes.
    pub(crate) frames: Vec<Frame>,
    /// The number of blocks that the compaction moved, and the number of all blocks.
    pub(crate) moved: (usize, usize),
}

impl Story {
    pub(crate) fn run(gpu: &Gpu) -> Result<Self, BoxError> {
        let mut recorder = Recorder {
            gpu,
            renderer: Renderer::new(gpu),
            copy: PackedCopy::new(&gpu.device, wgpu::BufferUsages::VERTEX),
            scene: Scene::wild()?,
        };
        let mut frames = vec![recorder.frame("wild")?, recorder.frame("quiet")?];
        recorder.scene.settle()?;
        frames.push(recorder.frame("settled")?);
        let before = recorder.offsets();
        while recorder.scene.vertices.compact_step(BUDGET) > 0 {
            frames.push(recorder.frame(&format!("compacting {}", frames.len() - 2))?);
        }
        let after = recorder.offsets();
        let moved = before.iter().filter(|(id, at)| after.get(id) != Some(at));
        Ok(Self {
            moved: (moved.count(), before.len()),
            frames,
        })
    }

    pub(crate) fn wild(&self) -> &Frame {
        &self.frames[0]
    }

    pub(crate) fn quiet(&self) -> &Frame {
        &self.frames[1]
    }

    pub(crate) fn settled(&self) -> &Frame {
        &self.frames[2]
    }

    pub(crate) fn compacting(&self) -> &[Frame] {
        &self.frames[3..]
    }

    /// Returns the last frame.
    pub(crate) fn compacted(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }
}

/// Draws the frames of a story.
struct Recorder<'a> {
    gpu: &'a Gpu,
    renderer: Renderer,
    copy: PackedCopy,
    scene: Scene,
}

impl Recorder<'_> {
    /// Updates the GPU and draws a frame.
    fn frame(&mut self, title: &str) -> Result<Frame, BoxError> {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        // Repeats the moves on the GPU, and sends what was written.
        let sent = self.copy.update(device, queue, &mut self.scene.vertices)?;
        self.compare()?;
        let (buffer, scene) = (self.copy.buffer(), &mut self.scene);
        Ok(Frame {
            title: title.to_owned(),
            picture: self.renderer.render(self.gpu, buffer, scene)?,
            moved: self.copy.moved(),
            uploaded: sent.bytes,
            writes: sent.writes,
            used: self.scene.vertices.top(),
        })
    }

    /// Returns an error if a block on the GPU differs from the block on the CPU.
    fn compare(&self) -> Result<(), BoxError> {
        let size = usize::try_from(self.copy.buffer().size())?;
        let bytes = self.gpu.read_buffer(self.copy.buffer(), size)?;
        let mut blocks = self.scene.vertices.iter();
        if blocks.all(|(_, block)| bytes[block.offset()..].starts_with(block.bytes())) {
            return Ok(());
        }
        Err("the vertices on the GPU differ from the vertices on the CPU".into())
    }

    fn offsets(&self) -> HashMap<MeshId, usize> {
        let blocks = self.scene.vertices.iter();
        blocks.map(|(id, block)| (id, block.offset())).collect()
    }
}
