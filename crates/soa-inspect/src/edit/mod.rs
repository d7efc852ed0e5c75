//! Edits of the running program: what a page wants of a hub, and what becomes of it.

mod bounded;
mod value;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::generic::DebugRow;
use soa_runtime::{AnyHandle, EditRow, Hub};

pub(crate) use value::Entered;

/// The largest number of characters of a message of the program that a page is shown.
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

#[cfg(test)]
impl Edit {
    pub(crate) fn set(id: &str, column: &str, text: &str) -> Self {
        let (id, column) = (id.to_owned(), column.to_owned());
        let value = Entered::new(text.to_owned());
        Edit::Set { id, column, value }
    }
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

    fn is_done(&self) -> bool {
        matches!(self, Outcome::Done(_))
    }

    /// Refuses with the beginning of a message, which is the program's and may be of any length.
    fn refused(message: &str) -> Self {
        Outcome::Refused(message.chars().take(LONGEST).collect())
    }
}

/// A change that a page made; see [`Inspector::show_mut`](crate::Inspector::show_mut). `I` is the id of
/// a row.
///
/// # Examples
///
/// Undoing an edit:
///
/// ```
/// use soa_inspect::Edited;
/// use soa_runtime::{EditRow, Hub};
///
/// /// Returns whether the edit could be undone. A row that was freed comes back under another id.
/// fn undo<T: EditRow>(hub: &mut Hub<T>, edited: &Edited<T::Id>) -> bool {
///     match edited {
///         Edited::Set { id, column, before } => hub.get_mut(*id).is_some_and(|row| {
///             let json = &mut serde_json::Deserializer::from_str(before);
///             T::set_field(row, column, json).is_ok()
///         }),
///         Edited::Made { id } => T::free(hub, *id),
///         Edited::Freed { before, .. } => {
///             let fields: Result<serde_json::Map<_, _>, _> = serde_json::from_str(before);
///             let (Ok(fields), Some(id)) = (fields, T::make(hub)) else { return false };
///             let mut fields = fields.into_iter();
///             let mut set = |(column, value): (String, _)| T::set_field(hub.row_mut(id), &column, value);
///             let is_whole = fields.all(|field| set(field).is_ok());
///             is_whole || !T::free(hub, id) // no row stays that has half of its values
///         }
///     }
/// }
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(derive(Serialize, Deserialize))]
/// # struct Rock { size: u8 }
/// # let mut rocks: RockHub = [Rock { size: 7 }].into_iter().collect();
/// # let id = rocks.id_at(0).unwrap();
/// # assert!(undo(&mut rocks, &Edited::Set { id, column: "size", before: "3".to_owned() }));
/// # assert_eq!(rocks.row(id).size, &3);
/// # let before = r#"{"size":9}"#.to_owned();
/// # assert!(undo(&mut rocks, &Edited::Freed { id, before }));
/// # assert_eq!(rocks.columns().size.iter().copied().collect::<Vec<_>>(), [3, 9]);
/// # assert!(undo(&mut rocks, &Edited::Made { id }) && rocks.len() == 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edited<I> {
    /// A value was replaced.
    Set {
        /// The row.
        id: I,
        /// The name of the column under which serde reads it, one of
        /// [`EditRow::FIELDS`].
        column: &'static str,
        /// The value before the edit, as JSON. It is empty if the value cannot be written, for example
        /// because the field has `skip_serializing`. JSON has no NaN and no infinity: they are `null`.
        before: String,
    },
    /// A row was made of the defaults.
    Made {
        /// The row.
        id: I,
    },
    /// A row was freed.
    Freed {
        /// The id, which is stale now.
        id: I,
        /// The record, as a JSON object with the names of [`EditRow::FIELDS`]. It lacks values that
        /// cannot be written.
        before: String,
    },
}

