//! Serde: hubs as snapshots that keep every id valid, handles as text or small numbers.
//!
//! What a snapshot contains in both of its forms, and what is refused, is documented
//! where users find it: at `Serialize` and `Deserialize` of [`Hub`]. [`text`] and
//! [`binary`] write the two forms, [`binary`] reads its own and [`either`] reads both,
//! [`check`] trusts neither.

mod binary;
mod check;
mod either;
mod ids;
mod lists;
mod numbers;
mod parts;
mod text;

pub(crate) use parts::{Record, Sequence};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::hub::Hub;
use crate::record::{IdAllocator, Row, Vacate};

/// A record that can be read from a snapshot.
///
/// Implemented by the derive with `#[soa(derive(Deserialize))]`.
///
/// # Examples
///
/// ```
/// use serde::de::value::{Error, MapDeserializer};
/// use soa_runtime::{DeserializeRow, IdAllocator};
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Deserialize))]
/// struct Texture {
///     mips: u32,
///     #[serde(default)]
///     #[soa(default = 6)]
///     layers: u32,
/// }
///
/// let fields = MapDeserializer::<_, Error>::new([("mips", 4)].into_iter());
/// let texture = Texture::deserialize_row(fields)?;
/// assert_eq!((texture.mips, texture.layers), (4, 6));
/// # Ok::<(), serde::de::value::Error>(())
/// ```
pub trait DeserializeRow<'de>: IdAllocator {
    /// Reads the struct, field by field.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn deserialize_row<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Writes a snapshot. O(slots).
///
/// It has the live rows with their ids in the order of the rows, the free slots
/// with their next generations in the order of their reuse, the retired slots, and
/// the [withheld](Hub::is_withheld) ids: the hub read from it has the same live ids,
/// withholds the same, refuses the same stale ones, and issues the same ids from then
/// on. What the holes of the slots layout hold is not in it; they are read as the
/// defaults.
///
/// # Form
///
/// In a format for humans there are four lists, and an id is the text that `Display`
/// prints. Live rows are listed with their ids, free slots with their next generations:
///
/// ```json
/// {"live": [["0v1", {"mips": 4}]], "free": [[1, 2]], "retired": [], "withheld": []}
/// ```
///
/// In any other there are small numbers, as most formats write those in few bytes:
///
/// | list | what |
/// |---|---|
/// | `slots` | one number for each slot, in their order: twice its generation, counted from the first one, and 1 more if it is not live. A free slot's generation is the one that comes next, a withheld slot's the one that was issued, a retired slot's counts as the first |
/// | `free` | the free slots in the order of their reuse; what is neither live nor here nor withheld is retired |
/// | `rows` | the live rows in their order: with the slots layout the records alone, with the dense layout each after its slot |
/// | `withheld` | the slots of the ids that are issued and have no row |
///
/// A slot of the last three lists is written as the way to it from the slot behind
/// the one before it, at first from slot 0: `2 * way`, or `2 * way - 1` back. So a
/// fresh row costs one byte in postcard, two with the dense layout. A handle in a
/// field is its index and its generation, the dangling one twice 0; a handle without
/// generation is its bits. Each number is of the smallest type that has room for it.
///
/// # Versions
///
/// In formats that name fields a snapshot outlives its record: say with serde's
/// words on the fields (`rename`, `alias`, `default`, `skip` ..) what an old one
/// may have or lack. A field that is missing and marked `default` takes its
/// column's default. In formats that do not name fields, as postcard, a snapshot is
/// of one version of the record; keep a number for it beside the hub. The option
/// `bits` is part of the record's version in either, `layout` in other than text.
impl<T: IdAllocator> Serialize for Hub<T>
where
    for<'a> Row<'a, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            text::write(self, serializer)
        } else {
            binary::write(self, serializer)
        }
    }
}

/// Reads a snapshot. O(slots).
///
/// Input may be hostile: every slot must occur once, in a state that it can have,
/// and anything else is refused before there is a hub. No number in the input is a
/// reason to reserve memory: the hub has the slots that were read. (With the slots
/// layout each is a row, so a free one costs more than its two numbers.)
///
/// A format for humans, and serde's buffer for `tag`, `untagged` and `flatten`, may have
/// the lists of either form, in any order, and each id as text, as the pair of index and
/// generation, or as the number of its bits. Lists without names are told apart by the
/// first one: numbers are slots, pairs are rows. A snapshot that mixes the lists of both
/// forms is refused, and so is a list that is given twice. In other formats the second
/// form alone is read.
/// [`guide::saves`](crate::guide::saves) shows which containers work in which formats.
impl<'de, T: DeserializeRow<'de> + Vacate> Deserialize<'de> for Hub<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let contents = if deserializer.is_human_readable() {
            either::read(deserializer)?
        } else {
            binary::read(deserializer)?
        };
        let mut hub = Hub::new();
        contents.check().map_err(D::Error::custom)?;
        hub.try_reserve(contents.slots())
            .map_err(D::Error::custom)?;
        contents
            .fill(hub.store.typed_mut())
            .map_err(D::Error::custom)?;
        Ok(hub)
    }
}
