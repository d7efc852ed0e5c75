//! Writing a record of a hub, and checking that it can be read back.

use std::any::TypeId;
use std::collections::HashMap;

use serde::Serialize;
use soa_runtime::__private::{ChangedValues, MadeRows, SavedColumn, VisitWritten, WriteAs};
use soa_runtime::{Delta, Tick};

use super::checked::{Checker, Omitted};
use super::form::{Head, LENGTH, bits_of, type_of};
use super::load::{Replay, Trouble};
use super::probe::asks_what_comes_next;
use super::{Buffer, reason, unwritable, writer};
use crate::error::JournalError;
use crate::record::JournalRecord;

/// The columns of which a value was read back, by the type of the record.
#[derive(Debug, Default)]
pub(crate) struct Tried(HashMap<TypeId, Vec<bool>>);

impl Tried {
    /// Returns whether a value of each column was read back. At first, the types of the columns
    /// are examined.
    fn columns<T: JournalRecord>(&mut self, name: &str) -> Result<&mut Vec<bool>, JournalError> {
        let id = TypeId::of::<T>();
        if !self.0.contains_key(&id)
            && let Some(column) = asks_what_comes_next::<T>()
        {
            let column = &T::SAVED[column];
            let reason = format!(
                "the type `{}` of column `{}` can be written, but not read: it asks the format \
                 what comes next, as `serde_json::Value` does and types with `untagged`, `tag` or \
                 `flatten`; write it as text by `#[serde(with = \"..\")]`",
                type_of(column),
                column.names[0],
            );
            return Err(unwritable(name, &reason));
        }
        Ok(self
            .0
            .entry(id)
            .or_insert_with(|| vec![false; T::SAVED.len()]))
    }
}

/// Writes a delta. The first value of each column is read back.
pub(crate) fn write_hub<T: JournalRecord>(
    name: &str,
    delta: &Delta<'_, T>,
    tried: &mut Tried,
) -> Result<Vec<u8>, JournalError> {
    let tried = tried.columns::<T>(name)?;
    let mut record = RecordWriter::new::<T>(delta);
    let columns = delta.visit_written(&mut record);
    columns.map_err(|(column, reason)| {
        let column = T::SAVED[column].names[0];
        unwritable(name, &format!("column `{column}`: {reason}"))
    })?;
    if record.firsts.iter().any(|first| !tried[first.column]) {
        read_back::<T>(name, &record)?;
        for first in &record.firsts {
            tried[first.column] = true;
        }
    }
    Ok(record.bytes)
}

/// Writes a hub as one record, which later deltas of its file follow.
pub(crate) fn write_whole<T: JournalRecord>(
    name: &str,
    replay: Replay<'_, T>,
) -> Result<Vec<u8>, JournalError> {
    let mirror = replay.into_mirror();
    write_hub(name, &mirror.delta(Tick::START), &mut Tried::default())
}

/// The first value of a column in a record.
struct First {
    column: usize,
    /// The distance of its slot, if it is a value that changed.
    gap: Option<u32>,
    value: Vec<u8>,
}

/// A record that is being written.
struct RecordWriter {
    bytes: Vec<u8>,
    head: Head,
    made: MadeRows,
    columns: &'static [SavedColumn],
    firsts: Vec<First>,
}

impl RecordWriter {
    /// Writes all but the columns.
    fn new<T: JournalRecord>(delta: &Delta<'_, T>) -> Self {
        let head = Head {
            bits: bits_of::<T::Id>(),
            since: delta.since().to_bits(),
            tick: delta.tick().to_bits(),
            slots: delta.slots(),
            tag: delta.tag(),
        };
        let made = delta.made();
        let bytes = beginning(&head, &delta.vacant(), &delta.order(), &made.ids);
        let (columns, firsts) = (T::SAVED, Vec::new());
        RecordWriter {
            bytes,
            head,
            made,
            columns,
            firsts,
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
        let omitted = Omitted::default();
        let mut output = writer(std::mem::take(&mut self.bytes));
        let failed = |error: postcard::Error| (column, reason(&error, &omitted));
        let mut first = None;
        let mut note = |output: &postcard::Serializer<Buffer>, from: usize, gap| {
            first.get_or_insert_with(|| First {
                column,
                gap,
                value: output.output.0[from..].to_vec(),
            });
        };
        for value in values.of_made(&self.made) {
            W::write(value, Checker(&mut output, &omitted)).map_err(failed)?;
            note(&output, start, None);
        }
        changed.len().serialize(&mut output).map_err(failed)?;
        for (gap, value) in changed.iter() {
            gap.serialize(&mut output).map_err(failed)?;
            let from = output.output.0.len();
            W::write(value, Checker(&mut output, &omitted)).map_err(failed)?;
            note(&output, from, Some(gap));
        }
        self.bytes = output.output.0;
        end_block(&mut self.bytes, start);
        self.firsts.extend(first);
        Ok(())
    }
}

/// Reads a record back that has only the first value of each column.
fn read_back<T: JournalRecord>(name: &str, record: &RecordWriter) -> Result<(), JournalError> {
    let made = &record.made.ids[..record.made.ids.len().min(1)];
    let mut bytes = beginning(&record.head, &[], &[], made);
    for First { column, gap, value } in &record.firsts {
        let start = begin_column(&mut bytes, &record.columns[*column]);
        match gap {
            None => {
                bytes.extend_from_slice(value);
                put(&mut bytes, &0_usize);
            }
            Some(gap) => {
                put(&mut bytes, &(1_usize, gap));
                bytes.extend_from_slice(value);
            }
        }
        end_block(&mut bytes, start);
    }
    match Replay::<T>::new(name).read(&bytes) {
        Ok(_) => Ok(()),
        Err(Trouble { column, error }) => {
            let column = column.map_or("a column", |column| T::SAVED[column].names[0]);
            let reason =
                format!("what was written of column `{column}` cannot be read back: {error}");
            Err(unwritable(name, &reason))
        }
    }
}
