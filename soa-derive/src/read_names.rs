//! The names under which `serde` writes and reads a field: its own name by the struct's rule, or
//! the one in `rename`, and every `alias`.
//!
//! `serde`'s derives name the fields of a save. Here they are needed one by one, to write a single
//! value, and a test compares them with the values of the derives.

use syn::LitStr;

/// How `rename_all` changes the name of a field.
#[derive(Clone, Copy)]
enum Rule {
    /// `lowercase` and `snake_case`, which a field's name is already.
    Unchanged,
    Upper,
    Pascal,
    Camel,
    Kebab,
    UpperKebab,
}

impl Rule {
    /// Returns the rule of this name. A name that is none is an error of `serde`'s derives.
    fn find(name: &str) -> Self {
        match name {
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Rule::Upper,
            "PascalCase" => Rule::Pascal,
            "camelCase" => Rule::Camel,
            "kebab-case" => Rule::Kebab,
            "SCREAMING-KEBAB-CASE" => Rule::UpperKebab,
            _ => Rule::Unchanged,
        }
    }

    fn apply(self, field: &str) -> String {
        match self {
            Rule::Unchanged => field.to_owned(),
            Rule::Upper => field.to_ascii_uppercase(),
            Rule::Pascal => field.split('_').map(capitalized).collect(),
            Rule::Camel => {
                let pascal = Rule::Pascal.apply(field);
                let mut letters = pascal.chars();
                let first = letters.next().map(|first| first.to_ascii_lowercase());
                first.into_iter().chain(letters).collect()
            }
            Rule::Kebab => field.replace('_', "-"),
            Rule::UpperKebab => Rule::Kebab.apply(field).to_ascii_uppercase(),
        }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What the words on a field say about the names under which it is read.
#[derive(Default)]
pub(crate) struct ReadNames {
    pub(crate) renamed: Option<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
}

impl ReadNames {
    /// Returns the names of the field `ident`, each once. `rule` is the value of `rename_all`.
    pub(crate) fn of(&self, ident: &str, rule: Option<&LitStr>) -> Vec<String> {
        let mut names = vec![name(self.renamed.as_ref(), ident, rule)];
        for alias in self.aliases.iter().map(LitStr::value) {
            if !names.contains(&alias) {
                names.push(alias);
            }
        }
        names
    }
}

/// Returns the name of the field `ident`, with the value of `rename` and of `rename_all`.
pub(crate) fn name(renamed: Option<&LitStr>, ident: &str, rule: Option<&LitStr>) -> String {
    match (renamed, rule) {
        (Some(name), _) => name.value(),
        (None, Some(rule)) => Rule::find(&rule.value()).apply(ident),
        (None, None) => ident.to_owned(),
    }
}
