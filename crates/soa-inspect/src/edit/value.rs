//! Values as the JSON that a page edits.

use std::io::{self, Write};

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Serializer, Value};
use soa_runtime::{EditRow, Hub, Row, SetFieldError};

use super::Outcome;
use super::bounded::{Bounded, too_long};
use crate::json::push_text;

/// The largest number of bytes of a value that is edited. Quoted, it fits into a request.
const LONGEST: usize = 4000;

/// A text that was entered for a value.
#[derive(Debug)]
pub(crate) struct Entered {
    text: String,
    /// Why it is not JSON.
    flaw: Option<String>,
}

impl Entered {
    /// Looks at the whole text, so that nothing is written before the end of it was read.
    pub(crate) fn new(text: String) -> Self {
        let read = serde_json::from_str::<IgnoredAny>(&text);
        let flaw = read.err().map(|error| error.to_string());
        Entered { text, flaw }
    }

    /// Reads the text as JSON and writes it to a field. If it is not JSON, or the field refuses it,
    /// the field gets it as a string. The id is live.
    pub(super) fn write<T: EditRow>(&self, hub: &mut Hub<T>, id: T::Id, column: &str) -> Outcome {
        let mut first = None;
        if self.flaw.is_none() {
            let json = &mut Deserializer::from_str(&self.text);
            match T::set_field(hub.row_mut(id), column, json) {
                Ok(()) => return Outcome::done(),
                Err(SetFieldError::UnknownColumn) => return unknown(column),
                Err(SetFieldError::Value(error)) => first = Some(error.to_string()),
            }
        }
        let text = Value::String(self.text.clone());
        let second = match T::set_field(hub.row_mut(id), column, text) {
            Ok(()) => return Outcome::done(),
            Err(SetFieldError::UnknownColumn) => return unknown(column),
            Err(SetFieldError::Value(error)) => error.to_string(),
        };
        match (first, &self.flaw) {
            (Some(first), _) => Outcome::refused(&first),
            // What begins like JSON was meant as JSON.
            (None, Some(flaw)) if self.text.trim_start().starts_with(['[', '{', '"']) => {
                Outcome::Refused(format!("not JSON: {flaw}"))
            }
            (None, _) => Outcome::refused(&second),
        }
    }
}

/// Returns the name of a column that is edited.
pub(super) fn name_of<T: EditRow>(column: &str) -> Option<&'static str> {
    let mut names = T::FIELDS.iter().copied().flatten();
    names.find(|name| *name == column)
}

/// Returns a field as JSON, whatever its length, or an empty text if it cannot be written. The id is
/// live.
pub(super) fn json<T: EditRow>(hub: &Hub<T>, id: T::Id, column: &str) -> String {
    let mut json = Vec::new();
    let mut is_written = false;
    super::caught(|| {
        let to = &mut Serializer::new(&mut json);
        is_written = matches!(T::get_field(hub.row(id), column, to), Some(Ok(())));
        Outcome::done()
    });
    let json = is_written.then(|| String::from_utf8(json).ok());
    json.flatten().unwrap_or_default()
}

/// Returns a record as a JSON object of the fields that can be written. The id is live.
pub(super) fn record<T: EditRow>(hub: &Hub<T>, id: T::Id) -> String {
    let mut record = String::from("{");
    for column in T::FIELDS.iter().copied().flatten() {
        let value = json(hub, id, column);
        if value.is_empty() {
            continue;
        }
        if record.len() > 1 {
            record.push(',');
        }
        push_text(&mut record, column);
        record.push(':');
        record.push_str(&value);
    }
    record.push('}');
    record
}

pub(super) fn unknown(column: &str) -> Outcome {
    Outcome::Malformed(format!("unknown column `{column}`"))
}

/// Returns a field as JSON.
pub(super) fn read<T: EditRow>(row: Row<'_, T>, column: &str) -> Outcome {
    let mut json = Short(Vec::new());
    let to = &mut Serializer::new(&mut json);
    match T::get_field(row, column, Bounded { to, most: LONGEST }) {
        Some(Ok(())) => Outcome::Done(String::from_utf8(json.0).unwrap_or_default()),
        Some(Err(error)) => Outcome::refused(&error.to_string()),
        None if T::FIELDS.contains(&Some(column)) => Outcome::Refused(format!(
            "column `{column}` cannot be shown, because it has `skip_serializing`; enter a new \
                 value to replace it"
        )),
        None => unknown(column),
    }
}

/// Takes at most [`LONGEST`] bytes, so that a list of megabytes ends early.
struct Short(Vec<u8>);

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::Error::other(too_long(LONGEST)));
        }
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
