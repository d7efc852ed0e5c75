//! The options of `#[soa(..)]`: their words, and how each value is read.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, Meta, Path, Result, Type, token};

use crate::error::{Errors, nearest};
use crate::syntax::{Number, at_end, each, marker, name, number, parts, path, twice, value};

/// The attribute's name.
const SOA: &str = "soa";

/// A closed set of words.
pub(crate) trait Word: Copy + PartialEq + 'static {
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

        impl Word for $name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),*];
        }
    )*};
}

pub(crate) use words;

words! {
    /// The options of a struct.
    StructOption {
        Hub = "hub", Id = "id", Marker = "marker", Layout = "layout", Bits = "bits", Recycle = "recycle",
        Exhausted = "exhausted", Holes = "holes", Derive = "derive", Crate = "crate",
    }
    /// The options of a field.
    FieldOption {
        Default = "default", Required = "required", Tracked = "tracked", Links = "links",
    }
    /// The values of `layout`.
    Layout { Slots = "slots", Dense = "dense" }
    /// The parts of `bits(..)`.
    BitsPart { Index = "index", Generation = "generation" }
    /// The values of `recycle`.
    Recycle { Lifo = "lifo", Fifo = "fifo" }
    /// The parts of `fifo(..)`.
    FifoPart { MinFree = "min_free" }
    /// The values of `exhausted`.
    Exhausted { Retire = "retire", Wrap = "wrap" }
    /// The values of `holes`.
    Holes { Defaults = "defaults", Kept = "kept" }
    /// The traits that `derive(..)` knows.
    Trait {
        Clone = "Clone", Debug = "Debug", PartialEq = "PartialEq", Eq = "Eq",
        Hash = "Hash", Default = "Default", Serialize = "Serialize", Deserialize = "Deserialize",
    }
}

/// A value with the word that it was assigned to or read from.
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) word: Ident,
}

/// The value of `bits(..)`. A missing part has its default.
#[derive(Default)]
pub(crate) struct Bits {
    pub(crate) index: Option<Number>,
    pub(crate) generation: Option<Number>,
}

/// The options of a struct. An option with an invalid value is mentioned, but not set.
#[derive(Default)]
pub(crate) struct StructOptions {
    pub(crate) mentioned: Vec<StructOption>,
    /// The name of the hub, if it is not `{Struct}Hub`.
    pub(crate) hub: Option<Ident>,
    /// The name of the id, if it is not `{Struct}Id`.
    pub(crate) id: Option<Ident>,
    /// The type that the handle names, if it is not the struct.
    pub(crate) marker: Option<Type>,
    pub(crate) layout: Option<Layout>,
    pub(crate) bits: Bits,
    pub(crate) recycle: Option<Recycle>,
    pub(crate) min_free: Option<Number>,
    pub(crate) exhausted: Option<Given<Exhausted>>,
    pub(crate) holes: Option<Given<Holes>>,
    pub(crate) derives: Vec<Given<Trait>>,
    /// The path of the runtime, if it is not `::soa_runtime`.
    pub(crate) runtime: Option<Path>,
}

/// The options of a field.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) mentioned: Vec<FieldOption>,
    pub(crate) default: Option<Expr>,
    pub(crate) required: Option<Ident>,
    /// Whether the column records which rows were written.
    pub(crate) tracked: bool,
    /// The word that says that the column has ids of hubs.
    pub(crate) links: Option<Ident>,
}

impl StructOptions {
    /// Returns whether `derive(..)` contains the trait.
    pub(crate) fn derives(&self, wanted: Trait) -> bool {
        self.derives.iter().any(|given| given.value == wanted)
    }

    /// Returns whether the hub can be saved or loaded.
    pub(crate) fn saves(&self) -> bool {
        self.derives(Trait::Serialize) || self.derives(Trait::Deserialize)
    }

    /// Returns the layout, which is `slots` by default.
    pub(crate) fn layout(&self) -> Layout {
        self.layout.unwrap_or(Layout::Slots)
    }

