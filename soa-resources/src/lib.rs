//! Named resources that load on other threads and are used from the first frame on.
//!
//! A [`Library`] gives every name an id that stays the same, and every id a row
//! of a hub of [`soa_runtime`]: the placeholder until it is loaded, then its own,
//! or the error row. Reading and decoding are done by workers, and one call in
//! each frame puts what they made into the hub, within a budget of time.
//!
//! # The first minute
//!
//! ```
//! use std::time::Duration;
//!
//! use soa_resources::{BoxError, Job, Library, Loader, Memory, StandIn, Tag};
//! use soa_runtime::IdAllocator;
//!
//! /// An ordinary record of an ordinary hub.
//! #[derive(IdAllocator)]
//! pub struct Texture {
//!     pub size: [u32; 2],
//!     pub pixels: Vec<u8>,
//! }
//!
//! /// Reads plain grey images: the width, and the pixels.
//! struct Grey;
//!
//! impl Loader for Grey {
//!     type Record = Texture;
//!     type Decoded = Texture; // or an image, if the closure below makes the GPU's of it
//!
//!     fn decode(&self, mut bytes: Vec<u8>, _: &Job<'_>) -> Result<Texture, BoxError> {
//!         let width = bytes.pop().filter(|width| *width > 0).ok_or("no width")?;
//!         let size = [width.into(), u32::try_from(bytes.len())? / u32::from(width)];
//!         Ok(Texture { size, pixels: bytes })
//!     }
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
//! let mut library = Library::new(Grey, files, stand_in);
//!
//! // Never blocks, never fails, the same id for the same name.
//! let brick = library.request("brick", LEVEL_1);
//! let typo = library.request("brikc", LEVEL_1);
//! while library.progress(LEVEL_1).fraction() < 1.0 {
//!     // A frame.
//!     library.maintain(&mut textures, Duration::from_millis(1), |ready| Ok(ready.decoded));
//!     let texture = textures.row(library.row(brick)); // always a row
//!     assert!([[1, 1], [2, 2]].contains(texture.size));
//! #   std::thread::yield_now();
//! }
//! assert_eq!(textures.row(library.row(brick)).size, &[2, 2]);
//! assert_eq!(textures.row(library.row(typo)).pixels, &[255]);
//! println!("{}", library.error(typo).unwrap()); // "brikc" cannot be read: ..
//!
//! // Unloaded by a later `maintain`, unless someone else holds it.
//! library.release(LEVEL_1);
//! ```
//!
//! # Which thread does what
//!
//! ```text
//!  the owner's thread                      workers (1 to 4, or as you say)
//!
//!  request, reload ----- names ----------> Source::read     files, memory, packs
//!                                          Loader::decode   bytes to what you like
//!  maintain <----- decoded, at most 256 -- (drops what was cancelled)
//!     Source::changes    what to reload
//!     finish(ready)      decoded to a record
//!     the hub            rows are made, replaced, freed
//!     drops              when no frame in flight uses them
//!
//!  row, state, progress: look-ups
//! ```
//!
//! Rows change only in [`maintain`](Library::maintain),
//! [`finish_all`](Library::finish_all), [`provide`](Library::provide) and
//! [`unload_all`](Library::unload_all), all of which borrow the hub: between two
//! of them everybody may read it. Nothing is shared but the loader and the source,
//! and there is no runtime to start and no executor.
//!
//! # Who holds what
//!
//! A [`Tag`] is a level, a menu, a tool; a resource lives as long as one tag holds
//! it. To switch levels, request the next one's names and then release the last
//! tag: what both hold stays, and is not loaded again. There are no handles to
//! count, and nothing to forget.
//!
//! # What is promised
//!
//! 1. One name, one decode, one id, until nobody holds it; forgotten then, name
//!    and all.
//! 2. [`row`](Library::row) always gives a row that lives in the hub, if it is the
//!    same hub always and nobody else frees the library's rows or the stand-ins.
//! 3. A frame's `maintain` ends within its budget and one `finish`; if there is
//!    nothing to do, it looks at two empty queues and allocates nothing.
//! 4. Released and requested again before the next `maintain`: nothing is
//!    unloaded or decoded again.
//! 5. Released while it is decoded: the result is thrown away, and never lands in
//!    a later id of that name.
//! 6. A row that is replaced or unloaded in one frame's call is dropped
//!    [`frames_in_flight`](Config::frames_in_flight) calls later, never earlier, and
//!    later only if the budget is spent.
//! 7. No worker waits for another. At most 256 decoded results wait at once;
//!    cancelled jobs leave the queue.
//! 8. A panic in `decode` or `finish`, an error in `read`, a file that vanishes
//!    while it is read: that name has failed, with its cause, and nothing else.
//! 9. Dropping the library stops and joins the workers.
//! 10. Hostile names read nothing outside a [`Directory`], and a file over the limit
//!     is refused before it is read.
//!
//! [`from_bevy`] goes from the words of `bevy_asset` to those of this crate.
//!
//! # Features
//!
//! `watch` has [`Directory`] notice changed files, with `notify`.
//!
//! # Sources
//!
//! Names that keep their ids, the placeholder and the error resource, tags, pools in
//! memory and ids of 32, 24 and 8 bits follow Nebula's `ResourceManager`.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc = include_str!("from_bevy.md")]
pub mod from_bevy {}

#[doc = include_str!("guide.md")]
pub mod guide {}

mod clock;
mod error;
mod id;
mod job;
mod library;
mod loader;
mod priority;
mod source;
mod workers;

pub use clock::{Clock, SystemClock};
pub use error::{BoxError, LoadError, Step};
pub use id::{AnyResource, ResourceId};
pub use job::Job;
pub use library::{Config, Event, Holder, Library, Progress, Ready, StandIn, State, Stats, Tag};
pub use loader::Loader;
pub use priority::Priority;
#[cfg(feature = "watch")]
pub use source::WatchError;
pub use source::{Directory, Embedded, Layers, Memory, Shared, Source};
pub use workers::Workers;
