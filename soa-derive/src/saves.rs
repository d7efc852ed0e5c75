//! The words of `#[serde(..)]` that a hub's snapshot supports, and how each is read.
//! The expansion calls `serde`'s own derives, which do the work.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Attribute, Error, ExprPath, LitStr, Result};

use crate::attributes::FieldOptions;
use crate::error::Errors;
use crate::read_names::ReadNames;
use crate::syntax::{at_end, flag, for_each_option, once, parts, text, value};
use crate::words::{Keyword, words};

/// The attribute's name.
const SERDE: &str = "serde";

words! {
    /// The words on a struct.
    StructWord {
        Rename = "rename", RenameAll = "rename_all", DenyUnknownFields = "deny_unknown_fields",
    }
    /// The words on a field.
    FieldWord {
        Rename = "rename", Alias = "alias", Skip = "skip", SkipSerializing = "skip_serializing",
        SkipSerializingIf = "skip_serializing_if", SkipDeserializing = "skip_deserializing",
        Default = "default", With = "with", SerializeWith = "serialize_with",
        DeserializeWith = "deserialize_with",
    }
}

/// The words on a struct, for its rows in a snapshot.
#[derive(Default)]
pub(crate) struct StructSaves {
    mentioned: Vec<StructWord>,
    /// The words for `serde`'s derives.
    pub(crate) words: Vec<TokenStream>,
    /// The name in `rename` for reading.
    pub(crate) read_name: Option<LitStr>,
    /// The name in `rename` for writing.
    pub(crate) written_name: Option<LitStr>,
    /// The rule by which fields are renamed when they are read.
    pub(crate) rule: Option<LitStr>,
    /// The rule by which fields are renamed when they are written.
    pub(crate) written_rule: Option<LitStr>,
}

/// The words on a field, for its values in a snapshot.
#[derive(Default)]
pub(crate) struct FieldSaves {
    mentioned: Vec<FieldWord>,
    /// The words for `serde`'s derives, except `default`.
    pub(crate) words: Vec<TokenStream>,
    /// What they say about reading.
    pub(crate) read_names: ReadNames,
    /// The name under which saves write the column, if it is none of `read_names`. Saves are read
    /// under it, too.
    pub(crate) also_read: Option<LitStr>,
    /// The name in `rename` for writing.
    pub(crate) written_name: Option<LitStr>,
    /// The value of `with`, `serialize_with` or both, and of `deserialize_with`.
    functions: Vec<(FieldWord, LitStr)>,
    /// The path in `default = "path"`, if there is one.
    default: Option<LitStr>,
    /// The word by which a save may lack the field.
    pub(crate) lacking: Option<Ident>,
}

/// The value of a field that is missing in the snapshot.
pub(crate) enum Missing<'a> {
    /// An error, or `None` for an `Option`: `serde` decides.
    Unsaid,
    /// The column's default.
    Column,
    /// The result of the function at this path.
    Path(&'a LitStr),
}

impl StructSaves {
    /// Reads the attributes of the struct `name`.
    pub(crate) fn read(attributes: &[Attribute], name: &Ident, errors: &mut Errors) -> Self {
        let mut saves = StructSaves::default();
        let example = "#[serde(rename_all = \"camelCase\")]";
        for_each_option(SERDE, attributes, example, errors, |word, input| {
            let Some(which) = StructWord::find(word) else {
                return Err(if FieldWord::find(word) == Some(FieldWord::Default) {
                    Error::new(
                        word.span(),
                        "`#[serde(default)]` is not supported on the struct, because each column has its own default; \
                         write it above every field that a save may lack",
                    )
                } else {
                    StructWord::unknown(word, UNSUPPORTED)
                });
            };
            once(
                &mut saves.mentioned,
                which,
                word,
                &format!("struct `{name}`"),
            )?;
            saves.words.push(match which {
                StructWord::Rename => {
                    let renamed = renamed(word, input, "rename = \"Texture\"")?;
                    saves.read_name = renamed.read;
                    saves.written_name = renamed.written;
                    renamed.words
                }
                StructWord::RenameAll => {
                    let renamed = renamed(word, input, "rename_all = \"camelCase\"")?;
                    saves.rule = renamed.read;
                    saves.written_rule = renamed.written;
                    renamed.words
                }
                StructWord::DenyUnknownFields => flag(word, input)?.into_token_stream(),
            });
            Ok(())
        });
        saves
    }

