//! The form of a delta, while it is written.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::changed::{ChangedRows, ChangedValues, WriteAs};
use super::gaps::Gaps;
use super::record::{SerializeDelta, VisitWritten};
use super::{Delta, PARTS, version_of};
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::record::{IdAllocator, Row};
use crate::snapshot::Sequence;

/// Writes the changes. O(slots / 32 + changes).
///
/// # Form
///
/// A delta has these parts, in this order and in every format:
///
/// | part | what |
/// |---|---|
/// | `version` | a hash of the columns that travel, their types, the bits of the id, the number of this form, which is 3, and the layout. Formats that name fields ignore it |
/// | `since`, `tick` | the tick with which the delta starts, and the one with which it ends |
/// | `slots` | the number of slots of the hub |
/// | `freed` | the slots that changed and have no row: slot, the generation of the id that it issues next. First the free slots in the order of the free list, then the others: a retired slot has generation 0, which no id has, and a reserved one the generation after the id that was issued, plus 2^32 |
/// | `made` | the slots that changed and have a row: slot, generation, record |
/// | `changed` | for each tracked column the rows that changed otherwise: slot, value |
/// | `order` | only in the dense layout, the rows that were made or may have moved: row, slot, and the number of rows after it that have the slots after it |
/// | `tag` | the [tag](crate::Hub::tag) of the hub, only if its ids have tag bits |
///
/// Each slot of a list is written as its distance from the slot after the one before, so that a
/// changed value costs one or two bytes more than the value in postcard. In the dense layout, a row of
/// which every tracked column was written costs three to five bytes more, because it may have moved.
/// The slots of a list ascend, except in `freed` and `order`, where a distance may be negative.
///
/// # Versions
///
/// This is form 3. In form 2, `freed` was not in the order of the free list, and reserved slots
/// were not marked. In form 1, it had no generations. A mirror refuses a delta of form 1 that frees
/// a slot, because once it is [promoted](crate::Mirror::promote) it could issue an id twice. Form 2
/// is read from formats that name fields.
///
/// In formats that name fields, the columns of records and of changed values have their
/// serialized names, and `alias`, `default` and unknown fields work as in a snapshot. In
/// other formats, for example postcard, sender and receiver must have the same columns and the
/// same layout, and a mirror refuses a delta with another `version`. The attributes of serde on fields hold
/// as in a snapshot, except that `skip_serializing_if` is ignored for changed values. A
/// field with `skip`, or one that is skipped in one direction, never travels as a changed value.
impl<T: SerializeDelta> Serialize for Delta<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Delta { hub, since, .. } = *self;
        let [version, from, to, slots, freed, made, changed, order, tag] = PARTS;
        let all = hub.slots_changed_since(since);
        let with_row = all.clone().filter(|(_, id)| id.is_some()).count();

        let mut parts = serializer.serialize_struct("Delta", super::parts::<T>().len())?;
        parts.serialize_field(version, &const { version_of::<T>(T::TRAVELLING) })?;
        parts.serialize_field(from, &since)?;
        parts.serialize_field(to, &self.tick())?;
        parts.serialize_field(slots, &hub.store.slots())?;
        parts.serialize_field(freed, &self.vacant())?;
        let list = || {
            let mut gaps = Gaps::default();
            let live = all.clone().filter_map(|(slot, id)| Some((slot, id?)));
            live.filter_map(move |(slot, id)| {
                Some((gaps.to(slot), id.generation(), Whole::<T>(hub.get(id)?)))
            })
        };
        parts.serialize_field(made, &Sequence(with_row, list))?;
        parts.serialize_field(changed, &ChangedRows::new(hub, since))?;
        if T::Layout::DENSE {
            parts.serialize_field(order, &self.order())?;
        }
        if T::Id::TAG_BITS > 0 {
            parts.serialize_field(tag, &hub.tag())?;
        }
        parts.end()
    }
}

/// A whole record.
struct Whole<'a, T: SerializeDelta>(Row<'a, T>);

impl<T: SerializeDelta> Serialize for Whole<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::write_row(&self.0, serializer)
    }
}

/// The changed values of a hub, which are written column by column.
impl<T: SerializeDelta> Serialize for ChangedRows<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (record, names) = T::WRITTEN;
        let mut fields = WrittenFields {
            fields: serializer.serialize_struct(record, names.len())?,
            names: names.iter(),
        };
        T::visit_written(self, &mut fields)?;
        fields.fields.end()
    }
}

/// A struct that is written, and the names of its fields that follow.
struct WrittenFields<S, N> {
    fields: S,
    names: N,
}

impl<T, S, N> VisitWritten<T> for WrittenFields<S, N>
where
    T: IdAllocator,
    S: SerializeStruct,
    N: Iterator<Item = &'static &'static str>,
{
    type Error = S::Error;

    fn column<F, W: WriteAs<F>>(
        &mut self,
        _: usize,
        values: &ChangedValues<'_, T, F, W>,
    ) -> Result<(), S::Error> {
        let name = self.names.next().expect("each column has a name");
        self.fields.serialize_field(name, values)
    }
}