/// A hub that a page may change, whatever its record is.
pub(crate) trait Editable {
    /// Does an edit, and returns its outcome. If the program's code panics in it, this is a refusal
    /// with the message of the panic.
    fn edit(&mut self, edit: &Edit) -> Outcome;
}

/// A hub that the program lends for the time of a call.
#[derive(Debug)]
pub(crate) struct Lent<'h, T: EditRow> {
    pub(crate) hub: &'h mut Hub<T>,
    /// What was changed, in order.
    pub(crate) edited: Vec<Edited<T::Id>>,
}

impl<'h, T: EditRow> Lent<'h, T> {
    pub(crate) fn new(hub: &'h mut Hub<T>) -> Self {
        let edited = Vec::new();
        Lent { hub, edited }
    }

    fn set(&mut self, id: T::Id, column: &str, value: &Entered) -> Outcome {
        let Some(column) = value::name_of::<T>(column) else {
            return value::unknown(column);
        };
        let before = value::json(self.hub, id, column);
        let outcome = caught(|| value.write::<T>(self.hub, id, column));
        // If the destructor of the old value panics, the new one is stored all the same.
        if outcome.is_done() || value::json(self.hub, id, column) != before {
            self.edited.push(Edited::Set { id, column, before });
        }
        outcome
    }

    fn free(&mut self, id: T::Id) -> Outcome {
        let before = value::record(self.hub, id);
        let outcome = caught(|| {
            T::free(self.hub, id);
            Outcome::done()
        });
        if !self.hub.contains(id) {
            self.edited.push(Edited::Freed { id, before });
        }
        outcome
    }

    /// Makes a row, and returns its id as JSON. A hub without room for it is not asked, because it
    /// would panic, and a program may abort then.
    fn make(&mut self) -> Outcome {
        if let Err(error) = self.hub.try_reserve(1) {
            return Outcome::Refused(error.to_string());
        }
        caught(|| match T::make(self.hub) {
            Some(id) => {
                self.edited.push(Edited::Made { id });
                Outcome::Done(format!("{{\"id\":\"{id}\"}}"))
            }
            None => Outcome::Refused(format!(
                "a row cannot be made, because `{}` has no default: it is `required`",
                T::REQUIRED.first().unwrap_or(&"a field")
            )),
        })
    }
}

impl<T: DebugRow + EditRow> Editable for Lent<'_, T> {
    fn edit(&mut self, edit: &Edit) -> Outcome {
        let id = match edit {
            Edit::Get { id, .. } | Edit::Set { id, .. } | Edit::Free { id } => id,
            Edit::Make => return self.make(),
        };
        // A number alone is the bits of an id, too, but no page shows one.
        let parsed = id.contains('v').then(|| id.parse::<T::Id>().ok()).flatten();
        let Some(id) = parsed.filter(|id| *id != T::Id::DANGLING) else {
            return Outcome::Malformed(format!("`{id}` is not an id of this hub"));
        };
        if let Err(error) = self.hub.try_row(id) {
            return Outcome::Stale(error.to_string());
        }
        match edit {
            Edit::Get { column, .. } => caught(|| value::read::<T>(self.hub.row(id), column)),
            Edit::Set { column, value, .. } => self.set(id, column, value),
            Edit::Free { .. } | Edit::Make => self.free(id),
        }
    }
}

/// Calls code of the program. A panic is a refusal with its message.
fn caught(call: impl FnOnce() -> Outcome) -> Outcome {
    let panic = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(outcome) => return outcome,
        Err(panic) => panic,
    };
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("no message").chars().take(LONGEST);
    let message = format!("the program panicked: {}", text.collect::<String>());
    forget(panic);
    Outcome::Refused(message)
}

/// Drops the message of a panic. It is a value of the program, and its destructor may panic as well.
/// Then the edit must not stay without an outcome: the next frame would do it again.
pub(crate) fn forget(panic: Box<dyn Any + Send>) {
    if let Err(next) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        Box::leak(next);
    }
}

#[cfg(test)]
mod tests;
