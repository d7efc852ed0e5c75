//! `EditRow::set_field`: one field by the name under which serde reads it.

use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::de::{Error as _, IntoDeserializer, Visitor, value};
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};
use soa_runtime::{EditRow, Hub, IdAllocator, SetFieldError};

/// Writes a number.
fn set<T: EditRow>(
    hub: &mut Hub<T>,
    id: T::Id,
    column: &str,
    number: u8,
) -> Result<(), SetFieldError<value::Error>> {
    let number: value::U8Deserializer<value::Error> = number.into_deserializer();
    T::set_field(hub.row_mut(id), column, number)
}

/// Reports the names under which serde reads a struct, as an error.
struct Names;

impl<'de> Deserializer<'de> for Names {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
        Err(value::Error::custom("not a struct"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, value::Error> {
        Err(value::Error::custom(fields.join("/")))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

macro_rules! rules {
    ($($module:ident [$($rule:meta),*];)*) => {
        mod rules {
            $(mod $module {
                use serde::Deserialize;
                use soa_runtime::IdAllocator;

                /// The same struct for our derive and for serde's.
                #[derive(IdAllocator, Deserialize)]
                #[soa(derive(Serialize, Deserialize))]
                $(#[serde($rule)])*
                #[expect(non_snake_case, reason = "serde's rules change such names, too")]
                struct Record {
                    plain: u8,
                    of_two_words: u8,
                    _under: u8,
                    a__b_: u8,
                    Upper: u8,
                    r#type: u8,
                    #[serde(rename = "own name")]
                    renamed: u8,
                    #[serde(rename(serialize = "written"))]
                    only_written: u8,
                    #[serde(rename(serialize = "w", deserialize = "readUnder"))]
                    both_ways: u8,
                    #[serde(alias = "old_one", alias = "older", alias = "older")]
                    with_aliases: u8,
                    #[serde(skip)]
                    skipped: u8,
                    #[serde(skip_serializing, default)]
                    not_written: u8,
                    #[serde(skip_deserializing)]
                    not_read: u8,
                }

                #[test]
                fn the_names_are_those_of_serde() {
                    let names = Record::deserialize(super::super::Names).err().unwrap();
                    let names = names.to_string();
                    let names: Vec<_> = names.split('/').collect();
                    assert_eq!(names.len(), 11 + 2);
                    let mut hub = RecordHub::new();
                    let id = hub.alloc();
                    for (value, name) in (1..).zip(&names) {
                        let set = super::super::set(&mut hub, id, name, value);
                        assert_eq!(set, Ok(()), "{name}");
                        let row = hub.row(id);
                        let fields = [
                            row.plain, row.of_two_words, row._under, row.a__b_, row.Upper,
                            row.r#type, row.renamed, row.only_written, row.both_ways,
                            row.with_aliases, row.not_written,
                        ];
                        assert_eq!(fields.iter().filter(|field| ***field == value).count(), 1);
                    }
                    let identifiers = [
                        "plain", "of_two_words", "_under", "a__b_", "Upper", "type", "r#type", "renamed",
                        "only_written", "written", "both_ways", "w", "with_aliases", "skipped",
                        "Skipped", "SKIPPED", "not_written", "not_read", "notRead", "", "Plain",
                    ];
                    for name in identifiers {
                        let known = names.iter().any(|known| *known == name);
                        let set = super::super::set(&mut hub, id, name, 99);
                        assert_eq!(set.is_ok(), known, "{name}");
                    }
                    assert_eq!((*hub.row(id).skipped, *hub.row(id).not_read), (0, 0));
                }
            })*
        }
    };
}

rules! {
    none [];
    lower [rename_all = "lowercase"];
    upper [rename_all = "UPPERCASE"];
    pascal [rename_all = "PascalCase"];
    camel [rename_all = "camelCase"];
    snake [rename_all = "snake_case"];
    screaming [rename_all = "SCREAMING_SNAKE_CASE"];
    kebab [rename_all = "kebab-case"];
    screaming_kebab [rename_all = "SCREAMING-KEBAB-CASE"];
    strict [rename_all(serialize = "UPPERCASE", deserialize = "camelCase"), deny_unknown_fields];
    written_only [rename_all(serialize = "UPPERCASE")];
}

thread_local! {
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn log(text: String) {
    LOG.with_borrow_mut(|log| log.push(text));
}

/// Writes down when it is read and dropped. Some numbers are refused, or panic.
#[derive(Default, Serialize)]
struct Logged(u8);

impl<'de> Deserialize<'de> for Logged {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        log(format!("reads {number}"));
        match number {
            100 => Err(D::Error::custom(Refused)),
            101 => panic!("a value panics"),
            number => Ok(Logged(number)),
        }
    }
}

struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hundred is too much")
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        log(format!("drops {}", self.0));
    }
}

#[test]
fn the_value_is_read_whole_before_the_old_one_is_dropped() {
    #[derive(IdAllocator)]
    #[soa(derive(Serialize, Deserialize))]
    struct Entry {
        value: Logged,
    }

    let mut hub = EntryHub::new();
    let id = hub.insert(Entry { value: Logged(1) });
    LOG.take();
    assert_eq!(set(&mut hub, id, "value", 2), Ok(()));
    assert_eq!(LOG.take(), ["reads 2", "drops 1"]);

    let refused = set(&mut hub, id, "value", 100).unwrap_err();
    assert_eq!(refused.to_string(), "a hundred is too much");
    let panicked = catch_unwind(AssertUnwindSafe(|| set(&mut hub, id, "value", 101)));
    assert!(panicked.is_err());
    assert_eq!(LOG.take(), ["reads 100", "reads 101"]);
    assert_eq!(hub.row(id).value.0, 2);
}

#[test]
fn a_record_that_reads_nothing_has_no_columns() {
    #[derive(IdAllocator)]
    #[soa(derive(Serialize, Deserialize))]
    struct Nothing {}

    #[derive(IdAllocator)]
    #[soa(derive(Serialize, Deserialize))]
    struct Hidden {
        #[serde(skip)]
        value: u8,
    }

    let (mut nothing, mut hidden) = (NothingHub::new(), HiddenHub::new());
    let ids = (nothing.alloc(), hidden.alloc());
    let unknown = Err(SetFieldError::UnknownColumn);
    assert_eq!(set(&mut nothing, ids.0, "value", 1), unknown);
    assert_eq!(set(&mut hidden, ids.1, "value", 1), unknown);
    assert_eq!(*hidden.row(ids.1).value, 0);
    assert!(Nothing::FIELDS.is_empty());
    let written = Nothing::get_field(nothing.row(ids.0), "x", serde_json::value::Serializer);
    assert!(written.is_none());
}