    /// Returns whether a field that the struct does not read is an error.
    pub(crate) fn denies_unknown_fields(&self) -> bool {
        self.mentioned.contains(&StructWord::DenyUnknownFields)
    }

    /// Returns whether the struct has another name in a snapshot.
    pub(crate) fn is_renamed(&self) -> bool {
        self.mentioned.contains(&StructWord::Rename)
    }
}

/// Starts the error about a word that may be serde's, but that a snapshot does not support.
const UNSUPPORTED: &str = "a hub's snapshot does not support serde's attribute";

impl FieldSaves {
    /// Reads the attributes of the field `name`, which has these options.
    pub(crate) fn read(
        attributes: &[Attribute],
        name: &Ident,
        options: &FieldOptions,
        errors: &mut Errors,
    ) -> Self {
        let mut saves = FieldSaves::default();
        // The words that need the column's default.
        let mut defaults = Vec::new();
        let example = "#[serde(default)]";
        for_each_option(SERDE, attributes, example, errors, |word, input| {
            let which = FieldWord::read(word, UNSUPPORTED)?;
            if which != FieldWord::Alias {
                once(
                    &mut saves.mentioned,
                    which,
                    word,
                    &format!("column `{name}`"),
                )?;
            }
            if matches!(
                which,
                FieldWord::Default | FieldWord::Skip | FieldWord::SkipDeserializing
            ) {
                defaults.push(word.clone());
            }
            if matches!(
                which,
                FieldWord::SkipSerializing | FieldWord::SkipSerializingIf
            ) {
                saves.lacking = Some(word.clone());
            }
            saves.set(which, word, input)
        });
        if options.required.is_some() && saves.default.is_none() {
            for word in defaults {
                errors.at(
                    &word,
                    format!(
                        "column `{name}` is `required` and has no default; \
                         write `default = \"path\"` with a function that makes the value, or remove `{word}`"
                    ),
                );
            }
        }
        saves
    }

