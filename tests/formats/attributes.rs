//! The table of serde's attributes in `guide::saves`: a row comes back in each format, from a
//! snapshot, through deltas into a mirror, and from a journal.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_journal::{Journal, JournalRecord, Load};
use soa_runtime::{Hub, Mirror, OwnedDelta, Row, Tick};

use crate::{FORMATS, Format};

const GUIDE: &str = include_str!("../../soa-runtime/src/guide/saves.rs");

/// A record with a field that has an attribute, between two fields that have none.
trait Record: JournalRecord {
    fn new(number: u16) -> Self;

    /// Writes into the field of each row.
    fn write(hub: &mut Hub<Self>, number: u16);

    /// Returns the fields of each row, by their order.
    fn rows(hub: &Hub<Self>) -> Vec<(u8, u16, String)>;

    /// Returns what the field is after it was written and read.
    fn read(number: u16) -> u16;
}

fn hub<T: Record>() -> Hub<T> {
    let mut hub: Hub<T> = (0..9).map(T::new).collect();
    let gone = hub.ids().nth(4).unwrap();
    hub.dealloc(gone);
    hub
}

/// Checks that a hub is the other one after it was written and read.
#[track_caller]
fn assert_read<T: Record>(read: &Hub<T>, written: &Hub<T>, cell: &str) {
    let mut expected = T::rows(written);
    for row in &mut expected {
        row.1 = T::read(row.1);
    }
    assert_eq!(T::rows(read), expected, "{cell}");
    assert!(read.ids().eq(written.ids()), "{cell}");
}

/// Writes and reads a hub of this record in every cell of a row.
fn comes_back<T: Record>()
where
    Hub<T>: DeserializeOwned,
    for<'a> Row<'a, T>: Serialize,
{
    let [json, _, _, _, named, compact, cbor, postcard] = FORMATS;
    for format in [json, named, compact, cbor, postcard] {
        comes_back_in::<T>(format);
    }
    comes_back_from_a_journal::<T>();
}

fn comes_back_in<T: Record>(format: Format)
where
    Hub<T>: DeserializeOwned,
    for<'a> Row<'a, T>: Serialize,
{
    let mut written = hub::<T>();
    let snapshot: Hub<T> = format.through(&written).unwrap();
    assert_read(&snapshot, &written, &format!("{format:?}"));

    let (mut mirror, mut seen) = (Mirror::<T>::new(), Tick::START);
    for number in [0, 3, 700] {
        written.advance();
        let delta: OwnedDelta<T> = format.through(&written.delta(seen)).unwrap();
        mirror.apply_owned(delta).unwrap();
        seen = mirror.tick();
        assert_read(&mirror, &written, &format!("{format:?}"));
        T::write(&mut written, number);
    }
}

fn comes_back_from_a_journal<T: Record>() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path().join("world.journal")).unwrap();
    let mut written = hub::<T>();
    for number in [0, 3, 700] {
        journal
            .commit(|commit| commit.hub("hub", &mut written))
            .unwrap();
        assert_read::<T>(&journal.load("hub").unwrap(), &written, "journal");
        T::write(&mut written, number);
    }
}

