//! Resources that the GPU still reads.
//!
//! The GPU is a few frames late. A frame in flight may still use the buffer or the texture of a
//! row that is freed now, so the resource must outlive that frame. The right way depends on
//! whether the value or the index is in flight.
//!
//! # The value is in flight
//!
//! The frame uses the buffer itself, which was bound earlier. The id can become stale at once and
//! its slot can be recycled. Move the value out of the hub, and keep it until the frame is
//! finished.
//!
//! ```
//! use std::collections::VecDeque;
//!
//! use soa_runtime::IdAllocator;
//!
//! # struct Buffer;
//! #[derive(IdAllocator)]
//! struct Mesh { vertices: Option<Buffer>, indices: u32 }
//!
//! let mut meshes = MeshHub::new();
//! let mut dying: VecDeque<(u64, Mesh)> = VecDeque::new(); // with the last frame that used the mesh
//! let id = meshes.insert(Mesh { vertices: Some(Buffer), indices: 36 });
//!
//! let frame = 7;
//! dying.extend(meshes.remove(id).map(|mesh| (frame, mesh)));
//! assert!(!meshes.contains(id));
//!
//! // Once per frame, when the GPU reports the last frame that it completed:
//! let completed = 7;
//! while dying.front().is_some_and(|(frame, _)| *frame <= completed) {
//!     dying.pop_front(); // drops the mesh and its buffer
//! }
//! assert!(dying.is_empty());
//! ```
//!
//! # The index is in flight
//!
//! With bindless resources, a frame in flight contains the **index** of the row. The index selects
//! an entry in a table of descriptors, or an element of a storage buffer that mirrors a column. If
//! the slot were recycled at once, the frame would read the new row. Therefore the id is reserved
//! until the frame is finished: call [`Hub::detach`](crate::Hub::detach), queue the id with the
//! number of the frame, and call [`Hub::dealloc`](crate::Hub::dealloc) when that frame is done.
//!
//! ```
//! use std::collections::VecDeque;
//!
//! use soa_runtime::IdAllocator;
//!
//! # struct View;
//! #[derive(IdAllocator)]
//! struct Texture { view: Option<View> }
//!
//! /// Textures, and the removed ones that frames in flight may still sample.
//! struct Bindless {
//!     textures: TextureHub,
//!     dying: VecDeque<(u64, TextureId, Texture)>,
//! }
//!
//! impl Bindless {
//!     fn destroy(&mut self, id: TextureId, frame: u64) {
//!         let texture = self.textures.detach(id);
//!         self.dying.extend(texture.map(|texture| (frame, id, texture)));
//!     }
//!
//!     fn collect(&mut self, completed: u64) {
//!         let done = self.dying.iter().take_while(|(frame, ..)| *frame <= completed).count();
//!         for (_, id, _) in self.dying.drain(..done) {
//!             self.textures.dealloc(id); // the view is dropped, too
//!         }
//!     }
//! }
//!
//! let mut bindless = Bindless { textures: TextureHub::new(), dying: VecDeque::new() };
//! let old = bindless.textures.insert(Texture { view: Some(View) });
//! bindless.destroy(old, 7);
//! let new = bindless.textures.insert(Texture { view: Some(View) });
//! assert_ne!(new.index(), old.index()); // frame 7 still reads the old index
//!
//! bindless.collect(6);
//! assert!(bindless.textures.is_reserved(old));
//! bindless.collect(7);
//! let next = bindless.textures.insert(Texture { view: Some(View) });
//! assert_eq!(next.index(), old.index()); // frame 7 is done
//! ```
//!
//! A shader that reads whole **ids** instead of indices can refuse stale ones: `IdBuffer` in the crate
//! `soa-wgpu` has the live ids on the GPU, and the function that looks them up. Nothing has to be
//! reserved for such a shader.
//!
//! A hub with `recycle = fifo(min_free = N)` also delays the reuse of a slot. It counts frees, not
//! frames. The delay makes stale ids easier to detect, but it guarantees nothing for the GPU.
//!
//! # A column that the GPU mirrors
//!
//! With the slots layout, the position of a row is the index of its id for its whole life. A
//! storage buffer can therefore mirror a column, and shaders use the same index. The hole of a
//! detached row contains the defaults. If the next upload goes to the buffer that a frame in
//! flight reads, it overwrites the old values too early. Upload to the buffer of the next frame,
//! or skip the rows of reserved ids.
//!
//! If the column is `tracked`, [`changed_since`](crate::TrackedColumn::changed_since) returns the
//! ranges of rows to upload. Keep one [`Tick`](crate::Tick) per buffer: with two buffers that take
//! turns, each of them lacks what was written since its own last upload.
//!
//! ```
//! use soa_runtime::{IdAllocator, Tick};
//!
//! #[derive(IdAllocator)]
//! struct Material { #[soa(tracked)] colour: [f32; 4] }
//!
//! let mut materials = MaterialHub::new();
//! let ids = materials.alloc_many(100);
//! let mut buffers = [(vec![[0.0; 4]; 100], Tick::START), (vec![[0.0; 4]; 100], Tick::START)];
//!
//! for frame in 0..6 {
//!     materials.columns_mut().colour[ids[frame]] = [1.0; 4];
//!     let now = materials.advance();
//!     let (buffer, seen) = &mut buffers[frame % 2];
//!     let colour = materials.columns().colour;
//!     for rows in colour.changed_since(*seen, 16) {
//!         buffer[rows.clone()].copy_from_slice(&colour[rows]); // an upload
//!     }
//!     *seen = now;
//!     assert_eq!(*buffer, *colour);
//! }
//! ```
