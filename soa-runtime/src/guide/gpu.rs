//! What the GPU still reads.
//!
//! The GPU is some frames behind. A row that is freed now may have a buffer or a
//! texture that a frame in flight still uses, so it must outlive that frame. What
//! exactly is in flight decides how.
//!
//! # The value is in flight
//!
//! The frame uses the buffer itself, bound before. The id may die now and its slot
//! be recycled: move the value out and keep it until the frame is done.
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
//! let mut dying: VecDeque<(u64, Mesh)> = VecDeque::new(); // with the frame that used it last
//! let id = meshes.insert(Mesh { vertices: Some(Buffer), indices: 36 });
//!
//! let frame = 7;
//! dying.extend(meshes.remove(id).map(|mesh| (frame, mesh)));
//! assert!(!meshes.contains(id));
//!
//! // Once a frame, when the GPU tells how far it is:
//! let completed = 7;
//! while dying.front().is_some_and(|(frame, _)| *frame <= completed) {
//!     dying.pop_front(); // dropped, and with it the buffer
//! }
//! assert!(dying.is_empty());
//! ```
//!
//! # The index is in flight
//!
//! With bindless resources a frame in flight holds the **index** of the row: the
//! place in a table of descriptors, or in a storage buffer that mirrors a column.
//! Were the slot recycled now, that frame would read the new row's. So the id is
//! withheld until the frame is done: [`Hub::detach`](crate::Hub::detach), a queue of
//! stamps, [`Hub::dealloc`](crate::Hub::dealloc).
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
//! /// Textures, and those that frames in flight may still sample.
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
//!             self.textures.dealloc(id); // and the view is dropped
//!         }
//!     }
//! }
//!
//! let mut bindless = Bindless { textures: TextureHub::new(), dying: VecDeque::new() };
//! let old = bindless.textures.insert(Texture { view: Some(View) });
//! bindless.destroy(old, 7);
//! let new = bindless.textures.insert(Texture { view: Some(View) });
//! assert_ne!(new.index(), old.index()); // frame 7 still reads the old one
//!
//! bindless.collect(6);
//! assert!(bindless.textures.is_withheld(old));
//! bindless.collect(7);
//! let next = bindless.textures.insert(Texture { view: Some(View) });
//! assert_eq!(next.index(), old.index()); // now it may
//! ```
//!
//! A hub with `recycle = fifo(min_free = N)` puts off the reuse of a slot as well,
//! by a number of frees instead of a frame: enough for telling a stale id from a new
//! one, and no promise to the GPU.
//!
//! # A column that the GPU mirrors
//!
//! With the slots layout a row's number is its index for life, so that a storage
//! buffer can mirror a column and shaders go by the same index. The hole of a row
//! that was detached holds the defaults: the next upload overwrites what the frame
//! in flight reads only if it goes to the same buffer, so upload to the buffer of
//! the next frame, or leave the row of a withheld id out.
