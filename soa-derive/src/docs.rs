//! The documentation of the generated types.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use crate::model::{Field, Record};
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
            id: format!(" The id of a `{name}` in its [`{hub}`].{shared}"),
            row: with(
                format!(" One `{name}` of a [`{hub}`]: a reference per field."),
                ROW,
            ),
            row_mut: with(
                format!(" One `{name}` of a [`{hub}`]: a mutable reference per field."),
                ROW,
            ),
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
    let gains = match &gains[..] {
        [] => return String::new(),
        [gain] => (*gain).to_owned(),
        [gains @ .., last] => format!("{} and {last}", gains.join(", ")),
    };
    let (traits, name) = (traits.join(", "), record.text());
    format!("\n\n `#[soa(derive({traits}))]` above `struct {name}` adds {gains}.")
}

/// Returns the documentation of a view's field: the struct's, or at least its name.
pub(crate) fn of_field(field: &Field) -> TokenStream {
    let attributes = &field.attributes;
    if attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("doc"))
    {
        return quote!(#(#attributes)*);
    }
    let sentence = format!(" The column `{}`.", field.ident.unraw());
    quote!(#(#attributes)* #[doc = #sentence])
}
