//! An attribute macro that changes a struct after a derive above it has read it.
#![forbid(unsafe_code)]

use proc_macro::{Group, Ident, TokenStream, TokenTree};

/// Replaces the type `Racy` by the type `Plain` in the item.
#[proc_macro_attribute]
pub fn plain_for_racy(_: TokenStream, item: TokenStream) -> TokenStream {
    replace(item)
}

fn replace(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), replace(group.stream()));
                replaced.set_span(group.span());
                TokenTree::Group(replaced)
            }
            TokenTree::Ident(ident) if ident.to_string() == "Racy" => {
                TokenTree::Ident(Ident::new("Plain", ident.span()))
            }
            token => token,
        })
        .collect()
}
