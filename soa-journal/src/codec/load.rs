//! Reading records of hubs, by the names of their columns.

use std::cell::Cell;
use std::fmt;

use postcard::Deserializer as Postcard;
use postcard::de_flavors::Slice;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use soa_runtime::__private::SavedColumn;
use soa_runtime::{Hub, Mirror, OwnedDelta};

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
        let delta = self.read(&bytes).map_err(|trouble| match trouble.error {
            Refused::Damaged(reason) => JournalError::damaged_in(self.name, reason),
            Refused::Changed(error) => *error,
        })?;
        drop(bytes);
        match self.mirror.apply_owned(delta) {
            Ok(_) => Ok(()),
            Err(error) => Err(JournalError::damaged_in(self.name, error.to_string())),
        }
    }

    /// Returns the hub, and whether a delta may follow in the file. It ends the tick that the last
    /// record ended, so that later deltas follow.
    pub(crate) fn finish(self) -> (Hub<T>, bool) {
        let tick = self.mirror.tick();
        let mut hub = self.mirror.promote();
        hub.advance_to(tick);
        (hub, self.is_current)
    }

    /// Reads a record.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Result<OwnedDelta<T>, Trouble> {
        let parsed = Parsed::new(bytes).map_err(|reason| Trouble::damaged(None, reason))?;
        let defaults = self.defaults(&parsed)?;
        let mut columns = Columns::new(&parsed, &defaults, T::SAVED);
        self.is_current &= columns.is_current;
        let current = Cell::new(None);
        let parts = Parts {
            parsed: &parsed,
            columns: &mut columns,
            current: &current,
            next: 0,
        };
        let delta = OwnedDelta::<T>::deserialize(Map(parts));
        let delta = delta.map_err(|error| Trouble::damaged(current.get(), error.0))?;
        match columns.left_over() {
            None => Ok(delta),
            Some(column) => Err(Trouble::damaged(Some(column), "bytes are left over")),
        }
    }

    /// Compares the columns of a record with those of `T`. Returns the bytes of the value of each
    /// column that is missing.
    fn defaults(&self, parsed: &Parsed<'_>) -> Result<Vec<Vec<u8>>, Trouble> {
        let changed = |column: String, expected: String, found: Option<String>| Trouble {
            column: None,
            error: Refused::Changed(Box::new(JournalError::Changed {
                hub: self.name.to_owned(),
                column,
                expected,
                found,
            })),
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
                Some(found) if column.is_written && found.type_name != expected => {
                    let found = Some(found.type_name.to_owned());
                    return Err(changed(column.names[0].to_owned(), expected, found));
                }
                None if column.is_written && !parsed.made.is_empty() => {
                    match T::write_default(position, &mut default) {
                        Some(Ok(())) => {}
                        Some(Err(error)) => return Err(Trouble::damaged(Some(position), error)),
                        None => return Err(changed(column.names[0].to_owned(), expected, None)),
                    }
                }
                _ => {}
            }
            defaults.push(default.output.0);
        }
        Ok(defaults)
    }
}

/// Why a record was not read, and at which column.
pub(super) struct Trouble {
    pub(super) column: Option<usize>,
    pub(super) error: Refused,
}

pub(super) enum Refused {
    Damaged(String),
    Changed(Box<JournalError>),
}

impl Trouble {
    fn damaged(column: Option<usize>, reason: impl fmt::Display) -> Self {
        Trouble {
            column,
            error: Refused::Damaged(reason.to_string()),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Damaged(reason) => f.write_str(reason),
            Refused::Changed(error) => error.fmt(f),
        }
    }
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
    /// A list of pairs.
    freed: &'de [u8],
    made: Vec<(u32, u32)>,
    columns: Vec<FileColumn<'de>>,
}

