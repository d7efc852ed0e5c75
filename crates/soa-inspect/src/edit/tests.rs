//! What becomes of an edit, without a desk.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::IdAllocator;

use super::*;

mod panics;
mod rows;

mod private {
    use super::{IdAllocator, Trap};

    #[derive(IdAllocator)]
    #[soa(tracked, derive(Debug, Serialize, Deserialize))]
    #[serde(rename_all = "camelCase")]
    pub(super) struct Rock {
        pub(super) name: String,
        pub(super) title: Option<String>,
        #[soa(tracked)]
        pub(super) big_number: u64,
        #[soa(tracked)]
        pub(super) size: f32,
        #[soa(tracked)]
        pub(super) position: [f32; 3],
        pub(super) weight: f64,
        pub(super) far: [f64; 3],
        pub(super) target: Option<RockId>,
        #[serde(default, skip_serializing)]
        pub(super) secret: u8,
        #[serde(skip)]
        pub(super) seen: bool,
        pub(super) trap: Trap,
        /// Nobody outside can write it.
        own: i32,
    }

    pub(super) fn own(rocks: &RockHub, id: RockId) -> i32 {
        *rocks.row(id).own
    }
}

use private::{RockHub, RockId, own};

/// Panics if 13 is read or written.
#[derive(Debug, Default)]
struct Trap(u8);

impl Serialize for Trap {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        assert!(self.0 != 13, "thirteen is written");
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Trap {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(from)?;
        assert!(number != 13, "thirteen is read");
        Ok(Trap(number))
    }
}

fn rocks() -> (RockHub, RockId) {
    let mut rocks = RockHub::new();
    rocks.alloc();
    let id = rocks.alloc();
    (rocks, id)
}

/// Does an edit, and returns its outcome.
fn apply<T: DebugRow + EditRow>(hub: &mut Hub<T>, edit: &Edit) -> Outcome {
    Lent::new(hub).edit(edit)
}

fn set(rocks: &mut RockHub, column: &str, text: &str) -> Outcome {
    apply(rocks, &Edit::set("1v1", column, text))
}

fn get(rocks: &mut RockHub, column: &str) -> Outcome {
    let (id, column) = ("1v1".to_owned(), column.to_owned());
    apply(rocks, &Edit::Get { id, column })
}

fn free(rocks: &mut RockHub, id: &str) -> Outcome {
    apply(rocks, &Edit::Free { id: id.to_owned() })
}

#[track_caller]
fn refused(outcome: Outcome) -> String {
    match outcome {
        Outcome::Refused(reason) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn what_was_entered_is_the_value() {
    let (mut rocks, id) = rocks();
    for (column, text) in [
        ("name", r#""ant \" é""#),
        ("bigNumber", "18446744073709551615"),
        ("size", "-0.1"),
        ("position", "[1.0,2.5,-3.0]"),
        ("target", "\"1v1\""),
        ("target", "null"),
        ("own", "-7"),
    ] {
        assert_eq!(set(&mut rocks, column, text), Outcome::done(), "{text}");
        assert_eq!(get(&mut rocks, column), Outcome::Done(text.to_owned()));
    }
    assert_eq!(*rocks.row(id).big_number, u64::MAX);
    assert_eq!(set(&mut rocks, "size", "3.4028235e38"), Outcome::done());
    assert_eq!(set(&mut rocks, "weight", "1e39"), Outcome::done());
    assert_eq!(
        (*rocks.row(id).size, *rocks.row(id).weight),
        (f32::MAX, 1e39)
    );
    assert_eq!(own(&rocks, id), -7, "edits bypass the privacy of fields");
    set(&mut rocks, "bigNumber", "9007199254740993");
    assert_eq!(*rocks.row(id).big_number, (1 << 53) + 1);
}

/// Returns random bits, by Marsaglia's xorshift.
fn random() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0x9e37_79b9_7f4a_7c15), |bits: &u64| {
        let bits = bits ^ (bits << 13);
        let bits = bits ^ (bits >> 7);
        Some(bits ^ (bits << 17))
    })
}

#[test]
fn a_number_is_written_as_it_was_entered() {
    let (mut rocks, id) = rocks();
    let mut numbers = random().map(f64::from_bits).filter(|f| f.is_finite());
    for _ in 0..3000 {
        let number = numbers.next().unwrap();
        for text in [number.to_string(), format!("{number:e}")] {
            assert_eq!(set(&mut rocks, "weight", &text), Outcome::done());
            let written = *rocks.row(id).weight;
            assert_eq!(written.to_bits(), number.to_bits(), "{text}");
        }
        let three: [f64; 3] = std::array::from_fn(|_| numbers.next().unwrap());
        assert_eq!(
            set(&mut rocks, "far", &format!("{three:?}")),
            Outcome::done()
        );
        assert_eq!(rocks.row(id).far.map(f64::to_bits), three.map(f64::to_bits));
        let Outcome::Done(shown) = get(&mut rocks, "far") else {
            panic!("a value")
        };
        set(&mut rocks, "far", "[0, 0, 0]");
        set(&mut rocks, "far", &shown);
        assert_eq!(rocks.row(id).far.map(f64::to_bits), three.map(f64::to_bits));
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "half of the bits are enough"
    )]
    let numbers = random().map(|bits| f32::from_bits(bits as u32));
    for number in numbers.filter(|f| f.is_finite()).take(3000) {
        assert_eq!(
            set(&mut rocks, "size", &format!("{number:e}")),
            Outcome::done()
        );
        assert_eq!(rocks.row(id).size.to_bits(), number.to_bits());
    }
}

