//! The rules between options, fields and names, which no single option can break.
//!
//! An option that breaks a rule is reset to its default, so that the expansion beside
//! the error compiles.

mod bits;
mod fields;

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::Type;
use syn::ext::IdentExt;

use crate::attributes::StructOptions;
use crate::error::Errors;
use crate::model::Record;
use crate::names::Names;
use crate::syntax::{Given, Number};
use crate::words::{Layout, Trait};

/// The largest number of bytes that columns are aligned to, which the runtime checks, too.
const LARGEST_ALIGN: u32 = 4096;

/// Reports everything that is wrong with the record as a whole.
///
/// Returns the record if it can be expanded.
pub(crate) fn check(mut record: Record, errors: &mut Errors) -> Option<Record> {
    check_names(&mut record, errors);
    check_marker(&mut record, errors);
    bits::check_bits(&mut record.options, errors);
    check_align(&mut record.options, errors);
    check_policies(&mut record.options, errors);
    check_derives(&mut record.options, errors);
    if cfg!(not(feature = "serde")) {
        refuse_serde(&mut record.options, errors);
    }
    fields::check_fields(&mut record, errors);
    fields::check_saves(&mut record, errors);
    check_default(&mut record, errors);
    fields::check_field_names(&mut record);
    let before = errors.count();
    fields::check_parameters(&record, errors);
    fields::check_types(&record, errors);
    fields::check_views(&record, errors);
    fields::check_sizes(&record, errors);
    (errors.count() == before).then_some(record)
}

/// Checks that all generated types have different names.
fn check_names(record: &mut Record, errors: &mut Errors) {
    let Record {
        ident,
        names,
        options,
        ..
    } = record;
    let text = |ident: &Ident| ident.unraw().to_string();
    let StructOptions {
        hub,
        id,
        row,
        columns,
        ..
    } = options;
    let groups = [
        (
            "hub",
            hub,
            vec![text(&names.hub)],
            ["the generated hub", "the hub"],
        ),
        (
            "id",
            id,
            vec![text(&names.id)],
            ["the generated handle", "the handle"],
        ),
        (
            "row",
            row,
            vec![text(&names.row), text(&names.row_mut)],
            ["a generated view", "the view of a row"],
        ),
        (
            "columns",
            columns,
            vec![text(&names.columns), text(&names.columns_mut)],
            ["a generated view", "the view of all columns"],
        ),
    ];
    let mut taken = vec![(text(ident), "the struct itself")];
    // A type without a given name has its default name, which the others may not take.
    for (_, given, names, [generated, _]) in &groups {
        if given.is_none() {
            taken.extend(names.iter().map(|name| (name.clone(), *generated)));
        }
    }
    for (what, given, names, [_, called]) in groups {
        if given.is_none() {
            continue;
        }
        let is_taken = |name: &String| taken.iter().find(|(taken, _)| taken == name);
        let collision = names.iter().find_map(|name| Some((name, is_taken(name)?)));
        if let Some((name, (_, of))) = collision {
            errors.at(
                given.take(),
                format!("`{name}` is already the name of {of}; choose another name for the {what}"),
            );
        }
        taken.extend(names.into_iter().map(|name| (name, called)));
    }
    *names = Names::new(ident, options.names());
}

