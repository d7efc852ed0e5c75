//! Looking into a hub: in a log, in an inspector, in a debugger.
//!
//! # Which rows does it have?
//!
//! With `#[soa(derive(Debug))]`, a hub prints its rows with their ids.
//! [`Hub::table`](crate::Hub::table) formats the live rows as a table with one line per row. The
//! table implements `Display`, so it fits into any log. [`Table::rows`](crate::inspect::Table::rows)
//! selects a range of rows.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(derive(Debug))]
//! struct Texture { name: &'static str, mips: u32, size: [u32; 2] }
//!
//! let mut textures = TextureHub::new();
//! for name in ["brick", "sand", "grass"] {
//!     textures.insert(Texture { name, mips: 11, size: [1024, 1024] });
//! }
//! let sand = textures.id_at(1).expect("the second of three");
//! textures.dealloc(sand);
//!
//! let table = "\
//! id   name     mips  size
//! 0v1  \"brick\"  11    [1024, 1024]
//! 2v1  \"grass\"  11    [1024, 1024]";
//! assert_eq!(textures.table().to_string(), table);
//! assert_eq!(textures.table().rows(0..2).to_string().lines().count(), 2);
//! ```
//!
//! Ids are printed in the same way as in every message of the library: the index, `v`, and the
//! generation. If a message reports a
//! `stale id 1v1 of TextureHub: slot 1 is at generation 2, free`, you can search for `1v1` in the
//! table of the previous frame.
//!
//! # How much memory does it use?
//!
//! [`Hub::memory`](crate::Hub::memory) returns the number of bytes of each part of the hub's
//! allocation. It does not include memory that rows own elsewhere, for example the text of a
//! `String`.
//!
//! ```
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # struct Texture { name: &'static str, mips: u32, size: [u32; 2] }
//! let mut textures = TextureHub::with_capacity(1000);
//! textures.alloc_many(900);
//! println!("{}", textures.memory());
//! // column        bytes
//! // name          14400
//! // mips           3600
//! // size           7200
//! // (slot table)   7328
//! // (spare)        3600
//! // (total)       36128
//!
//! let memory = textures.memory();
//! let largest = memory.columns().max_by_key(|&(_, bytes)| bytes);
//! assert_eq!(largest.map(|(column, _)| column.name), Some("name"));
//! assert_eq!(memory.total(), textures.stats().bytes);
//! ```
//!
//! If `(spare)` is large, [`Hub::shrink_to_fit`](crate::Hub::shrink_to_fit) returns that memory.
//! It does not return free slots, which [`Hub::stats`](crate::Hub::stats) counts.
//!
//! # Which columns does it have?
//!
//! [`IdAllocator::COLUMNS`](crate::IdAllocator::COLUMNS) lists the fields for code that does not
//! name the struct. An inspector can use it for a header. A check at compile time can compare it
//! with the layout that a shader expects.
//!
//! ```
//! use soa_runtime::{Hub, IdAllocator};
//!
//! fn describe<T: IdAllocator>(hub: &Hub<T>) -> String {
//!     let columns = T::COLUMNS.iter().map(|column| {
//!         format!("{}: {} ({} bytes)", column.name, column.type_name, column.size)
//!     });
//!     format!("{} rows of {}", hub.len(), columns.collect::<Vec<_>>().join(", "))
//! }
//!
//! #[derive(IdAllocator)]
//! struct Instance { transform: [f32; 16], tint: u32 }
//!
//! const _: () = assert!(Instance::COLUMNS[0].size == 64); // the stride of the vertex buffer
//!
//! let instances = InstanceHub::new();
//! assert_eq!(describe(&instances), "0 rows of transform: [f32; 16] (64 bytes), tint: u32 (4 bytes)");
//! ```
//!
//! # In a running program
//!
//! The crate `soa-inspect` serves a page that shows the hubs of a program while it runs: the rows as
//! a table, the memory, the map of live slots, and what changed. A call of `show` for each hub in each
//! frame is all it needs. With `show_mut` the page also edits the rows. An inspector of your own looks at
//! a part of a hub in each frame with [`row_masks`](crate::inspect::row_masks), and an editor of your own
//! reads and writes values by the methods of `EditRow` (feature `serde`). In `examples/script` of the
//! repository, scripts do.
//!
//! # In a debugger
//!
//! A hub contains a pointer and counts, so a debugger shows no rows. Most debuggers can call a
//! function. Write one that is never inlined, and call it from the console or from a breakpoint.
//!
//! ```
//! # use soa_runtime::IdAllocator;
//! # #[derive(IdAllocator)]
//! # #[soa(derive(Debug))]
//! # struct Texture { name: &'static str, mips: u32 }
//! /// `call show_textures(&textures, 0, 20)` in gdb, `expr` in lldb.
//! #[inline(never)]
//! pub fn show_textures(textures: &TextureHub, first: usize, last: usize) -> usize {
//!     eprintln!("{}", textures.table().rows(first..last));
//!     textures.len()
//! }
//!
//! assert_eq!(show_textures(&TextureHub::new(), 0, 20), 0);
//! ```
//!
//! # What changed?
//!
//! A `#[soa(tracked)]` column records when its rows were written. An inspector keeps the
//! [`Tick`](crate::Tick) of its last look, and
//! [`changed_since`](crate::TrackedColumn::changed_since) returns the rows that were written after
//! it. Other readers have ticks of their own, so the inspector does not disturb them.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! struct Light { #[soa(tracked)] colour: u32 }
//!
//! let mut lights = LightHub::new();
//! let ids = lights.alloc_many(100);
//! let seen = lights.advance();
//!
//! lights.columns_mut().colour[ids[42]] = 7;
//! assert!(lights.columns().colour.changed_since(seen, 0).eq([42..43]));
//! ```
