//! The derive of the `soa-runtime` crate.

mod attributes;
mod docs;
mod error;
mod expand;
mod generics;
mod model;
mod names;
mod rules;
mod saves;
mod syntax;
#[cfg(test)]
mod tests;
mod written;

use proc_macro2::TokenStream;
use quote::quote;

use crate::error::Errors;
use crate::model::Record;

/// Makes a hub for a struct: its fields as named columns, its values reached by id.
///
/// # What is generated
///
/// For `struct Texture`, with its visibility, parameters and bounds:
///
/// | name | what |
/// |---|---|
/// | `TextureHub` | the hub: a newtype of your own crate that dereferences to `Hub<Texture>` |
/// | `TextureId` | the handle of a row |
/// | `TextureRow`, `TextureRowMut` | one row: one reference per field |
/// | `TextureColumns`, `TextureColumnsMut` | all columns: one `Column` or `ColumnMut` per field |
///
/// The views' fields have the name, the visibility and the documentation of the
/// struct's. No field becomes a method, so no field name is reserved, except
/// those that start with `__soa_`.
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
/// They stand in one or more `#[soa(..)]` above it; `cfg_attr` works.
///
/// | option | meaning |
/// |---|---|
/// | `hub = Name`, `id = Name` | other names than `{Struct}Hub` and `{Struct}Id` |
/// | `layout = slots` | the default: a live row never moves, and a hole holds the defaults |
/// | `layout = dense` | the rows have no holes; freeing one moves the last into its place |
/// | `bits(index = I, generation = G)` | how the handle is divided; either is 32 if it is not given. It is stored in the smallest of `u16`, `u32` and `u64` that holds both. With `generation = 0` only liveness is checked |
/// | `recycle = lifo` | the default: the slot freed last is reused first |
/// | `recycle = fifo`, `recycle = fifo(min_free = N)` | the slot freed first is reused first, and only once `N` are free |
/// | `exhausted = retire` | the default: a slot whose generations are used up is never used again |
/// | `exhausted = wrap` | its generations start over |
/// | `holes = defaults` | the default: a freed row holds the defaults until its slot is used again |
/// | `holes = kept` | freeing writes nothing into columns that need no drop; they keep the last value (slots layout only) |
/// | `derive(..)` | what hub and views implement by their fields: `Clone` (the hub), `Debug`, `PartialEq`, `Eq`, and with the feature `serde` `Serialize` and `Deserialize` (the hub); may stand in several attributes, one in a `cfg_attr` among them |
/// | `crate = path` | where the runtime crate is, if not at `::soa_runtime` |
///
/// # Options of a field
///
/// | option | meaning |
/// |---|---|
/// | `default = expression` | what `alloc` writes; without it the `Default` of the type |
/// | `required` | there is no default, so rows are made by `insert` alone; with `layout = dense` |
/// | `tracked` | the column notes which rows were written, for up to 8 readers: `columns.name.take_changes(reader, gap)`; one more byte per row |
/// | `links` | the column has ids of rows, which `relink` replaces; the column's type implements `Links` |
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
/// # Saves
///
/// Where the hub derives `Serialize` or `Deserialize`, a snapshot honours serde's
/// own words, also if the struct itself derives neither. On a field: `rename`,
/// `alias`, `skip`, `skip_serializing`, `skip_serializing_if`,
/// `skip_deserializing`, `default`, `with`, `serialize_with`, `deserialize_with`;
/// on the struct: `rename`, `rename_all`, `deny_unknown_fields`. Any other is an
/// error. A field marked `default` without a path, and one that is skipped, takes
/// its **column's** default, so that version 2 of a struct reads what version 1
/// wrote:
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
/// # What it cannot do
///
/// - The struct must have named fields, because they name the columns, and each
///   a size, because a column is an array. (It tells `str` by its name alone, so
///   a type of your own cannot be a column under that name.)
/// - The struct itself must not implement `Drop`: its fields live apart. A field
///   may.
/// - `alloc` is there for the type parameters with which every field without a
///   `default = ..` has a `Default`: for any `T` with an `Option<T>`, but not with
///   a `T`. In the slots layout the same goes for freeing.
#[proc_macro_derive(IdAllocator, attributes(soa, serde))]
pub fn id_allocator(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input.into()).into()
}

/// Reads the struct, checks it, tells what is wrong with it, and expands it all
/// the same, so that one mistake is not told twice; unless the compiler would
/// refuse every line of the expansion for that mistake.
fn derive(input: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let record = Record::read(input, &mut errors);
    let record = record.and_then(|record| rules::check(record, &mut errors));
    let errors = errors.into_compile_errors();
    let code = record.iter().map(expand::expand);
    quote!(#errors #(#code)*)
}
