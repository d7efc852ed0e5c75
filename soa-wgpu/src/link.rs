//! The device and the queue of a buffer, and the error scopes around all calls to them.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use wgpu::{Buffer, Device, ErrorFilter, Queue, WriteOnly};

use crate::error::UploadError;

/// The device that a buffer was made on, and the queue that turned out to be the device's.
#[derive(Debug)]
pub(crate) struct Link {
    device: Device,
    queue: Option<Queue>,
}

/// A device and its own queue.
#[derive(Debug)]
pub(crate) struct Gpu {
    pub(crate) device: Device,
    pub(crate) queue: Queue,
}

impl Link {
    pub(crate) fn new(device: &Device) -> Self {
        Self {
            device: device.clone(),
            queue: None,
        }
    }

    /// Returns the device and the queue, if they are the ones of the buffer.
    ///
    /// A call to the queue of another device reports its error to that device, whose error scopes
    /// are out of reach. So the queue is checked before it is used. The queue that passed is kept
    /// and used from then on, because wgpu compares numbers that two instances may both have.
    pub(crate) fn open(&mut self, device: &Device, queue: &Queue) -> Result<Gpu, UploadError> {
        if *device != self.device {
            return Err(UploadError::refused(
                "the buffer was made on another device",
            ));
        }
        let queue = match &self.queue {
            Some(known) if known == queue => known.clone(),
            _ if is_queue_of(queue, &self.device) => self.queue.insert(queue.clone()).clone(),
            _ => {
                return Err(UploadError::refused(
                    "the queue is the one of another device",
                ));
            }
        };
        Ok(Gpu {
            device: self.device.clone(),
            queue,
        })
    }
}

/// Returns whether polling the device runs a callback of the queue, which is how wgpu shows that
/// they belong together. Waits until the GPU is idle, if it is not.
#[cfg(not(target_family = "wasm"))]
fn is_queue_of(queue: &Queue, device: &Device) -> bool {
    use std::sync::mpsc::channel;
    use std::time::Duration;
    use wgpu::PollType;

    /// Another thread that polls the device may have taken the callback, and may not have run it
    /// yet.
    const PATIENCE: Duration = Duration::from_millis(50);

    let (sender, receiver) = channel();
    queue.on_submitted_work_done(move || {
        // This fails only if nobody waits any more.
        sender.send(()).ok();
    });
    [PollType::Poll, PollType::wait_indefinitely()]
        .into_iter()
        .any(|poll| device.poll(poll).is_ok() && receiver.try_recv().is_ok())
        || receiver.recv_timeout(PATIENCE).is_ok()
}

/// In a browser nothing can wait, and the browser reports the mistake.
#[cfg(target_family = "wasm")]
fn is_queue_of(_: &Queue, _: &Device) -> bool {
    true
}

impl Gpu {
    /// Does work within error scopes, so that no error reaches the handler of uncaptured errors.
    /// `work` returns `None` if wgpu returned nothing, which without an error means that the device
    /// is lost.
    pub(crate) fn scoped<R>(&self, work: impl FnOnce() -> Option<R>) -> Result<R, UploadError> {
        scoped(&self.device, work)
    }

    /// Writes `size` bytes to `buffer` from `start` on, which `fill` writes. Must be called within
    /// a scope. Returns `None` if wgpu refuses the write.
    pub(crate) fn write(
        &self,
        buffer: &Buffer,
        start: usize,
        size: usize,
        fill: impl FnOnce(WriteOnly<'_, [u8]>),
    ) -> Option<()> {
        let Some(size) = wgpu::BufferSize::new(size as u64) else {
            return Some(());
        };
        let mut view = self.queue.write_buffer_with(buffer, start as u64, size)?;
        fill(view.slice(..));
        Some(())
    }
}

/// The kinds of errors that wgpu reports, in the order in which the first one is returned.
const KINDS: [ErrorFilter; 3] = [
    ErrorFilter::OutOfMemory,
    ErrorFilter::Validation,
    ErrorFilter::Internal,
];

/// See [`Gpu::scoped`].
pub(crate) fn scoped<R>(
    device: &Device,
    work: impl FnOnce() -> Option<R>,
) -> Result<R, UploadError> {
    let scopes = KINDS.map(|kind| device.push_error_scope(kind));
    let result = work();
    let mut captured = None;
    for scope in scopes.into_iter().rev() {
        captured = at_once(scope.pop()).or(captured);
    }
    match captured {
        Some(error) => Err(UploadError::captured(&error)),
        None => result.ok_or(UploadError::Lost),
    }
}

/// Returns the error of a scope. Browsers have it later; the scope has captured it there, too.
fn at_once(error: impl Future<Output = Option<wgpu::Error>>) -> Option<wgpu::Error> {
    match pin!(error).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(error) => error,
        Poll::Pending => None,
    }
}

/// Copies bytes, and fills the rest with zeros.
pub(crate) fn copy_padded(bytes: &[u8], to: WriteOnly<'_, [u8]>) {
    let (mut copied, mut rest) = to.split_at(bytes.len());
    copied.copy_from_slice(bytes);
    rest.fill(0);
}
