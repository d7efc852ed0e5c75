//! Macros that try to deceive a derive: one changes a struct after a derive above it has
//! read it, and one is another type each time.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use proc_macro::{Group, Ident, TokenStream, TokenTree};

/// Replaces the type `Racy` by the type `Plain` in the item.
#[proc_macro_attribute]
pub fn plain_for_racy(_: TokenStream, item: TokenStream) -> TokenStream {
    replace(item)
}

/// Is the first of the given types where it is first expanded, then the second, and so on.
/// The last one remains. The types are single tokens.
#[proc_macro]
pub fn one_after_another(types: TokenStream) -> TokenStream {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let types: Vec<TokenTree> = types.into_iter().collect();
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let ty = types.get(call).or(types.last());
    ty.cloned().into_iter().collect()
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
