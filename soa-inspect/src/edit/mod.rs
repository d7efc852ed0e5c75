//! Edits of the running program: what a page wants of a hub, and what becomes of it.

mod value;

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::{AnyHandle, DebugRow, EditRow, Hub};

pub(crate) use value::Entered;

use crate::subject::Subject;

/// What a page wants of a hub. Rows are named by the text of their ids.
#[derive(Debug)]
pub(crate) enum Edit {
    /// Reads one value.
    Get {
        id: String,
        column: String,
    },
    /// Writes one value.
    Set {
        id: String,
        column: String,
        value: Entered,
    },
    Free {
        id: String,
    },
    Make,
}

/// What became of an edit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was done. The text is JSON.
    Done(String),
    /// It makes no sense for this hub.
    Malformed(String),
    /// The id is stale, for this reason.
    Stale(String),
    /// The field does not take the value, or the record cannot be made.
    Refused(String),
}

impl Outcome {
    fn done() -> Self {
        Outcome::Done("{}".to_owned())
    }
}

/// A hub whose rows a page may change, whatever its record is.
pub(crate) trait Editable: Subject {
    /// Returns the name by which each column is edited.
    fn names(&self) -> &'static [Option<&'static str>];

    fn edit(&mut self, edit: &Edit) -> Outcome;
}

impl<T: DebugRow + EditRow> Editable for Hub<T> {
    fn names(&self) -> &'static [Option<&'static str>] {
        T::FIELDS
    }

    fn edit(&mut self, edit: &Edit) -> Outcome {
        let id = match edit {
            Edit::Get { id, .. } | Edit::Set { id, .. } | Edit::Free { id } => id,
            Edit::Make => {
                let reason = "a row cannot be made, because a field is `required`";
                return match T::make(self) {
                    Some(id) => Outcome::Done(format!("{{\"id\":\"{id}\"}}")),
                    None => Outcome::Refused(reason.to_owned()),
                };
            }
        };
        // A number alone is the bits of an id, too, but no page shows one.
        let parsed = id.contains('v').then(|| id.parse::<T::Id>().ok()).flatten();
        let Some(id) = parsed.filter(|id| *id != T::Id::DANGLING) else {
            return Outcome::Malformed(format!("`{id}` is not an id of this hub"));
        };
        if let Err(error) = self.try_row(id) {
            return Outcome::Stale(error.to_string());
        }
        match edit {
            Edit::Get { column, .. } => value::read::<T>(self.row(id), column),
            Edit::Set { column, value, .. } => value.write::<T>(self, id, column),
            Edit::Free { .. } | Edit::Make => {
                T::free(self, id);
                Outcome::done()
            }
        }
    }
}

/// Does an edit. A panic of the program's code in it is what became of it.
pub(crate) fn apply(hub: &mut dyn Editable, edit: &Edit) -> Outcome {
    let panic = match catch_unwind(AssertUnwindSafe(|| hub.edit(edit))) {
        Ok(outcome) => return outcome,
        Err(panic) => panic,
    };
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Outcome::Refused(format!(
        "the program panicked: {}",
        text.unwrap_or("no message")
    ))
}

#[cfg(test)]
mod tests;
