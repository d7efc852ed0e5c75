//! Serde: hubs as snapshots that keep every id valid, handles as text or small numbers.
//!
//! The documentation of `Serialize` and `Deserialize` of [`Hub`] describes both forms of a
//! snapshot, and what is refused. [`write_text`] and [`binary`] write the two forms. [`binary`]
//! reads its own form, and [`either`] reads both. [`check`] trusts neither.

mod binary;
mod check;
mod edit;
mod either;
mod ids;
mod rows;

pub use edit::{EditRow, SetFieldError, pass_over, write_field};
pub(crate) use rows::ReadInto;

use serde::de::Error;
use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::binary::{Number, OfTag};
use self::ids::SavedId;
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::record::{IdAllocator, Row, Vacate};

/// What a serializer of this type returns.
#[doc(hidden)]
pub type Written<S> = Result<<S as Serializer>::Ok, <S as Serializer>::Error>;

/// A value that was read from a deserializer of this type.
#[doc(hidden)]
pub type Read<'de, V, D> = Result<V, <D as Deserializer<'de>>::Error>;

/// A record that can be read from a snapshot.
///
/// Implemented by the derive with `#[soa(derive(Deserialize))]`.
///
/// # Examples
///
/// ```
/// use serde::de::value::{Error, MapDeserializer};
/// use soa_runtime::generic::DeserializeRow;
/// use soa_runtime::IdAllocator;
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
    /// Returns an error if the deserializer does.
    fn deserialize_row<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Writes a snapshot. O(slots).
///
/// It contains the live rows with their ids, in the order of the rows. It contains the free
/// slots with their next generations, in the order of their reuse. The retired slots, the
/// [reserved](Hub::is_reserved) ids, and the [tag](Hub::tag) follow. The hub that is read from
/// it has the same live ids, reserves and refuses the same ids, and issues the same ids
/// from then on. The content of holes is not saved. With the slots layout, holes are read
/// as the defaults.
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
/// In any other format there are small numbers, because most formats write small numbers
/// in few bytes:
///
/// | list | content |
/// |---|---|
/// | `slots` | one number for each slot, in their order: twice its generation, counted from the first one, and 1 more if it is not live. A free slot's generation is the one that comes next, a reserved slot's the one that was issued, a retired slot's counts as the first |
/// | `free` | the free slots in the order of their reuse; what is neither live nor here nor reserved is retired |
/// | `rows` | the live rows in their order: with the slots layout only the records, with the dense layout each after its slot |
/// | `withheld` | the slots of the ids that are issued and have no row |
///
/// In the last three lists, a slot is written as a distance. It is counted from the slot
/// after the preceding one in the list, and the first one from slot 0. A distance forward
/// is written as `2 * distance`, and a distance back as `2 * distance - 1`. So a fresh row
/// costs one byte in postcard, and two with the dense layout. A handle in a field is its
/// index and its generation, and the dangling handle is 0 twice. A handle without a
/// generation is its bits. Each number has the smallest type in which it fits.
///
/// If ids have tag bits, the tag of the hub follows the lists in both forms, as a number
/// called `tag`. A save without it is older than the tag bits, and its tag is 0. A handle
/// in a field then is three numbers: index, generation and tag.
///
/// # Versions
///
/// In formats that name fields, the record may change after a snapshot was written. Use
/// serde's attributes on the fields (`rename`, `alias`, `default`, `skip` ..) to say which
/// fields an old snapshot may have or lack. A field that is missing and marked `default`
/// gets the default of its column. In formats that do not name fields, for example postcard,
/// a snapshot belongs to one version of the record. Store the number of that version beside
/// the hub. The option `bits` is part of the version in all formats, and `layout` in formats
/// that are not for humans.
impl<T: IdAllocator> Serialize for Hub<T>
where
    for<'a> Row<'a, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            write_text(self, serializer)
        } else {
            binary::write(self, serializer)
        }
    }
}

