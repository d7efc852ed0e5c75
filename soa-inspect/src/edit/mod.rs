//! Edits of the running program: what a page wants of a hub, and what becomes of it.

mod finite;
mod value;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use soa_runtime::{AnyHandle, DebugRow, EditRow, Hub};

pub(crate) use value::Entered;

use crate::Inspector;
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

/// Editing, with the feature `edit`.
#[cfg_attr(docsrs, doc(cfg(feature = "edit")))]
impl Inspector {
    /// Allows pages to change the hubs that are shown by [`show_mut`](Self::show_mut). Without this
    /// call they cannot.
    ///
    /// Whoever has the address can then change, make and free rows, from this machine. An
    /// inspector of [`bind_anywhere`](Self::bind_anywhere) takes edits from loopback alone, too.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    /// println!("open {}", inspector.url());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use = "an inspector that is dropped shows nothing"]
    pub fn allow_edits(self) -> Self {
        self.shared.edits.store(true, Ordering::Relaxed);
        self
    }

    /// Shows a hub under a name, like [`show`](Self::show), and lends it to pages, which change
    /// values, make rows and free them.
    ///
    /// Nothing is changed unless [`allow_edits`](Self::allow_edits) was called. Edits are done in this
    /// call, in the order in which they came, so the program sees them between two frames. They share
    /// the time of the frame: each hub does at least one of them, and all hubs do at most 64 in a
    /// frame. While the program is paused they are done as well. Each is stamped like any write, in
    /// the tick that is open.
    ///
    /// An edit passes by the program's own methods: a field that is private to its module is changed
    /// like any other, and an id that is entered is not checked for life. An edit calls the
    /// `Deserialize`, the `Serialize`, the `Drop` and the default of a field. If they panic, the page
    /// shows the message, and the program goes on (unless it is built with `panic = "abort"`).
    ///
    /// A record has [`EditRow`] with `#[soa(derive(Debug, Serialize, Deserialize))]`. Other hubs are
    /// shown by `show`.
    ///
    /// # Panics
    ///
    /// Panics if the `Debug` of a value that a viewer looks at panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_inspect::Inspector;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Debug, Serialize, Deserialize))]
    /// struct Rock { size: u8 }
    ///
    /// let inspector = Inspector::bind("127.0.0.1:0")?.allow_edits();
    /// let mut rocks: RockHub = (0..3).map(|size| Rock { size }).collect();
    /// inspector.show_mut("rocks", &mut rocks);
    /// assert_eq!(rocks.len(), 3); // nobody has changed anything
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn show_mut<T: DebugRow + EditRow>(&self, name: &str, hub: &mut Hub<T>) {
        if self.shared.is_wanted() {
            self.shared.serve_mut(name, hub);
        }
    }
}

#[cfg(test)]
mod tests;
