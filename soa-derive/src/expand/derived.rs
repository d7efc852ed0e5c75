//! What `#[soa(derive(..))]` adds to a record.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Lifetime;

use super::Context;
use crate::generics;
use crate::model::ColumnDefault;
use crate::names::lifetime;
use crate::words::Trait;

/// Implements `CloneRow` on request.
pub(super) fn clone_row(context: &Context<'_>) -> TokenStream {
    let clone = quote!(::core::clone::Clone);
    of_row(
        context,
        Trait::Clone,
        &quote!(CloneRow),
        &clone,
        |row, lifetime| {
            let record = context.record;
            let value = context.literal(record.fields.iter().map(|field| {
                let ident = &field.ident;
                quote_spanned!(field.span()=> #clone::clone(__soa_row.#ident))
            }));
            let shape = &record.names.shape;
            quote! {
                #[inline]
                fn clone_row<#lifetime>(__soa_row: #row) -> Self {
                    #value
                }
                #[inline]
                fn with_clone_shape<__SoaW: __soa::WithCloneShape<Self>>(__soa_with: __SoaW) -> __SoaW::Output {
                    __soa::WithCloneShape::call(__soa_with, #shape(::core::marker::PhantomData))
                }
            }
        },
    )
}

/// Implements `DebugRow` on request: the fields one by one.
pub(super) fn debug_row(context: &Context<'_>) -> TokenStream {
    let debug = quote!(::core::fmt::Debug);
    of_row(
        context,
        Trait::Debug,
        &quote!(DebugRow),
        &debug,
        |row, lifetime| {
            let fields = context.record.fields.iter().map(|field| {
                let ident = &field.ident;
                quote_spanned!(field.span()=> __soa::Shown(__soa_row.#ident).show(__soa_show);)
            });
            quote! {
                #[inline]
                fn debug_row<#lifetime>(
                    __soa_row: #row,
                    __soa_show: &mut dyn ::core::ops::FnMut(&dyn #debug),
                ) {
                    use __soa::{AnyField as _, TextField as _};
                    #(#fields)*
                }
            }
        },
    )
}

/// Implements `HashRow` on request.
pub(super) fn hash_row(context: &Context<'_>) -> TokenStream {
    let hash = quote!(::core::hash::Hash);
    of_row(
        context,
        Trait::Hash,
        &quote!(HashRow),
        &hash,
        |row, lifetime| {
            let fields = context.record.fields.iter().map(|field| {
                let ident = &field.ident;
                quote_spanned!(field.span()=> #hash::hash(__soa_row.#ident, __soa_state);)
            });
            quote! {
                #[inline]
                fn hash_row<#lifetime, __SoaHasher: ::core::hash::Hasher>(
                    __soa_row: #row,
                    __soa_state: &mut __SoaHasher,
                ) {
                    #(#fields)*
                }
            }
        },
    )
}

/// Implements a trait with a function of a row, if the user asks for it. `items` gets the type of the
/// row and its lifetime.
fn of_row(
    context: &Context<'_>,
    asked: Trait,
    of: &TokenStream,
    bound: &TokenStream,
    items: impl FnOnce(&TokenStream, &Lifetime) -> TokenStream,
) -> TokenStream {
    let Context { this, record, .. } = context;
    if !record.options.derives(asked) {
        return TokenStream::new();
    }
    let clause = context.bounds(bound);
    let (generics, _, _) = record.generics.split_for_impl();
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let row = &record.names.row;
    let items = items(&quote!(#row #view_arguments), &lifetime());
    quote! {
        #[automatically_derived]
        impl #generics __soa::#of for #this #clause {
            #items
        }
    }
}

/// Implements `Default` for the struct on request, from the columns' defaults.
pub(super) fn default(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
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
                <Self as __soa::DefaultRow>::default_row()
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
