//! Writing single values by the names of their columns.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::Context;
use crate::generics;
use crate::model::Field;
use crate::words::Trait;

/// Implements `DeserializeField`, for `derive(Deserialize)`.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let Context {
        serde,
        runtime,
        this,
        record,
        ..
    } = context;
    if !record.options.derives(Trait::Deserialize) {
        return TokenStream::new();
    }
    let reader = generics::of_deserializer(&record.generics);
    let (reader_generics, _, _) = reader.split_for_impl();
    let fields = || record.fields.iter().filter(|field| field.saves.is_read());
    let types = fields().filter(|field| field.saves.is_read_by_its_type());
    let bound = quote!(#serde::Deserialize<'de>);
    let bounds = generics::inferred(&record.generics, types.map(|field| &field.ty), &bound);
    let clause = generics::bounds(&record.generics, bounds);

    let mut known = Vec::new();
    let arms = fields().filter_map(|field| {
        let Field { ident, saves, .. } = field;
        let names = saves
            .read_names
            .of(&ident.unraw().to_string(), record.saves.rule.as_ref());
        let names: Vec<_> = names
            .into_iter()
            .filter(|name| !known.contains(name))
            .collect();
        known.extend(names.iter().cloned());
        let read = match saves.read_by() {
            None => quote_spanned!(field.span()=> #serde::Deserialize::deserialize),
            Some(function) => function,
        };
        (!names.is_empty()).then(|| {
            quote! {
                #(#names)|* => __soa::write_field(__soa_row.#ident, #read(__soa_deserializer)),
            }
        })
    });
    let arms: Vec<_> = arms.collect();
    let unused = arms
        .is_empty()
        .then(|| quote!(let _ = (__soa_row, __soa_deserializer);));
    quote! {
        #[automatically_derived]
        impl #reader_generics __soa::DeserializeField<'de> for #this #clause {
            fn deserialize_field<__SoaDeserializer: #serde::Deserializer<'de>>(
                __soa_row: #runtime::RowMut<'_, Self>,
                __soa_column: &::core::primitive::str,
                __soa_deserializer: __SoaDeserializer,
            ) -> ::core::option::Option<
                ::core::result::Result<
                    (),
                    <__SoaDeserializer as #serde::Deserializer<'de>>::Error,
                >,
            > {
                #unused
                match __soa_column {
                    #(#arms)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}