/// Checks that the marker is not the struct itself, which the handle names anyway.
fn check_marker(record: &mut Record, errors: &mut Errors) {
    let ident = &record.ident;
    let (_, arguments, _) = record.generics.split_for_impl();
    let this = quote!(#ident #arguments).to_string();
    let own = |marker: &mut Type| {
        let marker = marker.to_token_stream().to_string();
        marker == this || marker == "Self"
    };
    if let Some(marker) = record.options.marker.take_if(own) {
        let name = record.text();
        errors.at(
            marker,
            format!("the id of `{name}` is already a `Handle<{name}>`; remove `marker`, or write another type"),
        );
    }
}

/// Checks that columns can be aligned to the number of bytes.
fn check_align(options: &mut StructOptions, errors: &mut Errors) {
    let wrong =
        |Number { value, .. }: &mut Number| *value > LARGEST_ALIGN || !value.is_power_of_two();
    let Some(Number { value, literal }) = options.align.take_if(wrong) else {
        return;
    };
    let message = if value > LARGEST_ALIGN {
        format!(
            "`align = {literal}` is too large: columns are aligned to at most {LARGEST_ALIGN} bytes; \
             write `align = {LARGEST_ALIGN}` or less"
        )
    } else {
        let near = value.next_power_of_two().max(2);
        let near = if value == 0 {
            "for example `align = 64`".to_owned()
        } else {
            format!("`align = {}` or `align = {near}`", near / 2)
        };
        format!("`align = {literal}` is not a power of two; write {near}")
    };
    errors.at(literal, message);
}

fn check_policies(options: &mut StructOptions, errors: &mut Errors) {
    let no_generation = matches!(&options.bits.generation, Some(Number { value: 0, .. }));
    if let Some(exhausted) = options.exhausted.take_if(|_| no_generation) {
        errors.at(
            exhausted.word,
            "`exhausted` cannot be used without generation bits, because no slot is ever used up; \
             remove it, or write `bits(generation = 8)` or more",
        );
    }
    let dense = options.layout() == Layout::Dense;
    if let Some(holes) = options.holes.take_if(|_| dense) {
        errors.at(
            holes.word,
            "`holes` cannot be used with `layout = dense`, which has no holes; \
             remove it, or write `layout = slots`",
        );
    }
    if let Some(zero) = options.min_free.take_if(|number| number.value == 0) {
        errors.at(
            zero.literal,
            "`min_free` must be at least 1; \
             write `min_free = 1` or more, or `fifo` alone",
        );
    }
    let slots = bits::slots(&options.bits);
    if let Some(many) = options
        .min_free
        .take_if(|number| u64::from(number.value) > slots)
    {
        errors.at(
            &many.literal,
            format!(
                "`min_free = {}` is too large: the handle addresses {slots} slots, \
                 so no slot would be reused before all of them are in use; \
                 write `min_free = {slots}` or less, or give the handle more index bits",
                many.value
            ),
        );
    }
}

/// Checks that `Eq` is derived together with `PartialEq`.
fn check_derives(options: &mut StructOptions, errors: &mut Errors) {
    if options.derives(Trait::PartialEq) {
        return;
    }
    refuse(options, errors, &[Trait::Eq], |_| {
        "`Eq` requires `PartialEq`; write `derive(PartialEq, Eq)`".to_owned()
    });
}

/// Removes these traits from `derive(..)`, with a message for each of them.
fn refuse(
    options: &mut StructOptions,
    errors: &mut Errors,
    traits: &[Trait],
    message: impl Fn(&Ident) -> String,
) {
    options.derives.retain(|Given { value, word }| {
        let refused = traits.contains(value);
        if refused {
            errors.at(word, message(word));
        }
        !refused
    });
}

/// Refuses serde's traits. Without its feature `serde` the runtime cannot serialize.
fn refuse_serde(options: &mut StructOptions, errors: &mut Errors) {
    let traits = [Trait::Serialize, Trait::Deserialize];
    refuse(options, errors, &traits, |word| {
        format!(
            "`{word}` requires the feature `serde` of `soa-runtime`; \
             write `features = [\"serde\"]` in the dependency on it"
        )
    });
}

/// Checks that `derive(Default)` has a default for every column.
fn check_default(record: &mut Record, errors: &mut Errors) {
    let required: Vec<_> = record
        .fields
        .iter()
        .filter(|field| field.options.required.is_some() && field.options.default.is_none())
        .map(|field| format!("`{}`", field.ident.unraw()))
        .collect();
    let columns = match &required[..] {
        [] => return,
        [column] => format!("column {column} is"),
        columns => format!("columns {} are", columns.join(", ")),
    };
    refuse(&mut record.options, errors, &[Trait::Default], |_| {
        format!(
            "`Default` requires a default for every column, and {columns} `required`; \
             write `default = ..` instead of `required`, or remove `Default`"
        )
    });
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

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
        let reported = errors.into_compile_errors().to_string();
        for name in ["Serialize", "Deserialize"] {
            let sentence =
                format!("`{name}` requires the feature `serde` of `soa-runtime`; write ");
            assert!(reported.contains(&sentence), "{reported}");
        }
    }
}
