//! The options of `#[soa(..)]`: their words, and how each value is read.

use proc_macro2::Ident;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Expr, LitInt, Path, Result, Type, token};

use crate::error::Errors;
use crate::syntax::{
    Given, Number, at_end, choice, flag, for_each_option, name, named_type, number, once, parts,
    path, twice, value,
};
use crate::words::{
    BitsPart, Exhausted, FieldOption, FifoPart, Holes, Keyword, Layout, Recycle, StructOption,
    TrackedValue, Trait,
};

/// The attribute's name.
const SOA: &str = "soa";

/// The options of a struct. An option with an invalid value is mentioned, but not set.
#[derive(Default)]
pub(crate) struct StructOptions {
    pub(crate) mentioned: Vec<StructOption>,
    /// The name of the hub, if it is not `{Struct}Hub`.
    pub(crate) hub: Option<Ident>,
    /// The name of the id, if it is not `{Struct}Id`.
    pub(crate) id: Option<Ident>,
    /// The name of the view of a row, if it is not `{Struct}Row`. The mutable one has it with `Mut`.
    pub(crate) row: Option<Ident>,
    /// The name of the view of all columns, if it is not `{Struct}Columns`.
    pub(crate) columns: Option<Ident>,
    /// The type that the handle names, if it is not the struct.
    pub(crate) marker: Option<Type>,
    pub(crate) layout: Option<Layout>,
    /// The multiple of bytes at which every column starts.
    pub(crate) align: Option<Number>,
    pub(crate) bits: Bits,
    /// The record whose id is the tag.
    pub(crate) parent: Option<Parent>,
    pub(crate) recycle: Option<Recycle>,
    pub(crate) min_free: Option<Number>,
    pub(crate) exhausted: Option<Given<Exhausted>>,
    pub(crate) holes: Option<Given<Holes>>,
    /// Whether the hub records which slots changed hands.
    pub(crate) tracked: bool,
    /// Whether every column records which rows were written.
    pub(crate) all_tracked: bool,
    pub(crate) derives: Vec<Given<Trait>>,
    /// The path of the runtime, if it is not `::soa_runtime`.
    pub(crate) runtime: Option<Path>,
}

/// The value of `parent`, with its word.
pub(crate) struct Parent {
    pub(crate) word: Ident,
    pub(crate) record: Type,
}

/// The options of a field.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) mentioned: Vec<FieldOption>,
    pub(crate) default: Option<Expr>,
    pub(crate) required: Option<Ident>,
    /// The word that says that the column records which rows were written.
    pub(crate) tracked: Option<Ident>,
    /// The word that says that the column has ids of hubs.
    pub(crate) links: Option<Ident>,
}

impl StructOptions {
    /// Returns whether `derive(..)` contains the trait.
    pub(crate) fn derives(&self, wanted: Trait) -> bool {
        self.derives.iter().any(|given| given.value == wanted)
    }

    /// Returns the names that are given for the hub, the id, and the views of a row and of all columns.
    pub(crate) fn names(&self) -> [Option<&Ident>; 4] {
        [&self.hub, &self.id, &self.row, &self.columns].map(Option::as_ref)
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
                let of = "a field, not of the struct; write it above the field";
                let unknown = "unknown struct option";
                let option = StructOption::option::<FieldOption>(word, of, unknown)?;
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
            StructOption::Hub => self.hub = Some(value(word, input, "hub = Textures", name)?),
            StructOption::Id => self.id = Some(value(word, input, "id = TextureHandle", name)?),
            StructOption::Row => self.row = Some(value(word, input, "row = TextureView", name)?),
            StructOption::Columns => {
                self.columns = Some(value(word, input, "columns = TextureTable", name)?);
            }
            StructOption::Marker => {
                self.marker = Some(value(word, input, "marker = TextureTag", named_type)?);
            }
            StructOption::Layout => {
                let layout = value(word, input, "layout = dense", choice("unknown layout"))?;
                self.layout = Some(layout.value);
            }
            StructOption::Align => self.align = Some(number(word, input, "align = 64")?),
            StructOption::Bits => parts(
                word,
                input,
                "bits(index = 20, generation = 12)",
                |part, input| self.bits.read_part(part, input),
            )?,
            StructOption::Parent => {
                let record = value(word, input, "parent = Program", named_type)?;
                self.parent = Some(Parent {
                    word: word.clone(),
                    record,
                });
            }
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
                let choice = choice("unknown exhaustion policy");
                self.exhausted = Some(Given {
                    word: word.clone(),
                    ..value(word, input, "exhausted = wrap", choice)?
                });
            }
            StructOption::Holes => {
                let choice = choice("unknown hole policy");
                self.holes = Some(Given {
                    word: word.clone(),
                    ..value(word, input, "holes = kept", choice)?
                });
            }
            StructOption::Tracked => {
                self.tracked = true;
                if !at_end(input) {
                    let choice = choice("unknown `tracked` value");
                    let or_none =
                        |error: Error| Error::new(error.span(), format!("{error}, or no value"));
                    let all = |input: ParseStream<'_>| choice(input).map_err(or_none);
                    let TrackedValue::All = value(word, input, "tracked = all", all)?.value;
                    self.all_tracked = true;
                }
            }
            StructOption::Derive => parts(word, input, "derive(Clone, Debug)", |name, _| {
                let value = Trait::read(name, "cannot derive")?;
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
            FifoPart::read(part, "unknown `fifo` part")?;
            if self.min_free.is_some() {
                return Err(twice(part, "`fifo`"));
            }
            self.min_free = Some(number(part, input, "min_free = 64")?);
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
                let of = format!("the struct, not of a field; write it above `struct {record}`");
                let unknown = "unknown field option";
                let option = FieldOption::option::<StructOption>(word, &of, unknown)?;
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
                    FieldOption::Required => options.required = Some(flag(word, input)?),
                    FieldOption::Tracked => options.tracked = Some(flag(word, input)?),
                    FieldOption::Links => options.links = Some(flag(word, input)?),
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

/// The bits of a handle. A missing part has its default, and without a tag there are no
/// bits for it.
#[derive(Default)]
pub(crate) struct Bits {
    pub(crate) index: Option<Number>,
    pub(crate) generation: Option<Number>,
    pub(crate) tag: Option<Number>,
    /// The numbers in the order in which they are written, for errors. Bits that replace wrong ones
    /// have none.
    pub(crate) written: Vec<LitInt>,
}

impl Bits {
    /// Returns the bits of a slot and of a generation, which are 32 by default.
    pub(crate) fn index_and_generation(&self) -> [u32; 2] {
        [&self.index, &self.generation].map(|part| part.as_ref().map_or(32, |given| given.value))
    }

    /// Reads a part: `= number` after its name.
    fn read_part(&mut self, part: &Ident, input: ParseStream<'_>) -> Result<()> {
        let bits = match BitsPart::read(part, "unknown `bits` part")? {
            BitsPart::Index => &mut self.index,
            BitsPart::Generation => &mut self.generation,
            BitsPart::Tag => &mut self.tag,
        };
        if bits.is_some() {
            return Err(twice(part, "`bits`"));
        }
        let number = number(part, input, &format!("{part} = 16"))?;
        self.written.push(number.literal.clone());
        *bits = Some(number);
        Ok(())
    }
}
