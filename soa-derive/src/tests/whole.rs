//! Which records have every change recorded.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive;

#[test]
fn a_record_is_whole_if_every_field_is_tracked_or_skipped() {
    let is_whole = |of_struct: TokenStream, of_field: TokenStream| {
        let texture = quote! {
            #[soa(#of_struct)]
            struct Texture {
                #[soa(tracked)]
                mips: u32,
                #of_field
                name: String,
            }
        };
        derive(texture)
            .to_string()
            .contains("TrackedWhole for Texture")
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
