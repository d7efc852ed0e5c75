//! Other systems: what is tested where, what differs, and a hub in the browser.
//!
//! # What is tested where
//!
//! The tests run on Linux on x86 with each change. `.ci/systems` in the repository runs them on other
//! systems. It also writes saves, deltas and a journal on each system and reads them on all others; the
//! saves and deltas must be the same bytes everywhere. The repository's `docs/RUNS.md` has the last results.
//!
//! | system | how | suites |
//! |---|---|---|
//! | Linux on ARM64 | emulated by QEMU | the core and the packed container with each change, the other suites on request |
//! | Windows on x86 | under wine | the same |
//! | Linux on s390x, which is big-endian | emulated by QEMU | all suites on request |
//! | Linux on x86 with 32 bits | natively | the plain suites, with Rust 1.85 |
//! | WebAssembly | in headless Chromium | the example `web` |
//! | macOS, iOS, Android, consoles | the workflow has a job for macOS | no other run |
//!
//! # What differs
//!
//! Ids, generations, orders of rows, saves and deltas do not depend on the system. The same calls
//! issue the same ids. These things do depend on it:
//!
//! | | |
//! |---|---|
//! | **`usize` of 32 bits** | A column of `usize` has another size, and a block has at most 2 GiB. A WebAssembly program has 4 GiB in all. Past that, `try_reserve` returns [`AllocError::OutOfMemory`](crate::AllocError). Ids have the same bits. Do not save a `usize` that may exceed 32 bits |
//! | **big-endian machines** | Saves and deltas are the same, because serde writes numbers and not memory. [`to_bits`](crate::Handle::to_bits) is a number, too. The bytes of a column (`bytemuck::cast_slice`) and of a `PackedBuffer` are in the order of the machine, as for any slice |
//! | **atomics** | Targets without atomics of 64 bits have no [`Incarnation`](crate::Incarnation): [`Hub::incarnation`](crate::Hub::incarnation) returns `None`, and the readers of two packed containers may be equal. Targets without any atomics have no [`Lease`](crate::Lease) |
//! | **pages** | They have 4 KiB on x86 and in most of Linux on ARM64, 16 KiB on Macs with ARM and on recent Android, and up to 64 KiB elsewhere. `purge` asks the system |
//! | **`purge`** | It returns pages on Linux. Elsewhere it does nothing and returns 0: `Hub::purge` says why |
//! | **reserved capacity** | Linux, macOS and Android provide a page when it is first written. Windows does, too, but counts the whole block against the limit of memory and page file from the beginning, so a hub with room for far more rows than it will have can be refused. In WebAssembly each reserved byte enlarges the memory, which never shrinks |
//! | **alignment** | `#[soa(align = N)]` holds on all systems. Vector instructions of ARM and WebAssembly need no more than the alignment of the field |
//! | **panics** | In WebAssembly a panic ends the program, so a hub's promises about panics mean nothing there |
//!
//! The journal renames a file that it has open. Windows permits this, because Rust opens files so that
//! others may rename them.
//!
//! # In the browser
//!
//! A hub needs nothing of its own for WebAssembly. This is one, with what a page calls. Only numbers
//! pass between JavaScript and Rust: a column is the address of its first value, and an id is its
//! bits, which are checked when they come back.
//!
//! ```
//! use std::sync::Mutex;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(layout = dense)]
//! struct Fly { position: [f32; 2], velocity: [f32; 2] }
//!
//! static FLIES: Mutex<FlyHub> = Mutex::new(FlyHub::new());
//!
//! # /*
//! #[unsafe(no_mangle)] // on each of these functions
//! # */
//! extern "C" fn step(seconds: f32) {
//!     let mut flies = FLIES.lock().unwrap();
//!     let mut flies = flies.columns_mut();
//!     for (position, velocity) in flies.position.iter_mut().zip(flies.velocity) {
//!         position[0] += velocity[0] * seconds;
//!         position[1] += velocity[1] * seconds;
//!     }
//! }
//! extern "C" fn rows() -> usize {
//!     FLIES.lock().unwrap().len()
//! }
//! extern "C" fn position() -> usize {
//!     FLIES.lock().unwrap().columns().position.as_ptr().addr()
//! }
//! /// Returns whether there was a row: a stale id frees nothing.
//! extern "C" fn free_fly(bits: u64) -> bool {
//!     FlyId::from_bits(bits).is_some_and(|id| FLIES.lock().unwrap().remove(id).is_some())
//! }
//! # let id = FLIES.lock().unwrap().insert(Fly { position: [0.0; 2], velocity: [1.0; 2] });
//! # step(0.5);
//! # assert_eq!((rows(), FLIES.lock().unwrap().columns().position[id]), (1, [0.5; 2]));
//! # assert_ne!(position(), 0);
//! # assert!(free_fly(id.to_bits()) && !free_fly(id.to_bits()) && !free_fly(0));
//! ```
//!
//! The page reads the column without a copy:
//!
//! ```js
//! const { instance } = await WebAssembly.instantiateStreaming(fetch("game.wasm"));
//! const { memory, step, rows, position } = instance.exports;
//! step(0.016);
//! const flies = new Float32Array(memory.buffer, position() >>> 0, 2 * rows());
//! ```
//!
//! This array must be made again when the hub has moved or the memory has grown: then the old one is
//! empty, or contains old bytes. `examples/web/page/columns.js` is a helper of a few lines that does this
//! for any hub. The example shows a million rows, picks one by a click and refuses its id after it was
//! freed. `cargo run --release -p web` builds and serves it.
