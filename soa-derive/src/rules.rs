//! What no option alone can break: the rules between options, fields and names.
//!
//! An option that breaks a rule is set back to its default, so that the
//! expansion beside the error compiles.

use std::collections::HashSet;

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Type};

use crate::attributes::{Bits, Layout, StructOption, StructOptions, Trait};
use crate::error::Errors;
use crate::generics;
use crate::model::{ColumnDefault, Field, Form, Record};
use crate::names::{Names, PARAMETER_PREFIX, PREFIX};
use crate::syntax::Number;

/// Tells everything that is wrong with the record as a whole.
///
/// Returns what can be expanded.
pub(crate) fn check(mut record: Record, errors: &mut Errors) -> Option<Record> {
    check_names(&mut record, errors);
    check_bits(&mut record.options.bits, errors);
    check_policies(&mut record.options, errors);
    check_derives(&mut record.options, errors);
    if cfg!(not(feature = "serde")) {
        refuse_serde(&mut record.options, errors);
    }
    check_fields(&mut record, errors);
    check_field_names(&mut record);
    let named = have_names_of_their_own(&record, errors);
    (have_sizes(&record, errors) && named).then_some(record)
}

/// The generated types need names of their own.
fn check_names(record: &mut Record, errors: &mut Errors) {
    let Record {
        ident,
        names,
        options,
        ..
    } = record;
    let text = |ident: &Ident| ident.unraw().to_string();
    let generated = Names::new(ident, None, None);
    let mut taken = vec![(text(ident), "the struct itself")];
    taken.extend(names.views().map(|view| (text(view), "a generated view")));
    // What is not named here has its default name, which the other may not take.
    if options.id.is_none() {
        taken.push((text(&generated.id), "the generated handle"));
    }
    if options.hub.is_none() {
        taken.push((text(&generated.hub), "the generated hub"));
    }
    for (what, called, name) in [
        ("hub", "the hub", &mut options.hub),
        ("id", "the handle", &mut options.id),
    ] {
        let Some(given) = name.as_ref().map(text) else {
            continue;
        };
        if let Some((_, of)) = taken.iter().find(|(taken, _)| *taken == given) {
            errors.at(
                name.take(),
                format!("`{given}` is already the name of {of}; give the {what} a name of its own"),
            );
        }
        taken.push((given, called));
    }
    *names = Names::new(ident, options.hub.as_ref(), options.id.as_ref());
}

/// A handle has at most 32 bits for each part, and can name at least two slots.
fn check_bits(bits: &mut Bits, errors: &mut Errors) {
    for (part, number) in [
        ("index", &mut bits.index),
        ("generation", &mut bits.generation),
    ] {
        if let Some(Number {
            value: 33..,
            literal,
        }) = number
        {
            let message =
                format!("a handle has at most 32 {part} bits; write `{part} = 32` or less");
            errors.at(literal, message);
            *number = None;
        }
    }
    let generation = bits.generation.as_ref().map_or(32, |number| number.value);
    let Some(index) = &bits.index else {
        return;
    };
    let least = if generation == 0 { 2 } else { 1 };
    if index.value < least {
        let why = match (index.value, generation) {
            (0, _) => "a handle without index bits names nothing",
            _ => "one index bit without a generation names a single slot",
        };
        errors.at(
            &index.literal,
            format!("{why}; write `index = {least}` or more"),
        );
        bits.index = None;
    }
}

fn check_policies(options: &mut StructOptions, errors: &mut Errors) {
    let no_generation = matches!(&options.bits.generation, Some(Number { value: 0, .. }));
    if let Some(exhausted) = options.exhausted.take_if(|_| no_generation) {
        errors.at(
            exhausted.word,
            "without generation bits no slot is ever used up, so `exhausted` says nothing; \
             leave it out, or write `bits(generation = 8)` or more",
        );
    }
    let dense = options.layout() == Layout::Dense;
    if let Some(holes) = options.holes.take_if(|_| dense) {
        errors.at(
            holes.word,
            "the dense layout has no holes, so `holes` says nothing; \
             leave it out, or write `layout = slots`",
        );
    }
    if let Some(zero) = options.min_free.take_if(|number| number.value == 0) {
        errors.at(
            zero.literal,
            "a slot is always reused while others are free, so `min_free` counts from 1; \
             write `min_free = 1` or more, or `fifo` alone",
        );
    }
    let slots = slots(&options.bits);
    if let Some(many) = options
        .min_free
        .take_if(|number| u64::from(number.value) > slots)
    {
        errors.at(
            &many.literal,
            format!(
                "the handle's index bits tell {slots} slots apart, so {} of them are never free \
                 and none would be reused before all are in use; \
                 write `min_free = {slots}` or less, or give the handle more index bits",
                many.value
            ),
        );
    }
}

/// How many slots the handle tells apart: one pattern of its bits names none,
/// and without a generation another is the niche.
fn slots(bits: &Bits) -> u64 {
    let given = |part: &Option<Number>| part.as_ref().map_or(32, |number| number.value);
    let unnamed = if given(&bits.generation) == 0 { 2 } else { 1 };
    (1_u64 << given(&bits.index)) - unnamed
}

/// `Eq` says more of a type that has `PartialEq`.
fn check_derives(options: &mut StructOptions, errors: &mut Errors) {
    if options.derives(Trait::PartialEq) {
        return;
    }
    options.derives.retain(|given| {
        let alone = given.value == Trait::Eq;
        if alone {
            errors.at(
                &given.word,
                "`Eq` needs `PartialEq`; write `derive(PartialEq, Eq)`",
            );
        }
        !alone
    });
}

