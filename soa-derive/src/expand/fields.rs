//! Reading and writing single values by the names of their columns.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::{Context, derived, saves};
use crate::generics;
use crate::model::{ColumnDefault, Field, Record};
use crate::words::Trait;

/// Implements `EditRow`, for `derive(Serialize, Deserialize)`.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let options = &context.record.options;
    // A record that borrows is not read from every text.
    let borrows = context.record.generics.lifetimes().next().is_some();
    if borrows || !options.derives(Trait::Serialize) || !options.derives(Trait::Deserialize) {
        return TokenStream::new();
    }
    edit_row(context, &Named::all(context.record))
}

/// A field, and the names under which it is read. A name belongs to the first field that has it.
struct Named<'a> {
    field: &'a Field,
    names: Vec<String>,
}

impl<'a> Named<'a> {
    fn all(record: &'a Record) -> Vec<Self> {
        let mut known = Vec::new();
        let fields = record.fields.iter();
        let named = fields.map(|field| {
            let own = field.ident.unraw().to_string();
            let read = &field.saves.read_names;
            let is_read = field.saves.is_read();
            let names = is_read.then(|| read.of(&own, record.saves.rule.as_ref()));
            let names: Vec<_> = names
                .into_iter()
                .flatten()
                .filter(|name| !known.contains(name))
                .collect();
            known.extend(names.iter().cloned());
            Named { field, names }
        });
        named.collect()
    }

    /// Returns an arm that matches the names, unless there are none.
    fn arm(&self, value: &TokenStream) -> Option<TokenStream> {
        let names = &self.names;
        (!names.is_empty()).then(|| quote!(#(#names)|* => #value,))
    }
}

/// Returns the names of the fields that are `required`.
fn required(record: &Record) -> Vec<String> {
    let fields = record.fields.iter();
    let required = fields.filter(|field| field.default == ColumnDefault::Required);
    required
        .map(|field| field.ident.unraw().to_string())
        .collect()
}

fn edit_row(context: &Context<'_>, named: &[Named<'_>]) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, _, _) = record.generics.split_for_impl();
    let required = required(record);
    let of_any = quote!(for<'de> __soa::serde::Deserialize<'de>);
    let mut bounds = saves::bounds_of_values(record, &of_any);
    bounds.extend(saves::write_bounds(context));
    let (required, make) = if required.is_empty() {
        bounds.extend(derived::default_bounds(context));
        let make = quote!(::core::option::Option::Some(__soa::Hub::alloc(__soa_hub)));
        (TokenStream::new(), make)
    } else {
        let required = quote! {
            const REQUIRED: &'static [&'static ::core::primitive::str] = &[#(#required),*];
        };
        let make = quote!(let _ = __soa_hub; ::core::option::Option::None);
        (required, make)
    };
    let clause = generics::bounds(&record.generics, bounds);
    let edited_as = named.iter().map(|field| {
        let name = field.names.first().map(|name| quote!(Some(#name)));
        let name = name.unwrap_or_else(|| quote!(None));
        quote!(::core::option::Option::#name)
    });
    let read = named.iter().filter_map(|named| {
        let Field { ident, saves, .. } = named.field;
        let span = named.field.span();
        let by_type = || quote_spanned!(span=> __soa::serde::Deserialize::deserialize);
        let read = saves.read_by().unwrap_or_else(by_type);
        named.arm(&quote!(__soa::write_field(__soa_row.#ident, #read(__soa_deserializer))))
    });
    let read: Vec<_> = read.collect();
    let unused = read
        .is_empty()
        .then(|| quote!(let _ = (__soa_row, __soa_deserializer);));
    let written = named.iter().filter(|named| named.field.saves.is_written());
    let arms = written.filter_map(|named| {
        let (ident, write) = (&named.field.ident, saves::writer(named.field));
        named.arm(&quote!(#write(__soa_row.#ident, __soa_serializer)))
    });
    let arms: Vec<_> = arms.collect();
    let of_arms = quote!((__soa_row, __soa_column, __soa_serializer));
    let written = saves::chosen(&arms, &of_arms);
    quote! {
        #[automatically_derived]
        impl #generics __soa::EditRow for #this #clause {
            const FIELDS: &'static [::core::option::Option<&'static ::core::primitive::str>] =
                &[#(#edited_as),*];
            #required
            fn set_field<'de, __SoaDeserializer: __soa::serde::Deserializer<'de>>(
                __soa_row: __soa::RowMut<'_, Self>,
                __soa_column: &::core::primitive::str,
                __soa_deserializer: __SoaDeserializer,
            ) -> ::core::result::Result<(), __soa::SetFieldError<__SoaDeserializer::Error>> {
                #unused
                match __soa_column {
                    #(#read)*
                    _ => ::core::result::Result::Err(__soa::SetFieldError::UnknownColumn),
                }
            }
            fn get_field<__SoaSerializer: __soa::serde::Serializer>(
                __soa_row: __soa::Row<'_, Self>,
                __soa_column: &::core::primitive::str,
                __soa_serializer: __SoaSerializer,
            ) -> ::core::option::Option<
                __soa::Written<__SoaSerializer>,
            > {
                #written
            }
            fn make(__soa_hub: &mut __soa::Hub<Self>) -> ::core::option::Option<Self::Id> {
                #make
            }
        }
    }
}
