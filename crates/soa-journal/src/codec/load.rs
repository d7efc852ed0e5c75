//! Reading records of hubs, by the names of their columns.

use std::fmt;
use std::slice::IterMut;

use postcard::Deserializer as Postcard;
use postcard::de_flavors::Slice;
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};
use soa_runtime::__private::SavedColumn;
use soa_runtime::{Applied, Hub, Mirror, OwnedDelta};

use super::access::{Map, Seq};
use super::form::{Head, LENGTH, bits_of, type_of};
use super::writer;
use crate::error::JournalError;
use crate::record::JournalRecord;

/// A hub that is put together from what was written of it.
pub(crate) struct Replay<'a, T: JournalRecord> {
    name: &'a str,
    mirror: Mirror<T>,
    /// Whether each record has the columns that the record of `T` has now.
    is_current: bool,
}

impl<'a, T: JournalRecord> Replay<'a, T> {
    /// Begins with an empty hub.
    pub(crate) fn new(name: &'a str) -> Self {
        Replay {
            name,
            mirror: Mirror::new(),
            is_current: true,
        }
    }

    /// Applies a record. The bytes are freed before the rows are written.
    pub(crate) fn apply(&mut self, bytes: Vec<u8>) -> Result<(), JournalError> {
        let delta = self.read(&bytes)?;
        drop(bytes);
        match self.mirror.apply_owned(delta) {
            Ok(Applied::Now(_)) => Ok(()),
            Ok(Applied::Old) => {
                let reason = "a record is not newer than the one before it";
                Err(JournalError::damaged_in(self.name, reason))
            }
            Err(error) => Err(JournalError::damaged_in(self.name, error.to_string())),
        }
    }

    /// Returns the hub, and whether a delta may follow in the file. It ends the tick that the last
    /// record ended, so that later deltas follow. If ids are reserved in the file, which are free
    /// in the hub, the hub is next written whole.
    pub(crate) fn finish(self) -> (Hub<T>, bool) {
        let may_follow = self.is_current && !self.mirror.has_reserved();
        let tick = self.mirror.tick();
        let mut hub = self.mirror.promote();
        hub.advance_to(tick);
        (hub, may_follow)
    }

    /// Returns the hub as it is in the file, with the tick that the last record ended.
    pub(super) fn into_mirror(mut self) -> Mirror<T> {
        self.mirror.advance_to(self.mirror.tick());
        self.mirror
    }

    /// Reads a record.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Result<OwnedDelta<T>, JournalError> {
        let name = self.name;
        let parsed = Parsed::new(bytes).map_err(|reason| damaged(name, reason))?;
        let defaults = self.defaults(&parsed)?;
        let mut columns = Columns::new(&parsed, &defaults, T::SAVED);
        self.is_current &= columns.is_current;
        let parts = Parts {
            parsed: &parsed,
            lists: Postcard::from_bytes(parsed.lists),
            columns: &mut columns,
            next: 0,
        };
        let delta = OwnedDelta::<T>::deserialize(Map(parts));
        let delta = delta.map_err(|error| damaged(name, error))?;
        if columns.has_more() {
            return Err(damaged(name, "bytes are left over"));
        }
        Ok(delta)
    }

    /// Compares the columns of a record with those of `T`. Returns the bytes of the value of each
    /// column that is missing.
    fn defaults(&self, parsed: &Parsed<'_>) -> Result<Vec<Vec<u8>>, JournalError> {
        let changed = |column, expected, found| JournalError::Changed {
            hub: self.name.to_owned(),
            column,
            expected,
            found,
        };
        let bits = bits_of::<T::Id>();
        if parsed.head.bits != bits {
            let text = |[index, generation, tag]: [u8; 3]| {
                format!("bits(index = {index}, generation = {generation}, tag = {tag})")
            };
            let found = Some(text(parsed.head.bits));
            return Err(changed("id".to_owned(), text(bits), found));
        }
        let mut defaults = Vec::new();
        for (position, column) in T::SAVED.iter().enumerate() {
            let mut default = writer(Vec::new());
            let expected = type_of(column);
            match parsed.find(column) {
                Some(found) if found.type_name != expected => {
                    let found = Some(found.type_name.to_owned());
                    return Err(changed(column.names[0].to_owned(), expected, found));
                }
                None if parsed.has_rows() => match T::write_default(position, &mut default) {
                    Some(Ok(())) => {}
                    Some(Err(error)) => return Err(damaged(self.name, error)),
                    None => return Err(changed(column.names[0].to_owned(), expected, None)),
                },
                _ => {}
            }
            defaults.push(default.output.0);
        }
        Ok(defaults)
    }
}