    fn set(&mut self, which: FieldWord, word: &Ident, input: ParseStream<'_>) -> Result<()> {
        let functions = &mut self.functions;
        let mut path = |example: &str| -> Result<TokenStream> {
            let path = value(word, input, example, text)?;
            functions.push((which, path.clone()));
            Ok(quote!(#word = #path))
        };
        let words = match which {
            FieldWord::Rename => {
                let renamed = renamed(word, input, "rename = \"name\"")?;
                self.read_names.renamed = renamed.read;
                self.written_name = renamed.written;
                renamed.words
            }
            FieldWord::Alias => {
                let name = value(word, input, "alias = \"old_name\"", text)?;
                let words = quote!(#word = #name);
                self.read_names.aliases.push(name);
                words
            }
            FieldWord::SkipSerializingIf => path("skip_serializing_if = \"Option::is_none\"")?,
            FieldWord::With => path("with = \"module\"")?,
            FieldWord::SerializeWith => path("serialize_with = \"path::to::function\"")?,
            FieldWord::DeserializeWith => path("deserialize_with = \"path::to::function\"")?,
            FieldWord::Skip | FieldWord::SkipSerializing | FieldWord::SkipDeserializing => {
                flag(word, input)?.into_token_stream()
            }
            FieldWord::Default if at_end(input) => return Ok(()),
            FieldWord::Default => {
                let path = value(word, input, "default = \"path::to::function\"", text)?;
                self.default = Some(path);
                return Ok(());
            }
        };
        self.words.push(words);
        Ok(())
    }

    /// Reads the field under another name, too.
    pub(crate) fn read_also_as(&mut self, name: &str, span: Span) {
        let name = LitStr::new(name, span);
        self.words.push(quote!(alias = #name));
        self.also_read = Some(name);
    }

    /// Returns the names under which the field `ident` is read, its own first.
    pub(crate) fn names_read(&self, ident: &str, rule: Option<&LitStr>) -> Vec<String> {
        let mut names = self.read_names.of(ident, rule);
        names.extend(self.also_read.iter().map(LitStr::value));
        names
    }

    fn says(&self, words: &[FieldWord]) -> bool {
        words.iter().any(|word| self.mentioned.contains(word))
    }

    /// Returns whether a save lacks the value only if it is `None`, so that its type is an `Option`
    /// whatever its name is.
    pub(crate) fn is_left_out_if_none(&self) -> bool {
        self.functions.iter().any(|(word, path)| {
            *word == FieldWord::SkipSerializingIf && path.value().ends_with("Option::is_none")
        })
    }

    /// Returns whether the value is written by its type's `Serialize`.
    pub(crate) fn is_written_by_its_type(&self) -> bool {
        use FieldWord::{SerializeWith, Skip, SkipSerializing, With};
        !self.says(&[Skip, SkipSerializing, With, SerializeWith])
    }

    /// Returns whether the value is read by its type's `Deserialize`.
    pub(crate) fn is_read_by_its_type(&self) -> bool {
        use FieldWord::{DeserializeWith, Skip, SkipDeserializing, With};
        !self.says(&[Skip, SkipDeserializing, With, DeserializeWith])
    }

    /// Returns whether the value is written and read.
    pub(crate) fn travels(&self) -> bool {
        self.is_written() && self.is_read()
    }

    /// Returns whether a format without names needs other words: what is written must be what is
    /// read, whatever the value is.
    pub(crate) fn has_compact_words(&self) -> bool {
        use FieldWord::{SkipDeserializing, SkipSerializing, SkipSerializingIf};
        self.says(&[SkipSerializingIf, SkipSerializing, SkipDeserializing])
    }

    /// Returns the words for `serde`'s derives in formats without names.
    pub(crate) fn compact_words(&self) -> Vec<TokenStream> {
        use FieldWord::{Skip, SkipDeserializing, SkipSerializing, SkipSerializingIf};
        let mut words =
            self.words_without(&[SkipSerializingIf, SkipSerializing, SkipDeserializing]);
        if !self.travels() && !self.says(&[Skip]) {
            words.push(quote!(skip));
        }
        words
    }

    /// Returns the words for `serde`'s derive of a field that is read, and whose value is ignored.
    pub(crate) fn ignored_words(&self) -> Vec<TokenStream> {
        use FieldWord::{DeserializeWith, SkipDeserializing, With};
        self.words_without(&[SkipDeserializing, With, DeserializeWith])
    }

    fn words_without(&self, others: &[FieldWord]) -> Vec<TokenStream> {
        let is_other = |word: &&TokenStream| match (*word).clone().into_iter().next() {
            Some(TokenTree::Ident(word)) => {
                FieldWord::find(&word).is_some_and(|word| others.contains(&word))
            }
            _ => false,
        };
        let kept = self.words.iter().filter(|word| !is_other(word));
        kept.cloned().collect()
    }

    /// Returns whether the value is written at all.
    pub(crate) fn is_written(&self) -> bool {
        !self.says(&[FieldWord::Skip, FieldWord::SkipSerializing])
    }

    /// Returns whether the value is read at all.
    pub(crate) fn is_read(&self) -> bool {
        !self.says(&[FieldWord::Skip, FieldWord::SkipDeserializing])
    }

    /// Returns the function that writes a value, unless its type does.
    pub(crate) fn written_by(&self) -> Option<TokenStream> {
        self.function(FieldWord::SerializeWith, "serialize")
    }

    /// Returns the function that reads a value, unless its type does.
    pub(crate) fn read_by(&self) -> Option<TokenStream> {
        self.function(FieldWord::DeserializeWith, "deserialize")
    }

    /// Returns the function that a word names, or the one in the module of `with`. (A text
    /// that is not a path is an error of serde's derives.)
    fn function(&self, word: FieldWord, in_module: &str) -> Option<TokenStream> {
        self.functions.iter().find_map(|(which, path)| {
            let parsed = path.parse::<ExprPath>().ok();
            if *which == word {
                parsed.map(|path| quote!(#path))
            } else if *which == FieldWord::With {
                let function = Ident::new(in_module, path.span());
                parsed.map(|path| quote!(#path::#function))
            } else {
                None
            }
        })
    }

    /// Returns the functions and modules that write and read a value, as text.
    pub(crate) fn functions(&self) -> impl Iterator<Item = String> {
        use FieldWord::{DeserializeWith, SerializeWith, With};
        let functions = self.functions.iter();
        let functions =
            functions.filter(|(which, _)| [With, SerializeWith, DeserializeWith].contains(which));
        functions.map(|(_, path)| path.value())
    }

    /// Returns the value of the field when it is missing.
    pub(crate) fn missing(&self) -> Missing<'_> {
        use FieldWord::{Default, Skip, SkipDeserializing};
        match &self.default {
            Some(path) => Missing::Path(path),
            None if self.says(&[Default, Skip, SkipDeserializing]) => Missing::Column,
            None => Missing::Unsaid,
        }
    }
}

/// Returns whether `#[serde(..)]` leaves a field out, both when it is written and when it is
/// read. Other words are not looked at, since they may be those of a derive beside this one.
pub(crate) fn is_skipped(attributes: &[Attribute]) -> bool {
    let [mut written, mut read] = [true; 2];
    let serde = attributes.iter().filter(|it| it.path().is_ident(SERDE));
    for list in serde.filter_map(|attribute| attribute.meta.require_list().ok()) {
        let mut starts = true;
        for token in list.tokens.clone() {
            if let (true, TokenTree::Ident(word)) = (starts, &token) {
                let word = FieldWord::find(word);
                written &= !matches!(word, Some(FieldWord::Skip | FieldWord::SkipSerializing));
                read &= !matches!(word, Some(FieldWord::Skip | FieldWord::SkipDeserializing));
            }
            starts = matches!(&token, TokenTree::Punct(comma) if comma.as_char() == ',');
        }
    }
    !written && !read
}

words! {
    /// The parts of `rename(..)` and `rename_all(..)`.
    Direction { Serialize = "serialize", Deserialize = "deserialize" }
}

/// A name, or one for each direction.
struct Renamed {
    words: TokenStream,
    /// The name when it is read.
    read: Option<LitStr>,
    /// The name when it is written.
    written: Option<LitStr>,
}

/// Reads a name, or one for each direction.
fn renamed(word: &Ident, input: ParseStream<'_>, example: &str) -> Result<Renamed> {
    if !input.peek(syn::token::Paren) {
        let name = value(word, input, example, text)?;
        return Ok(Renamed {
            words: quote!(#word = #name),
            read: Some(name.clone()),
            written: Some(name),
        });
    }
    let (mut known, mut names) = (Vec::new(), Vec::new());
    let (mut read, mut written) = (None, None);
    parts(word, input, example, |direction, input| {
        let which = Direction::read(direction, &format!("unknown `{word}` part"))?;
        once(&mut known, which, direction, &format!("`{word}`"))?;
        let name = value(direction, input, &format!("{direction} = \"name\""), text)?;
        names.push(quote!(#direction = #name));
        match which {
            Direction::Serialize => written = Some(name),
            Direction::Deserialize => read = Some(name),
        }
        Ok(())
    })?;
    Ok(Renamed {
        words: quote!(#word(#(#names),*)),
        read,
        written,
    })
}
