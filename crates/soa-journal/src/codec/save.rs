//! Writing a record of a hub, and checking that it can be read back.

use std::any::{TypeId, type_name};
use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::__private::{ChangedValues, MadeRows, SavedColumn, VisitWritten, WriteAs};
use soa_runtime::generic::Layout;
use soa_runtime::{AnyHandle, Delta, Tick};

use super::checked::{Shape, Shapes};
use super::form::{Head, LENGTH, bits_of, type_of};
use super::load::Replay;
use super::probe::{column_that_asks, value_asks};
use super::{Buffer, reason, unwritable, whole, write_with, writer};
use crate::error::JournalError;
use crate::record::JournalRecord;

/// The shapes of the values that were read back. Hubs have a set for each column, by the type of the
/// record. Values of worlds have one each, by their name and the name of their type.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    hubs: HashMap<TypeId, Vec<BTreeSet<Shape>>>,
    values: HashMap<(String, &'static str), BTreeSet<Shape>>,
}

/// Why a type is refused before a value of it is written.
const ASKS: &str = "can be written, but not read: it asks the format what comes next, as \
    `serde_json::Value` does and types with `untagged`, `tag` or `flatten`; write it as text by \
    `#[serde(with = \"..\")]`";

/// Why a value is refused that is read as another one. Serde counts variants that are skipped when
/// it writes, and not when it reads.
const ANOTHER: &str = "it becomes another variant; let variants with `skip` be the last ones";

/// The bytes of a value, and what it is made of.
type Written = (Vec<u8>, BTreeSet<Shape>);

/// Returns whether a value was read as another variant: what is written again has a shape that no
/// value had, and so has what is read of that. A type that changes on purpose when it is read stays
/// as it is the second time. The first variant is always counted alike.
fn is_another(
    known: &BTreeSet<Shape>,
    value: &[u8],
    again: impl Fn(&[u8]) -> Option<Written>,
) -> bool {
    let is_stray = |known: &BTreeSet<Shape>, (_, shapes): &Written| !shapes.is_subset(known);
    known.iter().any(|(variant, ..)| *variant > 0)
        && again(value).is_some_and(|one| {
            is_stray(known, &one) && again(&one.0).is_none_or(|two| is_stray(&one.1, &two))
        })
}

/// Writes a delta. The first value of each column is read back, and so is each later one with a new
/// shape. At first, the types of the columns are examined.
pub(crate) fn write_hub<T: JournalRecord>(
    name: &str,
    delta: &Delta<'_, T>,
    tried: &mut Tried,
) -> Result<Vec<u8>, JournalError> {
    let id = TypeId::of::<T>();
    // It is put back when all of it could be read.
    let known = tried.hubs.remove(&id);
    if known.is_none()
        && let Some(column) = column_that_asks::<T>()
    {
        let column = &T::SAVED[column];
        let (type_name, column) = (type_of(column), column.names[0]);
        let reason = format!("the type `{type_name}` of column `{column}` {ASKS}");
        return Err(unwritable(name, reason));
    }
    let known = known.unwrap_or_else(|| vec![BTreeSet::new(); T::SAVED.len()]);
    let mut record = RecordWriter::new::<T>(delta, known);
    let columns = delta.visit_written(&mut record);
    columns.map_err(|(column, reason)| {
        let column = T::SAVED[column].names[0];
        unwritable(name, format!("column `{column}`: {reason}"))
    })?;
    for (column, value) in &record.new {
        read_back::<T>(name, &record, *column, value)?;
    }
    tried.hubs.insert(id, record.known);
    Ok(record.bytes)
}