fn damaged(name: &str, reason: impl fmt::Display) -> JournalError {
    JournalError::damaged_in(name, reason.to_string())
}

/// A column of a record.
struct FileColumn<'de> {
    name: &'de str,
    type_name: &'de str,
    values: &'de [u8],
}

/// A record that was taken apart.
struct Parsed<'de> {
    head: Head,
    /// The slots without rows, and where rows moved.
    lists: &'de [u8],
    /// The number of rows that were made, and their ids.
    made: (u64, &'de [u8]),
    columns: Vec<FileColumn<'de>>,
}

impl<'de> Parsed<'de> {
    fn new(bytes: &'de [u8]) -> Result<Self, String> {
        let text = |error: postcard::Error| error.to_string();
        let (head, rest) = postcard::take_from_bytes::<Head>(bytes).map_err(text)?;
        let (lists, rest) = take_block(rest)?;
        let (made, mut rest) = take_block(rest)?;
        let made = postcard::take_from_bytes(made).map_err(text)?;
        let mut columns = Vec::new();
        while !rest.is_empty() {
            let ((name, type_name), after) = postcard::take_from_bytes(rest).map_err(text)?;
            let (values, after) = take_block(after)?;
            columns.push(FileColumn {
                name,
                type_name,
                values,
            });
            rest = after;
        }
        Ok(Parsed {
            head,
            lists,
            made,
            columns,
        })
    }

    /// Returns whether rows were made, for which each column has a value.
    fn has_rows(&self) -> bool {
        self.made.0 > 0
    }

    /// Returns the column that is read under one of the names.
    fn find(&self, column: &SavedColumn) -> Option<&FileColumn<'de>> {
        let mut names = column.names.iter();
        names.find_map(|name| self.columns.iter().find(|found| found.name == *name))
    }
}

/// Takes a part whose length is before it.
fn take_block(bytes: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let cut = || String::from("a part is cut");
    let (length, rest) = bytes.split_first_chunk::<LENGTH>().ok_or_else(cut)?;
    let mut bytes = [0; 8];
    bytes[..LENGTH].copy_from_slice(length);
    let length = usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| cut())?;
    rest.split_at_checked(length).ok_or_else(cut)
}

/// Where the values of a column come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source<'de> {
    File,
    /// The same bytes for each row that was made.
    Default(&'de [u8]),
}

/// A list without values.
const NO_VALUES: &[u8] = &[0];

/// The columns of a record of `T`, in the order of its fields.
struct Columns<'de> {
    known: &'static [SavedColumn],
    sources: Vec<Source<'de>>,
    /// The values that are read next.
    values: Vec<Postcard<'de, Slice<'de>>>,
    /// Whether all values are in the file.
    are_whole: bool,
    is_current: bool,
}

impl<'de> Columns<'de> {
    fn new(parsed: &Parsed<'de>, defaults: &'de [Vec<u8>], known: &'static [SavedColumn]) -> Self {
        let (mut sources, mut values) = (Vec::new(), Vec::new());
        let mut is_current = true;
        let mut found_columns = 0;
        for (column, default) in known.iter().zip(defaults) {
            let found = parsed.find(column);
            if let Some(found) = found {
                is_current &= found.name == column.names[0];
                found_columns += 1;
            } else {
                is_current &= !parsed.has_rows();
            }
            sources.push(match found {
                Some(_) => Source::File,
                None => Source::Default(default),
            });
            let bytes = found.map_or(NO_VALUES, |found| found.values);
            values.push(Postcard::from_bytes(bytes));
        }
        Columns {
            known,
            are_whole: sources.iter().all(|source| *source == Source::File),
            sources,
            values,
            is_current: is_current && found_columns == parsed.columns.len(),
        }
    }

    /// Returns whether not all of a column of the file was read.
    fn has_more(self) -> bool {
        let mut values = self.values.into_iter().zip(&self.sources);
        values.any(|(left, source)| {
            *source == Source::File && left.finalize().map_or(true, |left| !left.is_empty())
        })
    }
}

