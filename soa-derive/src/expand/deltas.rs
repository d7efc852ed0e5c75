//! Deltas of hubs whose struct is `tracked`, and that can be saved. The columns of a delta have the
//! names of the columns of a save, and the runtime writes and reads them.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::LitStr;
use syn::ext::IdentExt;

use super::saves::{read_bounds, write_bounds};
use super::{Context, shape};
use crate::generics;
use crate::model::Field;
use crate::names::{read_form, write_form};
use crate::read_names;
use crate::words::Trait;

/// Writes the implementations for sending and for receiving.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let options = &context.record.options;
    let mut impls = TokenStream::new();
    if !options.tracked {
        return impls;
    }
    if options.derives(Trait::Serialize) {
        impls.extend(serialize(context));
    }
    if options.derives(Trait::Deserialize) {
        impls.extend(deserialize(context));
    }
    impls
}

/// Returns the tracked fields that travel, with their positions in the struct and among all fields
/// that travel.
fn tracked<'a>(context: &Context<'a>) -> impl Iterator<Item = (usize, usize, &'a Field)> {
    let fields = context.record.fields.iter().enumerate();
    let travelling = fields.filter(|(_, field)| field.saves.travels());
    let numbered = travelling.enumerate();
    let numbered = numbered.map(|(column, (index, field))| (index, column, field));
    numbered.filter(|(_, _, field)| field.tracked)
}

/// Returns the columns that travel as text: a sender and a receiver with the same text
/// understand each other without names.
fn travelling(context: &Context<'_>) -> String {
    let fields = context.record.fields.iter();
    let columns = fields.filter(|field| field.saves.travels()).map(|field| {
        let mut column = format!("{}: {}", field.ident, field.type_name);
        if field.tracked {
            column.push_str(" tracked");
        }
        for function in field.saves.functions() {
            column.push(' ');
            column.push_str(&function);
        }
        column
    });
    columns.collect::<Vec<_>>().join("; ")
}

