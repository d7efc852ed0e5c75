//! What comes out of the derive as a whole.

use core::fmt::Write;
use std::path::Path;
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive;

/// The expansion of the README's texture.
const SNAPSHOT: &str = "snapshots/texture.rs";

fn pretty(input: TokenStream) -> String {
    let file = syn::parse2(derive(input)).expect("an expansion is a list of items");
    prettyplease::unparse(&file)
}

fn struct_with(fields: usize) -> String {
    let mut source = String::from("pub struct Texture {");
    for field in 0..fields {
        write!(source, "/// Documented.\n pub field_{field}: u32,").expect("a string takes all");
    }
    source.push('}');
    pretty(source.parse().expect("the source is made of tokens"))
}

#[test]
fn the_expansion_is_the_one_that_was_reviewed() {
    let expansion = pretty(quote! {
        /// A texture as the renderer keeps it.
        pub struct Texture {
            /// Where shaders read it.
            pub view: Option<View>,
            #[soa(default = 1)]
            pub mips: u32,
            #[soa(default = Usage::Immutable)]
            usage: Usage,
            names: HashMap<u32, String>,
            pub(crate) label: String,
        }
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SNAPSHOT);
    if env::var_os("SOA_BLESS").is_some() {
        fs::write(&path, &expansion).expect("the snapshot can be written");
    }
    let snapshot = fs::read_to_string(&path).expect("the snapshot is in the repository");
    assert!(
        expansion == snapshot,
        "the expansion differs from {SNAPSHOT}; review it, then run with SOA_BLESS=1:\n{expansion}"
    );
}

#[test]
fn the_expansion_stays_thin() {
    let lines = |fields| struct_with(fields).lines().count();
    let none = lines(1);
    println!("{none} {}", lines(6));
}
