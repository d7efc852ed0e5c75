//! `Self`, written out where it would mean another type.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use syn::Generics;

use crate::names::{find_name, map_tokens};

/// Returns the path of a struct, which is valid as a type and in an expression, for example
/// `[u8; Self::N]`.
pub(crate) fn path(ident: &Ident, generics: &Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let arguments = arguments.as_turbofish();
    quote!(#ident #arguments)
}

/// Returns whether `Self` is among the tokens.
pub(crate) fn is_mentioned(tokens: TokenStream) -> bool {
    find_name(tokens, &|name| name == "Self").is_some()
}

/// Replaces `Self` everywhere except in attributes, where it means the struct.
pub(crate) fn write_out(tokens: TokenStream, this: &TokenStream) -> TokenStream {
    let mut after_pound = false;
    tokens
        .into_iter()
        .flat_map(|token| {
            let in_attribute = after_pound;
            after_pound = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
            match token {
                TokenTree::Group(group) if !in_attribute => {
                    let inner = write_out(group.stream(), this);
                    let mut written = Group::new(group.delimiter(), inner);
                    written.set_span(group.span());
                    TokenTree::Group(written).into()
                }
                TokenTree::Ident(ident) if ident == "Self" => located(this, &ident),
                token => token.into(),
            }
        })
        .collect()
}

/// Returns the tokens with the location of `at`, so that errors point there.
fn located(tokens: &TokenStream, at: &Ident) -> TokenStream {
    map_tokens(tokens.clone(), &mut |mut token| {
        token.set_span(token.span().located_at(at.span()));
        token.into()
    })
}
