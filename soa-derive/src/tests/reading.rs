//! What is read of an option beside its value: where it ends, and the word that errors point at.

use quote::quote;
use syn::{ItemStruct, parse_quote};

use crate::attributes::StructOptions;
use crate::derive;
use crate::error::Errors;

#[test]
fn the_value_of_an_unknown_option_is_skipped_up_to_its_own_end() {
    let texture = quote! {
        #[soa(size = mips as Map<u32, u8>, layout = dense)]
        struct Texture {
            mips: u32,
        }
    };
    // The comma is in the type, and `u8` is not read as an option.
    let expansion = derive(texture).to_string();
    assert_eq!(expansion.matches("compile_error").count(), 1, "{expansion}");
}

#[test]
fn an_option_with_a_choice_is_reported_at_its_own_word() {
    let texture: ItemStruct = parse_quote! {
        #[soa(exhausted = wrap, holes = kept)]
        struct Texture {
            mips: u32,
        }
    };
    let mut errors = Errors::default();
    let options = StructOptions::read(&texture.attrs, &texture.ident, &mut errors);
    assert!(
        options
            .exhausted
            .is_some_and(|given| given.word == "exhausted")
    );
    assert!(options.holes.is_some_and(|given| given.word == "holes"));
}
