//! A page in the browser that shows the hubs of a running program.
//!
//! A program binds an [`Inspector`], prints its address, and shows its hubs once a frame. The page
//! at this address shows each hub of [`soa_runtime`] while the program runs: its rows as a table, its
//! memory per column, which slots are live and which changed in the last second, and how the
//! number of rows goes up and down. Without a viewer, `show` is one atomic load.
//!
//! # The first minute
//!
//! ```
//! use soa_inspect::Inspector;
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(tracked, derive(Debug))] // `Debug` shows the values, `tracked` what changed
//! struct Particle {
//!     position: [f32; 2],
//!     life: u32,
//! }
//!
//! fn main() -> std::io::Result<()> {
//!     let mut particles = ParticleHub::new();
//!     let inspector = Inspector::bind("127.0.0.1:0")?;
//!     println!("open {}", inspector.url());
//!     for frame in 0..3 {
//!         if inspector.gate() {
//!             // One frame of the game, unless a viewer has paused it.
//!             particles.insert(Particle { position: [0.0; 2], life: frame });
//!             particles.advance(); // the end of a tick
//!         }
//!         inspector.show("particles", &particles);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # What the page shows
//!
//! For each hub:
//!
//! - the rows, and the free, retired and reserved slots;
//! - the bytes of each column, of the tables, and of the room for more rows;
//! - a map of the rows, 64 in a block: which are live, which are holes, and which changed in the last
//!   second. Changes come from ticks, so the struct or a column must be `tracked`, and the program must
//!   call [`advance`](soa_runtime::Hub::advance) once a frame. The page says so if this is missing;
//! - the rows as a table, by position, with ids. It scrolls over any number of rows. A row is found by
//!   its id (`2v1`), or by a text in its values. An id that is stale is answered with the reason;
//! - live rows and bytes over the last minutes.
//!
//! With the feature `edit`, the page also changes the program: see [Editing](#editing).
//!
//! A program that calls [`timeline`](Inspector::timeline) also gets a slider, with which a viewer
//! chooses the moment of the past that the program shows.
//!
//! The values are printed by `Debug`, as [`Hub::table`](soa_runtime::Hub::table) prints them, up to 160
//! characters each. The page needs no other file, and works without a network, with a keyboard, and
//! with light and dark colours.
//!
//! # Editing
//!
//! With the feature `edit` a program can lend its hubs to the page, instead of only showing them:
//!
#![cfg_attr(
    feature = "edit",
    doc = r#"```
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
struct Particle {
    position: [f32; 2],
    life: u32,
}

