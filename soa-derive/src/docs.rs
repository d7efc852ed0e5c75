//! The documentation of what is generated.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use crate::model::{Field, Record};

/// The first sentences of the generated types.
pub(crate) struct Docs {
    pub(crate) hub: String,
    pub(crate) id: String,
    pub(crate) row: String,
    pub(crate) row_mut: String,
    pub(crate) columns: String,
    pub(crate) columns_mut: String,
}

impl Docs {
    pub(crate) fn new(record: &Record) -> Self {
        let name = record.text();
        let names = &record.names;
        let (hub, id) = (names.hub.unraw(), names.id.unraw());
        let [row, row_mut, columns, columns_mut] = names.views().map(Ident::unraw);
        Docs {
            hub: format!(
                " The hub that keeps every `{name}`: one column per field, reached by id.\n\n \
                 An id (`T::Id` below) is a [`{id}`], a row a [`{row}`] or [`{row_mut}`], and all \
                 columns are [`{columns}`] or [`{columns_mut}`]."
            ),
            id: format!(" The id of a `{name}` in its hub."),
            row: format!(" One `{name}` of a `{hub}`: one reference per field."),
            row_mut: format!(" One `{name}` of a `{hub}`: one unique reference per field."),
            columns: format!(" The columns of a `{hub}`, each by its field's name."),
            columns_mut: format!(
                " The columns of a `{hub}`, each by its field's name, borrowed uniquely."
            ),
        }
    }
}

/// What a view says of a field: what the struct says, or at least its name.
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
