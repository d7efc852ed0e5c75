//! Undo what was made, written and deleted, and keep the ids.
//!
//! In an editor, a user deletes a row and then undoes the deletion. Other parts of the program
//! still have the id of the row: the selection, a script, another row. If the undo inserted a new
//! row, all of them would need the new id.
//!
//! [`Hub::detach`](crate::Hub::detach) moves the row out and **reserves** its id: the id finds
//! nothing, no walk meets it, and it is not issued again. [`Hub::fill`](crate::Hub::fill) puts the
//! row back, under the same id. [`Hub::exchange`](crate::Hub::exchange) is both, and
//! [`replace`](crate::Hub::replace) too: it exchanges what is in the hub with an `Option<Record>`.
//! So an edit is an id with an `Option`, and doing, undoing and redoing it is one call.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator, Debug, PartialEq)]
//! struct Layer { name: String }
//!
//! #[derive(IdAllocator, Debug, PartialEq)]
//! struct Shape { layer: LayerId, size: f32 }
//!
//! /// What is not in the hub now: the row before the edit, or after it if the edit is undone.
//! enum Edit {
//!     Layer(LayerId, Option<Layer>),
//!     Shape(ShapeId, Option<Shape>),
//! }
//!
//! #[derive(Default)]
//! struct Editor {
//!     layers: LayerHub,
//!     shapes: ShapeHub,
//!     undo: Vec<Vec<Edit>>,
//!     redo: Vec<Vec<Edit>>,
//! }
//!
//! impl Editor {
//!     /// Does, undoes or redoes an edit.
//!     fn exchange(&mut self, edit: &mut Edit) {
//!         let exchanged = match edit {
//!             Edit::Layer(id, record) => self.layers.exchange(*id, record),
//!             Edit::Shape(id, record) => self.shapes.exchange(*id, record),
//!         };
//!         exchanged.expect("ids on the stacks are live or reserved");
//!     }
//!
//!     /// Does a step of several edits. What was undone before cannot be redone any more.
//!     fn act(&mut self, mut step: Vec<Edit>) {
//!         for edit in self.redo.drain(..).flatten() {
//!             match edit {
//!                 Edit::Layer(id, _) if self.layers.is_reserved(id) => self.layers.dealloc(id),
//!                 Edit::Shape(id, _) if self.shapes.is_reserved(id) => self.shapes.dealloc(id),
//!                 _ => false,
//!             };
//!         }
//!         step.iter_mut().for_each(|edit| self.exchange(edit));
//!         self.undo.push(step);
//!     }
//!
//!     fn undo(&mut self) {
//!         if let Some(mut step) = self.undo.pop() {
//!             step.iter_mut().rev().for_each(|edit| self.exchange(edit));
//!             self.redo.push(step);
//!         }
//!     }
//!
//!     fn redo(&mut self) {
//!         if let Some(mut step) = self.redo.pop() {
//!             step.iter_mut().for_each(|edit| self.exchange(edit));
//!             self.undo.push(step);
//!         }
//!     }
//! }
//!
//! let mut editor = Editor::default();
//!
//! // Make: reserve the ids, which may already name each other.
//! let (sky, sun) = (editor.layers.reserve_id(), editor.shapes.reserve_id());
//! editor.act(vec![
//!     Edit::Layer(sky, Some(Layer { name: "sky".into() })),
//!     Edit::Shape(sun, Some(Shape { layer: sky, size: 1.0 })),
//! ]);
//! let selection = sun; // the selection keeps the id
//!
//! // Write a row, and then delete both.
//! editor.act(vec![Edit::Shape(sun, Some(Shape { layer: sky, size: 2.0 }))]);
//! editor.act(vec![Edit::Shape(sun, None), Edit::Layer(sky, None)]);
//! assert!(!editor.shapes.contains(selection) && editor.layers.is_empty());
//!
//! editor.undo(); // the deletion
//! assert_eq!(*editor.shapes.row(selection).size, 2.0);
//! editor.undo(); // the write
//! assert_eq!(*editor.shapes.row(selection).size, 1.0);
//! editor.redo();
//! assert_eq!(*editor.shapes.row(selection).size, 2.0);
//! editor.undo();
//! editor.undo(); // both were never made, and their ids are reserved
//! assert_eq!((editor.shapes.len(), editor.shapes.stats().reserved), (0, 1));
//!
//! // A new step ends that history, so the ids are freed.
//! let sea = editor.layers.reserve_id();
//! editor.act(vec![Edit::Layer(sea, Some(Layer { name: "sea".into() }))]);
//! assert_eq!((editor.shapes.stats().reserved, editor.layers.stats().reserved), (0, 0));
//! ```
//!
//! # Cost
//!
//! No call here allocates in the hub, apart from `reserve_id`. With the slots layout, a row that
//! is moved out leaves a hole, which contains the defaults. With the dense layout, the last row
//! moves into the gap, and `fill` puts the row at the end. `detach` and `fill` together are up to
//! 40 % faster than `remove` and `insert`. This was measured with rows of 40
//! bytes in random order, as medians of five runs on a machine with two cores.
//!
//! # Check this
//!
//! - A reserved slot is never recycled, so each reserved id must be filled or freed at some time.
//!   `stats().reserved` counts them, [`Hub::reserved`](crate::Hub::reserved) returns
//!   them, and [`Hub::free_reserved`](crate::Hub::free_reserved) frees them all.
//! - When a stack with a limit drops its oldest step, free the reserved ids of the step that no
//!   later step names: these rows were deleted in it.
//! - A snapshot keeps the ids reserved but not the rows on the stacks. Save the stacks beside it,
//!   or call `free_reserved` after loading.
//! - Rows that name others by id, for example in a tree, are moved out as they are. Their
//!   links lead to the right rows when all are back. The example `scene_graph` does
//!   so with subtrees, undo and redo.