fn main() -> std::io::Result<()> {
    let mut particles = ParticleHub::new();
    let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    println!("open {}", inspector.url());
    for _frame in 0..3 {
        if inspector.gate() {
            particles.advance();
        }
        // Edits are done here. What is returned can be undone.
        for edit in inspector.show_mut("particles", &mut particles) {
            println!("{edit:?}");
        }
    }
    Ok(())
}
```"#
)]
//!
//! A click on a value opens it as JSON, and Enter writes it. A text that is not JSON, or that the field
//! does not take as JSON, is tried as a string. So `ant` and `"ant"` are the same name, and an id is
//! entered as the page shows it, `2v1`. What the field refuses is shown at the cell, and nothing is
//! written. JSON has no NaN and no infinity, and `1e39` is refused by an `f32` (but not by one in an
//! untagged or flattened value of serde, which becomes infinite). A field that reads numbers from text
//! decides for itself. `u64` has all of its bits. The button "Free 2v1" frees the chosen row, and
//! "Make a row" makes one of the defaults. A cell opens values of up to 4000 bytes of JSON; a longer
//! value can be replaced by a new one.
//!
//! An edit bypasses the program's methods, like a debugger: private fields can be edited, and the page
//! does not check whether an id in a value is live. [`show_mut`](Inspector::show_mut) returns what was
//! edited with the value before, so a program can undo it; the example `lamps` does. Each page has a
//! number and shows which cells the other pages edit. The last edit of a value wins. Edits are done in
//! the order in which the server got hold of them: on a busy machine, edits of two pages that were sent
//! within a tenth of a second may be done in the other order. An edit that no frame has done after 700
//! milliseconds is withdrawn, and the page says so.
//!
//! # What it costs
//!
//! | | a call of [`show`](Inspector::show) |
//! |---|---|
//! | without a viewer | one atomic load |
//! | with viewers | about 20 microseconds for all hubs of a frame together (100 without optimisation), and the counts of each hub |
//!
//! A frame copies only the rows and blocks that pages have asked for. What does not fit into its time
//! is left for the next frame, so the rows of one answer can be from several frames. A search looks at
//! some rows in each frame as well, and is fast while the program is paused.
//!
//! The longest unit that is never divided is one value. Its `Debug` ends after 160 characters (2000 in
//! a search), so a list or a text of megabytes takes as long as a short one. The `Debug` is unwound
//! there, as by a panic, but without a message. A `Mutex` that is shown is not poisoned by that; a
//! `Debug` of your own that locks one while it writes would poison it, so let it clone the value first.
//! With `panic = "abort"` lists are visited to their end. A `Debug` that computes for long before it
//! writes is a frame that takes long.
//!
//! No frame waits for the network or for a viewer: a frame takes the lock of the inspector only if it
//! is free, and the server holds it only to put in a request or to take out an answer. A frame
//! makes no call of the system for the inspector, except to read the time.
//!
//! Edits share the time of a frame. Each hub does at least one in each frame, and all hubs at most 64.
//!
//! # Who can look
//!
//! [`Inspector::bind`] accepts only addresses of loopback, so only programs of this machine reach the
//! page. The address contains a token of 128 random bits: whoever has it has full access. The `Host` of a
//! request must be the bound address, `127.0.0.1`, `[::1]` or `localhost`, with any port. So the page works
//! through a tunnel, for example `ssh -L 8080:127.0.0.1:7000`, at `http://localhost:8080/` and the token. No
//! other name is accepted: a foreign page that makes a name of its own mean this machine is refused, even
//! if it guesses the port. The body of each refusal says why. The page loads nothing and runs only its own script. Values and names are shown as
//! text, whatever they contain.
//!
//! Edits need more: the program must call `allow_edits`, the client must be on this machine even if the
//! inspector listens everywhere, and the request must have the token in a header and JSON as its type. No
//! form can send such a request. A browser asks before another page sends it, and the server refuses.
//!
//! # The HTTP interface
//!
//! The page uses this interface, and so may a script. All paths follow the address that
//! [`url`](Inspector::url) returns. Numbers of hubs are in the answer of `look`, and `from,count` are two
//! numbers. A `POST` without a body has `Content-Length: 0`.
//!
//! | request | parameters | answer |
//! |---|---|---|
//! | `GET` (nothing) | | the page |
//! | `GET look` | `hub`, `rows=from,count` (at most 256), `words=from,count` (at most 8192 times 64 rows) | JSON: `program`, `gate`, `timeline`, `hubs` with counts, bytes and columns; the `rows` of the hub as lists of texts (the id, then the values; `null` for a hole), and `live` and `changed` as 16 hex digits for 64 rows |
//! | `GET find` | `hub`, `text` (at most 400 bytes), `from` (a row) | JSON: `found` (a row) or the `reason` why an id is stale, `next` (where to go on) and `ended`, with what `look` has of the hubs |
//! | `POST pause` | | stays open, and the program is paused until the answer is closed; 409 if it does not call `gate` |
//! | `POST step`, `POST resume` | | `{}` |
//! | `POST timeline` | `at` (a moment) | `{}`; 409 if the program shows no timeline |
//! | `GET cell` | `hub`, `id`, `column` (its name in serde) | the value as JSON |
//! | `POST edit` | a JSON object as the body, see below | `{}`, or `{"id":"2v1"}` for a row that was made |
//!
//! The last two need the feature `edit`. An edit has the headers `Content-Type: application/json` and
//! `X-Soa-Token` with the token of the address, and at most 8 KiB. It is one of
//! `{"do":"set","hub":1,"id":"2v1","column":"name","value":"\"ant\""}`, where the value is a text of JSON,
//! `{"do":"free","hub":1,"id":"2v1"}`, and `{"do":"make","hub":1}`.
//!
//! A refusal is a text. Its status is 400 if the request makes no sense (also for this hub), 403 for a
//! wrong host, site or token and without `allow_edits`, 404 for a wrong path or token, 405 for a wrong method,
//! 408 if it takes too long, 409 for a stale id, 413 and 431 if it is too long, 422 if the field refuses the
//! value, 503 for too many clients, and 504 if no frame did the edit in time.
//!
//! # Limits
//!
//! Viewers are limited: 48 connections, 8 KiB for a request and as much for an edit, 3 seconds to send it, and 5 to read the
//! answer. Nothing stays of a viewer that breaks off, except an edit that was sent completely. A program
//! that was paused by a page runs on when the page closes.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cell;
mod clock;
mod desk;
#[cfg(feature = "edit")]
mod edit;
mod gate;
mod job;
mod json;
mod server;
mod shared;
mod subject;
mod ticks;
mod timeline;

