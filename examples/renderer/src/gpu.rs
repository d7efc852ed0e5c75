//! Limits the number of frames that the GPU has not finished.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use example_gpu::Gpu;

/// The number of frames that the GPU may lag behind.
pub(crate) const FRAMES_IN_FLIGHT: u64 = 2;

/// Records which frames the GPU has finished.
#[derive(Debug, Default)]
pub(crate) struct FramesInFlight {
    /// The number of the last finished frame.
    finished: Arc<AtomicU64>,
}

impl FramesInFlight {
    /// Submits the commands of a frame.
    pub(crate) fn submit(&self, gpu: &Gpu, frame: u64, commands: wgpu::CommandEncoder) {
        gpu.queue.submit([commands.finish()]);
        let finished = Arc::clone(&self.finished);
        gpu.queue.on_submitted_work_done(move || {
            finished.fetch_max(frame, Ordering::Relaxed);
        });
    }

    /// Waits until the GPU is at most [`FRAMES_IN_FLIGHT`] frames behind `frame`. Returns the number
    /// of the last finished frame.
    pub(crate) fn wait(&self, gpu: &Gpu, frame: u64) -> Result<u64, wgpu::PollError> {
        gpu.device.poll(wgpu::PollType::Poll)?;
        if self.finished.load(Ordering::Relaxed) + FRAMES_IN_FLIGHT < frame {
            gpu.device.poll(wgpu::PollType::wait_indefinitely())?;
        }
        Ok(self.finished.load(Ordering::Relaxed))
    }
}
