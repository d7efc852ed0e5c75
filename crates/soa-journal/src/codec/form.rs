//! The bytes of a record of a hub.
//!
//! | part | bytes |
//! |---|---|
//! | head | the bits of the ids, the ticks between which the hub changed, its slots and its tag |
//! | freed | the slots that changed and have no row, with the generation that they issue next, in the order in which they are used again; and where dense rows are that were made or may have moved |
//! | made | the slots that changed and have a row, with its generation |
//! | each column | its name and its type, and then the values of the rows that were made and the values that changed in other rows, each with its slot |
//!
//! Numbers and values are in the format of postcard. Slots are distances, as in a delta of
//! `soa_runtime`. Before each list and before the values of a column is the number of their bytes. The columns end where the record ends. A column in which nothing changed is
//! missing if no row was made.

use serde::{Deserialize, Serialize};
use soa_runtime::__private::SavedColumn;
use soa_runtime::AnyHandle;

/// The number of bytes of a length: enough for a tebibyte.
pub(super) const LENGTH: usize = 5;

/// What a record begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) bits: [u8; 3],
    pub(super) since: u64,
    pub(super) tick: u64,
    pub(super) slots: u32,
    pub(super) tag: u32,
}

/// Returns the bits of the index, the generation and the tag of an id.
pub(super) fn bits_of<H: AnyHandle>() -> [u8; 3] {
    // At most 64 each.
    [H::INDEX_BITS, H::GENERATION_BITS, H::TAG_BITS].map(|bits| bits.to_le_bytes()[0])
}

/// Returns the name of a column's type, with the functions that write and read it.
pub(super) fn type_of(column: &SavedColumn) -> String {
    let name = match column.concrete {
        Some(name) => without_paths(name()),
        None => column.type_name.to_owned(),
    };
    if column.functions.is_empty() {
        name
    } else {
        format!("{name} with {}", column.functions)
    }
}

/// Returns the name of a type without the paths of modules: the compiler chooses them.
fn without_paths(name: &str) -> String {
    let mut short = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
        if end == 0 {
            short.push(first);
            rest = &rest[first.len_utf8()..];
        } else if let Some(after) = rest[end..].strip_prefix("::") {
            rest = after;
        } else {
            short.push_str(&rest[..end]);
            rest = &rest[end..];
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_lose_their_paths() {
        for (name, short) in [
            ("u32", "u32"),
            ("alloc::string::String", "String"),
            (
                "core::option::Option<alloc::vec::Vec<(game::a_b::Unit2, [u8; 4])>>",
                "Option<Vec<(Unit2, [u8; 4])>>",
            ),
            (
                "&'static dyn a::B + core::marker::Send",
                "&'static dyn B + Send",
            ),
        ] {
            assert_eq!(without_paths(name), short);
        }
    }
}
