//! The device and the queue of a buffer, and the error scopes around all calls to them.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, CommandBuffer, Device, ErrorFilter, Queue, WriteOnly,
};

use crate::error::UploadError;

/// An update submits what the updates before it wrote, if that is more bytes than this. wgpu keeps
/// them until the next submission, and a program whose window is minimised may make none.
const UNSUBMITTED: usize = 1 << 20;

/// The bytes that a write takes up beside its own. Vulkan allocates a page for each.
const PER_WRITE: usize = 5 << 10;

/// The device that a buffer was made on, and the queue that turned out to be the device's.
#[derive(Debug)]
pub(crate) struct Link {
    device: Device,
    gpu: Option<Gpu>,
}

/// A device and its own queue.
#[derive(Debug)]
pub(crate) struct Gpu {
    pub(crate) device: Device,
    queue: Queue,
    /// The number of bytes that were written since the last submission of this `Gpu`.
    unsubmitted: usize,
}

impl Link {
    pub(crate) fn new(device: &Device) -> Self {
        Self {
            device: device.clone(),
            gpu: None,
        }
    }

    /// Returns the device and the queue, if they are the ones of the buffer.
    ///
    /// A call to the queue of another device reports its error to that device, whose error scopes
    /// are out of reach. So the queue is checked before it is used. The queue that passed is kept
    /// and used from then on, because wgpu compares numbers that two instances may both have.
    pub(crate) fn open(&mut self, device: &Device, queue: &Queue) -> Result<&mut Gpu, UploadError> {
        if *device != self.device {
            return Err(UploadError::refused(
                "the buffer was made on another device",
            ));
        }
        let is_known = self.gpu.as_ref().is_some_and(|gpu| gpu.queue == *queue);
        if !is_known && !is_queue_of(queue, &self.device)? {
            return Err(UploadError::refused(
                "the queue is the one of another device",
            ));
        }
        let gpu = self.gpu.get_or_insert_with(|| Gpu {
            device: self.device.clone(),
            queue: queue.clone(),
            unsubmitted: 0,
        });
        gpu.flush()?;
        Ok(gpu)
    }
}

/// Returns whether the queue is the device's. wgpu has no such function, but a submission polls the
/// device of its queue, on the thread that submits. So the queue is the device's if an empty
/// submission maps a buffer of the device, and calls back on this thread.
///
/// If another thread polls the device in between, it may map the buffer first. Nothing is known
/// then, and another buffer is tried.
#[cfg(not(target_family = "wasm"))]
fn is_queue_of(queue: &Queue, device: &Device) -> Result<bool, UploadError> {
    use std::sync::mpsc::channel;
    use std::thread;

    let this_thread = thread::current().id();
    loop {
        let probe = scoped(device, || {
            let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
            Some(create(
                device,
                "whose queue it is",
                crate::unit::WORD as u64,
                usage,
            ))
        })?;
        let (sender, receiver) = channel();
        let called_back = move |result: Result<(), _>| {
            if thread::current().id() == this_thread {
                // This fails only if nobody receives any more.
                sender.send(result).ok();
            }
        };
        let asked = scoped(device, || {
            probe.map_async(wgpu::MapMode::Read, .., called_back);
            Some(())
        });
        match receiver.try_recv() {
            Ok(Err(_)) => return Err(UploadError::Lost),
            // A device without a queue maps at once.
            Ok(Ok(())) => return Ok(false),
            Err(_) => asked?,
        }
        scoped(device, || Some(queue.submit([])))?;
        if receiver.try_recv().is_ok() {
            return Ok(true);
        }
        // The submission to the device's own queue would have mapped it, if no other thread did.
        if probe.get_mapped_range(..).is_err() {
            return Ok(false);
        }
    }
}

/// A browser calls back later, and reports the mistake itself.
#[cfg(target_family = "wasm")]
fn is_queue_of(_: &Queue, _: &Device) -> Result<bool, UploadError> {
    Ok(true)
}

impl Gpu {
    /// Submits what was written, if it is too much to leave that to the program.
    fn flush(&mut self) -> Result<(), UploadError> {
        if self.unsubmitted < UNSUBMITTED {
            return Ok(());
        }
        self.scoped(|gpu| {
            gpu.submit([]);
            Some(())
        })
    }

    /// Does work within error scopes, so that no error reaches the handler of uncaptured errors.
    /// `work` returns `None` if wgpu returned nothing, which without an error means that the device
    /// is lost.
    pub(crate) fn scoped<R>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Option<R>,
    ) -> Result<R, UploadError> {
        let device = self.device.clone();
        scoped(&device, || work(self))
    }

    /// Writes `size` bytes to `buffer` from `start` on, which `fill` writes. Must be called within
    /// a scope. Returns `None` if wgpu refuses the write.
    pub(crate) fn write(
        &mut self,
        buffer: &Buffer,
        start: usize,
        size: usize,
        fill: impl FnOnce(WriteOnly<'_, [u8]>),
    ) -> Option<()> {
        let Some(wide) = wgpu::BufferSize::new(size as u64) else {
            return Some(());
        };
        let mut view = self.queue.write_buffer_with(buffer, start as u64, wide)?;
        fill(view.slice(..));
        self.unsubmitted = self.unsubmitted.saturating_add(size + PER_WRITE);
        Some(())
    }

    /// Submits commands, after everything that was written before. Must be called within a scope.
    pub(crate) fn submit(&mut self, commands: impl IntoIterator<Item = CommandBuffer>) {
        self.queue.submit(commands);
        self.unsubmitted = 0;
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

pub(crate) fn create(device: &Device, label: &str, size: u64, usage: BufferUsages) -> Buffer {
    device.create_buffer(&BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}