/// The parts of a delta, in an order in which each column is read from its start.
struct Parts<'de, 'c> {
    parsed: &'c Parsed<'de>,
    /// The lists that are read next.
    lists: Postcard<'de, Slice<'de>>,
    columns: &'c mut Columns<'de>,
    next: usize,
}

const PARTS: [&str; 8] = [
    "since", "tick", "slots", "tag", "freed", "order", "made", "changed",
];

impl<'de> MapAccess<'de> for Parts<'de, '_> {
    type Error = postcard::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, postcard::Error> {
        let Some(part) = PARTS.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let part: StrDeserializer<'_, postcard::Error> = part.into_deserializer();
        seed.deserialize(part).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, postcard::Error> {
        let Parts {
            parsed,
            lists,
            columns,
            next,
        } = self;
        let Head {
            since,
            tick,
            slots,
            tag,
            ..
        } = parsed.head;
        match PARTS[*next - 1] {
            "since" => seed.deserialize(since.into_deserializer()),
            "tick" => seed.deserialize(tick.into_deserializer()),
            "slots" => seed.deserialize(slots.into_deserializer()),
            "tag" => seed.deserialize(tag.into_deserializer()),
            "freed" | "order" => seed.deserialize(lists),
            "made" => seed.deserialize(Seq(MadeList {
                left: parsed.made.0,
                ids: Postcard::from_bytes(parsed.made.1),
                generation: 0,
                columns,
            })),
            _ => seed.deserialize(Map(NamedColumns {
                columns,
                next: 0,
                with_defaults: false,
            })),
        }
    }
}

/// The rows that were made, each with its slot and its generation.
struct MadeList<'de, 'c> {
    left: u64,
    ids: Postcard<'de, Slice<'de>>,
    /// The generation of the row before.
    generation: u32,
    columns: &'c mut Columns<'de>,
}

impl<'de> SeqAccess<'de> for MadeList<'de, '_> {
    type Error = postcard::Error;

    #[inline]
    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, postcard::Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let gap = u64::deserialize(&mut self.ids)?;
        if gap & 1 == 1 {
            self.generation = u32::deserialize(&mut self.ids)?;
        }
        // A distance that does not fit ends past each slot.
        let gap = u32::try_from(gap >> 1).unwrap_or(u32::MAX);
        let row = MadeRow {
            id: [gap, self.generation],
            next: 0,
            columns: self.columns,
        };
        seed.deserialize(Seq(row)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        usize::try_from(self.left).ok()
    }
}

/// A row that was made: its slot, its generation and its record.
struct MadeRow<'de, 'c> {
    id: [u32; 2],
    next: usize,
    columns: &'c mut Columns<'de>,
}

impl<'de> SeqAccess<'de> for MadeRow<'de, '_> {
    type Error = postcard::Error;

    #[inline]
    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, postcard::Error> {
        if let Some(number) = self.id.get(self.next) {
            self.next += 1;
            return seed.deserialize(number.into_deserializer()).map(Some);
        }
        let record = if self.columns.are_whole {
            seed.deserialize(Seq(WholeRow(self.columns.values.iter_mut())))
        } else {
            seed.deserialize(Map(NamedColumns {
                columns: self.columns,
                next: 0,
                with_defaults: true,
            }))
        };
        record.map(Some)
    }
}

/// The next value of each column.
struct WholeRow<'de, 'c>(IterMut<'c, Postcard<'de, Slice<'de>>>);

impl<'de> SeqAccess<'de> for WholeRow<'de, '_> {
    type Error = postcard::Error;

    #[inline]
    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, postcard::Error> {
        match self.0.next() {
            Some(values) => seed.deserialize(values).map(Some),
            None => Ok(None),
        }
    }
}

/// What is next in each column of the file, under the name of the column: a value, or a list of the
/// values that changed.
struct NamedColumns<'de, 'c> {
    columns: &'c mut Columns<'de>,
    next: usize,
    /// `true` if a column that the file lacks has its default, as in a row.
    with_defaults: bool,
}

impl<'de> MapAccess<'de> for NamedColumns<'de, '_> {
    type Error = postcard::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, postcard::Error> {
        let Some(column) = self.columns.known.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let name: StrDeserializer<'_, postcard::Error> = column.names[0].into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, postcard::Error> {
        let column = self.next - 1;
        match self.columns.sources[column] {
            Source::Default(value) if self.with_defaults => {
                seed.deserialize(&mut Postcard::from_bytes(value))
            }
            _ => seed.deserialize(&mut self.columns.values[column]),
        }
    }
}
