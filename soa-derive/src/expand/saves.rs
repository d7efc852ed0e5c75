//! Saving and loading on request. `serde`'s derives on private structs with the same
//! fields do the work.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{ExprPath, LitStr};

use super::{Context, derived};
use crate::generics;
use crate::model::{ColumnDefault, Field, Record};
use crate::names::{default_of, ignored_of, lifetime, marker};
use crate::saves::{FieldSaves, Missing};
use crate::words::{Layout, Trait};

/// Writes the implementations for `derive(Serialize)` and `derive(Deserialize)`.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let options = &context.record.options;
    let mut impls = TokenStream::new();
    if options.derives(Trait::Serialize) {
        impls.extend(serialize_row(context));
        impls.extend(serialize(context));
    }
    if options.derives(Trait::Deserialize) {
        impls.extend(deserialize_row(context));
        impls.extend(deserialize(context));
    }
    impls
}

/// Returns the bounds with which a record can be written.
pub(super) fn write_bounds(context: &Context<'_>) -> Vec<TokenStream> {
    let record = context.record;
    let fields = record.fields.iter();
    let fields = fields.filter(|field| field.saves.is_written_by_its_type());
    let bound = quote!(__soa::serde::Serialize);
    generics::inferred(&record.generics, fields.map(|field| &field.ty), &bound)
}

