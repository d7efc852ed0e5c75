//! Blocks of bytes of different lengths and types, compact in one buffer: for example a vertex
//! buffer with many meshes that come and go one by one.
//!
//! In a [`PackedBuffer<M>`], each block is reached by a generational [`BlockId<M>`] and carries
//! metadata `M`. A block may move to close a hole; its id stays valid and its offset changes. The
//! buffer records what copies on the GPU lack. A [`PackedSpace<M>`] does the same without the
//! bytes, for memory that only the GPU has. Both are a [`Packed`] container.
//!
//! ```
//! use soa_runtime::packed::{Move, PackedBuffer, PackedError};
//!
//! struct Mesh {
//!     material: u32,
//! }
//! # #[derive(Default)]
//! # struct Gpu(Vec<u8>);
//! # impl Gpu {
//! #     fn copy(&mut self, step: Move) { self.0.copy_within(step.src..step.src + step.len, step.dst) }
//! #     fn upload(&mut self, at: usize, bytes: &[u8]) { self.0[at..][..bytes.len()].copy_from_slice(bytes) }
//! # }
//! # let mut gpu = Gpu(vec![0; 1 << 20]);
//!
//! let mut vertices = PackedBuffer::<Mesh>::with_capacity(1 << 20, 4096);
//! let reader = vertices.reader(); // from now on, what changes is recorded
//! let quad = vertices.insert_slice(&[[0.0_f32; 3]; 4], Mesh { material: 1 })?;
//! let cube = vertices.insert_slice(&[[0.0_f32; 5]; 24], Mesh { material: 2 })?;
//!
//! // Once a frame, repeat the moves, and upload only what was written.
//! let changes = vertices.changes(reader);
//! for step in changes.moves {
//!     gpu.copy(step);
//! }
//! for range in changes.written {
//!     gpu.upload(range.start, &vertices.as_bytes()[range]);
//! }
//! // The base vertex for a draw call is a whole number for any stride, after any move.
//! assert_eq!(vertices.element_offset::<[f32; 3]>(quad), Some(0));
//! assert_eq!(vertices.element_offset::<[f32; 5]>(cube), Some(3)); // byte 60, after 48 bytes
//!
//! vertices.remove(quad);
//! vertices.compact();
//! assert_eq!(vertices.element_offset::<[f32; 5]>(cube), Some(0));
//! let changes = vertices.changes(reader);
//! assert_eq!((changes.moves.len(), changes.written.len()), (1, 0)); // the cube has moved
//! # assert_eq!(vertices.get(cube).unwrap().meta().material, 2);
//! # Ok::<(), PackedError>(())
//! ```
//!
//! # Policies
//!
//! [`Placement`] decides where a new block goes, and [`Compaction`] when holes are closed. The
//! table shows what that costs with 10 000 blocks of 64 to 4096 bytes, of which 20 are removed and
//! 20 are created each frame:
//!
//! | placement | compaction | bytes moved per byte removed | `top` over live bytes, at most | time of a removal |
//! |---|---|---|---|---|
//! | `Append` | `Eager` | 4900 | 1.00 | 3000 |
//! | `Append` | `Threshold` 10 % | 9.5 | 1.10 | 11 |
//! | `Append` | `Threshold` 25 % | 3.5 | 1.25 | 6 |
//! | `Append` | `Threshold` 100 % | 0.5 | 2.00 | 2.5 |
//! | `ReuseHoles` | `Threshold` 25 %, the default | 0 | 1.05 | 1 |
//! | `ReuseHoles` | `Manual` | 0 | 1.05 | 1 |
//!
//! The bytes are exact. The times are multiples of the default's time, which is 0.2 us on a shared
//! two-core machine. The blocks take up 20 MiB, so caches miss. `cargo run --release -p soa-bench
//! --bin packed` measures again.
//!
//! With `ReuseHoles`, new blocks fill the holes before compaction has to close them, and a hole
//! takes as many blocks as fit. If a random half of the blocks is removed and none is created, the
//! default moves 0.65 bytes per byte removed and `top` stays within 1.25 times the live bytes;
//! `Append` with the same threshold moves 3.9 bytes.
//!
//! - Use **`ReuseHoles` and `Threshold`** if the order of the blocks does not matter. To reclaim
//!   space, the last blocks are moved into holes.
//! - Use **`Append` and `Threshold`** if blocks must stay in allocation order.
//! - Use **`Append` and `Eager`** if, in addition, there must never be a hole. Each removal moves
//!   all bytes above it, as in `MEngine`'s `DynamicPackedContainer`, which this combination
//!   reproduces. Remove many blocks at once, with [`remove_many`](Packed::remove_many): it moves
//!   each block at most once.
//! - Use **`Manual`** with [`compact_step`](Packed::compact_step) if moves have a budget per frame.
//!   With `Append`, the budget must be several times the bytes that a frame removes, as in the third
//!   column of the table. Otherwise the holes grow faster than they are closed.
//!
//! A walk over the blocks looks each block up by its slot. [`iter`](Packed::iter) with `fold`,
//! `sum` or `for_each` is faster than a `for` loop.
//!
//! # Alignment
//!
//! The first byte is aligned to 64. The **grain** is the alignment of all blocks, which
//! [`align`](PackedConfig::align) sets: every offset is a multiple of it, and a block takes up its
//! length rounded up to a multiple of it. It is 4 by default. A block made by
//! [`insert_slice`](PackedBuffer::insert_slice) also starts at a multiple of its element's size.
//! The bytes in front of such a block are a hole like any other, but compaction cannot close it,
//! and no threshold counts on that.
//!
//! # Growth
//!
//! By default a buffer keeps its capacity, like a GPU buffer. With
//! [`max_capacity`](PackedConfig::max_capacity), a request that finds no room doubles the capacity,
//! and [`grow_to`](Packed::grow_to) grows it ahead of time. Offsets and ids stay.
//!
//! # Copies
//!
//! Each copy of the memory elsewhere has a [`reader`](Packed::reader), and repeats the
//! [`changes`](Packed::changes) of its reader: first the growth, then the moves, then the writes. A
//! copy that cannot move bytes uploads the ranges to which blocks have moved, as far as they are below
//! [`top`](Packed::top). An upload costs some microseconds whatever its size, so it can be worth the
//! bytes in between to join ranges that are less than 512 to 4096 bytes apart. The crate `soa-wgpu`
//! does all of this.
//!
//! GPUs forbid copies within one buffer that overlap themselves, and some forbid all of them.
//! [`Move::pieces`] cuts a move into pieces for either case.

mod bins;
mod block;
mod changes;
mod config;
mod container;
mod contents;
mod error;
pub mod iter;
mod make;
mod order;
mod place;
mod record;
mod spans;
mod upkeep;

pub use block::{Block, BlockMut};
pub use changes::{Move, PackedChanges, PackedReader};
pub use config::{Compaction, ConfigError, PackedConfig, Placement};
pub use container::{BlockId, Packed, PackedBuffer, PackedSpace, PackedStats};
pub use contents::{Bytes, Contents};
pub use error::{PackedError, Rejected, ViewError};
