//! Deltas of hubs whose struct is `tracked`, and that can be saved. `serde`'s derives on
//! private structs with the tracked fields do the work, so that the columns of a delta have
//! the names of the columns of a save.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Context;
use super::saves::{attributes, read_bounds, written};
use crate::generics;
use crate::model::Field;
use crate::names::{lifetime, marker, read_form, write_form};
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

/// Returns the tracked fields with their positions in the struct.
fn tracked<'a>(context: &Context<'a>) -> impl Iterator<Item = (usize, &'a Field)> {
    let fields = context.record.fields.iter().enumerate();
    fields.filter(|(_, field)| field.tracked)
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

/// Implements `SerializeDelta`, by a private struct with the changed values of the tracked
/// columns.
fn serialize(context: &Context<'_>) -> TokenStream {
    let Context {
        serde,
        runtime,
        this,
        record,
        view_generics,
        ..
    } = context;
    let changed = &record.names.changed;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let (changed_generics, _, own_clause) = view_generics.split_for_impl();
    let bound = quote!(#serde::Serialize);
    let bounds = generics::inferred(&record.generics, written(context), &bound);
    let attributes = attributes(context, &bounds);
    let clause = generics::bounds(&record.generics, bounds);
    let (lifetime, marker, travelling) = (lifetime(), marker(), travelling(context));

    let (mut forms, mut fields, mut values) =
        (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for (index, field) in tracked(context) {
        let Field {
            ident, ty, saves, ..
        } = field;
        if !saves.travels() {
            continue;
        }
        let way = match saves.written_by() {
            None => quote!(__soa::ByType),
            Some(function) => {
                let form_name = write_form(index);
                forms.extend(form(context, &form_name));
                forms.extend(quote! {
                    #[automatically_derived]
                    impl #generics __soa::WriteAs<#ty> for #form_name #arguments #clause {
                        fn write<__SoaSerializer: #serde::Serializer>(
                            __soa_value: &#ty,
                            __soa_serializer: __SoaSerializer,
                        ) -> ::core::result::Result<
                            <__SoaSerializer as #serde::Serializer>::Ok,
                            <__SoaSerializer as #serde::Serializer>::Error,
                        > {
                            #function(__soa_value, __soa_serializer)
                        }
                    }
                });
                quote!(#form_name #arguments)
            }
        };
        let names = saves.name_words();
        fields.extend(quote! {
            #names #ident: __soa::ChangedValues<#lifetime, #this, #ty, #way>,
        });
        values.extend(quote!(#ident: __soa_changed.of(__soa_columns.#ident),));
    }
    let columns =
        (!values.is_empty()).then(|| quote!(let __soa_columns = __soa_changed.columns();));
    quote! {
        #forms
        #[derive(#bound)]
        #attributes
        struct #changed #changed_generics #own_clause {
            #fields
            #[serde(skip)]
            #marker: ::core::marker::PhantomData<&#lifetime #this>,
        }
        #[automatically_derived]
        impl #generics __soa::SerializeDelta for #this #clause {
            const TRAVELLING: &'static ::core::primitive::str = #travelling;
            fn write_row<__SoaSerializer: #serde::Serializer>(
                __soa_row: &#runtime::Row<'_, Self>,
                __soa_serializer: __SoaSerializer,
            ) -> ::core::result::Result<
                <__SoaSerializer as #serde::Serializer>::Ok,
                <__SoaSerializer as #serde::Serializer>::Error,
            > {
                #serde::Serialize::serialize(__soa_row, __soa_serializer)
            }
            fn write_changes<__SoaSerializer: #serde::Serializer>(
                __soa_changed: &__soa::ChangedRows<'_, Self>,
                __soa_serializer: __SoaSerializer,
            ) -> ::core::result::Result<
                <__SoaSerializer as #serde::Serializer>::Ok,
                <__SoaSerializer as #serde::Serializer>::Error,
            > {
                #columns
                #serde::Serialize::serialize(
                    &#changed { #values #marker: ::core::marker::PhantomData::<&Self> },
                    __soa_serializer,
                )
            }
        }
    }
}

/// Implements `ReadChanges`, by a struct with new values of the tracked columns. It is
/// public, because a public trait names it; its fields are not.
fn deserialize(context: &Context<'_>) -> TokenStream {
    let Context {
        serde,
        runtime,
        this,
        record,
        ..
    } = context;
    let changes = &record.names.changes;
    let (generics, arguments, own_clause) = record.generics.split_for_impl();
    let reader = generics::of_deserializer(&record.generics);
    let (reader_generics, _, _) = reader.split_for_impl();
    let bounds = read_bounds(context);
    // serde does not see which lifetimes the values borrow from the input.
    let borrowed = record
        .generics
        .lifetimes()
        .map(|borrowed| &borrowed.lifetime);
    let borrowed = borrowed.map(|lifetime| quote!('de: #lifetime));
    let attributes = attributes(
        context,
        &bounds.iter().cloned().chain(borrowed).collect::<Vec<_>>(),
    );
    let clause = generics::bounds(&record.generics, bounds);
    let expecting = format!("the changed values of {}", record.text());
    let (marker, travelling) = (marker(), travelling(context));

    let (mut forms, mut fields, mut visits) =
        (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for (index, field) in tracked(context) {
        let Field {
            ident, ty, saves, ..
        } = field;
        if !saves.travels() {
            continue;
        }
        let way = match saves.read_by() {
            None => quote!(__soa::ByType),
            Some(function) => {
                let form_name = read_form(index);
                forms.extend(form(context, &form_name));
                forms.extend(quote! {
                    #[automatically_derived]
                    impl #reader_generics __soa::ReadAs<'de, #ty> for #form_name #arguments #clause {
                        fn read<__SoaDeserializer: #serde::Deserializer<'de>>(
                            __soa_deserializer: __SoaDeserializer,
                        ) -> ::core::result::Result<
                            #ty,
                            <__SoaDeserializer as #serde::Deserializer<'de>>::Error,
                        > {
                            #function(__soa_deserializer)
                        }
                    }
                });
                quote!(#form_name #arguments)
            }
        };
        let names = saves.name_words();
        let default = field.may_be_missing().then(|| quote!(#[serde(default)]));
        fields.extend(quote!(#names #default #ident: __soa::NewValues<#ty, #way>,));
        visits.extend(quote! {
            __soa::VisitChanges::column(
                __soa_visit,
                &mut __soa_changes.#ident,
                &mut __soa_columns.#ident,
            );
        });
    }
    let unused = visits
        .is_empty()
        .then(|| quote!(let _ = (__soa_changes, __soa_columns, __soa_visit);));
    quote! {
        #forms
        #[doc(hidden)]
        #[derive(#serde::Deserialize)]
        #attributes
        #[serde(expecting = #expecting)]
        pub struct #changes #generics #own_clause {
            #fields
            #[serde(skip)]
            #marker: ::core::marker::PhantomData<fn() -> #this>,
        }
        #[automatically_derived]
        impl #generics __soa::ReadChanges for #this #own_clause {
            const TRAVELLING: &'static ::core::primitive::str = #travelling;
            type Changes = #changes #arguments;
            fn visit_changes(
                __soa_changes: &mut Self::Changes,
                __soa_columns: &mut #runtime::ColumnsMut<'_, Self>,
                __soa_visit: &mut impl __soa::VisitChanges<Self>,
            ) {
                #unused
                #visits
            }
        }
    }
}
