//! Serde: hubs as snapshots that keep every id valid, handles as numbers.
//!
//! A snapshot has the live rows with their ids in the order of the rows, the free
//! slots with their next generations in the order of their reuse, and the retired
//! slots. The hub made of it has the same live ids, refuses the same stale ones,
//! and issues the same ids from then on. What its holes hold is not in it: they
//! have the defaults.
//!
//! # Formats
//!
//! In a human-readable format ([`text`]) there are three lists, and an id is one
//! number, its word:
//!
//! ```json
//! {"live": [[4294967296, {"mips": 4}]], "free": [[1, 2]], "retired": []}
//! ```
//!
//! In any other ([`binary`]) there is one number for each slot and one for each
//! free slot, and a row of the slots layout is written without its id, which
//! follows from the slots.
//!
//! # Hostile input
//!
//! Every slot must occur once, in a state that it can have; anything else is
//! refused before there is a hub. No number in the input is a reason to reserve
//! memory: the hub has the slots that were read. (With the slots layout each is a
//! row, so a free one costs more than its two numbers.)
//!
//! # Versions
//!
//! A field that was added, renamed or dropped is the business of serde's
//! attributes on the record's fields, in formats that name fields; a field marked
//! `default` that is missing takes its column's default. In formats that do not,
//! as postcard, a snapshot is of one version of the record. The lists themselves
//! grow at their end alone, and the states of a slot by values not used yet.

mod binary;
mod check;
mod ids;
mod numbers;
mod parts;
mod text;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::hub::Hub;
use crate::record::{IdAllocator, Row, Vacate, shape_of};

/// A record that can be read from a snapshot.
///
/// Implemented by the derive with `#[soa(derive(Deserialize))]`.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "derive")] {
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
/// # }
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

impl<T: IdAllocator> Serialize for Hub<T>
where
    for<'a> Row<'a, T>: Serialize,
{
    /// Writes a snapshot: ids stay valid, the order of reuse is kept. O(slots).
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            text::write(self, serializer)
        } else {
            binary::write(self, serializer)
        }
    }
}

impl<'de, T: DeserializeRow<'de> + Vacate> Deserialize<'de> for Hub<T> {
    /// Reads a snapshot; refuses one in which a slot is missing, occurs twice or
    /// has a state that it cannot have. O(slots).
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let contents = if deserializer.is_human_readable() {
            text::read(deserializer)?
        } else {
            binary::read(deserializer)?
        };
        let mut hub = Hub::new();
        contents.check().map_err(D::Error::custom)?;
        hub.try_reserve(contents.slots())
            .map_err(D::Error::custom)?;
        contents
            .fill(shape_of::<T>(), &mut hub.store)
            .map_err(D::Error::custom)?;
        Ok(hub)
    }
}
