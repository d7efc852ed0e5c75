//! The rules about `bits(..)`.

use proc_macro2::Span;
use quote::quote;
use syn::LitInt;

use crate::attributes::{Bits, StructOptions};
use crate::error::Errors;
use crate::syntax::Number;

/// The bits of the widest handle.
const MOST: u32 = 64;

/// Checks the numbers of bits: a handle has at most 32 bits for each part and 64 in all,
/// and addresses at least two slots. A parent needs a tag, which is its id. The compiler compares the
/// numbers of bits, because the derive does not see the parent.
pub(super) fn check_bits(options: &mut StructOptions, errors: &mut Errors) {
    let bits = &mut options.bits;
    if let (Some(parent), None) = (&options.parent, &bits.tag) {
        let message = "`parent` requires a tag, which is the id of the parent; \
             write for example `bits(index = 16, generation = 16, tag = 32)`";
        errors.at(&parent.word, message);
        *bits = tagged();
    } else if !(check_parts(bits, errors) && check_sum(bits, errors)) && bits.tag.is_some() {
        // The expansion beside the error still has tags.
        *bits = tagged();
    }
    check_index(bits, errors);
}

/// Checks each part by itself. Returns whether all are right.
fn check_parts(bits: &mut Bits, errors: &mut Errors) -> bool {
    let mut right = true;
    for (part, number) in [
        ("index", &mut bits.index),
        ("generation", &mut bits.generation),
        ("tag", &mut bits.tag),
    ] {
        let Some(Number { value, literal }) = number else {
            continue;
        };
        let message = match (part, *value) {
            (_, 33..) => format!(
                "`{literal}` is too large: a handle has at most 32 {part} bits; write `{part} = 32` or less"
            ),
            ("tag", 0) => "a tag of 0 bits cannot distinguish hubs; \
                 write `tag = 1` or more, or remove `tag`"
                .to_owned(),
            _ => continue,
        };
        errors.at(literal, message);
        right = false;
        if part != "tag" {
            *number = None;
        }
    }
    right
}

/// Checks that a tag fits beside the other parts. Without one they always fit.
fn check_sum(bits: &Bits, errors: &mut Errors) -> bool {
    let Some(tag) = &bits.tag else {
        return true;
    };
    let ([index, generation], tag) = (bits.index_and_generation(), tag.value);
    let sum = index + generation + tag;
    if sum > MOST {
        let written = &bits.written;
        let default = if bits.index.is_none() || bits.generation.is_none() {
            " (`index` and `generation` are 32 by default)"
        } else {
            ""
        };
        errors.at(
            quote!(#(#written)*),
            format!(
                "`index + generation + tag` is {index} + {generation} + {tag} = {sum} bits{default}, \
                 and a handle has at most {MOST}; \
                 write for example `bits(index = 24, generation = 24, tag = 16)`"
            ),
        );
    }
    sum <= MOST
}

/// Returns bits that are right and have a tag.
fn tagged() -> Bits {
    let number = |value: u32| {
        let literal = LitInt::new(&value.to_string(), Span::call_site());
        Some(Number { value, literal })
    };
    Bits {
        index: number(24),
        generation: number(24),
        tag: number(16),
        written: Vec::new(),
    }
}

/// Checks that the handle addresses a row.
fn check_index(bits: &mut Bits, errors: &mut Errors) {
    let [_, generation] = bits.index_and_generation();
    let Some(index) = &bits.index else {
        return;
    };
    let least = if generation == 0 { 2 } else { 1 };
    if index.value < least {
        let why = match (index.value, generation) {
            (0, _) => "a handle without index bits cannot address a row",
            _ => "one index bit without generation bits addresses no row",
        };
        errors.at(
            &index.literal,
            format!("{why}; write `index = {least}` or more"),
        );
        bits.index = None;
    }
}

/// Returns the number of slots that the handle addresses. One pattern of its bits is
/// dangling, and without generation bits another one is the niche.
pub(super) fn slots(bits: &Bits) -> u64 {
    let [index, generation] = bits.index_and_generation();
    let unnamed = if generation == 0 { 2 } else { 1 };
    (1_u64 << index) - unnamed
}
