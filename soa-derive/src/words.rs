//! The words of `#[soa(..)]`: closed sets, and what to say to a word outside of them.

use proc_macro2::Ident;
use syn::{Error, Result};

use crate::error::nearest;

/// A closed set of words.
pub(crate) trait Keyword: Copy + PartialEq + 'static {
    /// Each word and what it means.
    const ALL: &'static [(&'static str, Self)];

    /// Returns the meaning of `word`.
    fn find(word: &Ident) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(known, _)| word == known)
            .map(|(_, meaning)| *meaning)
    }

    /// Makes the error that `word` is not in the set. It starts with `unknown`, for
    /// example "unknown layout", and ends with all words of the set.
    fn unknown(word: &Ident, unknown: &str) -> Error {
        let words = Self::ALL.iter().map(|(word, _)| *word);
        let hint = nearest(&word.to_string(), words)
            .map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
        let expected = Self::expected();
        Error::new(
            word.span(),
            format!("{unknown} `{word}`{hint}; expected {expected}"),
        )
    }

    /// Finds a word, or reports what it is unknown as.
    fn read(word: &Ident, unknown: &str) -> Result<Self> {
        Self::find(word).ok_or_else(|| Self::unknown(word, unknown))
    }

    /// Finds an option, or says that it is one of `Other`, and of what.
    fn option<Other: Keyword>(word: &Ident, of: &str, unknown: &str) -> Result<Self> {
        match Other::find(word) {
            Some(_) if Self::find(word).is_none() => {
                let message = format!("`{word}` is an option of {of}");
                Err(Error::new(word.span(), message))
            }
            _ => Self::read(word, unknown),
        }
    }

    /// Lists all words of the set: "`a`", "`a` or `b`", or "one of `a`, `b`, `c`".
    fn expected() -> String {
        let words = Self::ALL.iter().map(|(word, _)| format!("`{word}`"));
        let words: Vec<_> = words.collect();
        match &words[..] {
            [one] => one.clone(),
            [one, other] => format!("{one} or {other}"),
            _ => format!("one of {}", words.join(", ")),
        }
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name { $($variant),* }

        impl Keyword for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),*];
        }
    )*};
}

pub(crate) use words;

words! {
    /// The options of a struct.
    StructOption {
        Hub = "hub", Id = "id", Row = "row", Columns = "columns", Marker = "marker", Layout = "layout", Align = "align", Bits = "bits", Parent = "parent",
        Recycle = "recycle", Exhausted = "exhausted", Holes = "holes", Tracked = "tracked", Derive = "derive",
        Crate = "crate",
    }
    /// The options of a field.
    FieldOption {
        Default = "default", Required = "required", Tracked = "tracked", Links = "links",
    }
    /// The options of a world.
    WorldOption { Mirror = "mirror", Crate = "crate" }
    /// The options of a field of a world.
    PartOption { Value = "value", Skip = "skip", Name = "name" }
    /// The values of `layout`.
    Layout { Slots = "slots", Dense = "dense" }
    /// The parts of `bits(..)`.
    BitsPart { Index = "index", Generation = "generation", Tag = "tag" }
    /// The values of `recycle`.
    Recycle { Lifo = "lifo", Fifo = "fifo" }
    /// The parts of `fifo(..)`.
    FifoPart { MinFree = "min_free" }
    /// The values of `exhausted`.
    Exhausted { Retire = "retire", Wrap = "wrap" }
    /// The values of `holes`.
    Holes { Defaults = "defaults", Kept = "kept" }
    /// The values of `tracked`.
    TrackedValue { All = "all" }
    /// The traits that `derive(..)` accepts.
    Trait {
        Clone = "Clone", Debug = "Debug", PartialEq = "PartialEq", Eq = "Eq",
        Hash = "Hash", Default = "Default", Serialize = "Serialize", Deserialize = "Deserialize",
    }
}
