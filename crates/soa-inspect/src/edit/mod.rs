//! Edits of the running program: what a page wants of a hub, and what becomes of it.

mod value;

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::generic::DebugRow;
use soa_runtime::{AnyHandle, EditRow, Hub};

pub(crate) use value::Entered;

use crate::subject::Subject;

/// The largest number of characters of a panic's message that a page is shown.
const LONGEST: usize = 2000;

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

    /// Does an edit, and returns its outcome.
    fn edit(&mut self, edit: &Edit) -> Outcome;
}

impl<T: DebugRow + EditRow> Editable for Hub<T> {
    fn names(&self) -> &'static [Option<&'static str>] {
        T::FIELDS
    }

    fn edit(&mut self, edit: &Edit) -> Outcome {
        let id = match edit {
            Edit::Get { id, .. } | Edit::Set { id, .. } | Edit::Free { id } => id,
            Edit::Make => return make(self),
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

/// Makes a row, and returns its id as JSON. A hub without room for it is not asked, because it would
/// panic, and a program may abort then.
fn make<T: EditRow>(hub: &mut Hub<T>) -> Outcome {
    if let Err(error) = hub.try_reserve(1) {
        return Outcome::Refused(error.to_string());
    }
    match T::make(hub) {
        Some(id) => Outcome::Done(format!("{{\"id\":\"{id}\"}}")),
        None => Outcome::Refused("a row cannot be made, because a field is `required`".to_owned()),
    }
}

/// Does an edit, and returns its outcome. If the program's code panics in it, this is a refusal with
/// the message of the panic.
pub(crate) fn apply(hub: &mut dyn Editable, edit: &Edit) -> Outcome {
    let panic = match catch_unwind(AssertUnwindSafe(|| hub.edit(edit))) {
        Ok(outcome) => return outcome,
        Err(panic) => panic,
    };
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no message").chars().take(LONGEST);
    let outcome = Outcome::Refused(format!(
        "the program panicked: {}",
        text.collect::<String>()
    ));
    // The message is a value of the program, and its destructor may panic as well. Then the edit must
    // not stay without an outcome: the next frame would do it again.
    if let Err(next) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        Box::leak(next);
    }
    outcome
}

#[cfg(test)]
mod tests;