#[test]
fn text_that_is_not_json_or_not_for_the_field_is_a_string() {
    let (mut rocks, id) = rocks();
    for (text, name) in [
        ("ant", "ant"),
        ("7", "7"),
        ("null", "null"),
        (r#""quoted""#, "quoted"),
        ("[1", "[1"),
        ("", ""),
        (r#""a" "b""#, r#""a" "b""#),
    ] {
        assert_eq!(set(&mut rocks, "name", text), Outcome::done());
        assert_eq!(*rocks.row(id).name, name);
    }
    set(&mut rocks, "title", "queen");
    assert_eq!(rocks.row(id).title.as_deref(), Some("queen"));
    set(&mut rocks, "target", "0v1");
    assert_eq!(*rocks.row(id).target, rocks.id_at(0));
    // Nobody checks whether an id in a value is live.
    assert_eq!(set(&mut rocks, "target", "99v7"), Outcome::done());
}

#[test]
fn the_first_error_is_the_answer_and_nothing_is_written() {
    let (mut rocks, id) = rocks();
    let seen = rocks.advance();
    for (column, text, reason) in [
        (
            "bigNumber",
            "-1",
            "invalid value: integer `-1`, expected u64 at line 1 column 2",
        ),
        ("bigNumber", "18446744073709551616", "expected u64"),
        (
            "bigNumber",
            "1 2",
            "invalid type: string \"1 2\", expected u64",
        ),
        ("bigNumber", "1]", "invalid type: string"),
        (
            "bigNumber",
            "ant",
            "invalid type: string \"ant\", expected u64",
        ),
        ("size", "1e39", "number out of range at line 1 column 4"),
        ("size", "-1e39", "number out of range"),
        ("size", "3.5e38", "number out of range"),
        ("position", "[1, 1e39, 0]", "number out of range"),
        ("position", "[1, 2]", "invalid length 2"),
        ("position", "[1, 2, 3", "not JSON: EOF"),
        ("size", "NaN", "invalid type: string \"NaN\", expected f32"),
        ("size", "inf", "invalid type: string"),
        ("size", "\"NaN\"", "invalid type: string"),
        ("weight", "Infinity", "invalid type: string"),
        ("weight", "1e999", "number out of range"),
        ("weight", "null", "invalid type: null"),
    ] {
        let given = refused(set(&mut rocks, column, text));
        assert!(given.contains(reason), "{column} = {text}: {given}");
    }
    let deep = "[".repeat(4000);
    refused(set(
        &mut rocks,
        "size",
        &format!("{deep}{}", deep.replace('[', "]")),
    ));
    assert_eq!(rocks.rows_changed_since(seen).count(), 0);
    assert_eq!(
        (*rocks.row(id).big_number, *rocks.row(id).position),
        (0, [0.0; 3])
    );
}

#[test]
fn a_name_that_is_no_column_is_malformed() {
    let (mut rocks, _) = rocks();
    for column in ["", "big_number", "seen", "hp"] {
        let unknown = Outcome::Malformed(format!("unknown column `{column}`"));
        assert_eq!(set(&mut rocks, column, "1"), unknown);
        assert_eq!(set(&mut rocks, column, "{"), unknown);
        assert_eq!(get(&mut rocks, column), unknown);
    }
    assert_eq!(set(&mut rocks, "secret", "5"), Outcome::done());
    let reason = refused(get(&mut rocks, "secret"));
    assert_eq!(
        reason,
        "column `secret` cannot be shown, because it has `skip_serializing`; enter a new value to \
         replace it"
    );
}

#[test]
fn a_value_of_megabytes_is_not_edited() {
    let (mut rocks, id) = rocks();
    *rocks.row_mut(id).name = "é".repeat(1999);
    assert!(matches!(get(&mut rocks, "name"), Outcome::Done(json) if json.len() == 4000));
    rocks.row_mut(id).name.push_str(&"é".repeat(1 << 20));
    let reason = refused(get(&mut rocks, "name"));
    assert_eq!(
        reason,
        "a value of more than 4000 bytes cannot be edited here"
    );
}
