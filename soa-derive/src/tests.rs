//! What comes out of the derive as a whole.

use core::fmt::Write;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Item, ItemConst, Stmt, Type};

use crate::derive;

mod comments;
#[cfg(feature = "serde")]
mod messages;
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

/// The implementations in an expansion, as `Trait for Type`, and the macros it calls.
///
/// Fails if one has a condition: without parameters it would hold always or never.
fn implementations(input: TokenStream) -> (Vec<String>, Vec<String>) {
    let file: syn::File = syn::parse2(derive(input)).expect("an expansion is a list of items");
    let hidden = file.items.into_iter().find_map(|item| match item {
        Item::Const(ItemConst { expr, .. }) => Some(expr),
        _ => None,
    });
    let Some(Expr::Block(hidden)) = hidden.map(|expr| *expr) else {
        panic!("the implementations are in a constant");
    };
    let (mut traits, mut macros) = (Vec::new(), Vec::new());
    let last = |path: &syn::Path| {
        let last = path.segments.last();
        last.map(|segment| segment.ident.to_string())
            .expect("a path has a segment")
    };
    for statement in hidden.block.stmts {
        match statement {
            Stmt::Item(Item::Impl(item)) => {
                let (of, _) = item.trait_.expect("the derive has no methods of its own");
                let Type::Path(ty) = *item.self_ty else {
                    panic!("{} is implemented for a type with a name", last(&of));
                };
                let name = format!("{} for {}", last(&of), last(&ty.path));
                assert!(
                    item.generics.where_clause.is_none(),
                    "{name} has a condition"
                );
                traits.push(name);
            }
            Stmt::Item(Item::Macro(item)) => macros.push(last(&item.mac.path)),
            Stmt::Macro(item) => macros.push(last(&item.mac.path)),
            _ => {}
        }
    }
    traits.sort_unstable();
    (traits, macros)
}

#[test]
fn what_is_not_derived_is_not_implemented() {
    let (traits, macros) = implementations(texture(&quote!(), &quote!()));
    let always = [
        "Debug for TextureHub",
        "DefaultRow for Texture",
        "Facts for __SoaShape",
        "IdAllocator for Texture",
        "Shape for __SoaShape",
        "Views for Texture",
    ];
    assert_eq!(traits, always);
    assert_eq!(macros, ["hub", "views", "links"]);

    let asked = quote!(derive(Clone, Debug, Default, Hash, PartialEq));
    let (traits, macros) = implementations(texture(&asked, &quote!()));
    let on_request = traits
        .iter()
        .filter(|name| !always.contains(&name.as_str()));
    let expected = [
        "Clone for TextureHub",
        "CloneRow for Texture",
        "Debug for TextureColumns",
        "Debug for TextureColumnsMut",
        "Debug for TextureRow",
        "Debug for TextureRowMut",
        "DebugRow for Texture",
        "Default for Texture",
        "HashRow for Texture",
        "PartialEq for TextureHub",
        "PartialEq for TextureRow",
        "PartialEq for TextureRowMut",
    ];
    assert!(on_request.eq(&expected), "{traits:?}");
    assert_eq!(macros, ["hub", "views", "copied", "links"]);
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
fn the_documentation_names_the_attribute_for_what_is_missing() {
    let expansion = pretty(texture(&quote!(derive(PartialEq)), &quote!()));
    for sentence in [
        "`#[soa(derive(Clone, Debug, Hash))]` above `struct Texture` adds `clone`, `{:?}` of the rows and `hash_state`.",
        "`#[soa(derive(Clone, Debug))]` above `struct Texture` adds `to_record` and `{:?}`.",
        "`#[soa(derive(Debug))]` above `struct Texture` adds `{:?}`.",
    ] {
        assert!(
            expansion.contains(sentence),
            "{sentence} is missing in {expansion}"
        );
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
