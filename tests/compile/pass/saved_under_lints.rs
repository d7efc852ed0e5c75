//! What is generated for saves stays silent under the strictest lints, without a
//! prelude and in a macro.
#![no_implicit_prelude]
#![forbid(unsafe_code, missing_docs, unreachable_pub)]
#![deny(
    warnings,
    unused,
    nonstandard_style,
    rust_2018_idioms,
    unused_qualifications
)]
#![deny(single_use_lifetimes, unused_results, trivial_casts)]

use ::soa_runtime::IdAllocator;

mod seven {
    pub(crate) fn seven() -> ::core::primitive::u8 {
        7
    }
}

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
#[serde(rename = "Picture", rename_all = "kebab-case")]
pub(crate) struct Texture<'a, T: ::core::marker::Copy, const N: ::core::primitive::usize> {
    unread: ::core::primitive::u32,
    #[serde(default, alias = "old")]
    #[soa(default = [1; N].len())]
    computed: ::core::primitive::usize,
    #[serde(skip)]
    name: &'a ::core::primitive::str,
    r#type: ::core::option::Option<T>,
    #[serde(default = "seven::seven")]
    #[deprecated]
    old: ::core::primitive::u8,
}

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize), layout = dense)]
struct Empty {}

#[derive(IdAllocator)]
#[soa(derive(Serialize))]
#[allow(non_snake_case)]
struct OnlySaved {
    badlySpelled: ::core::primitive::u8,
}

#[derive(IdAllocator)]
#[soa(derive(Deserialize))]
struct OnlyLoaded {
    #[serde(default)]
    #[soa(default = 3)]
    value: ::core::primitive::u8,
}

macro_rules! record {
    ($name:ident, $field:ident, $word:ident, $value:expr) => {
        #[derive(IdAllocator)]
        #[soa(derive(Serialize, Deserialize))]
        struct $name<'b, T> {
            #[serde($word)]
            #[soa(default = $value)]
            $field: ::core::primitive::u8,
            #[serde(skip)]
            by: ::core::option::Option<&'b T>,
        }
    };
}

record!(Written, value, default, 1 + 2);

#[test]
fn compiles_and_runs() {
    let mut textures = TextureHub::<'_, ::core::primitive::u8, 4>::new();
    let _ = textures.alloc();
    let json = ::serde_json::to_string(&textures).expect("it is written");
    ::std::assert_eq!(
        json,
        r#"{"live":[["0v1",{"unread":0,"computed":4,"type":null,"old":0}]],"free":[],"retired":[],"withheld":[]}"#
    );
    let json = r#"{"live":[["0v1",{"unread":2,"type":5}]],"free":[],"retired":[]}"#;
    let read: TextureHub<'_, ::core::primitive::u8, 4> =
        ::serde_json::from_str(json).expect("it is read");
    ::std::assert_eq!(read.columns().computed[0], 4);

    let json = r#"{"live":[["0v1",{}]],"free":[],"retired":[],"withheld":[]}"#;
    let empty: EmptyHub = ::serde_json::from_str(json).expect("it is read");
    ::std::assert_eq!(
        ::serde_json::to_string(&empty).expect("it is written"),
        json
    );
    let loaded: OnlyLoadedHub = ::serde_json::from_str(json).expect("it is read");
    ::std::assert_eq!(loaded.columns().value[0], 3);
    let written: WrittenHub<'_, ::core::primitive::char> =
        ::serde_json::from_str(json).expect("it is read");
    ::std::assert_eq!(written.columns().value[0], 3);
    let _ = ::serde_json::to_string(&OnlySavedHub::new()).expect("it is written");
}
