//! Undo a deletion, and keep the ids.
//!
//! In an editor, a user deletes a row and then undoes the deletion. Other parts of the program
//! still have the id of the row: the selection, a script, another row. If the undo inserted a new
//! row, all of them would need the new id.
//!
//! [`Hub::detach`](crate::Hub::detach) moves the row out and **withholds** its id. A withheld id
//! finds nothing, no walk yields it, and the hub does not issue it again.
//! [`Hub::fill`](crate::Hub::fill) puts the row back under the same id.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator, Debug)]
//! struct Layer { name: String }
//!
//! let mut layers = LayerHub::new();
//! let sky = layers.insert(Layer { name: "sky".into() });
//! let selection = sky; // the selection keeps the id
//! let mut undo: Vec<(LayerId, Layer)> = Vec::new();
//!
//! // Delete: the row goes to the undo stack.
//! undo.extend(layers.detach(sky).map(|layer| (sky, layer)));
//! assert!(!layers.contains(selection));
//! let sea = layers.insert(Layer { name: "sea".into() });
//! assert_ne!(sea, selection);
//!
//! // Undo: the row comes back, and the selection finds it.
//! let (id, layer) = undo.pop().expect("something was deleted");
//! layers.fill(id, layer).expect("the id is withheld");
//! assert_eq!(layers.row(selection).name, "sky");
//!
//! // Delete again, and discard the undo stack: its ids are freed for good.
//! undo.extend(layers.detach(sky).map(|layer| (sky, layer)));
//! for (id, _) in undo.drain(..) {
//!     assert!(layers.dealloc(id));
//! }
//! assert_eq!(layers.stats().withheld, 0);
//! ```
//!
//! # Cost
//!
//! Neither call allocates. With the slots layout, the row becomes a hole, which contains the
//! defaults. With the dense layout, the last row moves into the gap, and `fill` puts the row at
//! the end. `detach` and `fill` together take 0.6 to 1.0 of the time of `remove` and `insert`.
//! This was measured with rows of 40 bytes in random order, as medians of five runs on a machine
//! with two cores.
//!
//! # Check this
//!
//! - Fill or free every id that you detach. A withheld slot is never recycled. `stats().withheld`
//!   is the number of withheld ids, and [`Hub::free_withheld`](crate::Hub::free_withheld) frees
//!   all of them.
//! - A snapshot contains the withheld ids, but not the rows that you moved out. Save the undo
//!   stack with the hub, or call `free_withheld` after loading.
//! - The links of a detached row are not changed. In a tree, the links lead to the right rows
//!   again after all rows are back. The example `scene_graph` uses this for subtrees, with undo
//!   and redo.