/// Without its feature the runtime has nothing to serialize with.
fn refuse_serde(options: &mut StructOptions, errors: &mut Errors) {
    options.derives.retain(|given| {
        let refused = matches!(given.value, Trait::Serialize | Trait::Deserialize);
        if refused {
            errors.at(
                &given.word,
                format!(
                    "`{}` needs the feature `serde` of `soa-runtime`; \
                     write `features = [\"serde\"]` in the dependency on it",
                    given.word
                ),
            );
        }
        !refused
    });
}

fn check_fields(record: &mut Record, errors: &mut Errors) {
    let name = record.text();
    let layout = record.options.layout();
    let layout_refused =
        record.options.layout.is_none() && record.options.mentioned.contains(&StructOption::Layout);
    let borrows = record.generics.lifetimes().next().is_some();
    for field in &mut record.fields {
        let column = field.ident.unraw().to_string();
        if let (Some(links), true) = (&field.options.links, borrows) {
            errors.at(
                links,
                format!(
                    "column `{column}` cannot have `links`, because `{name}` has a lifetime and the ids of such a record \
                     cannot be told from others when the program runs; leave `links` out, or keep what is borrowed outside of `{name}`"
                ),
            );
        }
        if column.starts_with(PREFIX) {
            errors.at(
                &field.written,
                format!("names that start with `{PREFIX}` are the expansion's own; rename the field `{column}`"),
            );
        }
        let Some(required) = &field.options.required else {
            continue;
        };
        if field.options.default.is_some() {
            errors.at(
                required,
                format!("column `{column}` is `required`, so its `default` is never used; keep one of them"),
            );
        } else if layout != Layout::Dense {
            field.default = ColumnDefault::Refused;
            if !layout_refused {
                errors.at(
                    required,
                    format!(
                        "a hole of the slots layout holds the defaults, and the `required` column `{column}` has none; \
                         write `#[soa(layout = dense)]` on `{name}`, or give the column a `default = ..`"
                    ),
                );
            }
        }
    }
}

/// Whether no parameter has a name that the expansion adds beside it.
fn have_names_of_their_own(record: &Record, errors: &mut Errors) -> bool {
    let reads = record.options.derives(Trait::Deserialize);
    let mut all = true;
    for parameter in &record.generics.params {
        let name = match parameter {
            GenericParam::Lifetime(lifetime) => &lifetime.lifetime.ident,
            GenericParam::Type(ty) => &ty.ident,
            GenericParam::Const(value) => &value.ident,
        };
        let is_lifetime = matches!(parameter, GenericParam::Lifetime(_));
        let lowercase = name.to_string().to_lowercase();
        let whose = if lowercase.starts_with(PARAMETER_PREFIX) {
            format!("names that start with `{PARAMETER_PREFIX}` are the expansion's own")
        } else if is_lifetime && name == "de" && reads {
            "`Deserialize` has a lifetime `'de` of its own".to_owned()
        } else {
            continue;
        };
        all = false;
        let mark = if is_lifetime { "'" } else { "" };
        errors.at(
            name,
            format!("{whose}; rename the parameter `{mark}{name}`"),
        );
    }
    all
}

/// Leaves out a field whose name another has: the compiler tells that, and would
/// tell it again of every line that names the two.
fn check_field_names(record: &mut Record) {
    let mut names = HashSet::new();
    let fields = record.fields.len();
    record
        .fields
        .retain(|field| names.insert(field.written.unraw()));
    if record.fields.len() < fields {
        record.form = Form::Refused;
    }
}

/// Whether all columns have a size. Without one the compiler would refuse the
/// expansion line by line.
fn have_sizes(record: &Record, errors: &mut Errors) -> bool {
    let mut all = true;
    for Field { ty, .. } in &record.fields {
        if let Some((what, instead)) = without_size(&record.generics, ty) {
            all = false;
            errors.at(
                ty,
                format!(
                    "a column is an array, and {what} has no size that all its values share; {instead}"
                ),
            );
        }
    }
    all
}

/// What a type without a size is called, and what to do. One that is behind an
/// alias is left to the compiler.
fn without_size(generics: &Generics, ty: &Type) -> Option<(&'static str, &'static str)> {
    match ty {
        Type::Group(group) => without_size(generics, &group.elem),
        Type::Paren(paren) => without_size(generics, &paren.elem),
        Type::Slice(_) => Some((
            "a slice",
            "write an array `[T; N]`, a `Box<[T]>` or a `Vec<T>`",
        )),
        Type::TraitObject(_) => Some(("a trait object", "write `Box<dyn Trait>`")),
        Type::Path(path) if path.path.is_ident("str") => {
            Some(("`str`", "write `&'static str` or `String`"))
        }
        Type::Path(path) => {
            let parameter = path.path.get_ident()?;
            generics::may_be_unsized(generics, parameter)
                .then_some(("a `?Sized` parameter", "leave the `?Sized` out"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;
    use crate::attributes::Given;

    #[test]
    fn without_the_feature_serde_its_traits_are_refused_and_others_stay() {
        let given = |(value, word)| Given {
            value,
            word: Ident::new(word, Span::call_site()),
        };
        let derives = [
            (Trait::Clone, "Clone"),
            (Trait::Serialize, "Serialize"),
            (Trait::Deserialize, "Deserialize"),
        ];
        let mut options = StructOptions {
            derives: derives.map(given).into(),
            ..StructOptions::default()
        };
        let mut errors = Errors::default();
        refuse_serde(&mut options, &mut errors);
        assert!(options.derives(Trait::Clone));
        assert!(!options.derives(Trait::Serialize) && !options.derives(Trait::Deserialize));
        let told = errors.into_compile_errors().to_string();
        for name in ["Serialize", "Deserialize"] {
            let sentence = format!("`{name}` needs the feature `serde` of `soa-runtime`; write ");
            assert!(told.contains(&sentence), "{told}");
        }
    }
}