impl<'de> Parsed<'de> {
    fn new(bytes: &'de [u8]) -> Result<Self, String> {
        let text = |error: postcard::Error| error.to_string();
        let (head, freed) = postcard::take_from_bytes::<Head>(bytes).map_err(text)?;
        let (_, rest) = postcard::take_from_bytes::<Vec<(u32, u32)>>(freed).map_err(text)?;
        let freed = &freed[..freed.len() - rest.len()];
        let (made, mut rest) = postcard::take_from_bytes(rest).map_err(text)?;
        let mut columns = Vec::new();
        while !rest.is_empty() {
            let ((name, type_name), after) = postcard::take_from_bytes(rest).map_err(text)?;
            let cut = || String::from("a column is cut");
            let (length, after) = after.split_first_chunk::<LENGTH>().ok_or_else(cut)?;
            let mut bytes = [0; 8];
            bytes[..LENGTH].copy_from_slice(length);
            let length = usize::try_from(u64::from_le_bytes(bytes)).map_err(|_| cut())?;
            let (values, after) = after.split_at_checked(length).ok_or_else(cut)?;
            columns.push(FileColumn {
                name,
                type_name,
                values,
            });
            rest = after;
        }
        Ok(Parsed {
            head,
            freed,
            made,
            columns,
        })
    }

    /// Returns the column that is read under one of the names.
    fn find(&self, column: &SavedColumn) -> Option<&FileColumn<'de>> {
        let mut names = column.names.iter();
        names.find_map(|name| self.columns.iter().find(|found| found.name == *name))
    }
}

/// Where the values of a column come from.
enum Source<'de> {
    File(Postcard<'de, Slice<'de>>),
    /// The same bytes for each row that was made.
    Default(&'de [u8]),
    /// From serde alone.
    Nowhere,
}

/// The columns of a record of `T`, in the order of its fields.
struct Columns<'de> {
    known: &'static [SavedColumn],
    sources: Vec<Source<'de>>,
    is_current: bool,
}

impl<'de> Columns<'de> {
    fn new(parsed: &Parsed<'de>, defaults: &'de [Vec<u8>], known: &'static [SavedColumn]) -> Self {
        let mut sources = Vec::new();
        let mut is_current = true;
        let mut found_columns = 0;
        for (column, default) in known.iter().zip(defaults) {
            let found = parsed.find(column).filter(|_| column.is_written);
            if let Some(found) = found {
                is_current &= found.name == column.names[0];
                found_columns += 1;
            } else {
                is_current &= !column.is_written || parsed.made.is_empty();
            }
            sources.push(match found {
                Some(found) => Source::File(Postcard::from_bytes(found.values)),
                None if column.is_written => Source::Default(default),
                None => Source::Nowhere,
            });
        }
        Columns {
            known,
            sources,
            is_current: is_current && found_columns == parsed.columns.len(),
        }
    }

    /// Returns a column of the file of which not all was read.
    fn left_over(self) -> Option<usize> {
        let mut sources = self.sources.into_iter().enumerate();
        sources.find_map(|(column, source)| match source {
            Source::File(left) => left
                .finalize()
                .map_or(true, |left| !left.is_empty())
                .then_some(column),
            _ => None,
        })
    }
}

/// What serde or postcard says, as text.
#[derive(Debug)]
struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failed {}

impl Error for Failed {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Failed(message.to_string())
    }
}

impl From<postcard::Error> for Failed {
    fn from(error: postcard::Error) -> Self {
        Failed(error.to_string())
    }
}

/// The parts of a delta, in an order in which each column is read from its start.
struct Parts<'de, 'c> {
    parsed: &'c Parsed<'de>,
    columns: &'c mut Columns<'de>,
    /// The column that is being read.
    current: &'c Cell<Option<usize>>,
    next: usize,
}

const PARTS: [&str; 7] = ["since", "tick", "slots", "tag", "freed", "made", "changed"];

impl<'de> MapAccess<'de> for Parts<'de, '_> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        let Some(part) = PARTS.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let part: StrDeserializer<'_, Failed> = part.into_deserializer();
        seed.deserialize(part).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        let Parts {
            parsed,
            columns,
            current,
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
            "freed" => Ok(seed.deserialize(&mut Postcard::from_bytes(parsed.freed))?),
            "made" => seed.deserialize(Seq(MadeList {
                made: &parsed.made,
                columns,
                current,
            })),
            _ => seed.deserialize(Map(ChangedColumns {
                columns,
                current,
                next: 0,
            })),
        }
    }
}