/// Declares a record and a test for each row of the table. The first text is what the row of the
/// guide begins with; `read` says what a value is after it was written and read.
macro_rules! table {
    ($($name:ident $row:literal $([$container:meta])* $({$($field:tt)*})* read $read:expr;)*) => {$(
        mod $name {
            use super::*;
            use soa_runtime::IdAllocator;

            #[derive(IdAllocator)]
            #[soa(tracked = all, derive(Serialize, Deserialize))]
            $(#[$container])*
            struct Unit {
                before: u8,
                $(#[$($field)*])*
                the_field: u16,
                after: String,
            }

            impl Record for Unit {
                fn new(number: u16) -> Self {
                    let before = u8::try_from(number).unwrap();
                    Unit { before, the_field: number % 3, after: format!("unit {number}") }
                }

                fn write(hub: &mut Hub<Self>, number: u16) {
                    for (_, value) in hub.columns_mut().the_field.iter_live_mut() {
                        *value = number;
                    }
                }

                fn rows(hub: &Hub<Self>) -> Vec<(u8, u16, String)> {
                    let rows = hub.iter();
                    rows.map(|(_, row)| (*row.before, *row.the_field, row.after.clone())).collect()
                }

                fn read(number: u16) -> u16 {
                    let read: fn(u16) -> u16 = $read;
                    read(number)
                }
            }

            #[test]
            fn comes_back_and_the_guide_says_so() {
                comes_back::<Unit>();
                let row = format!("//! | {} |", $row);
                assert!(GUIDE.contains(&row), "{row}");
            }
        }
    )*};
}

table! {
    nothing "no attribute" read |number| number;
    rename "`rename = \"..\"`" {serde(rename = "other")} read |number| number;
    rename_written "`rename(serialize = \"..\")`" {serde(rename(serialize = "w"))} read |number| number;
    rename_read "`rename(deserialize = \"..\")`" {serde(rename(deserialize = "r"))} read |number| number;
    rename_both "`rename(serialize = \"..\", deserialize = \"..\")`"
        {serde(rename(serialize = "w", deserialize = "r"))} read |number| number;
    alias "`alias = \"..\"`" {serde(alias = "old", alias = "older")} read |number| number;
    skip "`skip`" {serde(skip)} {soa(default = 5)} read |_| 5;
    skip_with_a_path "`skip, default = \"path\"`" {serde(skip, default = "seven")} read |_| 7;
    skip_serializing "`skip_serializing, default`"
        {serde(skip_serializing, default)} {soa(default = 5)} read |_| 5;
    skip_serializing_with_a_path "`skip_serializing, default = \"path\"`"
        {serde(skip_serializing, default = "seven")} read |_| 7;
    skip_deserializing "`skip_deserializing`"
        {serde(skip_deserializing)} {soa(default = 5)} read |_| 5;
    skip_serializing_if "`skip_serializing_if = \"path\", default`"
        {serde(skip_serializing_if = "is_zero", default)} read |number| number;
    default "`default`" {serde(default)} {soa(default = 5)} read |number| number;
    default_of_a_path "`default = \"path\"`" {serde(default = "seven")} read |number| number;
    with "`with = \"module\"`" {serde(with = "doubled")} read |number| number;
    serialize_with "`serialize_with = \"path\"`"
        {serde(serialize_with = "plain")} read |number| number;
    both_functions "`serialize_with = \"path\", deserialize_with = \"path\"`"
        {serde(serialize_with = "doubled::serialize", deserialize_with = "doubled::deserialize")}
        read |number| number;
    struct_rename "`rename = \"..\"` on the struct" [serde(rename = "Other")] read |number| number;
    rename_all "`rename_all = \"..\"`" [serde(rename_all = "camelCase")] read |number| number;
    rename_all_written "`rename_all(serialize = \"..\")`"
        [serde(rename_all(serialize = "camelCase"))] read |number| number;
    rename_all_read "`rename_all(deserialize = \"..\")`"
        [serde(rename_all(deserialize = "UPPERCASE"))] {serde(alias = "old")} read |number| number;
    deny "`deny_unknown_fields`" [serde(deny_unknown_fields)] read |number| number;
    deny_renamed "`deny_unknown_fields` and `rename(serialize = \"..\")`"
        [serde(deny_unknown_fields)] {serde(rename(serialize = "w"))} read |number| number;
    deny_skip "`deny_unknown_fields` and `skip`"
        [serde(deny_unknown_fields)] {serde(skip)} read |_| 0;
    deny_skip_deserializing "`deny_unknown_fields` and `skip_deserializing`"
        [serde(deny_unknown_fields)] {serde(skip_deserializing)} {soa(default = 5)} read |_| 5;
    deny_skip_deserializing_with_a_path
        "`deny_unknown_fields` and `skip_deserializing, default = \"path\"`"
        [serde(deny_unknown_fields, rename_all(serialize = "camelCase"))]
        {serde(skip_deserializing, default = "seven")} read |_| 7;
}

fn seven() -> u16 {
    7
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u16) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn plain<S: Serializer>(number: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    number.serialize(serializer)
}

/// Writes a number as the text of its double.
mod doubled {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(number: &u16, serializer: S) -> Result<S::Ok, S::Error> {
        (number * 2).to_string().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
        let text = String::deserialize(deserializer)?;
        let double: u16 = text.parse().map_err(serde::de::Error::custom)?;
        Ok(double / 2)
    }
}
