//! What is expanded for hubs that are saved.

use proc_macro2::TokenStream;
use quote::quote;

use super::texture;
use crate::derive;

#[test]
fn a_hub_that_is_only_written_has_the_words_of_serde() {
    let renamed = quote!(#[serde(rename = "levels")]);
    let expansion = derive(texture(&quote!(derive(Serialize)), &renamed)).to_string();
    assert!(expansion.contains("rename = \"levels\""), "{expansion}");
}

/// Returns the bounds of the implementation of a trait of serde for `TextureHub`.
fn bounds_of(name: &str, texture: TokenStream) -> String {
    let expansion = derive(texture).to_string();
    let start = format!("serde :: {name} for TextureHub");
    let (_, rest) = expansion.split_once(&start).expect("it is implemented");
    let (_, rest) = rest.split_once('>').expect("it has parameters");
    let (bounds, _) = rest.split_once('{').expect("it has a body");
    bounds
        .replace("__soa :: serde ::", "")
        .replace(":: core :: default ::", "")
        .split_whitespace()
        .collect()
}

#[test]
fn a_hub_is_saved_and_loaded_if_the_columns_can_be() {
    let texture = |layout: TokenStream| {
        quote! {
            #[soa(layout = #layout, derive(Serialize, Deserialize))]
            struct Texture<A, B, C> {
                list: Vec<A>,
                #[serde(with = "module")]
                by_functions: Option<B>,
                #[serde(skip)]
                skipped: Marker<C>,
            }
        }
    };
    for layout in [quote!(slots), quote!(dense)] {
        assert_eq!(bounds_of("Serialize", texture(layout)), "whereA:Serialize");
    }
    // A field that is skipped takes its column's default.
    let bounds = bounds_of("Deserialize < 'de >", texture(quote!(dense)));
    assert!(bounds.starts_with("whereA:Deserialize<'de>,"), "{bounds}");
    assert!(!bounds.contains("B:Deserialize"), "{bounds}");
    assert!(bounds.contains("Marker<C>:Default"), "{bounds}");
}

#[test]
fn the_holes_of_a_hub_that_is_loaded_need_defaults() {
    let bounds = |layout: TokenStream| {
        let texture = quote! {
            #[soa(layout = #layout, derive(Deserialize))]
            struct Texture<T> {
                list: Vec<T>,
            }
        };
        bounds_of("Deserialize < 'de >", texture)
    };
    assert_eq!(
        bounds(quote!(slots)),
        "whereT:Deserialize<'de>,Vec<T>:Default"
    );
    assert_eq!(bounds(quote!(dense)), "whereT:Deserialize<'de>");
}

/// Returns the bounds and the body of `EditRow` for `Texture`, if it is implemented.
fn edit_row(texture: TokenStream) -> Option<(String, String)> {
    let expansion = derive(texture).to_string();
    let (_, rest) = expansion.split_once(":: EditRow for Texture")?;
    let (bounds, body) = rest.split_once('{').expect("it has a body");
    let short = |text: &str| {
        let text = text
            .replace("__soa :: serde ::", "")
            .replace(":: core :: default ::", "")
            .replace(":: core :: option ::", "");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    Some((short(bounds), short(body)))
}

#[test]
fn rows_can_be_edited_if_each_value_is_written_and_read() {
    let texture = |option: TokenStream| {
        edit_row(quote! {
            #[soa(layout = dense, derive(Serialize, Deserialize))]
            struct Texture<A, B> {
                #option
                list: Vec<A>,
                #[serde(with = "module")]
                by_functions: Option<B>,
            }
        })
    };
    let (bounds, body) = texture(quote!()).expect("it is implemented");
    assert!(
        bounds.contains("A : for < 'de > Deserialize < 'de > , A : Serialize"),
        "{bounds}"
    );
    assert!(
        bounds.contains("Option < B > : Default") && !bounds.contains("B : Ser"),
        "{bounds}"
    );
    assert!(body.contains("Some (__soa :: Hub :: alloc"), "{body}");
    let (bounds, body) = texture(quote!(#[soa(required)])).expect("it is implemented");
    assert!(!bounds.contains("Default"), "{bounds}");
    assert!(!body.contains("alloc"), "{body}");
}

#[test]
fn rows_that_are_only_read_or_borrow_cannot_be_edited() {
    let read = quote! {
        #[soa(derive(Deserialize))]
        struct Texture { mips: u32 }
    };
    let borrows = quote! {
        #[soa(derive(Serialize, Deserialize))]
        struct Texture<'a> { name: &'a str }
    };
    assert!(edit_row(read).is_none() && edit_row(borrows).is_none());
}

#[test]
fn columns_that_a_save_could_not_tell_apart_are_refused() {
    let message = |hp: TokenStream, b: TokenStream| {
        let refused = derive(quote! {
            #[soa(derive(Serialize, Deserialize))]
            struct Texture { #[serde(#hp)] hp: u8, #[serde(#b)] b: u8 }
        });
        refused.to_string()
    };
    let x = |read: &str| quote!(rename(serialize = "x", deserialize = #read));
    let sentence = "column `b` is written under the name `x`, like another column";
    assert!(message(x("hp"), x("b")).contains(sentence));
    // What is not read is written all the same.
    let sentence = "column `hp` is written under the name `hp`, and column `b` is read under it";
    let skipped = message(quote!(skip_deserializing), quote!(alias = "hp"));
    assert!(skipped.contains(sentence), "{skipped}");
}

#[test]
fn the_guide_lists_what_is_refused_with_its_message() {
    const GUIDE: &str = include_str!("../../../soa-runtime/src/guide/saves.rs");

    /// Finds the row of the guide with the message of a struct, and returns its attributes. The
    /// guide has one message for many words.
    #[track_caller]
    fn row(word: &str, of_struct: &TokenStream, of_field: &TokenStream) -> &'static str {
        let refused = derive(quote! {
            #[soa(layout = dense, derive(Serialize, Deserialize))]
            #of_struct
            struct Texture {
                #of_field
                hp: u8,
                b: u8,
            }
        });
        let refused = refused.to_string();
        let refused = refused.replace(&format!("attribute `{word}`"), "attribute `flatten`");
        let (_, table) = GUIDE.split_once("These do not compile").expect("a table");
        let rows = table
            .lines()
            .filter_map(|row| row.strip_prefix("//! | ")?.split_once(" | "));
        let mut rows = rows.filter(|(_, message)| refused.contains(message.trim_end_matches(" |")));
        let (attributes, _) = rows.next().expect("the guide has the message");
        attributes
    }

    let none = quote!();
    row("", &none, &quote!(#[serde(skip_serializing)]));
    row("", &none, &quote!(#[serde(rename(serialize = "b"))]));
    row("", &none, &quote!(#[soa(required)] #[serde(default)]));
    row("", &quote!(#[serde(default)]), &none);
    let attribute = |word: &str| {
        let word: TokenStream = word.parse().expect("it is a word");
        quote!(#[serde(#word)])
    };
    for word in ["bound", "borrow", "flatten", "getter"] {
        assert!(row(word, &none, &attribute(word)).contains(word));
    }
    let words = "bound content crate expecting from into remote tag transparent try_from untagged \
                 variant_identifier";
    for word in words.split(' ') {
        assert!(row(word, &attribute(word), &none).contains(word));
    }
}
