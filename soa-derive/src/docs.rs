//! The documentation of the generated types.

use core::borrow::Borrow;

use proc_macro2::Ident;
use syn::ext::IdentExt;

use crate::model::Record;
use crate::words::Trait;
use crate::written::written;

/// A trait of `derive(..)`, and what a type has with it.
type Addition = (Trait, &'static str);

const HUB: &[Addition] = &[
    (Trait::Clone, "`clone`"),
    (Trait::Debug, "`{:?}` of the rows"),
    (Trait::PartialEq, "`==`"),
    (Trait::Hash, "`hash_state`"),
];

const ROW: &[Addition] = &[
    (Trait::Clone, "`to_record`"),
    (Trait::Debug, "`{:?}`"),
    (Trait::PartialEq, "`==`"),
];

const COLUMNS: &[Addition] = &[(Trait::Debug, "`{:?}`")];

/// The documentation of each generated type.
pub(crate) struct Docs {
    pub(crate) hub: String,
    pub(crate) id: String,
    pub(crate) row: String,
    pub(crate) row_mut: String,
    pub(crate) columns: String,
    pub(crate) columns_mut: String,
}

impl Docs {
    /// Writes the documentation for a record.
    pub(crate) fn new(record: &Record) -> Self {
        let name = record.text();
        let names = &record.names;
        let (hub, id) = (names.hub.unraw(), names.id.unraw());
        let [row, row_mut, columns, columns_mut] = names.views().map(Ident::unraw);
        let with = |text: String, additions| text + &on_request(record, additions);
        let mutable = if record.fields.iter().any(|field| field.tracked) {
            let tracked = link(record, "TrackedMut", "TrackedMut");
            format!("a mutable reference per field, or a {tracked} if the field is tracked")
        } else {
            "a mutable reference per field".to_owned()
        };
        let handle = link(record, "Handle", "Handle");
        let method = |name| link(record, name, &format!("Handle::{name}"));
        let (to_bits, from_bits) = (method("to_bits"), method("from_bits"));
        let mut parts = vec![method("index"), method("generation")];
        if record.options.bits.tag.is_some() {
            parts.push(method("tag"));
        }
        if record.options.parent.is_some() {
            parts.push(method("parent"));
        }
        let parts = listed(&parts);
        let shared = record
            .options
            .marker
            .as_ref()
            .map_or_else(String::new, |marker| {
                format!(
                    "\n\n All hubs with the marker `{}` and the same bits have this one id type.",
                    written(marker)
                )
            });
        Docs {
            hub: with(
                format!(
                    " A hub of `{name}` records: one column per field, and ids for the rows.\n\n \
                     An id (`T::Id` below) is a [`{id}`], a row is a [`{row}`] or [`{row_mut}`], and \
                     all columns together are [`{columns}`] or [`{columns_mut}`]. A hub is not indexed by \
                     ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value."
                ),
                HUB,
            ),
            id: format!(
                " The id of a `{name}` in its [`{hub}`]: a {handle}.\n\n \
                 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example \
                 `3v1`. {parts} return its parts, and {to_bits} and {from_bits} convert it to a number and back. \
                 `{id}::DANGLING` is an id that no hub issues. An `Option<{id}>` is not larger. \
                 `hub.contains(id)` returns whether its row is live.{shared}"
            ),
            row: with(
                format!(" One `{name}` of a [`{hub}`]: a reference per field."),
                ROW,
            ),
            row_mut: with(format!(" One `{name}` of a [`{hub}`]: {mutable}."), ROW),
            columns: with(format!(" All columns of a [`{hub}`], by field."), COLUMNS),
            columns_mut: with(
                format!(" All columns of a [`{hub}`], by field, mutable."),
                COLUMNS,
            ),
        }
    }
}

/// Names the attribute for what the type does not have. When a trait is missing, the
/// compiler names the type, and its documentation names the attribute.
fn on_request(record: &Record, additions: &[Addition]) -> String {
    let missing = additions
        .iter()
        .filter(|(wanted, _)| !record.options.derives(*wanted));
    let (traits, gains): (Vec<_>, Vec<_>) = missing
        .map(|(wanted, gain)| (format!("{wanted:?}"), *gain))
        .unzip();
    if gains.is_empty() {
        return String::new();
    }
    let (traits, gains, name) = (traits.join(", "), listed(&gains), record.text());
    format!("\n\n `#[soa(derive({traits}))]` above `struct {name}` adds {gains}.")
}

/// Lists the words: "a", "a and b", or "a, b and c".
fn listed(words: &[impl Borrow<str>]) -> String {
    match words {
        [] => String::new(),
        [word] => word.borrow().to_owned(),
        [words @ .., last] => format!("{} and {}", words.join(", "), last.borrow()),
    }
}

/// Returns a link to an item of the runtime. A path in a macro of another crate has no text that a
/// link could contain.
pub(crate) fn link(record: &Record, text: &str, path: &str) -> String {
    let runtime = record.options.runtime.as_ref();
    let runtime = runtime.map_or_else(|| "soa_runtime".to_owned(), written);
    if runtime.starts_with('$') {
        return format!("`{text}`");
    }
    format!("[`{text}`]({}::{path})", runtime.trim_start_matches("::"))
}