/// Reads a snapshot. O(slots).
///
/// The input may be hostile. Every slot must occur once, in a state that it can have.
/// Anything else is refused before a hub is made. Memory is never reserved because of a
/// number in the input: the hub has the slots that were read. (With the slots layout each
/// slot is a row, so a free slot takes more memory than its two numbers.) If a record has a field
/// with a hub, up to 32 hubs may be inside each other, so that input cannot overflow the stack: see
/// [`guide::saves`](crate::guide::saves#depth).
///
/// A format for humans may have the lists of either form, in any order, and so may serde's buffer
/// for `tag`, `untagged` and `flatten`. Each id is text, the pair of index and generation, or the
/// number of its bits. The first of several lists without names decides which
/// form it is: numbers are slots, pairs are rows. A snapshot that mixes the lists of both
/// forms is refused, and a list that is given twice is refused too. In formats that claim
/// not to be for humans, only the second form is read.
/// [`guide::saves`](crate::guide::saves) shows which containers work in which formats.
impl<'de, T: DeserializeRow<'de> + Vacate> Deserialize<'de> for Hub<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let level = Level::begin()?;
        let contents = if deserializer.is_human_readable() {
            either::read(deserializer)?
        } else {
            binary::read(deserializer)?
        };
        drop(level);
        contents.check().map_err(D::Error::custom)?;
        let mut hub = Hub::with_tag(contents.tag);
        hub.try_reserve(contents.slots())
            .map_err(D::Error::custom)?;
        contents
            .fill(hub.store.typed_mut())
            .map_err(D::Error::custom)?;
        Ok(hub)
    }
}

/// How many hubs may be inside each other in what is read.
///
/// Each level puts a reader on the stack. Without optimisation, 32 levels of small records take less
/// than half of the 2 MiB that a thread has by default.
#[cfg(feature = "std")]
const MOST: u32 = 32;

#[cfg(feature = "std")]
std::thread_local! {
    static DEPTH: core::cell::Cell<u32> = const { core::cell::Cell::new(0) };
}

/// A hub or a delta that is being read. Without the standard library there is nowhere to count, so
/// the format has to limit the depth.
pub(crate) struct Level(());

impl Level {
    /// Begins a level.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many.
    pub(crate) fn begin<E: Error>() -> Result<Self, E> {
        #[cfg(feature = "std")]
        {
            if DEPTH.get() >= MOST {
                return Err(E::custom(format_args!(
                    "hubs are more than {MOST} deep inside each other"
                )));
            }
            DEPTH.set(DEPTH.get() + 1);
        }
        Ok(Level(()))
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        #[cfg(feature = "std")]
        DEPTH.set(DEPTH.get() - 1);
    }
}

fn write_text<T: IdAllocator, S: Serializer>(hub: &Hub<T>, serializer: S) -> Result<S::Ok, S::Error>
where
    for<'a> Row<'a, T>: Serialize,
{
    let (store, stats) = (&hub.store, hub.stats());
    let live = || hub.iter().map(|(id, row)| (SavedId(id), row));
    let free = || store.typed().free_slots();
    let retired = || store.typed().retired();
    let reserved = || store.typed().reserved().map(SavedId);
    let mut lists = serializer.serialize_struct("Hub", fields::<T>())?;
    lists.serialize_field("live", &Sequence(stats.live, live))?;
    lists.serialize_field("free", &Sequence(stats.free, free))?;
    lists.serialize_field("retired", &Sequence(stats.retired, retired))?;
    lists.serialize_field("withheld", &Sequence(stats.reserved, reserved))?;
    write_tag(hub, &mut lists)?;
    lists.end()
}

/// Returns the number of fields of a snapshot: four lists, and the tag if ids have one.
fn fields<T: IdAllocator>() -> usize {
    if T::Id::TAG_BITS == 0 { 4 } else { 5 }
}

/// Writes the tag of the hub, if ids have one. It is the last field.
fn write_tag<T: IdAllocator, F: SerializeStruct>(
    hub: &Hub<T>,
    fields: &mut F,
) -> Result<(), F::Error> {
    if T::Id::TAG_BITS == 0 {
        return Ok(());
    }
    fields.serialize_field("tag", &Number::<OfTag<T::Id>>::new(hub.tag()))
}

/// A sequence of known length that is written from an iterator.
pub(crate) struct Sequence<F>(pub(crate) usize, pub(crate) F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Sequence<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0))?;
        (self.1)().try_for_each(|item| sequence.serialize_element(&item))?;
        sequence.end()
    }
}

/// A record, which is read by its own implementation.
pub(crate) struct Record<T>(pub(crate) T);

impl<'de, T: DeserializeRow<'de>> Deserialize<'de> for Record<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_row(deserializer).map(Record)
    }
}
