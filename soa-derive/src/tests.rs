//! What comes out of the derive as a whole.

use core::fmt::Write;

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive;

mod comments;
mod options;
mod reviewed;
#[cfg(feature = "serde")]
mod saved;

fn pretty(input: TokenStream) -> String {
    unparse(derive(input))
}

fn unparse(expansion: TokenStream) -> String {
    let file = syn::parse2(expansion).expect("an expansion is a list of items");
    prettyplease::unparse(&file)
}

/// A struct with these options, and one column with those attributes.
fn texture(options: &TokenStream, attributes: &TokenStream) -> TokenStream {
    quote! {
        #[soa(#options)]
        struct Texture {
            #attributes
            mips: u32,
        }
    }
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
fn the_expansion_stays_thin() {
    let lines = |fields| struct_with(fields).lines().count();
    let (few, many) = (lines(8), lines(16));
    // Eight of a field's lines are the fields of the views with their documentation.
    let a_field = (many - few) / 8;
    assert!(a_field <= 22, "{a_field} lines a field");
    let fixed = few - 8 * a_field;
    assert!(fixed <= 186, "{fixed} lines without fields");
}

#[test]
fn a_tree_of_fields_is_as_deep_as_its_logarithm() {
    let longest_place = |fields| {
        let expansion = struct_with(fields);
        let places = expansion
            .lines()
            .filter_map(|line| line.split("__soa_to").nth(1)?.split(',').next());
        places.map(|place| place.matches('.').count()).max()
    };
    // One step is into the leaf itself.
    assert_eq!(longest_place(1), Some(1));
    assert_eq!(longest_place(2), Some(2));
    assert_eq!(longest_place(128), Some(8));
}

#[test]
fn the_types_of_the_list_are_written_once() {
    let expansion = derive(quote! {
        #[soa(align = 64, tracked, derive(Clone, Debug, PartialEq))]
        struct Texture<'a, T> {
            #[soa(tracked)]
            size: first!(),
            parts: Vec<[second!(T); third!()]>,
            name: &'a fourth!(),
        }
    });
    let words = expansion.to_string();
    // It is all that unsafe code takes from the derive.
    let start = "unsafe impl < 'a , T > __soa :: Facts for __SoaShape";
    let (before, rest) = words
        .split_once(start)
        .expect("the list is unsafe to state");
    let end = "impl < 'a , T > __soa :: Shape for __SoaShape";
    let (list, rest) = rest.split_once(end).expect("the views follow");
    assert!(!before.contains("unsafe") && !list.contains("unsafe") && !rest.contains("unsafe"));
    // The compiler may expand two calls with the same words differently. So there is one
    // call, and the check has none: it compares what the compiler made of them.
    let (views, _) = rest
        .split_once("automatically_derived")
        .expect("more follows");
    for call in ["first !", "second !", "third !", "fourth !"] {
        let counts = [list, views].map(|part| part.matches(call).count());
        assert_eq!(counts, [1, 0], "{call} in {words}");
    }
    for column in ["size", "parts", "name"] {
        let compared = format!(", & raw mut __soa_from . {column}) ;");
        assert_eq!(words.matches(&compared).count(), 1, "{column} in {words}");
    }
}

#[test]
fn an_expansion_beside_errors_is_whole() {
    let broken = derive(quote! {
        #[soa(layout = sparse, colour = red)]
        enum Texture { Flat }
    });
    let broken = broken.to_string();
    assert_eq!(broken.matches("compile_error !").count(), 3);
    for name in [
        "struct TextureHub",
        "type TextureId",
        "struct TextureRow",
        "DefaultRow for Texture",
    ] {
        assert!(broken.contains(name), "{name} is missing in {broken}");
    }
}

#[test]
fn what_is_not_an_item_is_reported_and_nothing_else() {
    let reported = derive(quote!(
        fn texture() {}
    ))
    .to_string();
    assert!(
        reported.contains("compile_error !") && !reported.contains("impl"),
        "{reported}"
    );
}
