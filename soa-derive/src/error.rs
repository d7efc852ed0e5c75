//! Collects mistakes, so that one run reports all of them.

use core::fmt::Display;
use core::mem;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds an error of a parser.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            none => *none = Some(error),
        }
    }

    /// Adds a mistake in these tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Returns the number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// Returns an error if there was a mistake.
    pub(crate) fn into_result(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }

    /// Returns a `compile_error!` for each mistake.
    pub(crate) fn into_compile_errors(self) -> TokenStream {
        self.0
            .map_or_else(TokenStream::new, syn::Error::into_compile_error)
    }
}

/// Returns the word of `known` that was probably meant by `word`.
pub(crate) fn nearest(
    word: &str,
    known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    known
        .map(|candidate| (edits(word, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= candidate.len() / 3)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Returns the number of letters to insert, remove or replace to turn `a` into `b`.
fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, left) in a.chars().enumerate() {
        let above = mem::replace(&mut row, vec![i + 1]);
        for (right, pair) in b.chars().zip(above.windows(2)) {
            let [diagonal, top] = pair else { continue };
            let exchanged = diagonal + usize::from(left != right);
            let left_out = row.last().map_or(exchanged, |cell| cell + 1);
            row.push(exchanged.min(left_out).min(top + 1));
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{edits, nearest};

    #[test]
    fn edits_counts_single_letters() {
        let pairs = [
            ("", "", 0),
            ("abc", "abc", 0),
            ("abc", "abd", 1),
            ("", "ab", 2),
        ];
        for (a, b, count) in pairs {
            assert_eq!((edits(a, b), edits(b, a)), (count, count), "{a} {b}");
        }
        assert_eq!(edits("layuot", "layout"), 2);
        assert_eq!(edits("requird", "required"), 1);
    }

    #[test]
    fn nearest_is_silent_about_a_different_word() {
        let known = ["layout", "bits"];
        assert_eq!(nearest("layot", known.into_iter()), Some("layout"));
        assert_eq!(nearest("bit", known.into_iter()), Some("bits"));
        assert_eq!(nearest("colour", known.into_iter()), None);
    }
}
