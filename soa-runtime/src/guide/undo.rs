//! A deletion that is undone under the same ids.
//!
//! An editor deletes a row, and the user takes it back. In the meantime others
//! hold its id: the selection, a script, another row. If the undo inserted the row
//! anew, all of them would have to be told its new id.
//!
//! [`Hub::detach`](crate::Hub::detach) moves the row out and **withholds** its id:
//! it finds nothing, no walk meets it, and nobody else gets it.
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
//! let selection = sky; // somebody holds the id
//! let mut undo: Vec<(LayerId, Layer)> = Vec::new();
//!
//! // Delete: the row goes to the undo stack.
//! undo.extend(layers.detach(sky).map(|layer| (sky, layer)));
//! assert!(!layers.contains(selection));
//! let sea = layers.insert(Layer { name: "sea".into() });
//! assert_ne!(sea, selection);
//!
//! // Undo: the row comes back, and whoever held its id finds it.
//! let (id, layer) = undo.pop().expect("something was deleted");
//! layers.fill(id, layer).expect("nobody gets a withheld id");
//! assert_eq!(layers.row(selection).name, "sky");
//!
//! // Deleted again, and the undo stack is cut: its ids are given up for good.
//! undo.extend(layers.detach(sky).map(|layer| (sky, layer)));
//! for (id, _) in undo.drain(..) {
//!     assert!(layers.dealloc(id));
//! }
//! assert_eq!(layers.stats().withheld, 0);
//! ```
//!
//! # What it costs
//!
//! Nothing is allocated. With the slots layout the row's place holds the defaults
//! meanwhile, with the dense layout the last row moves there, so that the row comes
//! back at the end.
//! Out and back takes 0.6 to 1.0 of the time of a removal and an insertion: rows of 40
//! bytes in random order, medians of five runs on a machine of two cores.
//!
//! # What to look after
//!
//! - Who detaches must fill or free: a withheld slot is never recycled.
//!   `stats().withheld` counts them, [`Hub::withheld`](crate::Hub::withheld) returns
//!   them, and [`Hub::free_withheld`](crate::Hub::free_withheld)
//!   frees them all.
//! - A snapshot keeps the ids withheld and not the rows, which are yours. Save the
//!   undo stack beside it, or call `free_withheld` after loading.
//! - Rows that name others by id, a tree for one, are detached as they are: their
//!   links lead to the right rows once all are back. The example `scene_graph` does
//!   so with subtrees, undo and redo.
