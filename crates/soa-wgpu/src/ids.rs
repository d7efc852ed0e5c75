//! The ids of a hub on the GPU, where shaders refuse stale ones.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::ops::Range;

use soa_runtime::generic::Word;
use soa_runtime::{AnyHandle, Hub, IdAllocator};
use wgpu::{Buffer, BufferUsages, Device, Queue};

use crate::column::{Plan, Target};
use crate::error::UploadError;
use crate::growing::Keep;
use crate::link::Link;
use crate::sent::Sent;
use crate::strategy::Strategy;
use crate::trace::{enter, record};
use crate::unit::{Unit, WORD};

/// A buffer on the GPU with the ids of the live rows of a hub. Shaders look ids up in it by
/// [`wgsl`](Self::wgsl), which returns the row of an id, and refuses a stale id.
///
/// Slot `s` has the bits of the id that is live in it, with the row in place of the index. So with
/// `layout = slots` it has [`Hub::id_bits`], and with `layout = dense` shaders can follow rows that
/// move. A slot without a row has zeros, which are the bits of no id. An id takes up one word of 32
/// bits, or two if it has 64 bits.
///
/// The hub need not be tracked.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
/// use soa_wgpu::IdBuffer;
/// use wgpu::BufferUsages;
///
/// #[derive(IdAllocator)]
/// struct Unit { hp: u32 }
///
/// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
/// let mut units = UnitHub::new();
/// let mut buffer = IdBuffer::<Unit>::new(&device, BufferUsages::STORAGE);
/// let ids = units.alloc_many(100);
/// assert_eq!(buffer.update(&device, &queue, &units)?.rows, 100);
///
/// // The new row has the slot of the old one, but not its id.
/// units.dealloc(ids[7]);
/// let new = units.insert(Unit { hp: 3 });
/// assert_eq!(new.index(), ids[7].index());
/// assert_eq!(buffer.update(&device, &queue, &units)?.rows, 1);
/// # Ok::<(), soa_wgpu::UploadError>(())
/// ```
pub struct IdBuffer<T: IdAllocator> {
    link: Link,
    target: Target,
    /// What the buffer has, and zeros after that, unless an update failed.
    sent: Vec<u32>,
    is_known: bool,
    /// The memory for the words of the next update.
    next: Vec<u32>,
    hub: PhantomData<fn() -> T>,
}

impl<T: IdAllocator> IdBuffer<T> {
    /// The number of words of an id.
    const WORDS: usize = <T::Id as AnyHandle>::Word::BITS.div_ceil(u32::BITS) as usize;
    /// The bits of the index in the first word of an id.
    const MASK: u32 = u32::MAX >> (u32::BITS - T::Id::INDEX_BITS);
    /// What is added to the index, so that no id is zero.
    const BIAS: u32 = Self::MASK - T::Id::LIMIT;

    /// Creates a buffer that has no ids, and grows at the first [`update`](Self::update). It has
    /// `usage`, and it can be copied from and to. On a device with storage buffers, it is one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::IdBuffer;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let ids = IdBuffer::<Unit>::new(&device, wgpu::BufferUsages::STORAGE);
    /// assert_eq!(ids.buffer().size(), 8);
    /// ```
    #[must_use]
    pub fn new(device: &Device, usage: BufferUsages) -> Self {
        let label = format!("ids of {}", type_name::<T>());
        Self {
            link: Link::new(device),
            target: Target::new(device, label, usage, Self::unit()),
            sent: Vec::new(),
            is_known: true,
            next: Vec::new(),
            hub: PhantomData,
        }
    }

    fn unit() -> Unit {
        match Self::WORDS {
            1 => Unit::of::<u32>(),
            _ => Unit::of::<[u32; 2]>(),
        }
    }

    /// Sends the ids of the slots whose row was made, freed or moved since the last update. Call it
    /// once a frame.
    ///
    /// Shaders of what is submitted before the call see the old ids, and shaders of what is submitted
    /// after it the new ones. An update compares all live ids with what it has sent, which takes
    /// O(slots) and twice the memory of the buffer.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`ColumnBuffer::update`](crate::ColumnBuffer::update).
    /// The next update sends again what this one should have sent.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::{IdBuffer, Sent};
    /// # #[derive(IdAllocator)]
    /// # #[soa(layout = dense)]
    /// # struct Unit { hp: u32 }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut units = UnitHub::new();
    /// let mut buffer = IdBuffer::<Unit>::new(&device, wgpu::BufferUsages::STORAGE);
    /// let ids = units.alloc_many(100);
    /// buffer.update(&device, &queue, &units)?;
    /// assert_eq!(buffer.update(&device, &queue, &units)?, Sent::default());
    ///
    /// units.dealloc(ids[7]); // with dense rows, the last row moves to where it was
    /// assert_eq!(buffer.update(&device, &queue, &units)?.rows, 2);
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    pub fn update(
        &mut self,
        device: &Device,
        queue: &Queue,
        hub: &Hub<T>,
    ) -> Result<Sent, UploadError> {
        enter!(span: "update_ids", of = type_name::<T>());
        let gpu = self.link.open(device, queue)?;
        self.next.clear();
        for (row, id) in hub.live_ranges().flatten().zip(hub.ids()) {
            let start = id.index() as usize * Self::WORDS;
            let end = start + Self::WORDS;
            if self.next.len() < end {
                self.next.resize(end, 0);
            }
            self.next[start..end].copy_from_slice(&Self::words(row, id)[..Self::WORDS]);
        }
        // Slots past the last live one are zeros, also where the buffer has none.
        let len = self.next.len().max(self.sent.len());
        self.next.resize(len, 0);
        self.sent.resize(len, 0);
        let slots = len / Self::WORDS;
        let changed = |gap| {
            let ranges = if self.is_known {
                differing(&self.sent, &self.next, Self::WORDS, gap)
            } else {
                Vec::from_iter((slots > 0).then_some(0..slots))
            };
            ranges.into_iter()
        };
        let strategy = self.target.supported(Strategy::Auto);
        let plan = Plan::new(changed, slots, Self::unit(), strategy);
        let bytes = bytemuck::cast_slice(&self.next);
        self.is_known = false;
        let sent = self.target.send(gpu, bytes, &plan, Keep::All);
        // After an error, a part of the plan may have been sent, as far as the buffer has room.
        let room = self.target.growing.size() / WORD as u64;
        self.sent
            .truncate(usize::try_from(room).unwrap_or(usize::MAX));
        let sent = sent?;
        self.is_known = true;
        mem::swap(&mut self.sent, &mut self.next);
        record!(span, sent);
        Ok(sent)
    }

