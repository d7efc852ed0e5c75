//! The derive macro of the `soa-runtime` crate. Use it through that crate.

mod attributes;
mod comments;
mod docs;
mod error;
mod expand;
mod generics;
mod lints;
mod model;
mod names;
mod read_names;
mod rules;
mod saves;
mod syntax;
#[cfg(test)]
mod tests;
mod this;
mod words;
mod world;
mod written;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use proc_macro2::TokenStream;
use quote::quote;

use crate::error::Errors;
use crate::model::Record;

/// Generates a hub for a struct: a column for each field, and ids for the rows.
///
/// # What is generated
///
/// For `struct Texture`, with its visibility, parameters and bounds:
///
/// | name | what it is |
/// |---|---|
/// | `TextureHub` | the hub: a newtype of your own crate that dereferences to `Hub<Texture>` |
/// | `TextureId` | the id of a row: a `Handle<Texture>` of 8 bytes, or of 2 or 4 with `bits`. It is `Copy`, an `Option` of it is no larger, and the id of another kind of hub does not compile |
/// | `TextureRow`, `TextureRowMut` | one row: a reference per field |
/// | `TextureColumns`, `TextureColumnsMut` | all columns: a `Column` or `ColumnMut` per field |
///
/// The fields of the views have the name, the visibility and the documentation of the
/// struct's fields. Links to `Self::..` lead to the items of the struct there, too, except
/// in a comment from a file (`#[doc = include_str!(..)]`), and the examples are tests of only
/// the struct. Fields do not become methods, so every field name works, except names that
/// start with `__soa_`.
///
/// The generated code has the lint levels of the struct, and what is allowed for a field is
/// allowed where its type is repeated. There an `expect` is an `allow`.
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Texture {
///     name: String,
///     #[soa(default = 1)]
///     mips: u32,
/// }
///
/// /// The hub is the interface to its rows.
/// impl TextureHub {
///     fn halve(&mut self, id: TextureId) {
///         *self.row_mut(id).mips /= 2;
///     }
/// }
///
/// let mut textures = TextureHub::new();
/// let id = textures.insert(Texture { name: "brick".into(), mips: 8 });
/// textures.halve(id);
/// assert_eq!(textures.columns().mips[id], 4);
/// ```
///
/// # Options of the struct
///
/// Write them above the struct, in one or more `#[soa(..)]` attributes. `cfg_attr` works.
///
/// | option | meaning |
/// |---|---|
/// | `hub = Name`, `id = Name` | names other than `{Struct}Hub` and `{Struct}Id` |
/// | `row = Name` | names other than `{Struct}Row` and `{Struct}RowMut`: `Name` and `NameMut` |
/// | `columns = Name` | the same for `{Struct}Columns` and `{Struct}ColumnsMut` |
/// | `marker = Type` | the id is `Handle<Type>` instead of `Handle<{Struct}>`; see [below](#markers) |
/// | `layout = slots` | the default: a live row never moves, and a hole contains the defaults |
/// | `layout = dense` | the rows have no holes, and freeing a row moves the last row into its place |
/// | `align = N` | every column with a size starts at a multiple of `N` bytes, in every capacity; see [below](#alignment) |
/// | `bits(index = I, generation = G)` | the number of bits for each part of the handle, 32 by default. The handle is the smallest of `u16`, `u32` and `u64` with room for both. With `generation = 0` an id is checked only for liveness |
/// | `bits(index = I, generation = G, tag = T)` | the same with `T` bits for the tag of the hub, 64 bits in all; see [below](#tags) |
/// | `parent = Record` | with a tag: the tag is the id of the row of `Record` that owns the hub; see [below](#tags) |
/// | `recycle = lifo` | the default: the slot that was freed last is reused first |
/// | `recycle = fifo`, `recycle = fifo(min_free = N)` | the slot that was freed first is reused first, and only when at least `N` are free |
/// | `exhausted = retire` | the default: a slot whose generations are used up is never used again |
/// | `exhausted = wrap` | the generations of a slot start over |
/// | `holes = defaults` | the default: a freed row contains the defaults until its slot is reused |
/// | `holes = kept` | freeing a row writes nothing into columns that need no drop; they keep the last value (slots layout only) |
/// | `tracked` | the hub records which rows were made, freed and replaced, for any number of readers: `hub.slots_changed_since(tick)` and `hub.rows_changed_since(tick)`. It does not record writes to fields: mark these fields `tracked`, too. It costs four bytes per slot |
/// | `tracked = all` | the same, and every field is `tracked`: nothing can change unseen, which is what [`TrackedWhole`](https://docs.rs/soa-runtime/latest/soa_runtime/trait.TrackedWhole.html) promises |
/// | `derive(..)` | traits from the fields; see [below](#derived-traits). It may occur in several attributes, for example in a `cfg_attr` |
/// | `crate = path` | the path of the runtime crate, if it is renamed or re-exported. It must lead to this crate: see [below](#another-path) |
///
/// # Options of a field
///
/// | option | meaning |
/// |---|---|
/// | `default = expression` | the value that `alloc` writes; without it, the `Default` of the type. `#[derive(Default)]` does not see it: see [below](#three-kinds-of-defaults) |
/// | `required` | the column has no default, so rows are made only by `insert` (with `layout = dense`) |
/// | `tracked` | the column records when each row was written, for any number of readers: `columns.name.changed_since(tick, gap)`. It costs four more bytes per row |
/// | `links` | the column contains ids of rows, which `relink` replaces; the type of the column implements `Links` |
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator, Debug, PartialEq)]
/// #[soa(hub = Particles, layout = dense, bits(index = 20, generation = 12))]
/// #[soa(recycle = fifo(min_free = 64), derive(Clone, Debug, PartialEq))]
/// struct Particle {
///     #[soa(required)]
///     position: [f32; 2],
///     #[soa(default = [0.0, -9.81])]
///     velocity: [f32; 2],
/// }
///
/// let mut particles = Particles::new();
/// let id = particles.insert(Particle { position: [1.0, 2.0], velocity: [0.0; 2] });
/// assert_eq!(size_of::<ParticleId>(), 4);
/// assert_eq!(particles.clone(), particles);
/// assert_eq!(*particles.row(id).position, [1.0, 2.0]);
/// ```
///
/// # Three kinds of defaults
///
/// | written as | its value for a field | who uses it |
/// |---|---|---|
/// | `#[soa(default = ..)]` on the field | the expression, or the `Default` of the field's type without it | `alloc`, `default_row`, holes, and `#[serde(default)]` when a **hub** is loaded |
/// | `#[soa(derive(Default))]` on the struct | the same | `Ship::default()`, and `..Default::default()` in your own code |
/// | `#[derive(Default)]`, or serde's `#[derive(Deserialize)]` with `#[serde(default)]` | the `Default` of the field's type, and never `#[soa(default = ..)]` | `Ship::default()`, or a **record** that is loaded by itself |
///
/// With the slots layout, freeing a row evaluates the default of every column, because the row becomes
/// a hole. That is so for each freed row, and with `holes = kept` as well, where only the columns that
/// need drop keep the new values. So a default should be cheap and have no effect beside its value:
/// one that counts or prints does so when rows are freed, too.
///
/// If you write `..Default::default()` for a struct that does not implement `Default`, the
/// compiler proposes `#[derive(Default)]`. Write `#[soa(derive(Default))]` instead:
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Default))] // by the defaults of the columns
/// struct Ship {
///     #[soa(default = 100)]
///     hp: u32,
///     name: String,
/// }
///
/// #[derive(IdAllocator, Default)] // compiles, and ignores `default = 100`
/// struct Wreck {
///     #[soa(default = 100)]
///     hp: u32,
/// }
///
/// let ship = Ship { name: "Rocinante".into(), ..Default::default() };
/// assert_eq!((ship.hp, Wreck::default().hp), (100, 0));
/// ```
///
/// For records that are saved by themselves, for example in an undo stack, write
/// `#[serde(default = "path")]` with a function that returns the same value.
///
/// # Derived traits
///
/// | `derive(..)` | implements |
/// |---|---|
/// | `Clone` | `Clone` for the hub, and `to_record` for both row views |
/// | `Debug` | `Debug` by rows for the hub (which otherwise prints its counts), and for all views |
/// | `PartialEq`, `Eq` | `==` for the hub and for both row views |
/// | `Hash` | [`Hub::hash_state`](https://docs.rs/soa-runtime/latest/soa_runtime/struct.Hub.html#method.hash_state), and nothing else |
/// | `Default` | `Default` for **the struct**, from the columns' defaults: see [above](#three-kinds-of-defaults) |
/// | `Serialize`, `Deserialize` | serde's traits for the hub, with the feature `serde`; with `tracked` above, also `Hub::delta` and `Mirror`; both together, `EditRow` for editors |
///
/// What is not derived is not implemented, so you can implement it for the generated
/// types yourself.
///
/// # Markers
///
/// The id of a generic struct has the struct's parameters, because it is a
/// `Handle<Node<T>>`. With a marker it has only the parameters that occur in the marker,
/// and helpers for ids need no parameter of the struct. The marker is any type.
///
/// ```
/// use soa_runtime::{Handle, IdAllocator};
///
/// struct NodeTag;
///
/// #[derive(IdAllocator)]
/// #[soa(id = NodeId, marker = NodeTag)]
/// struct Node<T> {
///     parent: Option<NodeId>,
///     value: Option<T>,
/// }
///
/// let mut nodes = NodeHub::<u32>::new();
/// let id: NodeId = nodes.alloc(); // not `NodeId<u32>`
/// let same: Handle<NodeTag> = id;
/// assert_eq!(*nodes.row(same).value, None);
/// ```
///
/// Hubs with the same marker and the same `bits` have **one id type**, so the compiler
/// accepts the id of one hub in the other. There it finds another row, or none. The
/// hubs of `Node<u32>` and `Node<f32>` above are an example.
///
/// # Tags
///
/// Two hubs of one type issue the same ids, and the id of one hub finds another row in the
/// other. With a tag, each hub refuses the ids of the others as it refuses stale ids:
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(bits(index = 24, generation = 24, tag = 16))]
/// struct Program { entry: &'static str }
///
/// let mut sky = ProgramHub::with_tag(0); // as `new()`
/// let mut lit = ProgramHub::with_tag(1);
/// let id = lit.insert(Program { entry: "fragment" });
/// assert_eq!(id.to_string(), "0v1@1");
/// sky.insert(Program { entry: "vertex" });
/// assert!(lit.contains(id) && !sky.contains(id));
/// ```
///
/// The tag is part of the word that is compared anyway, so the check costs nothing, and a
/// hub is not larger.
///
/// With `parent = Program` the tag is the id of a program, so it must have as many bits, 16 or 32.
/// `StateHub::with_parent(program)` then takes the place of `with_tag`, and `hub.parent()` and
/// `id.parent()` return the program. The children of a parent whose slot was used again are refused;
/// see [`guide::nested`](https://docs.rs/soa-runtime/latest/soa_runtime/guide/nested/index.html).
///
/// # Alignment
///
/// A column starts at a multiple of the alignment of its type. With `align = N` every column
/// that has a size starts at a multiple of `N` bytes, in every capacity. `N` is a power of
/// two of at most 4096. A type with a larger alignment keeps its own. Each column loses at
/// most `N - 1` bytes in the block of the hub, which
/// [`Hub::memory`](https://docs.rs/soa-runtime/latest/soa_runtime/struct.Hub.html#method.memory)
/// counts with the slot table.
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(align = 64)]
/// struct Particle { life: f32, team: u8, heat: f32 }
///
/// let mut particles = ParticleHub::new();
/// for _ in 0..100 {
///     particles.alloc();
///     let columns = particles.columns();
///     assert_eq!(columns.life.as_ptr().align_offset(64), 0);
///     assert_eq!(columns.team.as_ptr().align_offset(64), 0);
///     assert_eq!(columns.heat.as_ptr().align_offset(64), 0);
/// }
/// ```
///
/// Loops with wide vector instructions over columns that are in the cache get faster; see
/// [`guide::speed`](https://docs.rs/soa-runtime/latest/soa_runtime/guide/speed/index.html#aligned-columns).
///
/// # Another path
///
/// The expansion contains one `unsafe impl`, which states the fields to the runtime at
/// `path`. A crate that imitates the runtime could use that statement for undefined
/// behaviour. So `path` must be the crate `soa-runtime` or a re-export of it: naming
/// another crate is as good as writing `unsafe` yourself.
///
/// # Saves
///
/// If the hub derives `Serialize` or `Deserialize`, a snapshot supports these attributes
/// of serde, even if the struct itself derives neither trait. On a field: `rename`,
/// `alias`, `skip`, `skip_serializing`, `skip_serializing_if`, `skip_deserializing`,
/// `default`, `with`, `serialize_with`, `deserialize_with`. On the struct: `rename`,
/// `rename_all`, `deny_unknown_fields`. All others are errors. A field with `default`
/// without a path, and a skipped field, gets its **column's** default, so version 2 of a
/// struct reads what version 1 wrote. A hub that derives both traits must be able to load
/// what it saves: `skip_serializing` and `skip_serializing_if` require a `default`, unless the
/// column is an `Option`, which is read as `None`.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Serialize, Deserialize))]
/// struct Texture {
///     #[serde(alias = "mip_levels")]
///     mips: u32,
///     #[serde(default)]
///     #[soa(default = 1)]
///     layers: u32,
/// }
///
/// let save = r#"{"live": [[4294967296, {"mip_levels": 4}]], "free": [], "retired": []}"#;
/// let textures: TextureHub = serde_json::from_str(save)?;
/// let id = textures.id_of_slot(0).expect("it was saved");
/// assert_eq!((*textures.row(id).mips, *textures.row(id).layers), (4, 1));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Limits
///
/// - The struct must have named fields, because they name the columns. Each field's type
///   must have a size, because a column is an array. (`str` is recognised by its name, so
///   your own type with that name cannot be a column.)
/// - A generated type takes the place of an imported one of the same name. A field whose type
///   is a `{Struct}Row` from another module is an error; see `row` and `columns` above.
/// - The struct must not implement `Drop`, because its fields are moved out. The type of
///   a field may.
/// - `alloc` exists for the type parameters with which every field without a
///   `default = ..` has a `Default`: a field `Option<T>` works with any `T`, and a field
///   `T` does not. In the slots layout the same holds for freeing rows.
#[proc_macro_derive(IdAllocator, attributes(soa, serde))]
pub fn id_allocator(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input.into()).into()
}

