//! The fields with ids, stated as the runtime's macro takes them.

use proc_macro2::TokenStream;
use quote::quote;

use super::Context;
use crate::generics;

/// `Links` for the record and its hub, unless the record borrows: an id of it has no
/// type that can be compared with another.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    if record.generics.lifetimes().next().is_some() {
        return TokenStream::new();
    }
    let (generics, arguments, _) = record.generics.split_for_impl();
    let fields = record.fields.iter();
    let marked = fields.filter(|field| field.options.links.is_some());
    let bound = quote!(__soa::Links);
    let types = marked.clone().map(|field| &field.ty);
    let wanted = generics::whole(&record.generics, types, &bound);
    let is_always = wanted.is_empty();
    let clause = generics::bounds(&record.generics, wanted);
    let whole = (!is_always).then(|| quote!(#this: #bound));
    let hub_clause = generics::bounds(&record.generics, whole);
    let hub = &record.names.hub;
    let names = marked.map(|field| &field.ident);
    quote! {
        __soa::links! {
            #hub of #this; [#generics] [#arguments] [#clause] [#hub_clause]
            in __soa_view => #([__soa_view.#names])*
        }
    }
}
