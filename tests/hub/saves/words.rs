//! Serde's attributes on the fields of a record: a row is written and read in the same way as
//! serde writes and reads the struct.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::IdAllocator;

/// A value that serde does not know.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Foreign(u32);

/// A module for `with`; it takes references to the value itself, of its very type.
mod doubled {
    use super::{Deserialize, Deserializer, Foreign, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Foreign, s: S) -> Result<S::Ok, S::Error> {
        (value.0 * 2).serialize(s)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Foreign, D::Error> {
        Ok(Foreign(u32::deserialize(d)? / 2))
    }
}

fn as_text<T: Display + 'static, S: Serializer>(value: &T, s: S) -> Result<S::Ok, S::Error> {
    s.collect_str(value)
}

fn of_text<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(d: D) -> Result<T, D::Error> {
    String::deserialize(d)?
        .parse()
        .map_err(serde::de::Error::custom)
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_even(number: &u32) -> bool {
    number & 1 == 0
}

fn nine() -> u8 {
    9
}

/// The same struct, once for serde's derives and once for a hub of each layout.
macro_rules! twins {
    ($($body:tt)*) => {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        $($body)*

        mod of_hub {
            use super::*;

            #[derive(IdAllocator, Debug, PartialEq)]
            #[soa(derive(Debug, PartialEq, Serialize, Deserialize))]
            $($body)*
        }

        mod of_dense_hub {
            use super::*;

            #[derive(IdAllocator, Debug, PartialEq)]
            #[soa(layout = dense, derive(Debug, PartialEq, Serialize, Deserialize))]
            $($body)*
        }
    };
}

twins! {
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    pub(super) struct Texture {
        #[serde(rename = "levels", alias = "mip_levels", alias = "mips")]
        pub(super) mip_count: u32,
        #[serde(rename(serialize = "written", deserialize = "read"), default)]
        pub(super) renamed: u8,
        #[serde(skip)]
        pub(super) skipped: Foreign,
        #[serde(skip_serializing, default = "nine")]
        pub(super) only_read: u8,
        #[serde(skip_deserializing)]
        pub(super) only_written: u8,
        #[serde(skip_serializing_if = "is_even", default)]
        pub(super) odd_number: u32,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub(super) some_text: Option<String>,
        #[serde(with = "doubled")]
        pub(super) foreign: Foreign,
        #[serde(serialize_with = "as_text", deserialize_with = "of_text")]
        pub(super) as_text: u32,
        pub(super) r#type: Vec<u8>,
        #[serde(default = "BTreeMap::new")]
        pub(super) map: BTreeMap<String, u8>,
    }
}

macro_rules! texture {
    ($texture:path) => {{
        use $texture as Texture;
        Texture {
            mip_count: 4,
            renamed: 5,
            skipped: Foreign(1),
            only_read: 2,
            only_written: 3,
            odd_number: 7,
            some_text: Some("brick".into()),
            foreign: Foreign(21),
            as_text: 11,
            r#type: vec![1, 2],
            map: BTreeMap::from([("a".into(), 1)]),
        }
    }};
}

fn hub_of<H: DeserializeOwned>(row: &str) -> Result<H, serde_json::Error> {
    serde_json::from_str(&format!(
        r#"{{"live":[[4294967296,{row}]],"free":[],"retired":[]}}"#
    ))
}

/// What holds in either layout.
macro_rules! rows_are_serdes {
    ($($layout:ident: $hub:ident;)*) => {$(
        mod $layout {
            use super::*;
            use super::$hub::TextureHub;

            #[test]
            fn a_row_is_written_as_serde_would_write_the_struct() {
                let hub: TextureHub = [texture!($hub::Texture)].into_iter().collect();
                let (_, row) = hub.iter().next().unwrap();
                assert_eq!(
                    serde_json::to_value(row).unwrap(),
                    serde_json::to_value(texture!(Texture)).unwrap()
                );
                let mut plain = texture!(Texture);
                (plain.odd_number, plain.some_text) = (8, None);
                let mut hub = hub;
                let mut columns = hub.columns_mut();
                (columns.odd_number[0], columns.some_text[0]) = (8, None);
                let json = serde_json::to_string(&plain).unwrap();
                assert!(!json.contains("oddNumber") && !json.contains("someText"));
                assert!(serde_json::to_string(&hub).unwrap().contains(&json));
            }

            #[test]
            fn a_row_is_read_as_serde_would_read_the_struct() {
                // A hub reads what it has written, and serde may not.
                let hub: TextureHub = [texture!($hub::Texture)].into_iter().collect();
                let saved = serde_json::to_string(&hub).unwrap();
                let loaded: TextureHub = serde_json::from_str(&saved).unwrap();
                assert_eq!((loaded.columns().renamed[0], loaded.columns().only_written[0]), (5, 0));
                assert!(serde_json::from_value::<Texture>(serde_json::to_value(texture!(Texture)).unwrap()).is_err());

                let rows = [
                    r#"{"levels":4,"foreign":42,"asText":"11","type":[]}"#,
                    r#"{"mip_levels":4,"foreign":42,"asText":"11","type":[1],"read":8,"onlyRead":7}"#,
                    r#"{"mips":4,"foreign":43,"asText":"0","type":[],"oddNumber":5,"someText":"x","map":{"a":1}}"#,
                ];
                for row in rows {
                    let plain: Texture = serde_json::from_str(row).unwrap();
                    let (_, ours) = hub_of::<TextureHub>(row).unwrap().into_iter().next().unwrap();
                    assert_eq!(format!("{ours:?}"), format!("{plain:?}"), "{row}");
                }
                let wrong = [
                    r#"{"foreign":42,"asText":"11","type":[]}"#,
                    r#"{"levels":4,"mips":4,"foreign":42,"asText":"11","type":[]}"#,
                    r#"{"levels":4,"foreign":42,"asText":"eleven","type":[]}"#,
                    r#"{"levels":4,"foreign":42,"asText":"11","type":[],"skipped":1}"#,
                    r#"{"mipCount":4,"foreign":42,"asText":"11","type":[]}"#,
                ];
                for row in wrong {
                    let plain = serde_json::from_str::<Texture>(row)
                        .unwrap_err()
                        .to_string();
                    let ours = hub_of::<TextureHub>(row).unwrap_err().to_string();
                    // A hub knows also the names that it writes.
                    let reason = plain.split(&[',', '(']).next().unwrap();
                    let reason = reason.split(" at line").next().unwrap();
                    assert!(
                        ours.starts_with(reason),
                        "{row} is refused with {ours}, by serde with {plain}"
                    );
                }
            }
        }
    )*};
}

rows_are_serdes! {
    slots: of_hub;
    dense: of_dense_hub;
}

/// Every way to ask for the column's default, and one to ask for another.
#[derive(IdAllocator, Debug)]
#[soa(derive(Serialize, Deserialize))]
struct Defaults {
    kept: u8,
    #[serde(default)]
    #[soa(default = 2)]
    missing: u8,
    #[serde(skip)]
    #[soa(default = 3)]
    skipped: u8,
    #[serde(skip_deserializing)]
    #[soa(default = vec![4; 2])]
    not_read: Vec<u8>,
    #[serde(default = "nine")]
    #[soa(default = 5)]
    by_path: u8,
    #[serde(default)]
    plain: u8,
    #[serde(skip, default = "nine")]
    #[soa(default = 6)]
    skipped_by_path: u8,
}

#[test]
fn what_is_not_read_takes_the_columns_default() {
    let json = r#"{"live":[[4294967297,{"kept":1}]],"free":[[0,2]],"retired":[]}"#;
    let hub: DefaultsHub = serde_json::from_str(json).unwrap();
    let columns = hub.columns();
    assert!(*columns.missing == [2, 2] && *columns.skipped == [3, 3]);
    assert_eq!(columns.not_read[1], [4, 4]);
    assert_eq!(
        (columns.by_path[1], columns.by_path[0]),
        (9, 5),
        "a hole has the column's"
    );
    assert_eq!((columns.plain[1], columns.skipped_by_path[1]), (0, 9));
    // In a format without names, what is skipped or not read is not there at all.
    let packed = postcard::to_allocvec(&hub.row(hub.id_at(1).unwrap())).unwrap();
    assert_eq!(packed, [1, 2, 9, 0]);
}

#[test]
fn self_in_a_default_is_the_struct() {
    #[derive(IdAllocator)]
    #[soa(derive(Serialize, Deserialize))]
    struct Shot<const SPEED: u32> {
        #[serde(default)]
        #[soa(default = Self::LIFE)]
        life: u8,
        #[serde(skip)]
        #[soa(default = Self { life: 0, speed: SPEED }.speed + u32::from(Self::LIFE))]
        speed: u32,
    }
    impl<const SPEED: u32> Shot<SPEED> {
        const LIFE: u8 = 3;
    }

    let json = r#"{"live":[[4294967297,{}]],"free":[[0,2]],"retired":[]}"#;
    let mut hub: ShotHub<7> = serde_json::from_str(json).unwrap();
    hub.alloc();
    assert!(*hub.columns().life == [3, 3] && *hub.columns().speed == [10, 10]);
}

/// Without a default, in the dense layout.
#[derive(IdAllocator)]
#[soa(layout = dense, derive(Serialize, Deserialize))]
struct Required {
    #[soa(required)]
    #[serde(default = "nine")]
    number: u8,
    #[soa(required)]
    #[serde(skip_serializing, default = "nine")]
    not_written: u8,
    #[soa(required)]
    #[serde(with = "doubled")]
    foreign: Foreign,
}

#[test]
fn a_required_column_may_be_read_from_a_function() {
    let json = r#"{"live":[[4294967296,{"not_written":1,"foreign":4}]],"free":[],"retired":[]}"#;
    let hub: RequiredHub = serde_json::from_str(json).unwrap();
    let columns = hub.columns();
    assert!(*columns.number == [9] && *columns.not_written == [1]);
    assert_eq!(*columns.foreign, [Foreign(2)]);
    // What is not written has the default when it is read.
    let own = serde_json::to_string(&hub).unwrap();
    let again: RequiredHub = serde_json::from_str(&own).unwrap();
    assert_eq!(*again.columns().not_written, [9]);
}

/// Parameters need what the words say, and no more: `A` is skipped, `B` goes
/// through functions, `C` has a default.
#[derive(IdAllocator, Debug)]
#[soa(derive(Debug, Serialize, Deserialize))]
struct Generic<'a, A, B, C, const N: usize>
where
    B: Display + FromStr<Err: Display> + 'static,
{
    #[serde(skip)]
    a: Option<A>,
    #[serde(serialize_with = "as_text", deserialize_with = "of_text")]
    #[soa(default = B::from_str("0").ok().expect("a number"))]
    b: B,
    #[serde(default)]
    c: C,
    #[serde(unknown)]
    #[cfg(any())]
    absent: u8,
    #[serde(default)]
    #[soa(default = [7; N].to_vec())]
    many: Vec<u8>,
    #[serde(skip)]
    name: &'a str,
}

#[test]
fn parameters_need_what_the_words_say() {
    struct Silent;
    let json = r#"{"live":[[4294967296,{"b":"5"}]],"free":[],"retired":[]}"#;
    let hub: GenericHub<'_, Silent, i32, u16, 3> = serde_json::from_str(json).unwrap();
    let columns = hub.columns();
    assert_eq!((columns.b[0], columns.c[0], columns.name[0]), (5, 0, ""));
    assert_eq!(columns.many[0], [7; 3]);
    assert!(columns.a[0].is_none());
    let json = serde_json::to_string(&hub).unwrap();
    assert!(json.contains(r#"{"b":"5","c":0,"many":[7,7,7]}"#), "{json}");
}

/// The struct's own derives may say more, where the hub derives neither.
#[derive(IdAllocator, Serialize, Deserialize, Debug, Default, PartialEq)]
#[serde(default, bound = "")]
struct Own {
    #[serde(flatten)]
    numbers: BTreeMap<String, u8>,
}

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value, "{json}");
}

#[test]
fn where_the_hub_is_not_saved_the_words_are_the_structs() {
    comes_back(&Own {
        numbers: BTreeMap::from([("a".into(), 1)]),
    });
    assert_eq!(OwnHub::new().len(), 0);
}