use std::fmt;
use std::io;
use std::net::{TcpListener, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::sync::Arc;
#[cfg(feature = "edit")]
use std::sync::atomic::Ordering;

use soa_runtime::generic::DebugRow;
#[cfg(feature = "edit")]
use soa_runtime::{EditRow, ValueMut};
use soa_runtime::{Hub, Part, Value, World};

#[cfg(feature = "edit")]
#[cfg_attr(docsrs, doc(cfg(feature = "edit")))]
pub use crate::edit::Edited;
use crate::server::Server;
use crate::shared::Shared;

/// A page that shows the hubs of this program while it runs.
///
/// The page is served by threads of its own until the inspector is dropped. Hubs of several
/// threads can be shown: all methods need only shared access.
///
/// # Examples
///
/// ```no_run
/// use soa_inspect::Inspector;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Debug))]
/// struct Rock { size: u8 }
///
/// let mut rocks = RockHub::new();
/// let inspector = Inspector::bind("127.0.0.1:0")?;
/// println!("open {}", inspector.url());
/// loop {
///     if inspector.gate() {
///         rocks.insert(Rock { size: 3 });
///     }
///     inspector.show("rocks", &rocks);
/// #   break;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Inspector {
    shared: Arc<Shared>,
    server: Server,
}

impl Inspector {
    /// Serves the page at an address of loopback, for example `127.0.0.1:0` or `[::1]:7000`. With
    /// port 0 the system chooses a free port.
    ///
    /// # Errors
    ///
    /// Returns an error of the kind [`InvalidInput`](io::ErrorKind::InvalidInput) if the address is
    /// not on loopback; [`bind_anywhere`](Self::bind_anywhere) accepts it. Returns the error of the
    /// system if the address cannot be bound.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?;
    /// assert!(inspector.url().starts_with("http://127.0.0.1:"));
    ///
    /// let error = Inspector::bind("0.0.0.0:0").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "address `0.0.0.0:0` is not on loopback; call `Inspector::bind_anywhere` to let other \
    ///      machines look",
    /// );
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind(address: impl ToSocketAddrs) -> io::Result<Self> {
        let addresses: Vec<_> = address.to_socket_addrs()?.collect();
        if let Some(other) = addresses.iter().find(|address| !address.ip().is_loopback()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!(
                    "address `{other}` is not on loopback; call `Inspector::bind_anywhere` to let \
                     other machines look"
                ),
            ));
        }
        Inspector::bind_anywhere(&addresses[..])
    }

    /// Serves the page at any address, for viewers on other machines.
    ///
    /// Whoever can read the traffic on the way sees the token and all values, because
    /// nothing is encrypted. Use it in a network that you trust, or prefer
    /// [`bind`](Self::bind) and a tunnel.
    ///
    /// A request must name this machine by an address, which may be any, or as `localhost`.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if the address cannot be bound.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let inspector = Inspector::bind_anywhere("0.0.0.0:0")?;
    /// // Replace this address by one under which the other machine finds this one.
    /// assert!(inspector.url().starts_with("http://127.0.0.1:"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn bind_anywhere(address: impl ToSocketAddrs) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let shared = Arc::new(Shared::default());
        let server = Server::start(listener, Arc::clone(&shared))?;
        Ok(Inspector { shared, server })
    }

    /// Returns the address to open in a browser. It contains a token of 128 random bits: who
    /// has the address can look, and pause the program. If the program allows edits, who has it on
    /// this machine can edit, too: the server accepts edits only from loopback.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let (one, two) = (Inspector::bind("127.0.0.1:0")?, Inspector::bind("127.0.0.1:0")?);
    /// assert_ne!(one.url(), two.url());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Shows a hub under a name. Call it once in each frame, from the thread that owns the hub.
    ///
    /// Without a viewer this is one atomic load. With viewers it copies the counts of the hub, and
    /// those rows and blocks that the pages have asked for, for at most about 20 microseconds. If
    /// several hubs are shown in a frame, they share this time.
    ///
    /// Each hub of a program needs its own name. A hub that is no longer shown vanishes from the
    /// page after 10 seconds. The page shows at most 256 hubs.
    ///
    /// # Panics
    ///
    /// Panics if the `Debug` of a value that a viewer looks at panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Debug))]
    /// struct Rock { size: u8 }
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?;
    /// let rocks: RockHub = (0..3).map(|size| Rock { size }).collect();
    /// inspector.show("rocks", &rocks);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn show<T: DebugRow>(&self, name: &str, hub: &Hub<T>) {
        if self.shared.is_wanted() {
            self.shared.serve(name, hub);
        }
    }

    /// Returns whether the program computes its next frame: `false` while a viewer has paused it,
    /// except once for each step.
    ///
    /// Call it once in each frame, and go on showing the hubs while it returns `false`, so that
    /// viewers can look around. Without a viewer this is one atomic load. While the program is
    /// paused, a call sleeps for a few milliseconds. The program runs on when a viewer resumes it, and when
    /// the last page that has paused it is closed.
    ///
    /// A program that never calls this method cannot be paused.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?;
    /// let mut frames = 0;
    /// for _ in 0..10 {
    ///     if inspector.gate() {
    ///         frames += 1; // nobody looks, so nobody has paused
    ///     }
    /// }
    /// assert_eq!(frames, 10);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    #[must_use = "a paused program that goes on is not paused"]
    pub fn gate(&self) -> bool {
        self.shared.gate.pass()
    }

    /// Shows a slider over the moments in `range`, and returns the moment that a viewer has
    /// chosen since the last call.
    ///
    /// Call it once in each frame with the moment that the program shows now. A moment is any
    /// number that the program can go back to, for example a commit of a journal. Each choice is
    /// returned once, and only the last one if there were several. The returned moment is always
    /// in `range`: a choice that has left the range since is moved to the nearer end. While a
    /// viewer drags the slider, it does not move when `range` grows or shifts.
    ///
    /// An empty range hides the slider, and discards a choice. So does a program that never calls
    /// this method. If the program stops calling this method, the slider stays as it was. If `at` is
    /// outside the range, the slider is at the nearer end.
    ///
    /// A call takes a lock that the server holds only to copy a few numbers, about 8
    /// nanoseconds. A program that is paused by [`gate`](Self::gate) should go on to call it.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let states = ["empty", "one rock", "two rocks"];
    /// let mut at = 2;
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?;
    /// for _frame in 0..3 {
    ///     if let Some(chosen) = inspector.timeline(0..=2, at) {
    ///         at = chosen; // load this state, and show it
    ///     }
    /// }
    /// assert_eq!(states[at as usize], "two rocks"); // nobody has moved the slider
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use = "a choice is returned once"]
    pub fn timeline(&self, range: RangeInclusive<u64>, at: u64) -> Option<u64> {
        self.shared.timeline.exchange(range, at)
    }
}

