//! A column of a hub on the GPU.

mod batch;
mod plan;
mod scatter;
mod target;

use std::any::type_name;
use std::fmt;

use bytemuck::NoUninit;
use soa_runtime::generic::LentColumns;
use soa_runtime::{Hub, IdAllocator, Incarnation, Tick, TrackedColumn};
use wgpu::{Buffer, BufferUsages, Device, Queue};

use crate::error::UploadError;
use crate::growing::Keep;
use crate::link::Link;
use crate::sent::Sent;
use crate::strategy::Strategy;
use crate::trace::{enter, record};
use crate::unit::Unit;
pub(crate) use plan::Plan;
pub(crate) use target::Target;

/// Chooses the column.
type Pick<T, F> = dyn for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, F> + Send + Sync;

/// A buffer on the GPU with the rows of one tracked column. [`update`](Self::update) sends the rows
/// that changed since the last update.
///
/// The bytes are the column's, row by row, so row `r` starts at byte `r * size_of::<F>()`. With
/// `layout = slots`, the row of an id is its index for as long as the id lives, so shaders can store
/// indices. Holes contain what they contain in the column: the default of the field, or with `holes = kept` the last value. What follows the last row is
/// unspecified.
///
/// The buffer never becomes shorter. To give memory back, make a new `ColumnBuffer`.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
/// use soa_wgpu::{ColumnBuffer, Sent};
/// use wgpu::BufferUsages;
///
/// #[derive(IdAllocator)]
/// struct Unit {
///     #[soa(tracked)]
///     transform: [[f32; 4]; 4],
///     hp: u32,
/// }
///
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// let usage = BufferUsages::STORAGE | BufferUsages::VERTEX;
/// let mut transforms = ColumnBuffer::<Unit, _>::new(&device, usage, |units| units.transform);
/// let mut units = UnitHub::new();
/// let ids = units.alloc_many(1000);
///
/// // In each frame, end the tick, and send what was written.
/// units.advance();
/// let sent: Sent = transforms.update(&device, &queue, &units)?;
/// assert_eq!((sent.rows, sent.grown), (1000, true));
///
/// units.columns_mut().transform[ids[7]][3] = [1.0; 4];
/// units.advance();
/// let sent = transforms.update(&device, &queue, &units)?;
/// assert_eq!((sent.rows, sent.bytes, sent.grown), (1, 64, false));
/// # Ok::<(), soa_wgpu::UploadError>(())
/// ```
///
/// A column with a type that has padding, references, or pointers to the heap does not compile,
/// because the type is not [`NoUninit`]:
///
/// ```compile_fail,E0277
/// use soa_runtime::IdAllocator;
/// use soa_wgpu::ColumnBuffer;
///
/// #[derive(IdAllocator)]
/// struct Unit { #[soa(tracked)] name: String }
///
/// fn names(device: &wgpu::Device) -> ColumnBuffer<Unit, String> {
///     ColumnBuffer::<Unit, _>::new(device, wgpu::BufferUsages::VERTEX, |units| units.name)
/// }
/// ```
///
/// Neither does a column that is not `tracked`, which does not record what changed. Write
/// `#[soa(tracked)]` on its field:
///
/// ```compile_fail,E0308
/// use soa_runtime::IdAllocator;
/// use soa_wgpu::ColumnBuffer;
///
/// #[derive(IdAllocator)]
/// struct Unit { hp: u32 }
///
/// fn hp(device: &wgpu::Device) -> ColumnBuffer<Unit, u32> {
///     ColumnBuffer::<Unit, _>::new(device, wgpu::BufferUsages::VERTEX, |units| units.hp)
/// }
/// ```
///
/// A column of a type without a size does not compile either:
///
/// ```compile_fail,E0080
/// use soa_runtime::IdAllocator;
/// use soa_wgpu::ColumnBuffer;
///
/// #[derive(IdAllocator)]
/// struct Unit { #[soa(tracked)] marker: () }
///
/// fn markers(device: &wgpu::Device) -> ColumnBuffer<Unit, ()> {
///     ColumnBuffer::<Unit, _>::new(device, wgpu::BufferUsages::VERTEX, |units| units.marker)
/// }
/// # let (device, _) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// # markers(&device);
/// ```
pub struct ColumnBuffer<T: IdAllocator + 'static, F> {
    link: Link,
    target: Target,
    pick: Box<Pick<T, F>>,
    strategy: Strategy,
    /// What the buffer is equal to: the hub, and its tick.
    seen: Option<(Incarnation, Tick)>,
    rows: usize,
}

