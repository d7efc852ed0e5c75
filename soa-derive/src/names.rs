//! Every identifier that the derive generates.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use syn::Lifetime;
use syn::ext::IdentExt;

/// The prefix that no field may have, because generated names start with it.
pub(crate) const PREFIX: &str = "__soa_";

/// Returns whether the name is reserved for generated parameters and types: it starts
/// with `__soa`, in any case of letters.
pub(crate) fn is_reserved(name: &Ident) -> bool {
    let name = name.unraw().to_string();
    name.get(..5)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("__soa"))
}

/// The names of the types generated for a struct.
pub(crate) struct Names {
    pub(crate) hub: Ident,
    pub(crate) id: Ident,
    pub(crate) row: Ident,
    pub(crate) row_mut: Ident,
    pub(crate) columns: Ident,
    pub(crate) columns_mut: Ident,
    /// The private type that states the fields to the runtime.
    pub(crate) shape: Ident,
    /// The changed values of the tracked columns, after they were read.
    pub(crate) changes: Ident,
    /// The private struct with the same fields that `serde` reads.
    pub(crate) owned: Ident,
    /// The private struct with the same fields that `serde` writes a row with.
    pub(crate) lent: Ident,
}

impl Names {
    /// Returns the names for the struct `ident`: the given ones of the hub, the id, the view of a row
    /// and the view of all columns, and the default ones.
    pub(crate) fn new(ident: &Ident, given: [Option<&Ident>; 4]) -> Self {
        let with = |given: Option<&Ident>, suffix: &str, end: &str| {
            let default = format!("{}{suffix}", ident.unraw());
            let (start, span) = match given {
                Some(given) if end.is_empty() => return expanded(given),
                Some(given) => (given.unraw().to_string(), given.span()),
                None => (default, ident.span()),
            };
            expanded(&format_ident!("{start}{end}", span = span))
        };
        let [hub, id, row, columns] = given;
        Names {
            hub: with(hub, "Hub", ""),
            id: with(id, "Id", ""),
            row: with(row, "Row", ""),
            row_mut: with(row, "Row", "Mut"),
            columns: with(columns, "Columns", ""),
            columns_mut: with(columns, "Columns", "Mut"),
            shape: format_ident!("__SoaShape"),
            changes: format_ident!("__SoaChanges"),
            owned: format_ident!("__SoaOwned"),
            lent: format_ident!("__SoaLent"),
        }
    }

    /// Returns the names of all types that are generated beside the struct.
    pub(crate) fn types(&self) -> [&Ident; 6] {
        let [row, row_mut, columns, columns_mut] = self.views();
        [&self.hub, &self.id, row, row_mut, columns, columns_mut]
    }

    /// Returns the names of the generated views.
    pub(crate) fn views(&self) -> [&Ident; 4] {
        [&self.row, &self.row_mut, &self.columns, &self.columns_mut]
    }
}

/// Returns the function that makes the default of column `index`.
pub(crate) fn default_of(index: usize) -> Ident {
    Ident::new(&format!("{PREFIX}default_{index}"), Span::mixed_site())
}

/// Returns the function that ignores a value of column `index` and makes its default.
pub(crate) fn ignored_of(index: usize) -> Ident {
    Ident::new(&format!("{PREFIX}ignored_{index}"), Span::mixed_site())
}

/// Returns the type that writes the values of column `index` in a delta.
pub(crate) fn write_form(index: usize) -> Ident {
    Ident::new(&format!("__SoaWrite{index}"), Span::mixed_site())
}

/// Returns the type that reads the values of column `index` in a delta.
pub(crate) fn read_form(index: usize) -> Ident {
    Ident::new(&format!("__SoaRead{index}"), Span::mixed_site())
}

/// Returns the field of a view without columns.
pub(crate) fn marker() -> Ident {
    Ident::new("__soa_marker", Span::mixed_site())
}

/// Returns the lifetime of the views.
pub(crate) fn lifetime() -> Lifetime {
    Lifetime::new("'__soa", Span::mixed_site())
}

/// Returns the identifier as generated code. Errors still point at the user's word, but
/// lints about the user's mistakes (unused, badly spelled) stay silent.
pub(crate) fn expanded(ident: &Ident) -> Ident {
    let span = ident.span().resolved_at(Span::mixed_site());
    // Generated code has this crate's edition, where `gen` is a keyword. In older
    // editions it is a name like any other.
    if *ident == "gen" {
        return Ident::new_raw("gen", span);
    }
    let mut ident = ident.clone();
    ident.set_span(span);
    ident
}

/// Returns the tokens as generated code, each one as by [`expanded`].
pub(crate) fn expanded_tokens(tokens: impl ToTokens) -> TokenStream {
    map_tokens(tokens.into_token_stream(), &mut |mut token| {
        // `$crate` means the crate of its span's macro.
        if !matches!(&token, TokenTree::Ident(ident) if *ident == "$crate") {
            token.set_span(token.span().resolved_at(Span::mixed_site()));
        }
        token.into()
    })
}

/// Returns the first name for which a condition holds, also of those in groups.
pub(crate) fn find_name(tokens: TokenStream, is_it: &impl Fn(&Ident) -> bool) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => find_name(group.stream(), is_it),
        TokenTree::Ident(ident) => is_it(&ident).then_some(ident),
        _ => None,
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