/// Editing, with the feature `edit`.
#[cfg(feature = "edit")]
#[cfg_attr(docsrs, doc(cfg(feature = "edit")))]
impl Inspector {
    /// Allows pages to change the hubs that are shown by [`show_mut`](Self::show_mut). Without this
    /// call they cannot.
    ///
    /// Whoever has the address can then change, make and free rows, from this machine. An
    /// inspector of [`bind_anywhere`](Self::bind_anywhere) also accepts edits only from loopback.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    /// println!("open {}", inspector.url());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use = "an inspector that is dropped shows nothing"]
    pub fn allow_edits(self) -> Self {
        self.shared.edits.store(true, Ordering::Relaxed);
        self
    }

    /// Shows a hub under a name, like [`show`](Self::show), and lends it to pages, which change
    /// values, make rows and free them.
    ///
    /// Nothing is changed unless [`allow_edits`](Self::allow_edits) was called. Edits are done in this
    /// call, in the order in which they came, so the program sees them between two frames. They share
    /// the time of the frame: each hub does at least one of them, and all hubs do at most 64 in a
    /// frame. While the program is paused they are done as well. Each is stamped like any write, in
    /// the tick that is open.
    ///
    /// An edit bypasses the program's methods: a field that is private to its module is changed like any
    /// other, and the page does not check whether an id in a value is live. An edit calls the
    /// `Deserialize`, the `Serialize`, the `Drop` and the default of a field. If they panic, the page
    /// shows the message, and the program goes on (unless it is built with `panic = "abort"`). If it is
    /// the `Drop` of the old value that panics, the new value is stored and stamped all the same.
    ///
    /// A record has [`EditRow`] with `#[soa(derive(Debug, Serialize, Deserialize))]`. Other hubs are
    /// shown by `show`.
    ///
    /// Returns what was edited, in order, so that the program can undo it: see [`Edited`]. Without an
    /// edit the list is empty, and does not allocate. An edit that was refused is not in it, unless it
    /// changed the hub before a destructor panicked. One that wrote the same value is. The value before the edit is written as JSON, as a whole.
    ///
    /// # Panics
    ///
    /// Panics if the `Debug` of a value that a viewer looks at panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Debug, Serialize, Deserialize))]
    /// struct Rock { size: u8 }
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    /// let mut rocks: RockHub = (0..3).map(|size| Rock { size }).collect();
    /// let mut undo = Vec::new();
    /// undo.extend(inspector.show_mut("rocks", &mut rocks));
    /// assert!(undo.is_empty()); // nobody has changed anything
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn show_mut<T: DebugRow + EditRow>(
        &self,
        name: &str,
        hub: &mut Hub<T>,
    ) -> Vec<Edited<T::Id>> {
        if self.shared.is_wanted() {
            return self.shared.serve_mut(name, hub);
        }
        Vec::new()
    }
}