impl<T: IdAllocator + 'static, F: NoUninit> ColumnBuffer<T, F> {
    /// Creates a buffer for the column that `pick` returns. It has one row, and grows at the first
    /// [`update`](Self::update).
    ///
    /// The buffer has `usage`, and it can be copied from and to. On a device with storage buffers,
    /// it is one, because the scatter shader writes to it. If the device refuses these usages, the
    /// first update returns the error.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::ColumnBuffer;
    /// use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    ///
    /// let places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::VERTEX, |units| units.place);
    /// let usage = BufferUsages::VERTEX | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
    /// assert!(places.buffer().usage().contains(usage));
    /// assert_eq!(places.buffer().size(), 16);
    /// ```
    #[must_use]
    pub fn new(
        device: &Device,
        usage: BufferUsages,
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, F> + Send + Sync + 'static,
    ) -> Self {
        let label = format!("column of {}", type_name::<T>());
        Self {
            link: Link::new(device),
            target: Target::new(device, label, usage, Self::UNIT),
            pick: Box::new(pick),
            strategy: Strategy::Auto,
            seen: None,
            rows: 0,
        }
    }

    /// The unit of the column.
    const UNIT: Unit = Unit::of::<F>();

    /// Sets how changed rows are sent.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::{ColumnBuffer, Strategy};
    /// # use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(1000);
    /// let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::VERTEX, |units| units.place)
    ///     .strategy(Strategy::Whole);
    /// units.advance();
    /// places.update(&device, &queue, &units)?;
    ///
    /// units.columns_mut().place[ids[3]] = [1.0; 4];
    /// units.advance();
    /// assert_eq!(places.update(&device, &queue, &units)?.rows, 1000);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[must_use]
    pub fn strategy(self, strategy: Strategy) -> Self {
        Self { strategy, ..self }
    }

    /// Sends the rows that changed since the last update, and all rows of a hub that is another one
    /// than at the last update: one that was swapped in, loaded or cloned.
    ///
    /// Call it once a frame, after [`Hub::advance`]. What was written in the tick that is still open
    /// is sent, too, and sent again by the next update.
    ///
    /// The writes and the commands of an update take effect between what was submitted before the
    /// call and what is submitted after it. `hub` is anything that dereferences to a [`Hub`]: the
    /// generated hub, or a `Mirror`.
    ///
    /// An update takes O(rows / 64) if nothing changed, and otherwise O(1) more for each byte that it
    /// sends. Growth copies the old rows on the GPU. The first update with a queue makes an empty
    /// submission, to find out whether the queue is the device's.
    ///
    /// wgpu keeps the bytes that are sent until the next submission. If the program makes none, for
    /// example because its window is minimised, an update submits what the updates before it sent, as
    /// soon as that is more than 1 MiB. So at most 1 MiB and the bytes of one update wait.
    ///
    /// # Errors
    ///
    /// Returns an error if the buffer would exceed the device's limit, if the device has no memory
    /// left or is lost, if the device or the queue is another one than the buffer's, if the closure
    /// returns a column of another hub, and if wgpu refuses a call. The buffer is then the old one,
    /// and the next update sends again what this one should have sent. No error reaches the handler of [`Device::on_uncaptured_error`].
    ///
    /// A column that is too large can be sent again when its last rows are free, although with
    /// `layout = slots` it still has these rows. Then [`rows`](Self::rows) returns the number of rows
    /// that fit.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::{ColumnBuffer, Sent};
    /// # use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut units = UnitHub::new();
    /// let ids = units.alloc_many(100);
    /// let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::VERTEX, |units| units.place);
    /// units.advance();
    /// assert_eq!(places.update(&device, &queue, &units)?.bytes, 1600);
    /// assert_eq!(places.update(&device, &queue, &units)?, Sent::default()); // nothing changed
    ///
    /// units.columns_mut().place.range_mut(20..30).fill([1.0; 4]);
    /// units.dealloc(ids[50]); // a hole has the default
    /// units.advance();
    /// let sent = places.update(&device, &queue, &units)?;
    /// assert_eq!((sent.writes, sent.rows, sent.bytes), (2, 11, 176));
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    pub fn update(
        &mut self,
        device: &Device,
        queue: &Queue,
        hub: &Hub<T>,
    ) -> Result<Sent, UploadError> {
        enter!(span: "update_column", of = type_name::<T>());
        let gpu = self.link.open(device, queue)?;
        let column = (self.pick)(LentColumns::new(hub));
        if hub.column_of(column.as_slice()).is_none() {
            return Err(UploadError::refused(
                "the closure returned a column of another hub; expected a column of its argument",
            ));
        }
        let known = self.seen.filter(|(of, _)| hub.incarnation() == Some(*of));
        let since = known.map_or(Tick::START, |(_, tick)| tick);
        let strategy = self.target.supported(self.strategy);
        let rows = rows_to_send(hub, column.len(), Self::UNIT, device);
        let changed = |gap| column.changed_since(since, gap);
        let plan = Plan::new(changed, rows, Self::UNIT, strategy);
        if !plan.is_empty() {
            // If this hub is another one, and not all of it is sent, the buffer is equal to none.
            self.seen = known;
        }
        let keep = if known.is_some() {
            Keep::All
        } else {
            Keep::None
        };
        let bytes = bytemuck::cast_slice(&column[..rows]);
        let sent = self.target.send(gpu, bytes, &plan, keep)?;
        self.seen = hub.incarnation().zip(hub.last_tick());
        self.rows = rows;
        record!(span, sent);
        Ok(sent)
    }
}