    /// Returns the bits of an id with its row in place of the index, the lowest word first.
    fn words(row: usize, id: T::Id) -> [u32; 2] {
        let row = row as u64 + u64::from(Self::BIAS);
        let generation = u64::from(id.generation()) << T::Id::INDEX_BITS;
        let above = T::Id::INDEX_BITS + T::Id::GENERATION_BITS;
        let tag = u64::from(id.tag()).checked_shl(above).unwrap_or(0);
        bytemuck::cast((row | generation | tag).to_le())
    }

    /// Returns WGSL that declares the buffer at a binding, and a function that looks an id up in it.
    /// Both have names that begin with `name`, so that a shader can have several.
    ///
    /// The function `{name}_row` takes an id as its bits: a `vec2u` with the lower word first, as in a
    /// column of 64-bit ids, or a `u32` for ids of 32 or 16 bits. It returns the row of the id, or the
    /// constant `{name}_stale` if the id is stale or dangling, or of another hub and has a tag.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::IdBuffer;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    /// let shader = format!("{}
    ///     @group(0) @binding(1) var<storage, read> hp: array<u32>;
    ///     @group(0) @binding(2) var<storage, read_write> targets: array<vec2u>;
    ///
    ///     @compute @workgroup_size(64)
    ///     fn aim(@builtin(global_invocation_id) thread: vec3u) {{
    ///         let row = unit_row(targets[thread.x]);
    ///         if row == unit_stale || hp[row] == 0u {{
    ///             targets[thread.x] = vec2u(0u); // no id has these bits
    ///         }}
    ///     }}",
    ///     IdBuffer::<Unit>::wgsl("unit", 0, 0),
    /// );
    /// # let (device, _) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// # device.create_shader_module(wgpu::ShaderModuleDescriptor {
    /// #     label: None, source: wgpu::ShaderSource::Wgsl(shader.into()),
    /// # });
    /// ```
    #[must_use]
    pub fn wgsl(name: &str, group: u32, binding: u32) -> String {
        let (mask, bias) = (Self::MASK, Self::BIAS);
        let (id, first, others) = match Self::WORDS {
            1 => ("u32", "", ""),
            _ => ("vec2u", ".x", " && bits.y == id.y"),
        };
        format!(
            "
@group({group}) @binding({binding}) var<storage, read> {name}_ids: array<{id}>;
const {name}_stale: u32 = 0xffffffffu;

fn {name}_row(id: {id}) -> u32 {{
    let slot = (id{first} & {mask}u) - {bias}u;
    if slot >= arrayLength(&{name}_ids) {{
        return {name}_stale;
    }}
    let bits = {name}_ids[slot];
    let is_live = (bits{first} & ~{mask}u) == (id{first} & ~{mask}u){others};
    if !is_live || all(bits == {id}()) {{
        return {name}_stale;
    }}
    return (bits{first} & {mask}u) - {bias}u;
}}
"
        )
    }

    /// Returns the buffer. An update may replace it; see [`revision`](Self::revision).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::IdBuffer;
    /// # #[derive(IdAllocator)]
    /// # #[soa(bits(index = 20, generation = 12))]
    /// # struct Unit { hp: u32 }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// // With `bits(index = 20, generation = 12)` an id is one word.
    /// let ids = IdBuffer::<Unit>::new(&device, wgpu::BufferUsages::STORAGE);
    /// assert_eq!(ids.buffer().size(), 4);
    /// ```
    #[must_use]
    pub fn buffer(&self) -> &Buffer {
        self.target.growing.buffer()
    }

    /// Returns the number of times that the [`buffer`](Self::buffer) was replaced, as
    /// [`ColumnBuffer::revision`](crate::ColumnBuffer::revision) does.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # use soa_wgpu::IdBuffer;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    /// # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    /// let mut ids = IdBuffer::<Unit>::new(&device, wgpu::BufferUsages::STORAGE);
    /// let mut units = UnitHub::new();
    /// units.alloc_many(100);
    /// ids.update(&device, &queue, &units)?;
    /// assert_eq!(ids.revision(), 1); // it has grown
    /// # Ok::<(), soa_wgpu::UploadError>(())
    /// ```
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.target.growing.revision()
    }
}

impl<T: IdAllocator> fmt::Debug for IdBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdBuffer")
            .field("buffer", self.buffer())
            .field("revision", &self.revision())
            .finish_non_exhaustive()
    }
}

/// Returns the slots whose words differ, with up to `gap` equal slots in a range.
fn differing(old: &[u32], new: &[u32], words: usize, gap: usize) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let pairs = old.chunks_exact(words).zip(new.chunks_exact(words));
    for (slot, _) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
        match ranges.last_mut() {
            Some(last) if slot <= last.end + gap => last.end = slot + 1,
            _ => ranges.push(slot..slot + 1),
        }
    }
    ranges
}