/// The rows that were made, each with its slot and its generation.
struct MadeList<'de, 'c> {
    made: &'c [(u32, u32)],
    columns: &'c mut Columns<'de>,
    current: &'c Cell<Option<usize>>,
}

impl<'de> SeqAccess<'de> for MadeList<'de, '_> {
    type Error = Failed;

    #[inline]
    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, Failed> {
        let Some((&(gap, generation), rest)) = self.made.split_first() else {
            return Ok(None);
        };
        self.made = rest;
        let row = MadeRow {
            numbers: [gap, generation],
            next: 0,
            columns: self.columns,
            current: self.current,
        };
        seed.deserialize(Seq(row)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.made.len())
    }
}

/// A row that was made: three values.
struct MadeRow<'de, 'c> {
    numbers: [u32; 2],
    next: usize,
    columns: &'c mut Columns<'de>,
    current: &'c Cell<Option<usize>>,
}

impl<'de> SeqAccess<'de> for MadeRow<'de, '_> {
    type Error = Failed;

    #[inline]
    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, Failed> {
        let value = match self.numbers.get(self.next) {
            Some(number) => seed.deserialize(number.into_deserializer()),
            None => seed.deserialize(RowOfColumns {
                columns: self.columns,
                current: self.current,
                next: 0,
            }),
        };
        self.next += 1;
        value.map(Some)
    }
}

/// The next value of each column, as a struct.
struct RowOfColumns<'de, 'c> {
    columns: &'c mut Columns<'de>,
    current: &'c Cell<Option<usize>>,
    next: usize,
}

impl<'de> RowOfColumns<'de, '_> {
    /// Reads the value of the column before the next one.
    #[inline]
    fn value<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        let column = self.next - 1;
        self.current.set(Some(column));
        let read = match &mut self.columns.sources[column] {
            Source::File(values) => seed.deserialize(values),
            Source::Default(value) => seed.deserialize(&mut Postcard::from_bytes(value)),
            Source::Nowhere => return Err(Failed::custom("the column is not written")),
        };
        let value = read?;
        self.current.set(None);
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for RowOfColumns<'de, '_> {
    type Error = Failed;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let mut sources = self.columns.sources.iter();
        if sources.any(|source| matches!(source, Source::Nowhere)) {
            visitor.visit_map(self)
        } else {
            visitor.visit_seq(self)
        }
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl<'de> SeqAccess<'de> for RowOfColumns<'de, '_> {
    type Error = Failed;

    #[inline]
    fn next_element_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<Option<V::Value>, Failed> {
        if self.next == self.columns.sources.len() {
            return Ok(None);
        }
        self.next += 1;
        self.value(seed).map(Some)
    }
}

impl<'de> MapAccess<'de> for RowOfColumns<'de, '_> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        while let Some(Source::Nowhere) = self.columns.sources.get(self.next) {
            self.next += 1;
        }
        let Some(column) = self.columns.known.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let name: StrDeserializer<'_, Failed> = column.names[0].into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        self.value(seed)
    }
}

/// The values that changed: a list for each column.
struct ChangedColumns<'de, 'c> {
    columns: &'c mut Columns<'de>,
    current: &'c Cell<Option<usize>>,
    next: usize,
}

impl<'de> MapAccess<'de> for ChangedColumns<'de, '_> {
    type Error = Failed;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        let Some(column) = self.columns.known.get(self.next) else {
            return Ok(None);
        };
        self.next += 1;
        let name: StrDeserializer<'_, Failed> = column.names[0].into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        const NONE: &[u8] = &[0];

        let column = self.next - 1;
        self.current.set(Some(column));
        let read = match &mut self.columns.sources[column] {
            Source::File(values) => seed.deserialize(values),
            _ => seed.deserialize(&mut Postcard::from_bytes(NONE)),
        };
        let value = read?;
        self.current.set(None);
        Ok(value)
    }
}
