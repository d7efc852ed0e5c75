//! Hubs in hubs, and ids that carry the tag of their hub.
//!
//! A shader owns its programs, a skeleton its bones, a level its doors. A field that is a hub
//! keeps the children of each row together, in one allocation, and frees them with the row.
//! But the nested hubs are all of one type, and each issues the same ids: `0v1`, `1v1`, and so
//! on. An id of one hub that is used with another finds another row there.
//!
//! With **tags** the other hub refuses it. Give the id tag bits, and give each nested hub the
//! index of its parent as its tag. (With more than two levels, the tag is longer: see
//! [below](#three-levels).)
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 16, generation = 16))]
//! struct Shader {
//!     name: &'static str,
//!     programs: ProgramHub,
//! }
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 24, generation = 24, tag = 16))]
//! struct Program {
//!     entry: &'static str,
//! }
//!
//! let mut shaders = ShaderHub::new();
//! let mut load = |name| {
//!     shaders.insert_with(|id| Shader { name, programs: ProgramHub::with_tag(id.index()) })
//! };
//! let (sky, lit) = (load("sky"), load("lit"));
//! shaders.row_mut(sky).programs.insert(Program { entry: "fill" });
//! let fragment = shaders.row_mut(lit).programs.insert(Program { entry: "fragment" });
//! assert_eq!(fragment.to_string(), "0v1@1");
//!
//! let error = shaders.row(sky).programs.try_row(fragment).err().expect("it is of `lit`");
//! assert_eq!(
//!     error.to_string(),
//!     "id 0v1 belongs to the ProgramHub with tag 1, this one has tag 0",
//! );
//!
//! // The tag leads from the child to its parent.
//! let parent = shaders.id_of_slot(fragment.tag());
//! assert_eq!(parent, Some(lit));
//! assert_eq!(*shaders.row(lit).programs.row(fragment).entry, "fragment");
//! ```
//!
//! An id with another tag is refused everywhere like a stale one, and nothing changes:
//! `contains` returns `false`, `get` returns `None`, `row` and `column[id]` panic with this
//! sentence, and [`insert_at`](crate::Hub::insert_at) hands the record back as
//! [`OutOfRange`](crate::InsertAtReason::OutOfRange). A [`Lease`](crate::Lease) that is
//! settled in a hub with another tag gets all of its rows back.
//!
//! # Three levels
//!
//! A tag must be unique among **all** hubs of its kind. The index of the parent is not enough if
//! the parents are nested themselves: the first door of each room would have index 0, and so all
//! of these doors would give their hinges tag 0. Put the tag of the parent in front of its index:
//!
//! ```
//! use soa_runtime::IdAllocator;
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 12, generation = 20))]
//! struct Room { doors: DoorHub }
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 8, generation = 12, tag = 12))] // the tag is a room
//! struct Door { hinges: HingeHub }
//!
//! #[derive(IdAllocator)]
//! #[soa(bits(index = 4, generation = 20, tag = 20))] // 12 bits for the room, 8 for the door
//! struct Hinge { angle: f32 }
//!
//! fn add_door(doors: &mut DoorHub) -> DoorId {
//!     doors.insert_with(|id| Door { hinges: HingeHub::with_tag(id.tag() << 8 | id.index()) })
//! }
//!
//! let mut rooms = RoomHub::new();
//! let [hall, attic] = [(); 2]
//!     .map(|()| rooms.insert_with(|id| Room { doors: DoorHub::with_tag(id.index()) }));
//! let [gate, hatch] = [hall, attic].map(|room| add_door(rooms.row_mut(room).doors));
//! let hinge = rooms.row_mut(attic).doors.row_mut(hatch).hinges.alloc();
//! assert_eq!((gate.index(), hatch.index()), (0, 0));
//! assert!(!rooms.row(hall).doors.row(gate).hinges.contains(hinge));
//! assert_eq!((hinge.tag() >> 8, hinge.tag() & 0xff), (attic.index(), hatch.index()));
//! ```
//!
//! # Cost
//!
//! The tag is part of the handle, as the generation is, and both are checked by one compare of
//! the whole word. A hub with a tag has the size of other hubs.
//!
//! The bits are shared: index, generation and tag have at most 64 together. The tag needs as
//! many bits as the index and the tag of the parent. [`with_tag`](crate::Hub::with_tag) panics if
//! the tag does not fit.
//!
//! # Where tags come from, and where they stay
//!
//! - Only [`with_tag`](crate::Hub::with_tag) gives a hub its tag, which never changes. `new`,
//!   `default`, `collect` and `std::mem::take` make hubs with tag 0. A row of defaults has a
//!   nested hub with tag 0, so make the parent by [`insert_with`](crate::Hub::insert_with).
//! - A clone and a snapshot keep the tag. [`append`](crate::Hub::append) and
//!   [`copy_rows`](crate::Hub::copy_rows) give the rows ids with the tag of the hub that
//!   receives them.
//! - A row that moves to another hub takes its nested hubs with it, and they keep their tags.
//!   If its index changes, give it a hub with the new tag: `append` moves the children, and
//!   returns their new ids. The example `shaders` does this.
//! - Without a tag an id is written as before: `3v1` has tag 0, and
//!   [`from_parts`](crate::Handle::from_parts) too. So a save that is older than the tag bits
//!   is read with tag 0.
//!
//! # What a tag does not check
//!
//! A tag is the index of the parent and not its generation. When the parent is freed and its
//! slot is reused, the new parent's nested hub has the same tag and starts with the same
//! generations. So keep the id of the parent beside the id of the child where parents come and
//! go, and look up the parent first. Its generation is checked there.
//!
//! Hubs need not be nested to have tags: one hub per level, per player or per thread can have
//! the number of its owner. [`IdPool::with_tag`](crate::IdPool::with_tag) does the same for ids
//! without columns.
