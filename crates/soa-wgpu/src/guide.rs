//! Columns in shaders: their types, ids, bind groups, several columns, and the choice of a strategy.
//!
//! # A column in a shader
//!
//! The buffer has the bytes of the column, so the type in the shader must have the same size and the
//! same alignment as the field:
//!
//! | field | in a storage buffer | as a vertex attribute |
//! |---|---|---|
//! | `f32`, `u32`, `i32` | `array<f32>`, `array<u32>`, `array<i32>` | `Float32`, `Uint32`, `Sint32` |
//! | `[f32; 2]` | `array<vec2f>` | `Float32x2` |
//! | `[f32; 3]` | `array<f32>`, three for each row; **not** `array<vec3f>` | `Float32x3` |
//! | `[f32; 4]` | `array<vec4f>` | `Float32x4` |
//! | `[[f32; 4]; 3]` | `array<mat3x4f>` | three times `Float32x4` |
//! | `[[f32; 4]; 4]` | `array<mat4x4f>` | four times `Float32x4` |
//! | `[u8; 4]` | `array<u32>`, with `unpack4x8unorm` | `Unorm8x4` |
//! | `u8`, `u16` | `array<u32>`, four or two rows in each | in four or two rows at once |
//! | a `#[repr(C)]` struct of the above | a struct, if no member needs padding | one attribute for each member |
//!
//! In WGSL a `vec3f` takes up 12 bytes, but the elements of an `array<vec3f>` start every 16 bytes.
//! A column of `[f32; 3]` has no gaps. Read three numbers, or make the field a `[f32; 4]`:
//!
//! ```wgsl
//! @group(0) @binding(0) var<storage, read> places: array<f32>;
//!
//! fn place(row: u32) -> vec3f {
//!     return vec3f(places[3 * row], places[3 * row + 1], places[3 * row + 2]);
//! }
//! ```
//!
//! The hub may have fewer rows than the buffer, and `arrayLength` counts what the buffer has. Give the
//! shader the number of rows, which is [`ColumnBuffer::rows`](crate::ColumnBuffer::rows).
//!
//! # Ids in shaders
//!
//! With `layout = slots` the index of an id is the row of the column, as long as the id lives. So a
//! field that shaders read can contain `id.index()`, and the shader uses it as an index of any column
//! of that hub. With `layout = dense` rows move when others are freed, so ids are of no use there.
//!
//! A shader sees no generations. What does an index read after its id has become stale?
//!
//! | state of the slot | what the shader reads |
//! |---|---|
//! | freed, and the hub was not sent since | the old value |
//! | freed or detached | the default of the field; with `holes = kept` the last value |
//! | given to a new row | the new row's value |
//!
//! Choose a default that does no harm, for example a lamp without light or a matrix of zeros, which
//! draws nothing. The third case is the dangerous one. A frame in flight, or a buffer that is written
//! once, may contain an index whose slot has a new row meanwhile. Reserve the id until those frames
//! are done: [`Hub::detach`](soa_runtime::Hub::detach) takes the row out and keeps the slot, and
//! [`Hub::dealloc`](soa_runtime::Hub::dealloc) frees it later.
//!
//! ```
//! use std::collections::VecDeque;
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicU64, Ordering};
//!
//! use soa_runtime::IdAllocator;
//! use soa_wgpu::{ColumnBuffer, UploadError};
//! use wgpu::{BufferUsages, Device, PollType, Queue};
//!
//! /// A lamp. Holes are dark.
//! #[derive(IdAllocator)]
//! struct Lamp { #[soa(tracked)] light: [f32; 4] }
//!
//! struct Lamps {
//!     hub: LampHub,
//!     lights: ColumnBuffer<Lamp, [f32; 4]>,
//!     /// With the last frame that may read the index.
//!     dying: VecDeque<(u64, LampId)>,
//!     /// The last frame that the GPU has finished.
//!     finished: Arc<AtomicU64>,
//! }
//!
//! impl Lamps {
//!     fn put_out(&mut self, id: LampId, frame: u64) {
//!         if self.hub.detach(id).is_some() {
//!             self.dying.push_back((frame, id));
//!         }
//!     }
//!
//!     fn frame(&mut self, device: &Device, queue: &Queue, frame: u64) -> Result<(), UploadError> {
//!         let finished = self.finished.load(Ordering::Relaxed);
//!         while let Some(&(last, id)) = self.dying.front().filter(|(last, _)| *last <= finished) {
//!             self.hub.dealloc(id);
//!             self.dying.pop_front();
//!         }
//!         self.hub.advance();
//!         self.lights.update(device, queue, &self.hub)?;
//!         // Here the frame is drawn and submitted.
//!         let finished = Arc::clone(&self.finished);
//!         queue.on_submitted_work_done(move || {
//!             finished.fetch_max(frame, Ordering::Relaxed);
//!         });
//!         Ok(())
//!     }
//! }
//!
//! # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
//! let mut lamps = Lamps {
//!     hub: LampHub::new(),
//!     lights: ColumnBuffer::<Lamp, _>::new(&device, BufferUsages::STORAGE, |lamps| lamps.light),
//!     dying: VecDeque::new(),
//!     finished: Arc::default(),
//! };
//! let old = lamps.hub.insert(Lamp { light: [1.0; 4] });
//! lamps.frame(&device, &queue, 1)?;
//! lamps.put_out(old, 1);
//! let new = lamps.hub.insert(Lamp { light: [1.0; 4] });
//! assert_ne!(new.index(), old.index()); // frame 1 may still read the old index
//!
//! device.poll(PollType::wait_indefinitely()).expect("the device is alive");
//! lamps.frame(&device, &queue, 2)?;
//! let next = lamps.hub.insert(Lamp { light: [1.0; 4] });
//! assert_eq!(next.index(), old.index()); // frame 1 is done
//! # Ok::<(), UploadError>(())
//! ```
//!
//! wgpu itself orders an update after all frames that were submitted before it, so a frame in flight
//! never reads values that are newer than it is. Only indices need care.
//!
//! # Bind groups
//!
//! A bind group keeps the buffer that it was made with. When the column grows, the update replaces the
//! buffer, and the bind group must be made again. Either look at [`Sent::grown`](crate::Sent), or
//! compare the [`revision`](crate::ColumnBuffer::revision), which also works if another part of the
//! program calls `update`:
//!
//! ```
//! use soa_runtime::IdAllocator;
//! use soa_wgpu::ColumnBuffer;
//! use wgpu::{BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, Device};
//!
//! #[derive(IdAllocator)]
//! struct Unit { #[soa(tracked)] place: [f32; 4], #[soa(tracked)] tint: [u8; 4] }
//!
//! /// A bind group of two columns, with the revisions that it was made at.
//! struct Group {
//!     layout: BindGroupLayout,
//!     made: Option<([u64; 2], BindGroup)>,
//! }
//!
//! impl Group {
//!     fn get(
//!         &mut self,
//!         device: &Device,
//!         places: &ColumnBuffer<Unit, [f32; 4]>,
//!         tints: &ColumnBuffer<Unit, [u8; 4]>,
//!     ) -> &BindGroup {
//!         let revisions = [places.revision(), tints.revision()];
//!         let made = self.made.take().filter(|(at, _)| *at == revisions);
//!         let (_, group) = self.made.insert(made.unwrap_or_else(|| {
//!             let group = device.create_bind_group(&BindGroupDescriptor {
//!                 label: Some("units"),
//!                 layout: &self.layout,
//!                 entries: &[
//!                     BindGroupEntry { binding: 0, resource: places.buffer().as_entire_binding() },
//!                     BindGroupEntry { binding: 1, resource: tints.buffer().as_entire_binding() },
//!                 ],
//!             });
//!             (revisions, group)
//!         }));
//!         group
//!     }
//! }
//! # use wgpu::{BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType, BufferUsages, ShaderStages};
//! # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
//! # let entry = |binding| BindGroupLayoutEntry {
//! #     binding, visibility: ShaderStages::FRAGMENT, count: None,
//! #     ty: BindingType::Buffer { ty: BufferBindingType::Storage { read_only: true }, has_dynamic_offset: false, min_binding_size: None },
//! # };
//! # let layout = device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &[entry(0), entry(1)] });
//! # let mut places = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::STORAGE, |units| units.place);
//! # let tints = ColumnBuffer::<Unit, _>::new(&device, BufferUsages::STORAGE, |units| units.tint);
//! # let mut group = Group { layout, made: None };
//! # let first = group.get(&device, &places, &tints).clone();
//! # assert!(*group.get(&device, &places, &tints) == first);
//! # let mut units = UnitHub::new();
//! # units.alloc_many(100);
//! # places.update(&device, &queue, &units).unwrap();
//! # assert!(*group.get(&device, &places, &tints) != first);
//! ```
//!
//! A binding can have at most `max_storage_buffer_binding_size` bytes, by default 128 MiB. If a column is
//! longer, ask for a larger limit when you request the device, or bind a part of the buffer.
//!
//! # Several columns in one pass
//!
//! Each column has a buffer of its own, and each buffer its own tick. Update all of them between the
//! same two calls of `advance`; then row `r` of each is of the same row of the hub, at the same moment.
//! As vertex buffers they go into slots side by side, each with the step mode `Instance`:
//!
//! ```
//! use soa_runtime::IdAllocator;
//! use soa_wgpu::{ColumnBuffer, UploadError};
//! use wgpu::{BufferUsages, Device, Queue, RenderPass};
//!
//! #[derive(IdAllocator)]
//! struct Unit {
//!     #[soa(tracked)]
//!     transform: [[f32; 4]; 4],
//!     #[soa(tracked)]
//!     tint: [u8; 4],
//! }
//!
//! struct Copies {
//!     transforms: ColumnBuffer<Unit, [[f32; 4]; 4]>,
//!     tints: ColumnBuffer<Unit, [u8; 4]>,
//! }
//!
//! impl Copies {
//!     fn new(device: &Device) -> Self {
//!         let usage = BufferUsages::VERTEX;
//!         Self {
//!             transforms: ColumnBuffer::<Unit, _>::new(device, usage, |units| units.transform),
//!             tints: ColumnBuffer::<Unit, _>::new(device, usage, |units| units.tint),
//!         }
//!     }
//!
//!     fn update(&mut self, device: &Device, queue: &Queue, units: &mut UnitHub) -> Result<(), UploadError> {
//!         units.advance();
//!         self.transforms.update(device, queue, units)?;
//!         self.tints.update(device, queue, units)?;
//!         Ok(())
//!     }
//!
//!     fn draw(&self, pass: &mut RenderPass<'_>, vertices: u32, rows: u32) {
//!         pass.set_vertex_buffer(0, self.transforms.buffer().slice(..));
//!         pass.set_vertex_buffer(1, self.tints.buffer().slice(..));
//!         pass.draw(0..vertices, 0..rows);
//!     }
//! }
//! # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
//! # let mut units = UnitHub::new();
//! # units.alloc_many(10);
//! # let mut copies = Copies::new(&device);
//! # copies.update(&device, &queue, &mut units)?;
//! # assert_eq!((copies.transforms.rows(), copies.tints.rows()), (10, 10));
//! # Ok::<(), UploadError>(())
//! ```
//!
//! # Which strategy
//!
//! [`Strategy::Auto`](crate::Strategy::Auto) chooses by what has changed:
//!
//! | what changed | how it is sent |
//! |---|---|
//! | up to 64 ranges of rows | one write for each range |
//! | more ranges, each below 16 KiB, with up to a tenth of the rows | one packed upload, and a scatter |
//! | ranges of 16 KiB and more | one write for each of them, beside the scatter of the others |
//! | more than a tenth of the rows, in short ranges | one write for each range; ranges with less than 1 KiB between them become one |
//!
//! Each write has a cost of its own, whatever its size, and so has each scatter. A thousand scattered
//! rows are a thousand writes by ranges, and one write by a scatter. A scattered unit is sent
//! with its place, which is 4 bytes more. `cargo run --release -p soa-bench --features wgpu --bin wgpu`
//! measures all strategies on the adapters of a machine, with more and more changed rows.
//!
//! Choose another strategy if your GPU is the bottleneck and not the CPU: a scatter is a compute pass,
//! and [`Strategy::Ranges`](crate::Strategy::Ranges) needs none. On a device without storage buffers or
//! compute shaders, for example with WebGL2, ranges are used in any case.
