//! Prints a type as its author wrote it, with the spaces of `rustfmt`.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// Words that are not operands: a type or a value follows.
const KEYWORDS: [&str; 5] = ["as", "const", "dyn", "impl", "mut"];

/// Returns the tokens as text on one line.
pub(crate) fn written(tokens: impl ToTokens) -> String {
    let mut words = Vec::new();
    flatten(tokens.into_token_stream(), &mut words);
    let mut text = String::new();
    let mut last = Side::Opening;
    for word in &words {
        let (before, after) = sides(word, last);
        if last.is_apart_from(before) {
            text.push(' ');
        }
        text.push_str(word);
        last = after;
    }
    text
}

/// Lists the tokens. An operator of several characters is one word, and so is a lifetime.
fn flatten(tokens: TokenStream, words: &mut Vec<String>) {
    let mut joined = String::new();
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => {
                joined.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    words.push(core::mem::take(&mut joined));
                }
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                words.push(open.to_owned());
                flatten(group.stream(), words);
                words.push(close.to_owned());
            }
            // Only the mark of a lifetime is joined to a word.
            word => words.push(core::mem::take(&mut joined) + &word.to_string()),
        }
    }
    words.retain(|word| !word.is_empty());
}

/// How one side of a token is joined to its neighbour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// An opening token or a prefix: no space follows.
    Opening,
    /// A closing token or a suffix: no space precedes.
    Closing,
    /// A value or a type: no space between it and a list of arguments.
    Operand,
    /// A list: no space between it and a preceding operand.
    List,
    /// Any other token: a space.
    Apart,
}

impl Side {
    fn is_apart_from(self, next: Side) -> bool {
        let clings = self == Side::Opening
            || next == Side::Closing
            || (self == Side::Operand && next == Side::List);
        !clings
    }
}

/// Returns the two sides of a token that follows `last`.
fn sides(word: &str, last: Side) -> (Side, Side) {
    let after_operand = last == Side::Operand;
    match word {
        "(" | "[" | "<" | "::" => (Side::List, Side::Opening),
        ")" | "]" | ">" => (Side::Closing, Side::Operand),
        "," | ";" | ":" => (Side::Closing, Side::Apart),
        "!" if after_operand => (Side::Closing, Side::Operand),
        "&" | "*" | "-" | "!" | "?" | "#" if !after_operand => (Side::Apart, Side::Opening),
        keyword if KEYWORDS.contains(&keyword) => (Side::Apart, Side::Apart),
        name if name.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '"') => {
            (Side::Apart, Side::Operand)
        }
        _ => (Side::Apart, Side::Apart),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_reads_as_in_formatted_source() {
        for text in [
            "u32",
            "Option<View>",
            "std::collections::HashMap<u32, Vec<String>>",
            "::std::vec::Vec<u8>",
            "[f32; 16]",
            "[u8; N * 2 - 1]",
            "Grid<{ N + 1 }, -1>",
            "(u32, &'static str)",
            "()",
            "!",
            "&'a mut [u8]",
            "&&T",
            "*const u8",
            "(*mut u8, Vec<*const T>)",
            "fn(u32, &mut T) -> *const u8",
            "fn() -> !",
            "extern \"C\" fn(usize)",
            "Box<dyn Fn(u32) -> Option<u8> + Send + 'static>",
            "Box<dyn for<'a> Fn(&'a str) -> &'a [u8]>",
            "Box<dyn ::core::fmt::Debug>",
            "Box<dyn Iterator<Item = u32>>",
            "<Vec<T> as IntoIterator>::Item",
            "Wrapping<Self>",
            "r#type",
            "list![u8, 3]",
        ] {
            let ty: syn::Type = syn::parse_str(text).expect("it is a type");
            assert_eq!(written(ty), text);
        }
    }

    #[test]
    fn spaces_of_the_author_do_not_matter() {
        let ty: syn::Type = syn::parse_str("HashMap < u32 ,Vec<\n u8 >>").expect("it is a type");
        assert_eq!(written(ty), "HashMap<u32, Vec<u8>>");
    }
}