/// Declares a type that stands for the functions by which a field is written or read.
fn form(context: &Context<'_>, name: &Ident) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, _, clause) = record.generics.split_for_impl();
    quote!(struct #name #generics (::core::marker::PhantomData<fn() -> #this>) #clause;)
}

/// Implements `SerializeDelta`: the tracked columns one by one.
fn serialize(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let clause = generics::bounds(&record.generics, write_bounds(context));
    let travelling = travelling(context);
    let own_name = record.text();
    let name = (record.saves.written_name.as_ref()).map_or(own_name, LitStr::value);

    let (mut forms, mut visits) = (TokenStream::new(), TokenStream::new());
    let mut names = Vec::new();
    for (index, column, field) in tracked(context) {
        let Field {
            ident, ty, saves, ..
        } = field;
        let way = match saves.written_by() {
            None => quote!(__soa::ByType),
            Some(function) => {
                let form_name = write_form(index);
                forms.extend(form(context, &form_name));
                forms.extend(quote! {
                    #[automatically_derived]
                    impl #generics __soa::WriteAs<#ty> for #form_name #arguments #clause {
                        fn write<__SoaSerializer: __soa::serde::Serializer>(
                            __soa_value: &#ty,
                            __soa_serializer: __SoaSerializer,
                        ) -> __soa::Written<__SoaSerializer> {
                            #function(__soa_value, __soa_serializer)
                        }
                    }
                });
                quote!(#form_name #arguments)
            }
        };
        let (own, rule) = (
            ident.unraw().to_string(),
            record.saves.written_rule.as_ref(),
        );
        names.push(read_names::name(saves.written_name.as_ref(), &own, rule));
        visits.extend(quote! {
            __soa_visit.column(#column, &__soa_changed.of::<#ty, #way>(__soa_columns.#ident))?;
        });
    }
    let columns = if visits.is_empty() {
        quote!(let _ = (__soa_changed, __soa_visit);)
    } else {
        quote!(let __soa_columns = __soa_changed.columns();)
    };
    quote! {
        #forms
        #[automatically_derived]
        impl #generics __soa::SerializeDelta for #this #clause {
            const TRAVELLING: &'static ::core::primitive::str = #travelling;
            const WRITTEN: (
                &'static ::core::primitive::str,
                &'static [&'static ::core::primitive::str],
            ) = (#name, &[#(#names),*]);
            fn write_row<__SoaSerializer: __soa::serde::Serializer>(
                __soa_row: &__soa::Row<'_, Self>,
                __soa_serializer: __SoaSerializer,
            ) -> __soa::Written<__SoaSerializer> {
                __soa::serde::Serialize::serialize(__soa_row, __soa_serializer)
            }
            fn visit_written<__SoaVisit: __soa::VisitWritten<Self>>(
                __soa_changed: &__soa::ChangedRows<'_, Self>,
                __soa_visit: &mut __SoaVisit,
            ) -> ::core::result::Result<(), __SoaVisit::Error> {
                #columns
                #visits
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// Implements `ReadChanges`, by a list of the new values of the tracked columns in a type that is
/// public, because a public trait names it. Its field is not, as the types of the columns may not be.
fn deserialize(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, arguments, own_clause) = record.generics.split_for_impl();
    let reader = generics::of_deserializer(&record.generics);
    let (reader_generics, _, _) = reader.split_for_impl();
    let clause = generics::bounds(&record.generics, read_bounds(context));
    let own_name = record.text();
    let changes = &record.names.changes;
    let expected = format!("the changed values of {own_name}");
    let name = (record.saves.read_name.as_ref()).map_or(own_name, LitStr::value);
    let (travelling, is_closed) = (travelling(context), record.saves.denies_unknown_fields());

    let (mut forms, mut visits) = (TokenStream::new(), TokenStream::new());
    let (mut columns, mut types, mut fields) = (TokenStream::new(), Vec::new(), Vec::new());
    let places = shape::places(tracked(context).count());
    for ((index, _, field), place) in tracked(context).zip(places) {
        let Field {
            ident, ty, saves, ..
        } = field;
        let (form, way) = reading(context, index, field, &clause);
        forms.extend(form);
        types.push(quote!(__soa::NewValues<#ty, #way>));
        let own = ident.unraw().to_string();
        let names = saves.names_read(&own, record.saves.rule.as_ref());
        let may_be_missing = field.may_be_missing();
        columns.extend(quote!((&[#(#names),*], #may_be_missing),));
        fields.extend(names);
        visits.extend(quote! {
            __soa::VisitChanges::column(
                __soa_visit,
                &mut __soa_changes.0.list #place,
                &mut __soa_columns.#ident,
            );
        });
    }
    let list = shape::tree(&types);
    let unused = visits
        .is_empty()
        .then(|| quote!(let _ = (__soa_changes, __soa_columns, __soa_visit);));
    quote! {
        #forms
        #[doc(hidden)]
        pub struct #changes #generics (__soa::NewColumns<#this, #list>) #own_clause;
        #[automatically_derived]
        impl #reader_generics __soa::serde::Deserialize<'de> for #changes #arguments #clause {
            fn deserialize<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
                __soa_deserializer: __SoaDeserializer,
            ) -> __soa::Read<'de, Self, __SoaDeserializer> {
                ::core::result::Result::map(
                    __soa::serde::Deserialize::deserialize(__soa_deserializer),
                    #changes,
                )
            }
        }
        #[automatically_derived]
        impl #generics __soa::ReadChanges for #this #own_clause {
            const TRAVELLING: &'static ::core::primitive::str = #travelling;
            const READ: __soa::ReadStruct = __soa::ReadStruct {
                record: #name,
                fields: &[#(#fields),*],
                columns: &[#columns],
                is_closed: #is_closed,
                expected: #expected,
            };
            type Changes = #changes #arguments;
            fn visit_changes(
                __soa_changes: &mut Self::Changes,
                __soa_columns: &mut __soa::ColumnsMut<'_, Self>,
                __soa_visit: &mut impl __soa::VisitChanges<Self>,
            ) {
                #unused
                #visits
            }
        }
    }
}

/// Returns the type by which a field is read, and its declaration if it is one of its own.
fn reading(
    context: &Context<'_>,
    index: usize,
    field: &Field,
    clause: &TokenStream,
) -> (TokenStream, TokenStream) {
    let record = context.record;
    let Some(function) = field.saves.read_by() else {
        return (TokenStream::new(), quote!(__soa::ByType));
    };
    let (_, arguments, _) = record.generics.split_for_impl();
    let reader = generics::of_deserializer(&record.generics);
    let (generics, _, _) = reader.split_for_impl();
    let (ty, form_name) = (&field.ty, read_form(index));
    let declaration = form(context, &form_name);
    let form = quote! {
        #declaration
        #[automatically_derived]
        impl #generics __soa::ReadAs<'de, #ty> for #form_name #arguments #clause {
            fn read<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
                __soa_deserializer: __SoaDeserializer,
            ) -> __soa::Read<'de, #ty, __SoaDeserializer> {
                #function(__soa_deserializer)
            }
        }
    };
    (form, quote!(#form_name #arguments))
}
