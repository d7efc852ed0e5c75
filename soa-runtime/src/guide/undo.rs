//! Undo a deletion, and keep the ids.
//!
//! In an editor, a user deletes a row and then undoes the deletion. Other parts of the program
//! still have the id of the row: the selection, a script, another row. If the undo inserted a new
//! row, all of them would need the new id.
//!
//! [`Hub::detach`](crate::Hub::detach) moves the row out and **reserves** its id:
//! it finds nothing, no walk meets it, and it is not issued again.
//! [`Hub::fill`](crate::Hub::fill) puts the row back, under the same id. If it cannot, it
//! returns the row with the reason.
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
//! layers.fill(id, layer).expect("the id is reserved");
//! assert_eq!(layers.row(selection).name, "sky");
//!
//! // Delete again, and discard the undo stack: its ids are freed for good.
//! undo.extend(layers.detach(sky).map(|layer| (sky, layer)));
//! for (id, _) in undo.drain(..) {
//!     assert!(layers.dealloc(id));
//! }
//! assert_eq!(layers.stats().reserved, 0);
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
//! - Fill or free each id that you detach: a reserved slot is never recycled.
//!   `stats().reserved` counts them, [`Hub::reserved`](crate::Hub::reserved) returns
//!   them, and [`Hub::free_reserved`](crate::Hub::free_reserved)
//!   frees them all.
//! - A snapshot keeps the ids reserved and not the rows, which are yours. Save the
//!   undo stack beside it, or call `free_reserved` after loading.
//! - Rows that name others by id, a tree for one, are detached as they are: their
//!   links lead to the right rows once all are back. The example `scene_graph` does
//!   so with subtrees, undo and redo.
