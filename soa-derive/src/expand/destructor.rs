//! The refusal of a struct that implements `Drop`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Context;
use crate::generics;

/// Checks that the record does not implement `Drop`, because its fields are moved out.
///
/// The first part of the code is beside the struct. A constant there has no type
/// parameters, so a generic record is checked by the second part, in
/// `Facts::OFFSETS`.
pub(super) fn check(context: &Context<'_>) -> [TokenStream; 2] {
    let Context { this, record, .. } = context;
    let ident = &record.ident;
    let text = format!(
        "`{}` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead",
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
