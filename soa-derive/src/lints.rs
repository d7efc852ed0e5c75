//! The levels of lints that the user sets, for code that repeats the user's tokens.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Meta};

use crate::names::{expanded, expanded_tokens};

/// The attributes that set a level.
const LEVELS: [&str; 5] = ["allow", "expect", "warn", "deny", "forbid"];

/// Returns the attributes that set levels, in their order, as std's derives repeat them.
///
/// The struct fulfils an `expect`, and the code beside it may not, so there it is an `allow`.
pub(crate) fn levels(attributes: &[Attribute]) -> TokenStream {
    attributes.iter().filter_map(level).collect()
}

/// Returns the attributes without those that could report more than before.
pub(crate) fn allowed(attributes: &[Attribute]) -> Vec<TokenStream> {
    let allows = attributes.iter().filter(|attribute| {
        ["allow", "expect"]
            .iter()
            .any(|level| attribute.path().is_ident(level))
    });
    allows.filter_map(level).collect()
}

fn level(attribute: &Attribute) -> Option<TokenStream> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    let level = list.path.get_ident()?;
    if !LEVELS.iter().any(|known| level == known) {
        return None;
    }
    let level = if level == "expect" {
        quote!(allow)
    } else {
        expanded(level).to_token_stream()
    };
    let lints = expanded_tokens(&list.tokens);
    Some(quote!(#[#level(#lints)]))
}