/// Writes a value of a world. It is read back like a value of a hub.
pub(crate) fn write_value<V: Serialize + DeserializeOwned>(
    name: &str,
    value: &V,
    tried: &mut Tried,
) -> Result<Vec<u8>, JournalError> {
    let key = (name.to_owned(), type_name::<V>());
    let known = tried.values.remove(&key);
    if known.is_none() && value_asks::<V>() {
        return Err(unwritable(name, format!("its type {ASKS}")));
    }
    let shapes = Shapes::new(known.unwrap_or_default());
    let (bytes, is_new) = write_with(&shapes, name, value)?;
    let known = shapes.into_known();
    if is_new {
        let refuse = |error: &str| {
            let reason = format!("what was written cannot be read back: {error}");
            unwritable(name, reason)
        };
        whole::<V>(&bytes).map_err(|error| refuse(&error))?;
        let again = |bytes: &[u8]| -> Option<Written> {
            let value: V = whole(bytes).ok()?;
            let shapes = Shapes::new(BTreeSet::new());
            let (bytes, _) = write_with(&shapes, name, &value).ok()?;
            Some((bytes, shapes.into_known()))
        };
        if is_another(&known, &bytes, again) {
            return Err(refuse(ANOTHER));
        }
    }
    tried.values.insert(key, known);
    Ok(bytes)
}

/// Writes a hub as one record, which later deltas of its file follow.
pub(crate) fn write_whole<T: JournalRecord>(
    name: &str,
    replay: Replay<'_, T>,
) -> Result<Vec<u8>, JournalError> {
    let mirror = replay.into_mirror();
    write_hub(name, &mirror.delta(Tick::START), &mut Tried::default())
}

/// A record that is being written.
struct RecordWriter {
    bytes: Vec<u8>,
    head: Head,
    made: MadeRows,
    known: Vec<BTreeSet<Shape>>,
    /// The values with a new shape, and their columns.
    new: Vec<(usize, Vec<u8>)>,
}

impl RecordWriter {
    /// Writes all but the columns.
    fn new<T: JournalRecord>(delta: &Delta<'_, T>, known: Vec<BTreeSet<Shape>>) -> Self {
        let head = Head {
            bits: bits_of::<T::Id>(),
            since: delta.since().to_bits(),
            tick: delta.tick().to_bits(),
            slots: delta.slots(),
            tag: delta.tag(),
        };
        let made = delta.made();
        let bytes = beginning(&head, &delta.vacant(), &delta.order(), &made.ids);
        RecordWriter {
            bytes,
            head,
            made,
            known,
            new: Vec::new(),
        }
    }
}

/// Writes what is before the columns.
fn beginning(
    head: &Head,
    freed: &[(i64, u64)],
    order: &[(u32, i64, u32)],
    made: &[(u32, u32)],
) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, head);
    let start = begin_block(&mut bytes);
    put(&mut bytes, &(freed, order));
    end_block(&mut bytes, start);
    let start = begin_block(&mut bytes);
    put_ids(&mut bytes, made);
    end_block(&mut bytes, start);
    bytes
}

/// Writes numbers, or a text, to the end of a buffer.
fn put(bytes: &mut Vec<u8>, value: &impl Serialize) {
    let mut output = writer(std::mem::take(bytes));
    let written = value.serialize(&mut output);
    written.expect("a buffer takes all numbers and texts");
    *bytes = output.output.0;
}

/// Writes the number of ids and each of them: twice the distance of its slot, plus one and followed
/// by its generation if that differs from the generation before.
fn put_ids(bytes: &mut Vec<u8>, ids: &[(u32, u32)]) {
    put(bytes, &ids.len());
    let mut last = None;
    for &(gap, generation) in ids {
        let is_other = last != Some(generation);
        put(bytes, &(u64::from(gap) << 1 | u64::from(is_other)));
        if is_other {
            put(bytes, &generation);
            last = Some(generation);
        }
    }
}

/// Begins a column. Returns where its values begin.
fn begin_column(bytes: &mut Vec<u8>, column: &SavedColumn) -> usize {
    put(bytes, &(column.names[0], type_of(column)));
    begin_block(bytes)
}

/// Begins a part whose length is before it. Returns where it begins.
fn begin_block(bytes: &mut Vec<u8>) -> usize {
    bytes.extend_from_slice(&[0; LENGTH]);
    bytes.len()
}

