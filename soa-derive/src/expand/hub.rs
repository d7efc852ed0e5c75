//! The hub as a type of the user's own crate, and the alias of its ids.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{Context, record};
use crate::attributes::{Layout, Trait};
use crate::generics;
use crate::names::lifetime;

/// The public types.
pub(super) fn types(context: &Context<'_>) -> TokenStream {
    let Context {
        docs,
        inner,
        record,
        ..
    } = context;
    let (vis, names) = (&record.vis, &record.names);
    let (hub, id) = (&names.hub, &names.id);
    let (hub_doc, id_doc) = (&docs.hub, &docs.id);
    let generics = &record.generics;
    let clause = &generics.where_clause;
    let alias = generics::of_alias(generics);
    let handle = record::handle(context);
    quote! {
        #[doc = #hub_doc]
        #vis struct #hub #generics (#inner) #clause;
        #[doc = #id_doc]
        #vis type #id #alias = #handle;
    }
}

/// What the hub implements.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let options = &context.record.options;
    let mut impls = TokenStream::new();
    for implement in [inherent, access, make, walk, debug] {
        impls.extend(implement(context));
    }
    for (name, implement) in [
        (Trait::Clone, clone as Implement),
        (Trait::PartialEq, partial_eq),
        (Trait::Eq, eq),
        (Trait::Serialize, serialize),
        (Trait::Deserialize, deserialize),
    ] {
        if options.derives(name) {
            impls.extend(implement(context));
        }
    }
    impls
}

type Implement = fn(&Context<'_>) -> TokenStream;

fn inherent(context: &Context<'_>) -> TokenStream {
    let Context { inner, record, .. } = context;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let (vis, hub) = (&record.vis, &record.names.hub);
    quote! {
        impl #generics #hub #arguments #clause {
            /// Creates a hub without rows and without memory.
            #[must_use]
            #[inline]
            #vis const fn new() -> Self {
                #hub(<#inner>::new())
            }
            /// Creates a hub with memory for `rows` rows.
            ///
            /// # Panics
            ///
            /// If the id's index bits cannot tell so many rows apart, or there is no memory.
            #[must_use]
            #[track_caller]
            #vis fn with_capacity(rows: ::core::primitive::usize) -> Self {
                #hub(<#inner>::with_capacity(rows))
            }
        }
    }
}

/// From the newtype to the runtime's hub and back.
fn access(context: &Context<'_>) -> TokenStream {
    let Context { inner, record, .. } = context;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics ::core::ops::Deref for #hub #arguments #clause {
            type Target = #inner;
            #[inline]
            fn deref(&self) -> &#inner {
                &self.0
            }
        }
        #[automatically_derived]
        impl #generics ::core::ops::DerefMut for #hub #arguments #clause {
            #[inline]
            fn deref_mut(&mut self) -> &mut #inner {
                &mut self.0
            }
        }
        #[automatically_derived]
        impl #generics ::core::convert::From<#inner> for #hub #arguments #clause {
            #[inline]
            fn from(__soa_hub: #inner) -> Self {
                #hub(__soa_hub)
            }
        }
        #[automatically_derived]
        impl #generics ::core::convert::From<#hub #arguments> for #inner #clause {
            #[inline]
            fn from(__soa_hub: #hub #arguments) -> Self {
                __soa_hub.0
            }
        }
    }
}

fn make(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics ::core::default::Default for #hub #arguments #clause {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }
        #[automatically_derived]
        impl #generics ::core::iter::FromIterator<#this> for #hub #arguments #clause {
            fn from_iter<__SoaRows: ::core::iter::IntoIterator<Item = #this>>(
                __soa_rows: __SoaRows,
            ) -> Self {
                #hub(::core::iter::FromIterator::from_iter(__soa_rows))
            }
        }
        #[automatically_derived]
        impl #generics ::core::iter::Extend<#this> for #hub #arguments #clause {
            fn extend<__SoaRows: ::core::iter::IntoIterator<Item = #this>>(
                &mut self,
                __soa_rows: __SoaRows,
            ) {
                ::core::iter::Extend::extend(&mut self.0, __soa_rows);
            }
        }
    }
}

/// Iterating over a borrowed hub.
fn walk(context: &Context<'_>) -> TokenStream {
    let Context {
        inner,
        record,
        view_generics,
        ..
    } = context;
    let (_, arguments, _) = record.generics.split_for_impl();
    let (generics, _, clause) = view_generics.split_for_impl();
    let hub = &record.names.hub;
    let into = quote!(::core::iter::IntoIterator);
    let lifetime = lifetime();
    let borrowed = [TokenStream::new(), quote!(mut)].map(|unique| {
        quote! {
            #[automatically_derived]
            impl #generics #into for &#lifetime #unique #hub #arguments #clause {
                type Item = <&#lifetime #unique #inner as #into>::Item;
                type IntoIter = <&#lifetime #unique #inner as #into>::IntoIter;
                #[inline]
                fn into_iter(self) -> <Self as #into>::IntoIter {
                    #into::into_iter(& #unique self.0)
                }
            }
        }
    });
    borrowed.into_iter().collect()
}

