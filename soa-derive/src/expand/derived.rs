//! What `#[soa(derive(..))]` adds to a record.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::Context;
use crate::generics;
use crate::model::ColumnDefault;
use crate::names::lifetime;
use crate::words::Trait;

/// Implements `CloneRow` on request.
pub(super) fn clone_row(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    if !record.options.derives(Trait::Clone) {
        return TokenStream::new();
    }
    let clone = quote!(::core::clone::Clone);
    let clause = context.bounds(&clone);
    let (generics, _, _) = record.generics.split_for_impl();
    let (row, shape, lifetime) = (&record.names.row, &record.names.shape, lifetime());
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let value = context.literal(record.fields.iter().map(|field| {
        let ident = &field.ident;
        quote_spanned!(field.span()=> ::core::clone::Clone::clone(__soa_row.#ident))
    }));
    quote! {
        #[automatically_derived]
        impl #generics #runtime::generic::CloneRow for #this #clause {
            #[inline]
            fn clone_row<#lifetime>(__soa_row: #row #view_arguments) -> Self {
                #value
            }
            #[inline]
            fn with_clone_shape<__SoaW: __soa::WithCloneShape<Self>>(__soa_with: __SoaW) -> __SoaW::Output {
                __soa::WithCloneShape::call(__soa_with, #shape(::core::marker::PhantomData))
            }
        }
    }
}

/// Implements `DebugRow` on request: the fields one by one.
pub(super) fn debug_row(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    if !record.options.derives(Trait::Debug) {
        return TokenStream::new();
    }
    let debug = quote!(::core::fmt::Debug);
    let clause = context.bounds(&debug);
    let (generics, _, _) = record.generics.split_for_impl();
    let (row, lifetime) = (&record.names.row, lifetime());
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let fields = record.fields.iter().map(|field| {
        let ident = &field.ident;
        quote_spanned!(field.span()=> __soa::Shown(__soa_row.#ident).show(__soa_show);)
    });
    quote! {
        #[automatically_derived]
        impl #generics #runtime::generic::DebugRow for #this #clause {
            #[inline]
            fn debug_row<#lifetime>(
                __soa_row: #row #view_arguments,
                __soa_show: &mut dyn ::core::ops::FnMut(&dyn #debug),
            ) {
                use __soa::{AnyField as _, TextField as _};
                #(#fields)*
            }
        }
    }
}

/// Implements `HashRow` on request.
pub(super) fn hash_row(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    if !record.options.derives(Trait::Hash) {
        return TokenStream::new();
    }
    let hash = quote!(::core::hash::Hash);
    let clause = context.bounds(&hash);
    let (generics, _, _) = record.generics.split_for_impl();
    let (row, lifetime) = (&record.names.row, lifetime());
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let fields = record.fields.iter().map(|field| {
        let ident = &field.ident;
        quote_spanned!(field.span()=> #hash::hash(__soa_row.#ident, __soa_state);)
    });
    quote! {
        #[automatically_derived]
        impl #generics #runtime::generic::HashRow for #this #clause {
            #[inline]
            fn hash_row<#lifetime, __SoaHasher: ::core::hash::Hasher>(
                __soa_row: #row #view_arguments,
                __soa_state: &mut __SoaHasher,
            ) {
                #(#fields)*
            }
        }
    }
}

/// Implements `Default` for the struct on request, from the columns' defaults.
pub(super) fn default(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    if !record.options.derives(Trait::Default) {
        return TokenStream::new();
    }
    let clause = generics::bounds(&record.generics, default_bounds(context));
    let (generics, _, _) = record.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics ::core::default::Default for #this #clause {
            #[inline]
            fn default() -> Self {
                <Self as #runtime::generic::DefaultRow>::default_row()
            }
        }
    }
}

/// Returns the bounds with which all columns without a `default` have a `Default`.
pub(super) fn default_bounds(context: &Context<'_>) -> Vec<TokenStream> {
    let record = context.record;
    let types = record
        .fields
        .iter()
        .filter(|field| field.default == ColumnDefault::Trait)
        .map(|field| &field.ty);
    generics::whole(&record.generics, types, &quote!(::core::default::Default))
}