/// Writes the length of a part that begins at `start`.
fn end_block(bytes: &mut [u8], start: usize) {
    let length = (bytes.len() - start).to_le_bytes();
    let count = LENGTH.min(length.len());
    bytes[start - LENGTH..][..count].copy_from_slice(&length[..count]);
}

impl<T: JournalRecord> VisitWritten<T> for RecordWriter {
    type Error = (usize, String);

    fn column<F, W: WriteAs<F>>(
        &mut self,
        column: usize,
        values: &ChangedValues<'_, T, F, W>,
    ) -> Result<(), Self::Error> {
        let changed = values.changed();
        if self.made.ids.is_empty() && changed.len() == 0 {
            return Ok(());
        }
        let start = begin_column(&mut self.bytes, &T::SAVED[column]);
        let shapes = Shapes::new(std::mem::take(&mut self.known[column]));
        let mut output = writer(std::mem::take(&mut self.bytes));
        let failed = |error: postcard::Error| (column, reason(&error, &shapes));
        let mut write = |output: &mut postcard::Serializer<Buffer>, value: &F| {
            let from = output.output.0.len();
            let is_new = shapes.write(&mut *output, |to| W::write(value, to));
            if is_new.map_err(failed)? {
                self.new.push((column, output.output.0[from..].to_vec()));
            }
            Ok(())
        };
        for value in values.of_made(&self.made) {
            write(&mut output, value)?;
        }
        changed.len().serialize(&mut output).map_err(failed)?;
        for (gap, value) in changed.iter() {
            gap.serialize(&mut output).map_err(failed)?;
            write(&mut output, value)?;
        }
        self.bytes = output.output.0;
        end_block(&mut self.bytes, start);
        self.known[column] = shapes.into_known();
        Ok(())
    }
}

/// Reads a value back, as the only one of a record.
fn read_back<T: JournalRecord>(
    name: &str,
    record: &RecordWriter,
    column: usize,
    value: &[u8],
) -> Result<(), JournalError> {
    let mut bytes = beginning(&record.head, &[], &[], &[]);
    let start = begin_column(&mut bytes, &T::SAVED[column]);
    put(&mut bytes, &(1_usize, 0_u32));
    bytes.extend_from_slice(value);
    end_block(&mut bytes, start);
    let known = &record.known[column];
    let again = |value: &[u8]| write_again::<T>(record, column, value);
    let reason = match Replay::<T>::new(name).read(&bytes) {
        Ok(_) if is_another(known, value, again) => ANOTHER.to_owned(),
        Ok(_) => return Ok(()),
        Err(JournalError::Damaged { reason, .. }) => reason,
        Err(error) => error.to_string(),
    };
    let column = T::SAVED[column].names[0];
    let reason = format!("what was written of column `{column}` cannot be read back: {reason}");
    Err(unwritable(name, reason))
}

/// Reads a value in a row whose other values are defaults, and writes it again, if there is such a
/// row.
fn write_again<T: JournalRecord>(
    record: &RecordWriter,
    column: usize,
    value: &[u8],
) -> Option<Written> {
    let head = Head {
        since: 0,
        tick: record.head.tick.max(1),
        slots: 1,
        ..record.head
    };
    let order = [(0, 0, 0)];
    let order = &order[..usize::from(T::Layout::DENSE)];
    let mut bytes = beginning(&head, &[], order, &[(0, T::Id::FIRST_GENERATION)]);
    let start = begin_column(&mut bytes, &T::SAVED[column]);
    bytes.extend_from_slice(value);
    put(&mut bytes, &0_usize);
    end_block(&mut bytes, start);
    let mut replay = Replay::<T>::new("");
    replay.apply(bytes).ok()?;
    let mirror = replay.into_mirror();
    let delta = mirror.delta(Tick::START);
    let mut again = RecordWriter::new::<T>(&delta, vec![BTreeSet::new(); T::SAVED.len()]);
    delta.visit_written(&mut again).ok()?;
    // The only value of each column is new.
    let (_, bytes) = again.new.into_iter().find(|(of, _)| *of == column)?;
    Some((bytes, again.known.swap_remove(column)))
}
