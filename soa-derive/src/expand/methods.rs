//! The views' own methods. The runtime contains their code; the derive states names,
//! and how a mutable view is lent as a shared one.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;
use crate::docs::link;
use crate::generics;
use crate::names::{lifetime, marker};
use crate::words::Trait;

/// Implements what all views have, and `to_record` on request.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, arguments, clause) = context.view_generics.split_for_impl();
    let lent = generics::of_lent_view(&record.generics);
    let (vis, [row, row_mut, columns, columns_mut]) = (&record.vis, record.names.views());
    // The rows are taken from the first column, or from the view if it has no columns.
    let first = record.fields.first();
    let first = first.map_or_else(marker, |field| field.ident.clone());
    let first = quote!(__soa_view => __soa_view.#first);
    let lifetime = lifetime();
    let copied = record
        .options
        .derives(Trait::Clone)
        .then(|| copied(context));
    let [row_example, columns_example] =
        ["row_as_ref", "columns_as_ref"].map(|function| example(context, function));
    quote! {
        __soa::views! {
            #vis #row #row_mut #columns #columns_mut of #this;
            [#generics] [#arguments] [#clause]
            lent for #lifetime: [#lent] rows by #first,
            #row_example #columns_example
        }
        #copied
    }
}

/// Implements `to_record` for both views of a row.
fn copied(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, arguments, _) = context.view_generics.split_for_impl();
    let clause = context.bounds(&quote!(::core::clone::Clone));
    let (vis, row, row_mut) = (&record.vis, &record.names.row, &record.names.row_mut);
    let example = example(context, "CloneRow");
    quote! {
        __soa::copied! {
            #vis #row #row_mut of #this; [#generics] [#arguments] [#clause] #example
        }
    }
}

/// Links to the example of the runtime's item for generic code. An example in the
/// generated documentation would run with the tests of the user's crate.
fn example(context: &Context<'_>, item: &str) -> String {
    let link = link(context.record, item, &format!("{item}#examples"));
    format!(" Example: {link}, the same for generic code.")
}

/// Writes the functions of the shape that lend a mutable view as a shared one.
pub(super) fn as_refs(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (names, lifetime) = (&record.names, lifetime());
    let fields: Vec<_> = record.fields.iter().map(|field| &field.ident).collect();
    let empty = fields.is_empty();
    let field = marker();
    let (row_marker, columns_marker) = if empty {
        (
            quote!(#field: ::core::marker::PhantomData),
            quote!(#field: __soa_view.#field),
        )
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    let (row, columns) = (&names.row, &names.columns);
    quote! {
        #[inline]
        fn row_as_ref<'__soa_lent, #lifetime: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<#lifetime, #this>,
        ) -> __soa::Row<'__soa_lent, #this>
        where
            Self: #lifetime,
        {
            #row { #(#fields: &__soa_view.#fields,)* #row_marker }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, #lifetime: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<#lifetime, #this>,
        ) -> __soa::Columns<'__soa_lent, #this>
        where
            Self: #lifetime,
        {
            #columns { #(#fields: __soa_view.#fields.share(),)* #columns_marker }
        }
    }
}