/// Returns an expression that matches a column with these arms, and is `None` if none of them fits.
/// `unused` are the variables that only the arms name.
pub(super) fn chosen(arms: &[TokenStream], unused: &TokenStream) -> TokenStream {
    if arms.is_empty() {
        return quote!(let _ = #unused; ::core::option::Option::None);
    }
    quote! {
        ::core::option::Option::Some(match __soa_column {
            #(#arms)*
            _ => return ::core::option::Option::None,
        })
    }
}

/// Returns the function that writes a value of a column.
pub(super) fn writer(field: &Field) -> TokenStream {
    let by_type = || quote_spanned!(field.span()=> __soa::serde::Serialize::serialize);
    field.saves.written_by().unwrap_or_else(by_type)
}

/// Returns the bounds with which a record can be read.
pub(super) fn read_bounds(context: &Context<'_>) -> Vec<TokenStream> {
    let record = context.record;
    let mut wanted = bounds_of_values(record, &quote!(__soa::serde::Deserialize<'de>));
    if takes_defaults(context) {
        wanted.extend(derived::default_bounds(context));
    }
    wanted
}

/// Returns the bounds with which the types of the columns read their values.
pub(super) fn bounds_of_values(record: &Record, bound: &TokenStream) -> Vec<TokenStream> {
    let fields = record.fields.iter();
    let types = fields.filter(|field| field.saves.is_read_by_its_type());
    generics::inferred(&record.generics, types.map(|field| &field.ty), bound)
}

/// Returns whether a field may be read as its column's default.
fn takes_defaults(context: &Context<'_>) -> bool {
    let mut fields = context.record.fields.iter();
    fields.any(|field| matches!(field.saves.missing(), Missing::Column))
}

/// Writes the attribute of a private struct for `serde`: its path, the bounds of our own
/// implementations, and the words of the user.
pub(super) fn attributes(context: &Context<'_>, bounds: &[TokenStream]) -> TokenStream {
    let (saves, path) = (&context.record.saves, context.serde.to_string());
    let bounds = quote!(#(#bounds),*).to_string();
    let words = &saves.words;
    let name = context.record.text();
    let name = (!saves.is_renamed()).then(|| quote!(rename = #name,));
    quote!(#[serde(crate = #path, bound = #bounds, #name #(#words),*)])
}

/// Implements `Serialize` for a row, by a private struct of the fields' own types, so
/// that the functions that a user names get the types that they expect.
fn serialize_row(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let view_generics = &context.view_generics;
    let (generics, arguments, own_clause) = view_generics.split_for_impl();
    let bound = quote!(__soa::serde::Serialize);
    let bounds = write_bounds(context);
    let attributes = attributes(context, &bounds);
    let clause = generics::bounds(&record.generics, bounds);
    let (lent, row) = (&record.names.lent, &record.names.row);
    let (remote, lifetime, marker) = (row.unraw().to_string(), lifetime(), marker());
    let structure = |words_of: fn(&FieldSaves) -> Vec<TokenStream>| {
        let fields = record.fields.iter().map(
            |Field {
                 ident, ty, saves, ..
             }| {
                let words = words_of(saves);
                let words = (!words.is_empty()).then(|| quote!(#[serde(#(#words),*)]));
                quote!(#words #ident: #ty,)
            },
        );
        quote! {
            #[derive(#bound)]
            #attributes
            #[serde(remote = #remote)]
            struct #lent #view_generics #own_clause {
                #(#fields)*
                #[serde(skip)]
                #marker: ::core::marker::PhantomData<&#lifetime #this>,
            }
        }
    };
    let header = quote!(#generics #bound for #row #arguments #clause);
    let value = quote!(<#lent #arguments>::serialize(self, __soa_serializer));
    let with_names = structure(|saves| saves.words.clone());
    let value = if has_compact_words(context) {
        let compact = structure(FieldSaves::compact_words);
        quote! {
            if __soa::serde::Serializer::is_human_readable(&__soa_serializer) {
                #value
            } else {
                #compact
                #value
            }
        }
    } else {
        value
    };
    let serialize = serialize_by(&header, &value);
    quote! {
        #with_names
        #serialize
    }
}

/// Returns whether formats without names need a struct of their own.
fn has_compact_words(context: &Context<'_>) -> bool {
    let mut fields = context.record.fields.iter();
    fields.any(|field| field.saves.has_compact_words())
}

fn serialize(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let bound = quote!(__soa::serde::Serialize);
    let clause = generics::bounds(&record.generics, write_bounds(context));
    let hub = &record.names.hub;
    let header = quote!(#generics #bound for #hub #arguments #clause);
    let value = quote!(__soa::serde::Serialize::serialize(
        &self.0,
        __soa_serializer
    ));
    serialize_by(&header, &value)
}

/// Implements `Serialize` by an expression. `header` is what follows `impl`.
fn serialize_by(header: &TokenStream, value: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #header {
            fn serialize<__SoaSerializer: __soa::serde::Serializer>(
                &self,
                __soa_serializer: __SoaSerializer,
            ) -> __soa::Written<__SoaSerializer> {
                #value
            }
        }
    }
}

/// Implements `DeserializeRow`: `serde` reads a private struct of the same fields, which
/// becomes the record.
fn deserialize_row(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let owned = &record.names.owned;
    let (generics, arguments, own_clause) = record.generics.split_for_impl();
    let reader = generics::of_deserializer(&record.generics);
    let (reader_generics, _, _) = reader.split_for_impl();
    let bounds = read_bounds(context);
    let attributes = attributes(context, &bounds);
    // A message of serde's names the user's struct, as it would for the struct itself.
    let expecting = format!("struct {}", record.text());
    let clause = generics::bounds(&record.generics, bounds);
    let remote = record.ident.unraw().to_string();
    let denies = record.is_written_and_read() && record.saves.denies_unknown_fields();
    let structure = |words_of: fn(&FieldSaves) -> Vec<TokenStream>, has_names: bool| {
        let (mut fields, mut defaults) = (TokenStream::new(), TokenStream::new());
        for (index, field) in record.fields.iter().enumerate() {
            let Field {
                ident, ty, saves, ..
            } = field;
            // A save with names has such a field, which must be known.
            let is_ignored = denies && has_names && saves.is_written() && !saves.is_read();
            let mut words = if is_ignored {
                saves.ignored_words()
            } else {
                words_of(saves)
            };
            match (saves.missing(), field.default) {
                (Missing::Unsaid, _) => {}
                (Missing::Path(path), _) => words.push(quote!(default = #path)),
                (Missing::Column, ColumnDefault::Expression) => {
                    let value = record.without_self(&field.options.default);
                    let function = default_of(index);
                    let arguments = arguments.as_turbofish();
                    let path = quote!(#owned #arguments::#function).to_string();
                    let path = LitStr::new(&path, function.span());
                    words.push(quote!(default = #path));
                    defaults.extend(quote!(fn #function() -> #ty { #value }));
                }
                (Missing::Column, _) => words.push(quote!(default)),
            }
            if is_ignored {
                let function = ignored_of(index);
                let arguments = arguments.as_turbofish();
                let path = quote!(#owned #arguments::#function).to_string();
                words.push(quote!(deserialize_with = #path));
                defaults.extend(ignored(context, index));
            }
            let words = (!words.is_empty()).then(|| quote!(#[serde(#(#words),*)]));
            fields.extend(quote!(#words #ident: #ty,));
        }
        let defaults = (!defaults.is_empty()).then(|| {
            let clause = generics::bounds(&record.generics, derived::default_bounds(context));
            quote!(impl #generics #owned #arguments #clause { #defaults })
        });
        quote! {
            #[derive(__soa::serde::Deserialize)]
            #attributes
            #[serde(expecting = #expecting, remote = #remote)]
            struct #owned #generics #own_clause { #fields }
            #defaults
        }
    };
    let value = quote!(<#owned #arguments>::deserialize(__soa_deserializer));
    let with_names = structure(|saves| saves.words.clone(), true);
    let value = if has_compact_words(context) {
        let compact = structure(FieldSaves::compact_words, false);
        quote! {
            if __soa::serde::Deserializer::is_human_readable(&__soa_deserializer) {
                #value
            } else {
                #compact
                #value
            }
        }
    } else {
        value
    };
    quote! {
        #with_names
        #[automatically_derived]
        impl #reader_generics __soa::DeserializeRow<'de> for #this #clause {
            fn deserialize_row<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
                __soa_deserializer: __SoaDeserializer,
            ) -> __soa::Read<'de, Self, __SoaDeserializer> {
                #value
            }
        }
    }
}

/// Writes the function that passes over the value of a field and returns the value that it has if
/// it is missing.
fn ignored(context: &Context<'_>, index: usize) -> TokenStream {
    let Field {
        ty, saves, default, ..
    } = &context.record.fields[index];
    let function = ignored_of(index);
    let value = match (saves.missing(), default) {
        (Missing::Path(path), _) => {
            let path = path.parse::<ExprPath>().ok();
            quote!(#path())
        }
        (_, ColumnDefault::Expression) => {
            let function = default_of(index);
            quote!(Self::#function())
        }
        _ => quote!(::core::default::Default::default()),
    };
    quote! {
        fn #function<'de, __SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, #ty, __SoaDeserializer> {
            __soa::pass_over(__soa_deserializer, #value)
        }
    }
}

fn deserialize(context: &Context<'_>) -> TokenStream {
    let Context { inner, record, .. } = context;
    let (_, arguments, _) = record.generics.split_for_impl();
    let reader = generics::of_deserializer(&record.generics);
    let (generics, _, _) = reader.split_for_impl();
    let bound = quote!(__soa::serde::Deserialize<'de>);
    let mut wanted = read_bounds(context);
    // A snapshot's holes are filled with defaults.
    if record.options.layout() == Layout::Slots && !takes_defaults(context) {
        wanted.extend(derived::default_bounds(context));
    }
    let clause = generics::bounds(&record.generics, wanted);
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics #bound for #hub #arguments #clause {
            fn deserialize<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
                __soa_deserializer: __SoaDeserializer,
            ) -> __soa::Read<'de, Self, __SoaDeserializer> {
                ::core::result::Result::map(
                    <#inner as #bound>::deserialize(__soa_deserializer),
                    #hub,
                )
            }
        }
    }
}
