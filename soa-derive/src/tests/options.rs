//! What options do to the expansion, and what is expanded beside a mistake.

use proc_macro2::{Delimiter, Group, TokenStream};
use quote::quote;

use super::{pretty, texture};
use crate::derive;

#[test]
fn the_word_of_an_id_is_the_smallest_that_has_room_for_its_bits() {
    for (bits, handle) in [
        (quote!(), "u64 , 32u32 , 32u32 >"),
        (quote!(bits(index = 1)), "u64 , 1u32 , 32u32 >"),
        (
            quote!(bits(index = 2, generation = 0)),
            "u16 , 2u32 , 0u32 >",
        ),
        (
            quote!(bits(index = 8, generation = 8)),
            "u16 , 8u32 , 8u32 >",
        ),
        (
            quote!(bits(index = 9, generation = 8)),
            "u32 , 9u32 , 8u32 >",
        ),
        (
            quote!(bits(index = 12, generation = 4, tag = 16)),
            "u32 , 12u32 , 4u32 , 16u32 >",
        ),
        (
            quote!(bits(index = 12, generation = 5, tag = 16)),
            "u64 , 12u32 , 5u32 , 16u32 >",
        ),
        (
            quote!(bits(index = 32, generation = 31, tag = 1)),
            "u64 , 32u32 , 31u32 , 1u32 >",
        ),
    ] {
        let expansion = derive(texture(&bits, &quote!())).to_string();
        let expected = format!("Handle < Texture , :: core :: primitive :: {handle} ;");
        assert!(
            expansion.contains(&expected) && !expansion.contains("compile_error"),
            "{expected} is missing in {expansion}"
        );
    }
}

#[test]
fn every_column_starts_at_a_multiple_of_one_byte() {
    let options = [quote!(align = 1), quote!()];
    let [aligned, plain] = options.map(|option| pretty(texture(&option, &quote!())));
    assert_eq!(aligned, plain);
}

#[test]
fn an_option_that_breaks_a_rule_is_as_if_it_were_not_given() {
    let expanded = |options: TokenStream| {
        let options = quote!(layout = dense, #options);
        derive(texture(&options, &quote!(#[soa(required)]))).to_string()
    };
    for (wrong, right) in [
        (quote!(bits(index = 40)), quote!()),
        (
            quote!(bits(index = 20, generation = 40)),
            quote!(bits(index = 20)),
        ),
        (
            quote!(bits(index = 1, generation = 0)),
            quote!(bits(generation = 0)),
        ),
        (quote!(align = 48), quote!()),
        (quote!(derive(Clone, Default)), quote!(derive(Clone))),
        (quote!(derive(Clone, Eq)), quote!(derive(Clone))),
        (quote!(recycle = fifo(min_free = 0)), quote!(recycle = fifo)),
        (quote!(holes = kept), quote!()),
        (quote!(hub = Texture), quote!()),
        // Such a hub still has the constructors with a tag.
        (
            quote!(bits(tag = 40)),
            quote!(bits(index = 24, generation = 24, tag = 16)),
        ),
        (
            quote!(bits(index = 24, generation = 24, tag = 17)),
            quote!(bits(index = 24, generation = 24, tag = 16)),
        ),
    ] {
        let text = wrong.to_string();
        let (wrong, right) = (expanded(wrong), expanded(right));
        assert!(wrong.contains("compile_error"), "{text} is refused");
        assert!(!right.contains("compile_error"), "{right}");
        assert!(wrong.ends_with(&right), "{text}: {wrong}");
    }
}

#[test]
fn a_column_whose_option_was_refused_needs_no_default() {
    for refused in [quote!(default), quote!(required = 1)] {
        let expansion = derive(texture(&quote!(), &quote!(#[soa(#refused)]))).to_string();
        assert!(expansion.contains("compile_error !"), "{expansion}");
        assert!(!expansion.contains("column_default"), "{expansion}");
    }
}

#[test]
fn a_field_that_is_given_twice_is_expanded_once() {
    // The compiler reports the second one.
    let texture = quote! {
        struct Texture {
            mips: u32,
            mips: u8,
        }
    };
    let expansion = derive(texture).to_string();
    assert!(!expansion.contains("u8"), "{expansion}");
    assert!(
        expansion.contains("unreachable !"),
        "no literal of the struct has all of its fields: {expansion}"
    );
}

#[test]
fn a_mistake_that_would_be_repeated_in_every_line_is_reported_alone() {
    // The type is a parameter of a macro of the user.
    let given = Group::new(Delimiter::None, quote!([u32]));
    for (parameters, ty) in [
        (quote!(), quote!([u32])),
        (quote!(), quote!(([u32]))),
        (quote!(), quote!(#given)),
        (quote!(<__SoaT>), quote!(Vec<__SoaT>)),
        (quote!(), quote!(Option<__soa::Column>)),
    ] {
        let texture = quote! {
            struct Texture #parameters {
                mips: #ty,
            }
        };
        let reported = derive(texture).to_string();
        assert!(
            reported.contains("compile_error !") && !reported.contains("TextureHub"),
            "{reported}"
        );
    }
}

#[test]
fn the_value_of_an_unknown_option_is_skipped_up_to_its_own_end() {
    // The comma is in the type, and `u8` is not read as an option.
    let options = quote!(size = mips as Map<u32, u8>, layout = dense);
    let expansion = derive(texture(&options, &quote!())).to_string();
    assert_eq!(expansion.matches("compile_error").count(), 1, "{expansion}");
}

#[test]
fn a_record_is_whole_if_every_field_is_tracked_or_skipped() {
    let is_whole = |of_struct: TokenStream, of_field: TokenStream| {
        let expansion = derive(texture(&of_struct, &of_field)).to_string();
        expansion.contains("TrackedWhole for Texture")
    };
    for skipped in [
        quote!(#[soa(tracked)]),
        quote!(#[serde(skip)]),
        quote!(#[serde(rename = "a, skip_b", skip)]),
        quote!(#[serde(skip_serializing, skip_deserializing)]),
        quote!(#[serde(skip_deserializing)] #[serde(default, skip_serializing)]),
    ] {
        let text = skipped.to_string();
        assert!(is_whole(quote!(tracked), skipped.clone()), "{text}");
        assert!(!is_whole(quote!(layout = dense), skipped), "{text}");
    }
    for kept in [
        quote!(),
        quote!(#[soa(default = skip)]),
        quote!(#[serde(default = "skip")]),
        quote!(#[serde(rename(serialize = skip))]),
        quote!(#[serde(skip_serializing)]),
        quote!(#[serde(skip_deserializing)]),
        quote!(#[serde(skip_serializing_if = "skip")]),
        quote!(#[serde]),
        quote!(#[other(skip)]),
    ] {
        let text = kept.to_string();
        assert!(!is_whole(quote!(tracked), kept), "{text}");
    }
}
