//! What is generated for saves and deltas stays silent under the strictest lints, without a prelude and in a
//! macro.
#![no_implicit_prelude]
#![forbid(
    unsafe_code,
    missing_docs,
    unreachable_pub,
    missing_debug_implementations
)]
#![deny(
    warnings,
    unused,
    nonstandard_style,
    rust_2018_idioms,
    unused_qualifications
)]
#![deny(single_use_lifetimes, unused_results, trivial_casts)]

use ::soa_runtime::{IdAllocator, Mirror, Tick};

mod seven {
    pub(crate) fn seven() -> ::core::primitive::u8 {
        7
    }
}

mod form {
    use ::serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<T: ::serde::Serialize, S: Serializer>(
        value: &::core::option::Option<T>,
        serializer: S,
    ) -> ::core::result::Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: ::serde::Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> ::core::result::Result<::core::option::Option<T>, D::Error> {
        ::core::option::Option::deserialize(deserializer)
    }
}

#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Serialize, Deserialize))]
#[serde(rename = "Picture", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Texture<'a, T: ::core::marker::Copy, const N: ::core::primitive::usize>
where
    T: ::core::fmt::Debug,
{
    unread: ::core::option::Option<T>,
    #[soa(tracked, default = [1; N].len())]
    #[serde(default, alias = "old")]
    is_computed: ::core::primitive::usize,
    #[soa(tracked)]
    name: &'a str,
    #[serde(skip)]
    shown: &'a str,
    #[soa(tracked)]
    #[serde(with = "form")]
    r#type: ::core::option::Option<T>,
    #[soa(tracked)]
    #[serde(default, skip_serializing)]
    #[deprecated]
    gone: ::core::primitive::u8,
    #[serde(default = "seven::seven")]
    #[deprecated]
    lucky: ::core::primitive::u8,
}

#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Serialize, Deserialize), layout = dense)]
struct Empty {}

#[derive(IdAllocator, Debug)]
#[soa(derive(Serialize))]
#[allow(non_snake_case)]
struct OnlySaved {
    badlySpelled: ::core::primitive::u8,
}

#[derive(IdAllocator, Debug)]
#[soa(derive(Deserialize))]
struct OnlyLoaded {
    #[serde(default)]
    #[soa(default = 3)]
    value: ::core::primitive::u8,
}

#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Serialize))]
#[allow(non_snake_case)]
struct OnlySent {
    #[soa(tracked)]
    badlySpelled: ::core::primitive::u8,
}

#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Deserialize))]
struct OnlyReceived {
    #[soa(tracked)]
    value: ::core::primitive::u8,
}

/// No column is tracked, so that a delta contains no type with the parameters.
#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Serialize))]
struct Whole<'c, T, const N: ::core::primitive::usize> {
    value: T,
    name: &'c str,
    size: ::core::marker::PhantomData<[::core::primitive::u8; N]>,
}

macro_rules! record {
    ($name:ident, $field:ident, $word:ident, $value:expr) => {
        #[derive(IdAllocator, Debug)]
        #[soa(tracked, derive(Serialize, Deserialize))]
        struct $name<'b, T> {
            #[serde($word)]
            #[soa(tracked, default = $value)]
            $field: ::core::primitive::u8,
            #[serde(skip)]
            #[soa(tracked)]
            by: ::core::option::Option<&'b T>,
        }
    };
}

record!(Sent, value, default, 1 + 2);

const EMPTY: &str = r#"{"live":[["0v1",{}]],"free":[],"retired":[],"withheld":[]}"#;

#[test]
fn saves_compile_and_run() {
    let mut textures = TextureHub::<'_, ::core::primitive::u8, 4>::new();
    let _ = textures.alloc();
    let json = ::serde_json::to_string(&textures).expect("it is written");
    let row = r#"{"unread":null,"is-computed":4,"name":"","type":null,"lucky":0}"#;
    ::std::assert!(json.contains(row), "{json}");
    let json = r#"{"live":[["0v1",{"unread":2,"name":"","type":5}]],"free":[],"retired":[]}"#;
    let read: TextureHub<'_, ::core::primitive::u8, 4> =
        ::serde_json::from_str(json).expect("it is read");
    ::std::assert_eq!(read.columns().is_computed[0], 4);

    let empty: EmptyHub = ::serde_json::from_str(EMPTY).expect("it is read");
    ::std::assert_eq!(
        ::serde_json::to_string(&empty).expect("it is written"),
        EMPTY
    );
    let loaded: OnlyLoadedHub = ::serde_json::from_str(EMPTY).expect("it is read");
    ::std::assert_eq!(loaded.columns().value[0], 3);
    let sent: SentHub<'_, ::core::primitive::char> =
        ::serde_json::from_str(EMPTY).expect("it is read");
    ::std::assert_eq!(sent.columns().value[0], 3);
    let _ = ::serde_json::to_string(&OnlySavedHub::new()).expect("it is written");
}

#[test]
fn deltas_compile_and_run() {
    let mut textures = TextureHub::<'_, ::core::primitive::u8, 4>::new();
    let id = textures.alloc();
    let first = textures.advance();
    textures.columns_mut().name[id] = "brick";
    textures.columns_mut().r#type[id] = ::core::option::Option::Some(5);
    let _ = textures.advance();
    let json = ::serde_json::to_value(textures.delta(first)).expect("it is written");
    ::std::assert_eq!(
        ::serde_json::to_string(&json["changed"]).expect("it is written"),
        r#"{"is-computed":[],"name":[[0,"brick"]],"type":[[0,5]]}"#
    );
    let json = ::serde_json::to_string(&textures.delta(Tick::START)).expect("it is written");
    let mut copy = Mirror::<Texture<'_, ::core::primitive::u8, 4>>::new();
    let _ = copy
        .apply(&mut ::serde_json::Deserializer::from_str(&json))
        .expect("it is read");
    ::std::assert_eq!((copy.len(), copy.columns().name[0]), (1, "brick"));

    let mut sent = OnlySentHub::new();
    let _ = (sent.alloc(), sent.advance());
    let json = ::serde_json::to_string(&sent.delta(Tick::START)).expect("it is written");
    ::std::assert!(json.ends_with(r#""changed":{"badlySpelled":[]}}"#));
    let mut received = Mirror::<OnlyReceived>::new();
    let json = json.replace("badlySpelled", "value");
    let _ = received
        .apply(&mut ::serde_json::Deserializer::from_str(&json))
        .expect("it is read");
    ::std::assert_eq!(received.columns().value[0], 0);
    let mut wholes = WholeHub::<'_, ::core::primitive::u8, 4>::new();
    let _ = (wholes.alloc(), wholes.advance());
    let json = ::serde_json::to_value(wholes.delta(Tick::START)).expect("it is written");
    ::std::assert!(json["changed"] == ::serde_json::json!({}));
    let (empty, sent) = (
        Mirror::<Empty>::new(),
        Mirror::<Sent<'_, ::core::primitive::char>>::new(),
    );
    ::std::assert!(empty.is_empty() && sent.is_empty());
}
