//! Byte blocks of different lengths and types, compact in one buffer: the CPU side of
//! a vertex buffer that holds many meshes, each with its own life.
//!
//! In a [`PackedBuffer<M>`] a block is reached by a generational [`BlockId<M>`] alone,
//! carries metadata `M`, and may be moved to close the hole that another left: its id
//! stays valid, its offset changes. What the copy on the GPU lacks, the buffer knows by
//! itself. A [`PackedSpace<M>`] is the same without the bytes, for memory that only the
//! GPU has.
//!
//! ```
//! use soa_runtime::packed::{PackedBuffer, PackedError};
//!
//! struct Mesh {
//!     material: u32,
//! }
//! # fn upload(_: usize, _: &[u8]) {}
//!
//! let mut vertices = PackedBuffer::<Mesh>::with_capacity(1 << 20, 4096);
//! let quad = vertices.insert_slice(&[[0.0_f32; 3]; 4], Mesh { material: 1 })?;
//! let cube = vertices.insert_slice(&[[0.0_f32; 5]; 24], Mesh { material: 2 })?;
//!
//! // Each frame: only what changed goes over.
//! for range in vertices.take_dirty(512) {
//!     upload(range.start, &vertices.as_bytes()[range]);
//! }
//! // A draw call's base vertex, whole for any stride, after any move.
//! assert_eq!(vertices.first::<[f32; 3]>(quad), Some(0));
//! assert_eq!(vertices.first::<[f32; 5]>(cube), Some(3)); // at byte 60, after 48
//!
//! vertices.release(quad);
//! vertices.compact();
//! assert_eq!(vertices.first::<[f32; 5]>(cube), Some(0));
//! assert_eq!(vertices.take_dirty(512), [0..24 * 20]); // it was moved
//! # assert_eq!(vertices.get(cube).unwrap().meta().material, 2);
//! # Ok::<(), PackedError>(())
//! ```
//!
//! # Policies
//!
//! [`Placement`] says where a new block goes, [`Compaction`] when holes are closed.
//! What that costs, with 10 000 blocks of 64 to 4096 bytes, of which 20 are released
//! and 20 made each frame:
//!
//! | placement | compaction | bytes moved per byte released | `top` over live bytes, at most | time of a release |
//! |---|---|---|---|---|
//! | `Append` | `Eager` | 4900 | 1.00 | 3000 |
//! | `Append` | `Threshold` 10 % | 9.5 | 1.10 | 11 |
//! | `Append` | `Threshold` 25 % | 3.5 | 1.25 | 6 |
//! | `Append` | `Threshold` 100 % | 0.5 | 2.00 | 2.5 |
//! | `ReuseHoles` | `Threshold` 25 %, the default | 0 | 1.05 | 1 |
//! | `ReuseHoles` | `Manual` | 0 | 1.05 | 1 |
//!
//! (Bytes are exact, times are multiples of the default's, 0.2 us on a shared two-core
//! machine; the blocks are 20 MiB, so caches miss. `cargo run --release -p soa-benches
//! --bin packed` measures again.) New blocks take the holes
//! before compaction has to, and a hole takes as many blocks as fit. Where blocks are
//! only released, half of those at random, the default moves 0.65 bytes per byte
//! released and stays within 1.25 times the live bytes; `Append` with the same
//! threshold moves 3.9. So:
//!
//! - **`ReuseHoles` + `Threshold`** where only the bytes matter. Memory order becomes
//!   any order: to reclaim space the last blocks go into the holes.
//! - **`Append` + `Threshold`** where memory order shall be allocation order.
//! - **`Append` + `Eager`** where moreover no hole may ever be seen: each release moves
//!   all bytes above it, as in `MEngine`'s `DynamicPackedContainer`, whose behaviour this is.
//!   Release many at once: every second of 10 000 blocks is 3 s one by one and 3 ms by
//!   [`release_many`](PackedBuffer::release_many), for 48.4 GiB moved against 9.9 MiB.
//! - **`Manual`** with [`compact_step`](PackedBuffer::compact_step) where the moves of a
//!   frame have a budget. It has to be a multiple of the bytes that a frame releases, as
//!   the table's second column says, or the holes grow faster than they are closed.
//!
//! A walk over the blocks that reads a word of each takes 1.2 to 1.6 times what an array of
//! ranges would ([`iter`](PackedBuffer::iter) by its `fold`, `sum` or `for_each`; a `for`
//! loop up to 1.7): each block's place is found by its slot, and checked.
//!
//! # Alignment
//!
//! The first byte is aligned to 64, every offset is a multiple of the config's `align`, and a
//! block takes up its length rounded up to that. A block made by
//! [`insert_slice`](PackedBuffer::insert_slice) starts, besides, at a multiple of its
//! element's size. The bytes that this leaves free are a hole like any other; no
//! compaction can close it, and no threshold counts on that.
//!
//! # Growth
//!
//! A buffer has the size it is made with, as the GPU buffer it feeds, unless the config's
//! [`max_bytes`](PackedConfig::max_bytes) lets it grow: then a request that finds no room
//! doubles it, and [`grow_to`](PackedBuffer::grow_to) does it beforehand. Offsets and ids stay.
//!
//! # Copies
//!
//! [`take_dirty`](PackedBuffer::take_dirty) is all that a copy of a fixed size needs. If moving
//! on the GPU is cheaper than uploading, [`take_moves`](PackedBuffer::take_moves) has the moves
//! to replay, and [`take_written`](PackedBuffer::take_written) what is to be uploaded then. What
//! may grow tells so first, by [`take_grown`](PackedBuffer::take_grown): the order is grown,
//! then moves, then written.
//!
//! GPUs forbid copies that overlap themselves within a buffer; [`Move::chunks`] cuts a move into
//! some that do not.

mod buffer;
mod config;
mod error;
mod moves;
mod space;
mod stats;

pub use buffer::{Block, BlockMut, Iter, IterMut, PackedBuffer};
pub use config::{Compaction, ConfigError, PackedConfig, Placement};
pub use error::{PackedError, Rejected, ViewError};
pub use moves::Move;
pub use space::{BlockId, PackedSpace, SpaceBlock, SpaceBlockMut, SpaceIter, SpaceIterMut};
pub use stats::PackedStats;
