//! Writing a record of a hub, and checking that it can be read back.

use std::any::{TypeId, type_name};
use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::__private::{ChangedValues, MadeRows, SavedColumn, VisitWritten, WriteAs};
use soa_runtime::{Delta, Tick};

use super::checked::{Shape, Shapes};
use super::form::{Head, LENGTH, bits_of, type_of};
use super::load::{Replay, Trouble};
use super::probe::{column_that_asks, value_asks};
use super::{reason, unwritable, whole, write_with, writer};
use crate::error::JournalError;
use crate::record::JournalRecord;

/// What the values that were read back were made of: those of each column, by the type of the
/// record, and those of worlds, by their names and the names of their types.
#[derive(Debug, Default)]
pub(crate) struct Tried {
    hubs: HashMap<TypeId, Vec<BTreeSet<Shape>>>,
    values: HashMap<(String, &'static str), BTreeSet<Shape>>,
}

/// Why a type is refused before a value of it is written.
const ASKS: &str = "can be written, but not read: it asks the format what comes next, as \
    `serde_json::Value` does and types with `untagged`, `tag` or `flatten`; write it as text by \
    `#[serde(with = \"..\")]`";

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
    if record.samples.iter().any(|sample| sample.has_new) {
        read_back::<T>(name, &record)?;
    }
    tried.hubs.insert(id, record.known);
    Ok(record.bytes)
}

/// Writes a value of a world. It is read back as those of hubs are.
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
    if is_new && let Err(error) = whole::<V>(&bytes) {
        let reason = format!("what was written cannot be read back: {error}");
        return Err(unwritable(name, reason));
    }
    tried.values.insert(key, shapes.into_known());
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

/// Values of a column that represent the others.
#[derive(Default)]
struct Sample {
    column: usize,
    has_new: bool,
    /// The first value of the rows that were made.
    made: Vec<u8>,
    /// Each other value that is new.
    new: Vec<Vec<u8>>,
}

/// A record that is being written.
struct RecordWriter {
    bytes: Vec<u8>,
    head: Head,
    made: MadeRows,
    columns: &'static [SavedColumn],
    known: Vec<BTreeSet<Shape>>,
    samples: Vec<Sample>,
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
            columns: T::SAVED,
            known,
            samples: Vec::new(),
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
        let start = begin_column(&mut self.bytes, &self.columns[column]);
        let shapes = Shapes::new(std::mem::take(&mut self.known[column]));
        let mut output = writer(std::mem::take(&mut self.bytes));
        let failed = |error: postcard::Error| (column, reason(&error, &shapes));
        let mut sample = Sample {
            column,
            ..Sample::default()
        };
        for (nth, value) in values.of_made(&self.made).enumerate() {
            let from = output.output.0.len();
            let is_new = shapes.write(&mut output, |to| W::write(value, to));
            match is_new.map_err(failed)? {
                is_new if nth == 0 => {
                    sample.has_new = is_new;
                    sample.made = output.output.0[from..].to_vec();
                }
                true => sample.new.push(output.output.0[from..].to_vec()),
                false => {}
            }
        }
        changed.len().serialize(&mut output).map_err(failed)?;
        for (gap, value) in changed.iter() {
            gap.serialize(&mut output).map_err(failed)?;
            let from = output.output.0.len();
            let is_new = shapes.write(&mut output, |to| W::write(value, to));
            if is_new.map_err(failed)? {
                sample.new.push(output.output.0[from..].to_vec());
            }
        }
        self.bytes = output.output.0;
        end_block(&mut self.bytes, start);
        self.known[column] = shapes.into_known();
        sample.has_new |= !sample.new.is_empty();
        self.samples.push(sample);
        Ok(())
    }
}

/// Reads the samples back: the first row that was made, and each new value in a record of its own,
/// so that nothing is read of another one.
fn read_back<T: JournalRecord>(name: &str, record: &RecordWriter) -> Result<(), JournalError> {
    let made = &record.made.ids[..record.made.ids.len().min(1)];
    let mut bytes = beginning(&record.head, &[], &[], made);
    for sample in &record.samples {
        let start = begin_column(&mut bytes, &record.columns[sample.column]);
        bytes.extend_from_slice(&sample.made);
        put(&mut bytes, &0_usize);
        end_block(&mut bytes, start);
    }
    read_alone::<T>(name, &bytes)?;
    for sample in &record.samples {
        for value in &sample.new {
            let mut bytes = beginning(&record.head, &[], &[], &[]);
            let start = begin_column(&mut bytes, &record.columns[sample.column]);
            put(&mut bytes, &(1_usize, 0_u32));
            bytes.extend_from_slice(value);
            end_block(&mut bytes, start);
            read_alone::<T>(name, &bytes)?;
        }
    }
    Ok(())
}

fn read_alone<T: JournalRecord>(name: &str, bytes: &[u8]) -> Result<(), JournalError> {
    let read = Replay::<T>::new(name).read(bytes);
    read.map(drop).map_err(|Trouble { column, error }| {
        let column = column.map_or("a column", |column| T::SAVED[column].names[0]);
        let reason = format!("what was written of column `{column}` cannot be read back: {error}");
        unwritable(name, reason)
    })
}