/// Implements `World` for a struct of hubs and values, so that functions for whole worlds take it.
///
/// The struct has named fields. A field without an attribute is a hub.
///
/// | above a field | meaning |
/// |---|---|
/// | `#[world(value)]` | the field is a value of any type with the traits that a function asks for |
/// | `#[world(skip)]` | the field is no part of the world, for example an index or a window. A loaded or promoted world has its `Default` |
/// | `#[world(name = "..")]` | the name of the part in files and packets, which is the name of the field otherwise |
///
/// | above the struct | meaning |
/// |---|---|
/// | `#[world(mirror)]` | generates `GameMirror` for a struct `Game`: the copy that follows it by deltas (feature `serde`) |
/// | `#[world(crate = path)]` | the path of the runtime crate, if it is not `::soa_runtime` |
///
/// `cfg_attr`, `cfg` on fields, parameters and a `where` clause work. The names of two parts differ, and
/// are not `version`, `since` and `tick`, which are keys of packets. The types of the parts must be as
/// visible as the struct, because the trait names them.
///
/// # The mirror
///
/// A world without hubs has no ticks, so its mirror never finds a packet new.
/// `GameMirror` has a public field for each part: a `Mirror<Unit>` for a hub, and a value as itself.
/// `GameMirror::default()` has seen nothing. Its methods are:
///
/// - `apply(deserializer)` and `apply_owned(delta)`, which apply a delta of the world, or nothing if a
///   part of it would be refused;
/// - `tick()`, the last tick that it has seen, from which the next delta starts;
/// - `promote()`, which makes a `Game` of it, with hubs that issue ids.
///
/// ```
/// use soa_runtime::{IdAllocator, World};
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all)]
/// struct Unit { hp: u32 }
///
/// #[derive(World, Default)]
/// struct Game {
///     units: UnitHub,
///     #[world(value, name = "time")]
///     clock: u64,
///     #[world(skip)]
///     selected: Vec<UnitId>,
/// }
///
/// assert_eq!(Game::NAMES, ["units", "time"]);
/// ```
#[proc_macro_derive(World, attributes(world))]
pub fn world(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    world::derive(input.into()).into()
}

/// Reads the struct, checks it, reports all mistakes, and expands it.
///
/// It is expanded in spite of mistakes, so that the compiler does not report missing
/// types as well, unless a mistake would make every line of the expansion an error.
fn derive(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let record = Record::read(input, &mut errors);
    let record = record.and_then(|record| rules::check(record, &mut errors));
    let errors = errors.into_compile_errors();
    let code = record.iter().map(expand::expand);
    quote!(#errors #(#code)*)
}
