//! Named resources that load on other threads and are used from the first frame on.
//!
//! A [`Library`] gives every name an id that stays the same, and every id a row of a hub
//! of [`soa_runtime`]: first the placeholder, then its own row, or the error row. Workers
//! read and decode. One call in each frame puts the results into the hub, within a limit
//! of time, and keeps the loaded resources within a budget of memory.
//!
//! # The first minute
//!
//! ```
//! use std::time::Duration;
//!
//! use soa_resources::{BoxError, Job, Library, Memory, StandIn, Tag};
//! use soa_runtime::IdAllocator;
//!
//! /// An ordinary record of an ordinary hub.
//! #[derive(IdAllocator)]
//! pub struct Texture {
//!     pub size: [u32; 2],
//!     pub pixels: Vec<u8>,
//! }
//!
//! /// A loader. It reads plain grey images: the pixels, and then the width.
//! fn grey(mut bytes: Vec<u8>, _: &Job<'_>) -> Result<Texture, BoxError> {
//!     let width = bytes.pop().filter(|width| *width > 0).ok_or("no width")?;
//!     let size = [width.into(), u32::try_from(bytes.len())? / u32::from(width)];
//!     Ok(Texture { size, pixels: bytes })
//! }
//!
//! const LEVEL_1: Tag = Tag(1);
//!
//! let mut textures = TextureHub::new();
//! let one_pixel = |grey| Texture { size: [1, 1], pixels: vec![grey] };
//! let stand_in = StandIn {
//!     placeholder: textures.insert(one_pixel(128)),
//!     error: textures.insert(one_pixel(255)),
//! };
//! let files = Memory::new(); // or `Directory::new("assets")?`
//! files.insert("brick", [1, 2, 3, 4, 2]);
//! let mut library = Library::new(grey, files, stand_in);
//!
//! // Never blocks, never fails, and returns the same id for the same name.
//! let brick = library.request("brick", LEVEL_1);
//! let typo = library.request("brikc", LEVEL_1);
//! while library.progress(LEVEL_1).fraction() < 1.0 {
//!     // A frame.
//!     library.maintain_into(&mut textures, Duration::from_millis(1));
//!     let texture = textures.row(library.row(brick)); // always a row
//!     assert!([[1, 1], [2, 2]].contains(texture.size));
//! #   std::thread::yield_now();
//! }
//! assert_eq!(textures.row(library.row(brick)).size, &[2, 2]);
//! assert_eq!(textures.row(library.row(typo)).pixels, &[255]);
//! println!("{}", library.error(typo).unwrap()); // "brikc" cannot be read: ..
//!
//! // A later `maintain` unloads it, unless it has another holder.
//! library.release_all(LEVEL_1);
//! ```
//!
//! # Which thread does what
//!
//! ```text
//!  the owner's thread                      workers (1 to 4, as configured)
//!
//!  request, reload ----- names ----------> Source::read     files, memory, packs
//!                                          Loader::decode   bytes to any type
//!  maintain <----- decoded, at most 256 -- Loader::cost     bytes of memory
//!     Source::changes    what to reload
//!     Into, or finish    decoded value to record
//!     the hub            rows are made, replaced, freed
//!     evictions          until the budget of memory is kept
//!     drops              when no frame in flight uses them
//!
//!  row, state, progress, used: look-ups
//! ```
//!
//! Rows change only in [`maintain`](Library::maintain),
//! [`finish_all`](Library::finish_all), [`provide`](Library::provide) and
//! [`unload_all`](Library::unload_all), which borrow the hub. Between two of these calls
//! any code may read it. Only the loader and the source are shared between threads. There
//! is no runtime to start, and no executor. Several libraries can share their [`Workers`],
//! and a library can run [without threads](Config::workers).
//!
//! # Who holds what
//!
//! A [`Tag`] stands for a level, a menu or a tool. A resource stays loaded as long as a
//! tag, or another resource, holds it; see [`Holder`]. To switch levels, request the names
//! of the next level, and then release the tag of the last one. What both levels hold
//! stays, and is not loaded again. There are no handles to count.
//!
//! # More than fits into memory
//!
//! [`declare`](Library::declare) returns the id of a name without loading it. A
//! [budget](Config::budget) limits the memory of what is loaded, and
//! [`used`](Library::used) marks what a frame shows. What was not used for the longest time
//! is evicted, and loaded again when it is used again. Its id never changes. The
//! [`guide`] shows this, together with dependencies between libraries. The example
//! `streaming` flies over a terrain of 5000 textures, with memory for a tenth of them:
//!
#![doc = concat!("<div>", include_str!("../examples/streaming/memory.svg"), "</div>")]
//!
//! # What is promised
//!
//! 1. One name has one decode and one id as long as it has a holder. Then it is forgotten,
//!    with its name. An eviction or a reload decodes it again, under the same id.
//! 2. [`row`](Library::row) always returns a row that lives in the hub, if the hub is
//!    always the same and no other code frees the library's rows or the stand-ins.
//! 3. A frame's `maintain` ends within its time, one `finish` and one eviction. If there
//!    is nothing to do, it looks at two empty queues and allocates nothing.
//! 4. What is released and requested again before the next `maintain` is neither unloaded
//!    nor decoded again.
//! 5. If a resource is released while it is decoded, the result is thrown away. It never
//!    lands in a later id of that name.
//! 6. A row that is replaced, evicted or unloaded in one frame's call is dropped
//!    [`frames_in_flight`](Config::frames_in_flight) calls later. It is never dropped
//!    earlier, and later only if the time is spent.
//! 7. No worker waits for another. At most 256 results of a library wait or are being
//!    decoded. Cancelled jobs leave the queue.
//! 8. A panic in `decode`, `cost` or `finish`, or in a destructor that inserting the record calls,
//!    an error in `read`, or a file that vanishes while it is read is a failure of that name, with
//!    its cause. Nothing else is affected.
//! 9. Dropping a library removes its waiting jobs, cancels the running ones, and waits
//!    only for these. Afterwards neither its loader nor its source is used. The last handle of
//!    [`Workers`] joins the threads. A drop inside a decode waits for nothing, so that libraries
//!    may drop each other.
//! 10. Hostile names read nothing outside a [`Directory`], and a file over the limit is
//!     refused before it is read.
//! 11. Decodes start, and results land, in the order of [`Priority`] and of the first
//!     requests. Nothing that can be observed depends on the order of a hash map.
//! 12. The bytes of what is loaded exceed the [budget](Config::budget) by at most one
//!     resource, as long as something can be evicted. What a frame in flight uses is never
//!     evicted.
//!
//! Without threads, promises 7 and 9 are empty and the others hold.
//!
//! [`from_bevy`] translates the terms of `bevy_asset` to the terms of this crate.
//!
//! # The examples of the items
//!
//! The examples on the pages of this crate load notes. `NoteHub` and `start` are:
//!
#![doc = concat!("```\n", include_str!("../tests/support/note.rs"), "```")]
//!
//! # Features
//!
//! With `tracing`, each call of `finish_all`, and of `maintain` if it has something to do, enters a span of
//! the crate `tracing`, of the level `DEBUG`: `library`, with `call`, `loader`, `pool`, `in_flight` (decodes
//! when it begins), `events`, and `loaded` and `bytes` when it ends.
//!
//! With `json`, `Json` is a loader. With `watch`, a [`Directory`] reports changed files, with the crate
//! `notify`. A name is reported under the spelling in which it was asked for, also if it leads to the
//! file through links.
//!
//! # Sources
//!
//! Names that keep their ids, the placeholder and the error resource, tags, pools in memory
//! and ids of 32, 24 and 8 bits follow the `ResourceManager` of Nebula.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc = include_str!("from_bevy.md")]
pub mod from_bevy {}

#[doc = include_str!("guide.md")]
pub mod guide {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The types of the examples, compiled once for all of them.
#[cfg(feature = "_examples")]
#[doc(hidden)]
pub mod examples {
    extern crate self as soa_resources;
    include!("../tests/support/note.rs");
}

mod clock;
mod error;
mod id;
mod job;
mod library;
mod loader;
mod pool;
mod source;
mod workers;

pub use clock::{Clock, SystemClock};
pub use error::{BoxError, LoadError, Step};
pub use id::{AnyResource, ResourceId};
pub use job::{Job, Priority};
pub use library::{Config, Event, Holder, Library, Progress, Ready, StandIn, State, Stats, Tag};
#[cfg(feature = "json")]
pub use loader::Json;
pub use loader::{Bytes, Loader, Text};
#[cfg(feature = "watch")]
pub use source::WatchError;
pub use source::{Directory, Embedded, Layers, Memory, Shared, Source};
pub use workers::Workers;
