//! Every identifier that the derive makes up.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::Lifetime;
use syn::ext::IdentExt;

/// What fields may not start with: the expansion's own names do.
pub(crate) const PREFIX: &str = "__soa_";

/// What parameters may not start with, in any case of letters, for the same reason.
pub(crate) const PARAMETER_PREFIX: &str = "__soa";

/// The names of the types generated for a struct.
pub(crate) struct Names {
    pub(crate) hub: Ident,
    pub(crate) id: Ident,
    pub(crate) row: Ident,
    pub(crate) row_mut: Ident,
    pub(crate) columns: Ident,
    pub(crate) columns_mut: Ident,
    /// The private type that tells the runtime the fields.
    pub(crate) shape: Ident,
    /// The private struct with the same fields that `serde` reads.
    pub(crate) owned: Ident,
    /// The private struct with the same fields by which `serde` writes a row.
    pub(crate) lent: Ident,
}

impl Names {
    /// The names for the struct `ident`, where the user gave no others.
    pub(crate) fn new(ident: &Ident, hub: Option<&Ident>, id: Option<&Ident>) -> Self {
        let with = |suffix| {
            expanded(&format_ident!(
                "{}{}",
                ident.unraw(),
                suffix,
                span = ident.span()
            ))
        };
        Names {
            hub: hub.map_or_else(|| with("Hub"), expanded),
            id: id.map_or_else(|| with("Id"), expanded),
            row: with("Row"),
            row_mut: with("RowMut"),
            columns: with("Columns"),
            columns_mut: with("ColumnsMut"),
            shape: format_ident!("__SoaShape"),
            owned: format_ident!("__SoaOwned"),
            lent: format_ident!("__SoaLent"),
        }
    }

    /// The generated views' names, which no option can change.
    pub(crate) fn views(&self) -> [&Ident; 4] {
        [&self.row, &self.row_mut, &self.columns, &self.columns_mut]
    }
}

/// The local that field `index` is bound to.
pub(crate) fn local(index: usize) -> Ident {
    Ident::new(&format!("{PREFIX}{index}"), Span::mixed_site())
}

/// The function that gives the default of column `index`.
pub(crate) fn default_of(index: usize) -> Ident {
    Ident::new(&format!("{PREFIX}default_{index}"), Span::mixed_site())
}

/// The field of a view that has no column.
pub(crate) fn marker() -> Ident {
    Ident::new("__soa_marker", Span::mixed_site())
}

/// The lifetime of the views.
pub(crate) fn lifetime() -> Lifetime {
    Lifetime::new("'__soa", Span::mixed_site())
}

/// The identifier as generated code: errors still point at the user's word, but
/// lints that look for the user's mistakes (unused, badly spelled) stay silent.
pub(crate) fn expanded(ident: &Ident) -> Ident {
    let span = ident.span().resolved_at(Span::mixed_site());
    // Generated code is of this crate's edition, where `gen` is a keyword; in
    // older ones it is a name like any other.
    if *ident == "gen" {
        return Ident::new_raw("gen", span);
    }
    let mut ident = ident.clone();
    ident.set_span(span);
    ident
}

/// These tokens as generated code, each as by [`expanded`].
pub(crate) fn expanded_tokens(tokens: impl ToTokens) -> TokenStream {
    map_tokens(tokens.into_token_stream(), &mut |mut token| {
        // `$crate` means the crate of its span's macro.
        if !matches!(&token, TokenTree::Ident(ident) if *ident == "$crate") {
            token.set_span(token.span().resolved_at(Span::mixed_site()));
        }
        token.into()
    })
}

/// Replaces every token that is not a group.
pub(crate) fn map_tokens(
    tokens: TokenStream,
    map: &mut impl FnMut(TokenTree) -> TokenStream,
) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => {
                let mut mapped = Group::new(group.delimiter(), map_tokens(group.stream(), map));
                mapped.set_span(group.span());
                TokenTree::Group(mapped).into()
            }
            token => map(token),
        })
        .collect()
}