    /// Reads the attributes of the struct `name`.
    pub(crate) fn read(attributes: &[Attribute], name: &Ident, errors: &mut Errors) -> Self {
        let mut options = StructOptions::default();
        for_each_option(
            SOA,
            attributes,
            "#[soa(layout = dense)]",
            errors,
            |word, input| {
                let Some(option) = StructOption::find(word) else {
                    return Err(match FieldOption::find(word) {
                        Some(_) => Error::new(
                            word.span(),
                            format!(
                                "`{word}` is an option of a field, not of the struct; write it above the field"
                            ),
                        ),
                        None => StructOption::unknown(word, "unknown struct option"),
                    });
                };
                // `derive` may occur again, because a `cfg_attr` needs its own attribute.
                if option != StructOption::Derive {
                    let of = format!("struct `{name}`");
                    once(&mut options.mentioned, option, word, &of)?;
                }
                options.set(option, word, input)
            },
        );
        options
    }

    fn set(&mut self, option: StructOption, word: &Ident, input: ParseStream<'_>) -> Result<()> {
        match option {
            StructOption::Hub => {
                self.hub = Some(value(word, input, "hub = Textures", name)?);
            }
            StructOption::Id => {
                self.id = Some(value(word, input, "id = TextureHandle", name)?);
            }
            StructOption::Marker => {
                self.marker = Some(value(word, input, "marker = TextureTag", marker)?);
            }
            StructOption::Layout => {
                let layout = value(word, input, "layout = dense", choice("unknown layout"))?;
                self.layout = Some(layout.value);
            }
            StructOption::Bits => parts(
                word,
                input,
                "bits(index = 20, generation = 12)",
                |part, input| {
                    let Some(which) = BitsPart::find(part) else {
                        return Err(BitsPart::unknown(part, "unknown `bits` part"));
                    };
                    let bits = match which {
                        BitsPart::Index => &mut self.bits.index,
                        BitsPart::Generation => &mut self.bits.generation,
                    };
                    if bits.is_some() {
                        return Err(twice(part, "`bits`"));
                    }
                    *bits = Some(value(part, input, &format!("{part} = 16"), number)?);
                    Ok(())
                },
            )?,
            StructOption::Recycle => {
                let recycle = value(
                    word,
                    input,
                    "recycle = fifo",
                    choice("unknown recycling policy"),
                )?;
                self.recycle = Some(recycle.value);
                if input.peek(token::Paren) {
                    self.read_fifo(&recycle, input)?;
                }
            }
            StructOption::Exhausted => {
                let exhausted = value(
                    word,
                    input,
                    "exhausted = wrap",
                    choice("unknown exhaustion policy"),
                )?;
                self.exhausted = Some(Given {
                    value: exhausted.value,
                    word: word.clone(),
                });
            }
            StructOption::Holes => {
                let holes = value(word, input, "holes = kept", choice("unknown hole policy"))?;
                self.holes = Some(Given {
                    value: holes.value,
                    word: word.clone(),
                });
            }
            StructOption::Derive => parts(word, input, "derive(Clone, Debug)", |name, _| {
                let Some(value) = Trait::find(name) else {
                    return Err(Trait::unknown(name, "cannot derive"));
                };
                if self.derives.iter().any(|given| given.value == value) {
                    return Err(twice(name, "`derive`"));
                }
                self.derives.push(Given {
                    value,
                    word: name.clone(),
                });
                Ok(())
            })?,
            StructOption::Crate => {
                self.runtime = Some(value(word, input, "crate = path::to::soa_runtime", path)?);
            }
        }
        Ok(())
    }