/// Returns the number of rows that a buffer of the device can have, if all rows after them are
/// holes. Otherwise returns all rows, which are too many.
///
/// With slots, rows never become fewer. Without this, a column that was too long once would stay
/// too long.
fn rows_to_send<T: IdAllocator>(hub: &Hub<T>, rows: usize, unit: Unit, device: &Device) -> usize {
    let most = unit.most_rows(device.limits().max_buffer_size);
    let fits = || hub.live_ranges().all(|live| live.end <= most);
    if rows > most && fits() { most } else { rows }
}

impl<T: IdAllocator + 'static, F> ColumnBuffer<T, F> {
    /// Returns the buffer. An update may replace it; see [`revision`](Self::revision).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::ColumnBuffer;
    /// # use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::VERTEX, |units| units.place);
    /// let all = places.buffer().slice(..); // for `set_vertex_buffer`
    /// assert_eq!(all.size(), 16);
    /// ```
    #[must_use]
    pub fn buffer(&self) -> &Buffer {
        self.target.growing.buffer()
    }

    /// Returns the number of times that the [`buffer`](Self::buffer) was replaced. Bind groups that
    /// were made at another revision have an old buffer, and must be made again.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::ColumnBuffer;
    /// # use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::STORAGE, |units| units.place);
    /// let mut units = UnitHub::new();
    /// units.alloc_many(100);
    /// assert_eq!(places.revision(), 0);
    /// places.update(&device, &queue, &units)?;
    /// assert_eq!(places.revision(), 1); // it has grown
    /// places.update(&device, &queue, &units)?;
    /// assert_eq!(places.revision(), 1);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.target.growing.revision()
    }

    /// Returns the number of rows that the column had at the last update, without the holes that the
    /// largest buffer has no room for. The buffer has at least as many.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::ColumnBuffer;
    /// # use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::VERTEX, |units| units.place);
    /// assert_eq!(places.rows(), 0);
    /// let mut units = UnitHub::new();
    /// units.alloc_many(100);
    /// places.update(&device, &queue, &units)?;
    /// assert_eq!(places.rows(), 100);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Makes the next update send all rows, for example after a shader has written to the buffer.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::ColumnBuffer;
    /// # use wgpu::BufferUsages;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { #[soa(tracked)] place: [f32; 4] }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::STORAGE, |units| units.place);
    /// let mut units = UnitHub::new();
    /// units.alloc_many(100);
    /// units.advance();
    /// places.update(&device, &queue, &units)?;
    /// places.resend();
    /// assert_eq!(places.update(&device, &queue, &units)?.rows, 100);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    pub fn resend(&mut self) {
        self.seen = None;
    }
}

impl<T: IdAllocator + 'static, F> fmt::Debug for ColumnBuffer<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnBuffer")
            .field("buffer", self.buffer())
            .field("revision", &self.revision())
            .field("rows", &self.rows)
            .field("strategy", &self.strategy)
            .finish_non_exhaustive()
    }
}