/// Showing whole worlds.
impl Inspector {
    /// Shows each hub of a world under the name of its part, like [`show`](Self::show). Values are
    /// not shown.
    ///
    /// Two worlds on one page need parts of different names.
    ///
    /// # Panics
    ///
    /// Panics if the `Debug` of a value that a viewer looks at panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    /// use soa_runtime::{IdAllocator, World};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Debug))]
    /// struct Rock { size: u8 }
    ///
    /// #[derive(World, Default)]
    /// struct Field { near: RockHub, far: RockHub }
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?;
    /// let field = Field::default();
    /// inspector.show_world(&field);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn show_world<'a, W: World>(&self, world: &'a W)
    where
        W::Parts<'a>: ShowParts,
    {
        if self.shared.is_wanted() {
            world.parts().show(self);
        }
    }

    /// Shows each hub of a world under the name of its part, and lends it to pages, like
    /// [`show_mut`](Self::show_mut). Values are not shown.
    ///
    /// Returns what was edited: a list of each hub's edits, nested like the world's list of parts. A
    /// world with the hubs `near` and `far` returns `(near, (far, ()))`.
    ///
    /// Two worlds on one page need parts of different names.
    ///
    /// # Panics
    ///
    /// Panics if the `Debug` of a value that a viewer looks at panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    /// use soa_runtime::{IdAllocator, World};
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Debug, Serialize, Deserialize))]
    /// struct Rock { size: u8 }
    ///
    /// #[derive(World, Default)]
    /// struct Field { near: RockHub, far: RockHub }
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    /// let mut field = Field::default();
    /// let (near, (far, ())) = inspector.show_world_mut(&mut field);
    /// assert!(near.is_empty() && far.is_empty()); // nobody has edited a rock
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "edit")]
    #[cfg_attr(docsrs, doc(cfg(feature = "edit")))]
    #[inline]
    pub fn show_world_mut<'a, W: World>(
        &self,
        world: &'a mut W,
    ) -> <W::PartsMut<'a> as EditParts>::Edited
    where
        W::PartsMut<'a>: EditParts,
    {
        if self.shared.is_wanted() {
            return world.parts_mut().show_mut(self);
        }
        <<W::PartsMut<'a> as EditParts>::Edited>::default()
    }
}