    fn read_fifo(&mut self, recycle: &Given<Recycle>, input: ParseStream<'_>) -> Result<()> {
        let order = &recycle.word;
        if recycle.value != Recycle::Fifo {
            let message = format!(
                "`{order}` takes no parts; write `{order}` alone, or `fifo(min_free = 64)`"
            );
            return Err(Error::new(order.span(), message));
        }
        parts(order, input, "fifo(min_free = 64)", |part, input| {
            if FifoPart::find(part).is_none() {
                return Err(FifoPart::unknown(part, "unknown `fifo` part"));
            }
            if self.min_free.is_some() {
                return Err(twice(part, "`fifo`"));
            }
            self.min_free = Some(value(part, input, "min_free = 64", number)?);
            Ok(())
        })
    }
}

impl FieldOptions {
    /// Reads the attributes of the field `name` of `record`.
    pub(crate) fn read(
        attributes: &[Attribute],
        name: &Ident,
        record: &Ident,
        errors: &mut Errors,
    ) -> Self {
        let mut options = FieldOptions::default();
        for_each_option(
            SOA,
            attributes,
            "#[soa(default = 1)]",
            errors,
            |word, input| {
                let Some(option) = FieldOption::find(word) else {
                    return Err(match StructOption::find(word) {
                        Some(_) => Error::new(
                            word.span(),
                            format!(
                                "`{word}` is an option of the struct, not of a field; write it above `struct {record}`"
                            ),
                        ),
                        None => FieldOption::unknown(word, "unknown field option"),
                    });
                };
                once(
                    &mut options.mentioned,
                    option,
                    word,
                    &format!("column `{name}`"),
                )?;
                match option {
                    FieldOption::Default => {
                        options.default = Some(value(word, input, "default = 1", Expr::parse)?);
                    }
                    FieldOption::Required => {
                        flag(word, input)?;
                        options.required = Some(word.clone());
                    }
                    FieldOption::Tracked => {
                        flag(word, input)?;
                        options.tracked = true;
                    }
                    FieldOption::Links => {
                        flag(word, input)?;
                        options.links = Some(word.clone());
                    }
                }
                Ok(())
            },
        );
        options
    }
}

/// Refuses every `#[soa(..)]` in a place that takes no options.
pub(crate) fn refuse(attributes: &[Attribute], place: &str, errors: &mut Errors) {
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(SOA))
    {
        let message = format!(
            "`#[soa(..)]` cannot be used on {place}; write it above the struct or above a named field"
        );
        errors.at(attribute, message);
    }
}

/// Reads the options of all attributes of this name.
pub(crate) fn for_each_option(
    name: &str,
    attributes: &[Attribute],
    example: &str,
    errors: &mut Errors,
    mut read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) {
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(name))
    {
        let result = match &attribute.meta {
            Meta::List(list) => {
                list.parse_args_with(|input: ParseStream<'_>| each(input, example, &mut read))
            }
            Meta::Path(_) | Meta::NameValue(_) => Err(Error::new_spanned(
                attribute,
                format!(
                    "`#[{name}]` takes its options in parentheses; write for example `{example}`"
                ),
            )),
        };
        if let Err(error) = result {
            errors.push(error);
        }
    }
}

/// Refuses an option that is given a second time.
pub(crate) fn once<O: Word>(
    mentioned: &mut Vec<O>,
    option: O,
    word: &Ident,
    of: &str,
) -> Result<()> {
    if mentioned.contains(&option) {
        return Err(twice(word, of));
    }
    mentioned.push(option);
    Ok(())
}

/// Reads an option without a value.
fn flag(word: &Ident, input: ParseStream<'_>) -> Result<()> {
    if at_end(input) {
        return Ok(());
    }
    Err(input.error(format!("`{word}` takes no value; write `{word}` alone")))
}

/// Reads one of a set of words. `unknown` starts the error about any other word.
fn choice<W: Word>(unknown: &str) -> impl Fn(ParseStream<'_>) -> Result<Given<W>> {
    move |input| {
        let Ok(word) = input.call(Ident::parse_any) else {
            return Err(input.error(format!("expected {}, without quotes", W::expected())));
        };
        let value = W::find(&word).ok_or_else(|| W::unknown(&word, unknown))?;
        Ok(Given { value, word })
    }
}