/// By counts; by rows, if the fields can.
fn debug(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let hub = &record.names.hub;
    let debug = quote!(::core::fmt::Debug);
    let (clause, format) = if record.options.derives(Trait::Debug) {
        let rows = quote!(__soa_f.debug_map().entries(self.0.iter()).finish());
        (context.bounds(&debug), rows)
    } else {
        (
            clause.to_token_stream(),
            quote!(#debug::fmt(&self.0, __soa_f)),
        )
    };
    quote! {
        #[automatically_derived]
        impl #generics #debug for #hub #arguments #clause {
            fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #format
            }
        }
    }
}

fn clone(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let clone = quote!(::core::clone::Clone);
    let clause = context.bounds(&clone);
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics #clone for #hub #arguments #clause {
            fn clone(&self) -> Self {
                #hub(#clone::clone(&self.0))
            }
            fn clone_from(&mut self, __soa_source: &Self) {
                #clone::clone_from(&mut self.0, &__soa_source.0);
            }
        }
    }
}

/// Compares the rows at the borrow's own lifetime: a bound for all of them would
/// keep out records that borrow something themselves.
fn partial_eq(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let equal = quote!(::core::cmp::PartialEq);
    let clause = context.bounds(&equal);
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics #equal for #hub #arguments #clause {
            fn eq(&self, __soa_other: &Self) -> ::core::primitive::bool {
                self.0.len() == __soa_other.0.len()
                    && ::core::iter::Iterator::all(&mut self.0.iter(), |(__soa_id, __soa_row)| {
                        __soa_other.0.get(__soa_id).is_some_and(|__soa_other| __soa_row == __soa_other)
                    })
            }
        }
    }
}

fn eq(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let clause = context.bounds(&quote!(::core::cmp::Eq));
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics ::core::cmp::Eq for #hub #arguments #clause {}
    }
}

fn serialize(context: &Context<'_>) -> TokenStream {
    let Context {
        serde,
        inner,
        record,
        ..
    } = context;
    let (generics, arguments, _) = record.generics.split_for_impl();
    let bound = quote!(#serde::Serialize);
    // The runtime asks for the rows of all lifetimes, which is for the user to
    // prove where the record's parameters may be borrowed.
    let clause = match (context.bounds(&bound), record.generics.params.is_empty()) {
        (clause, true) => clause,
        (clause, false) if clause.is_empty() => quote!(where #inner: #bound),
        (clause, false) => quote!(#clause, #inner: #bound),
    };
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics #bound for #hub #arguments #clause {
            fn serialize<__SoaSerializer: #serde::Serializer>(
                &self,
                __soa_serializer: __SoaSerializer,
            ) -> ::core::result::Result<
                <__SoaSerializer as #serde::Serializer>::Ok,
                <__SoaSerializer as #serde::Serializer>::Error,
            > {
                #serde::Serialize::serialize(&self.0, __soa_serializer)
            }
        }
    }
}

fn deserialize(context: &Context<'_>) -> TokenStream {
    let Context {
        serde,
        inner,
        record,
        ..
    } = context;
    let (_, arguments, _) = record.generics.split_for_impl();
    let reader = generics::of_deserializer(&record.generics);
    let (generics, _, _) = reader.split_for_impl();
    let bound = quote!(#serde::Deserialize<'de>);
    // A snapshot's holes are filled with defaults.
    let defaults = match record.options.layout() {
        Layout::Slots => record::defaults_by_trait(context).collect(),
        Layout::Dense => Vec::new(),
    };
    let clause = generics::bounds(
        &record.generics,
        [
            (&bound, context.types().collect()),
            (&quote!(::core::default::Default), defaults),
        ],
    );
    let hub = &record.names.hub;
    quote! {
        #[automatically_derived]
        impl #generics #bound for #hub #arguments #clause {
            fn deserialize<__SoaDeserializer: #serde::Deserializer<'de>>(
                __soa_deserializer: __SoaDeserializer,
            ) -> ::core::result::Result<
                Self,
                <__SoaDeserializer as #serde::Deserializer<'de>>::Error,
            > {
                ::core::result::Result::map(
                    <#inner as #bound>::deserialize(__soa_deserializer),
                    #hub,
                )
            }
        }
    }
}
