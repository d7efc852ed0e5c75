//! What is generated for the sake of its message.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Context;
use crate::attributes::Trait;
use crate::generics;

/// Refuses a record that would be dropped when it is taken apart: where it is
/// declared; with type parameters, which no constant knows, where it is kept.
pub(super) fn without_drop(context: &Context<'_>) -> [TokenStream; 2] {
    let Context { this, record, .. } = context;
    let ident = &record.ident;
    let text = format!(
        "`{}` implements `Drop`, so it cannot be taken apart into columns; implement `Drop` for the type of a field instead",
        record.text()
    );
    let check = |this: TokenStream| {
        let span = ident.span().resolved_at(Span::call_site());
        quote_spanned! {span=>
            const {
                use __soa::Undropped as _;
                ::core::assert!(!__soa::Dropped::<#this>::IS_DROPPED, #text)
            };
        }
    };
    if generics::has_types_or_consts(&record.generics) {
        return [TokenStream::new(), check(quote!(#this))];
    }
    let lifetimes = record.generics.lifetimes().map(|_| quote!('static));
    let check = check(quote!(#ident<#(#lifetimes),*>));
    [quote!(const _: () = #check), TokenStream::new()]
}

/// What was not derived, as implementations whose bound nobody meets: the
/// compiler says what to write instead of what to implement.
pub(super) fn not_derived(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let options = &record.options;
    let (vis, hub, views) = (&record.vis, &record.names.hub, record.names.views());
    let rows = &views[..2];
    let (own, own_arguments, clause) = record.generics.split_for_impl();
    let (generics, arguments, _) = context.view_generics.split_for_impl();
    let clause = clause.map(|clause| &clause.predicates);
    let shown = (!options.derives(Trait::Debug)).then(|| {
        quote!(__soa::not_shown! { [#(#views)*] of #this; [#generics] [#arguments] [#clause] })
    });
    let compared = (!options.derives(Trait::PartialEq)).then(|| {
        quote! {
            __soa::not_compared! { [#(#rows)*] of #this; [#generics] [#arguments] [#clause] }
            __soa::not_compared! { [#hub] of #this; [#own] [#own_arguments] [#clause] }
        }
    });
    let copied = (!options.derives(Trait::Clone)).then(|| {
        quote!(__soa::not_copied! { #vis [#(#rows)*] of #this; [#generics] [#arguments] [#clause] })
    });
    quote!(#shown #compared #copied)
}