/// The parts of a world that can be shown; see [`Inspector::show_world`]. Values are passed over.
pub trait ShowParts {
    /// Shows each hub.
    fn show(self, inspector: &Inspector);
}

impl ShowParts for () {
    fn show(self, _: &Inspector) {}
}

impl<T: DebugRow, R: ShowParts> ShowParts for (Part<&Hub<T>>, R) {
    fn show(self, inspector: &Inspector) {
        inspector.show(self.0.name, self.0.part);
        self.1.show(inspector);
    }
}

impl<V, R: ShowParts> ShowParts for (Part<Value<'_, V>>, R) {
    fn show(self, inspector: &Inspector) {
        self.1.show(inspector);
    }
}

/// The parts of a world that can be edited; see [`Inspector::show_world_mut`]. Values are passed
/// over.
#[cfg(feature = "edit")]
pub trait EditParts {
    /// What was edited in each hub: a list of lists.
    type Edited: Default;

    /// Shows each hub, does the edits of its pages, and returns what was edited.
    fn show_mut(self, inspector: &Inspector) -> Self::Edited;
}

#[cfg(feature = "edit")]
impl EditParts for () {
    type Edited = ();

    fn show_mut(self, _: &Inspector) {}
}

#[cfg(feature = "edit")]
impl<T: DebugRow + EditRow, R: EditParts> EditParts for (Part<&mut Hub<T>>, R) {
    type Edited = (Vec<Edited<T::Id>>, R::Edited);

    fn show_mut(self, inspector: &Inspector) -> Self::Edited {
        let edited = inspector.show_mut(self.0.name, self.0.part);
        (edited, self.1.show_mut(inspector))
    }
}

#[cfg(feature = "edit")]
impl<V, R: EditParts> EditParts for (Part<ValueMut<'_, V>>, R) {
    type Edited = R::Edited;

    fn show_mut(self, inspector: &Inspector) -> Self::Edited {
        self.1.show_mut(inspector)
    }
}

impl fmt::Debug for Inspector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the token: logs are read by others.
        f.debug_struct("Inspector").finish_non_exhaustive()
    }
}
