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
//! A column can contain ids of a hub, and so can what a shader writes. An [`IdBuffer`](crate::IdBuffer)
//! has the ids that are live, and its WGSL finds the row of an id, with both layouts. A stale id has no
//! row, also if its slot has a new row.
//!
//! ```
//! use soa_runtime::IdAllocator;
//! use soa_wgpu::{ColumnBuffer, IdBuffer, UploadError};
//! use wgpu::{BufferUsages, Device, Queue, ShaderModule, ShaderModuleDescriptor, ShaderSource};
//!
//! #[derive(IdAllocator)]
//! struct Lamp { #[soa(tracked)] light: [f32; 4] }
//!
//! #[derive(IdAllocator)]
//! struct Wall { #[soa(tracked)] lamp: LampId } // with the feature `bytemuck` of `soa-runtime`
//!
//! struct Scene {
//!     lamps: LampHub,
//!     walls: WallHub,
//!     lamp_ids: IdBuffer<Lamp>,
//!     lights: ColumnBuffer<Lamp, [f32; 4]>,
//!     wall_lamps: ColumnBuffer<Wall, LampId>,
//! }
//!
//! impl Scene {
//!     fn update(&mut self, device: &Device, queue: &Queue) -> Result<(), UploadError> {
//!         self.lamps.advance();
//!         self.walls.advance();
//!         self.lamp_ids.update(device, queue, &self.lamps)?;
//!         self.lights.update(device, queue, &self.lamps)?;
//!         self.wall_lamps.update(device, queue, &self.walls)?;
//!         Ok(())
//!     }
//! }
//!
//! fn shader(device: &Device) -> ShaderModule {
//!     let ids = IdBuffer::<Lamp>::wgsl("lamp", 0, 0); // `lamp_ids`, `lamp_row` and `lamp_stale`
//!     let source = ids + "
//!         @group(0) @binding(1) var<storage, read> lights: array<vec4f>;
//!         @group(0) @binding(2) var<storage, read> wall_lamps: array<vec2u>;
//!
//!         fn light_of(wall: u32) -> vec4f {
//!             let lamp = lamp_row(wall_lamps[wall]);
//!             if lamp == lamp_stale {
//!                 return vec4f(0.0); // the lamp is gone
//!             }
//!             return lights[lamp];
//!         }
//!     ";
//!     device.create_shader_module(ShaderModuleDescriptor {
//!         label: Some("walls"),
//!         source: ShaderSource::Wgsl(source.into()),
//!     })
//! }
//!
//! # let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
//! # shader(&device);
//! let usage = BufferUsages::STORAGE;
//! let mut scene = Scene {
//!     lamps: LampHub::new(),
//!     walls: WallHub::new(),
//!     lamp_ids: IdBuffer::<Lamp>::new(&device, usage),
//!     lights: ColumnBuffer::<Lamp, _>::new(&device, usage, |lamps| lamps.light),
//!     wall_lamps: ColumnBuffer::<Wall, _>::new(&device, usage, |walls| walls.lamp),
//! };
//! let lamp = scene.lamps.insert(Lamp { light: [1.0; 4] });
//! scene.walls.insert(Wall { lamp });
//! scene.update(&device, &queue)?;
//! scene.lamps.dealloc(lamp); // after the next update, the wall is dark
//! scene.update(&device, &queue)?;
//! # Ok::<(), UploadError>(())
//! ```
//!
//! A shader that has only an **index** cannot tell a new row from the old one. If indices are in flight,
//! as with bindless textures, reserve the id until those frames are done:
//! [`soa_runtime::guide::gpu`] shows how.
//!
//! wgpu itself orders an update after all frames that were submitted before it, so a frame in flight
//! never reads values that are newer than it is.
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
