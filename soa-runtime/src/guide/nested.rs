//! Hubs in hubs, and ids that contain the id of their parent.
//!
//! A shader owns its programs, a skeleton its bones, a level its doors. A field that is a hub
//! keeps the children of each row together, in one allocation, and frees them with the row.
//! But the nested hubs are all of one type, and each issues the same ids: `0v1`, `1v1`, and so
//! on. An id of one hub that is used with another finds another row there.
//!
//! With `parent = Program` the id of a child contains the id of its parent, in bits that are
//! called its **tag**. The hubs of other parents refuse it.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 8, generation = 8))] // 16 bits
//! struct Shader {
//!     programs: ProgramHub,
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 8, generation = 8, tag = 16), parent = Shader)] // 32 bits
//! struct Program {
//!     states: StateHub,
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)] // 64 bits
//! struct State {
//!     blend: bool,
//! }
//!
//! fn add_shader(shaders: &mut ShaderHub) -> ShaderId {
//!     shaders.insert_with(|id| Shader { programs: ProgramHub::with_parent(id) })
//! }
//!
//! fn add_program(programs: &mut ProgramHub) -> ProgramId {
//!     programs.insert_with(|id| Program { states: StateHub::with_parent(id) })
//! }
//!
//! /// Finds a state by nothing but its id.
//! fn blend(shaders: &ShaderHub, state: StateId) -> Option<bool> {
//!     let program = state.parent()?;
//!     let programs = shaders.get(program.parent()?)?.programs;
//!     Some(*programs.get(program)?.states.get(state)?.blend)
//! }
//!
//! let mut shaders = ShaderHub::new();
//! let [sky, lit] = [(); 2].map(|()| add_shader(&mut shaders));
//! let [fill, shade] = [sky, lit].map(|shader| add_program(shaders.row_mut(shader).programs));
//! let states = shaders.row_mut(lit).programs.row_mut(shade).states;
//! let state = states.insert(State { blend: true });
//! assert_eq!((state.parent(), shade.parent()), (Some(shade), Some(lit)));
//! assert_eq!(blend(&shaders, state), Some(true));
//! assert!(!shaders.row(sky).programs.row(fill).states.contains(state));
//!
//! // The program is loaded again, into the same slot. The old id does not find the new state.
//! let programs = shaders.row_mut(lit).programs;
//! programs.dealloc(shade);
//! let again = add_program(programs);
//! assert_eq!(again.index(), shade.index());
//! let new = programs.row_mut(again).states.insert(State { blend: false });
//! assert_eq!((new.index(), new.generation()), (state.index(), state.generation()));
//! assert_eq!((blend(&shaders, state), blend(&shaders, new)), (None, Some(false)));
//! ```
//!
//! The tag has as many bits as the id of the parent, 16 or 32; with another number the struct does
//! not compile. A child's id is as unambiguous as its parent's: if the parent's ids have no
//! generations, or [wrap](crate::Wrap), an old child's id is valid again when its parent's id is.
//!
//! An id of another parent is refused everywhere like a stale one, and nothing changes:
//! `contains` returns `false`, `get` returns `None`, `row` and `column[id]` panic with the reason,
//! and [`insert_at`](crate::Hub::insert_at) hands the record back as
//! [`OutOfRange`](crate::InsertAtReason::OutOfRange). A [`Lease`](crate::Lease) that is
//! settled in a hub with another tag gets all of its rows back.
//!
//! # Cost
//!
//! The tag is part of the handle, as the generation is, and both are checked by one compare of
//! the whole word. A hub with a tag has the size of other hubs. Index, generation and tag have at
//! most 64 bits together.
//!
//! # Where parents come from, and where they stay
//!
//! - Only [`with_parent`](crate::Hub::with_parent) gives a hub its parent, and only `clone_from` changes it.
//!   `new`, `default`, `collect` and `std::mem::take` make hubs without a parent. A row of defaults
//!   has such a nested hub, so make the parent by [`insert_with`](crate::Hub::insert_with).
//! - A clone, a snapshot, a [`convert`](crate::Hub::convert)ed hub, and a mirror keep the parent of
//!   their source. [`append`](crate::Hub::append) and [`copy_rows`](crate::Hub::copy_rows) give the
//!   rows ids with the parent of the hub that receives them.
//! - A row that moves to another hub takes its nested hubs with it, and they keep their parent.
//!   If its id changes, give it a hub with the new parent: `append` moves the children, and
//!   returns their new ids. The example `shaders` does this.
//! - Where ids have a [marker](derive@crate::IdAllocator#markers),
//!   [`id.parent()`](crate::Handle::parent) needs
//!   [`Nested`](crate::generic::Nested) for the marker.
//!
//! # Tags of your own
//!
//! Without `parent`, a tag is any number: one hub per level, per player or per thread can have the
//! number of its owner. [`IdPool::with_tag`](crate::IdPool::with_tag) does the same for ids without
//! columns.
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 24, generation = 24, tag = 16))]
//! struct Unit {
//!     hp: u32,
//! }
//!
//! let [mut red, blue] = [1, 2].map(UnitHub::with_tag);
//! let unit = red.insert(Unit { hp: 10 });
//! assert_eq!(unit.to_string(), "0v1@1");
//! let error = blue.try_row(unit).err().expect("it is of `red`");
//! assert_eq!(error.to_string(), "id 0v1 belongs to the UnitHub with tag 1, this one has tag 2");
//! ```
//!
//! An id without a tag is written as before: `3v1` has tag 0, and
//! [`from_parts`](crate::Handle::from_parts) makes ids with tag 0. So a save that is older than the
//! tag bits is read with tag 0.
