//! What becomes of an edit, without a desk.

use std::{mem, panic};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::IdAllocator;

use super::*;

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
        #[serde(skip_serializing)]
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

fn set(rocks: &mut RockHub, id: &str, column: &str, text: &str) -> Outcome {
    let edit = Edit::Set {
        id: id.to_owned(),
        column: column.to_owned(),
        value: Entered::new(text.to_owned()),
    };
    apply(&mut **rocks, &edit)
}

fn get(rocks: &mut RockHub, id: &str, column: &str) -> Outcome {
    let edit = Edit::Get {
        id: id.to_owned(),
        column: column.to_owned(),
    };
    apply(&mut **rocks, &edit)
}

fn free(rocks: &mut RockHub, id: &str) -> Outcome {
    apply(&mut **rocks, &Edit::Free { id: id.to_owned() })
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
        assert_eq!(
            set(&mut rocks, "1v1", column, text),
            Outcome::done(),
            "{text}"
        );
        assert_eq!(
            get(&mut rocks, "1v1", column),
            Outcome::Done(text.to_owned())
        );
    }
    assert_eq!(*rocks.row(id).big_number, u64::MAX);
    assert_eq!(
        set(&mut rocks, "1v1", "size", "3.4028235e38"),
        Outcome::done()
    );
    assert_eq!(set(&mut rocks, "1v1", "weight", "1e39"), Outcome::done());
    assert_eq!(
        (*rocks.row(id).size, *rocks.row(id).weight),
        (f32::MAX, 1e39)
    );
    assert_eq!(own(&rocks, id), -7, "edits bypass the privacy of fields");
    set(&mut rocks, "1v1", "bigNumber", "9007199254740993");
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
            assert_eq!(set(&mut rocks, "1v1", "weight", &text), Outcome::done());
            let written = *rocks.row(id).weight;
            assert_eq!(written.to_bits(), number.to_bits(), "{text}");
        }
        let three: [f64; 3] = std::array::from_fn(|_| numbers.next().unwrap());
        assert_eq!(
            set(&mut rocks, "1v1", "far", &format!("{three:?}")),
            Outcome::done()
        );
        assert_eq!(rocks.row(id).far.map(f64::to_bits), three.map(f64::to_bits));
        let Outcome::Done(shown) = get(&mut rocks, "1v1", "far") else {
            panic!("a value")
        };
        set(&mut rocks, "1v1", "far", "[0, 0, 0]");
        set(&mut rocks, "1v1", "far", &shown);
        assert_eq!(rocks.row(id).far.map(f64::to_bits), three.map(f64::to_bits));
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "half of the bits are enough"
    )]
    let numbers = random().map(|bits| f32::from_bits(bits as u32));
    for number in numbers.filter(|f| f.is_finite()).take(3000) {
        assert_eq!(
            set(&mut rocks, "1v1", "size", &format!("{number:e}")),
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
        assert_eq!(set(&mut rocks, "1v1", "name", text), Outcome::done());
        assert_eq!(*rocks.row(id).name, name);
    }
    set(&mut rocks, "1v1", "title", "queen");
    assert_eq!(rocks.row(id).title.as_deref(), Some("queen"));
    set(&mut rocks, "1v1", "target", "0v1");
    assert_eq!(*rocks.row(id).target, rocks.id_at(0));
    // Nobody checks whether an id in a value is live.
    assert_eq!(set(&mut rocks, "1v1", "target", "99v7"), Outcome::done());
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
        ("bigNumber", "1 2", "trailing characters"),
        ("bigNumber", "1]", "trailing characters"),
        ("bigNumber", "ant", "expected value at line 1 column 1"),
        ("size", "1e39", "number out of range at line 1 column 4"),
        ("size", "-1e39", "number out of range"),
        ("size", "3.5e38", "number out of range"),
        ("position", "[1, 1e39, 0]", "number out of range"),
        ("position", "[1, 2]", "invalid length 2"),
        ("position", "[1, 2, 3", "EOF"),
        ("size", "NaN", "expected value"),
        ("size", "inf", "expected value"),
        ("size", "\"NaN\"", "invalid type: string"),
        ("weight", "Infinity", "expected value"),
        ("weight", "1e999", "number out of range"),
        ("weight", "null", "invalid type: null"),
    ] {
        let given = refused(set(&mut rocks, "1v1", column, text));
        assert!(given.contains(reason), "{column} = {text}: {given}");
    }
    let deep = "[".repeat(4000);
    refused(set(
        &mut rocks,
        "1v1",
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
        assert_eq!(set(&mut rocks, "1v1", column, "1"), unknown);
        assert_eq!(set(&mut rocks, "1v1", column, "{"), unknown);
        assert_eq!(get(&mut rocks, "1v1", column), unknown);
    }
    assert_eq!(set(&mut rocks, "1v1", "secret", "5"), Outcome::done());
    let reason = refused(get(&mut rocks, "1v1", "secret"));
    assert_eq!(
        reason,
        "column `secret` cannot be shown, because it has `skip_serializing`; enter a new value to \
         replace it"
    );
}

#[test]
fn a_stale_id_is_answered_with_its_reason() {
    let (mut rocks, id) = rocks();
    assert_eq!(free(&mut rocks, "1v1"), Outcome::done());
    assert!(!rocks.contains(id));
    for outcome in [
        free(&mut rocks, "1v1"),
        set(&mut rocks, "1v1", "size", "1"),
        get(&mut rocks, "1v1", "size"),
        free(&mut rocks, "7v1"),
    ] {
        assert!(
            matches!(&outcome, Outcome::Stale(reason) if reason.contains("v1")),
            "{outcome:?}"
        );
    }
    let other = rocks.id_at(0).unwrap();
    rocks.detach(other);
    assert!(
        matches!(free(&mut rocks, "0v1"), Outcome::Stale(_)),
        "a lease has it"
    );
    for id in ["", "v", "1", "4294967297", "1v0", "xv1", "-1v1", "1v1@3"] {
        let outcome = free(&mut rocks, id);
        assert!(
            matches!(outcome, Outcome::Malformed(_)),
            "{id}: {outcome:?}"
        );
    }
}

#[test]
fn a_row_is_made_of_defaults() {
    let (mut rocks, _) = rocks();
    let made = apply(&mut *rocks, &Edit::Make);
    assert_eq!(made, Outcome::Done(r#"{"id":"2v1"}"#.to_owned()));
    assert_eq!(rocks.len(), 3);
}

#[test]
fn a_row_with_a_required_field_is_not_made() {
    #[derive(IdAllocator)]
    #[soa(layout = dense, derive(Debug, Serialize, Deserialize))]
    struct Player {
        #[soa(required)]
        name: String,
    }

    let mut players = PlayerHub::new();
    let reason = refused(apply(&mut *players, &Edit::Make));
    assert_eq!(
        reason,
        "a row cannot be made, because a field is `required`"
    );
    assert!(players.is_empty());
}

#[test]
fn a_full_hub_is_not_asked_for_a_row() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 1, generation = 7), derive(Debug, Serialize, Deserialize))]
    struct King {
        age: u8,
    }

    let full = "the id type can address at most 1 rows (live, withheld and retired)";
    let make = |kings: &mut KingHub| apply(&mut **kings, &Edit::Make);
    let mut kings = KingHub::new();
    assert_eq!(
        make(&mut kings),
        Outcome::Done(r#"{"id":"0v1"}"#.to_owned())
    );
    assert_eq!(refused(make(&mut kings)), full, "the row is live");
    kings.clear();
    let withheld = kings.reserve_id();
    assert_eq!(refused(make(&mut kings)), full, "the row is withheld");
    kings.dealloc(withheld);
    while let Outcome::Done(_) = make(&mut kings) {
        kings.clear();
    }
    assert!(kings.is_empty());
    assert_eq!(refused(make(&mut kings)), full, "the row is retired");
}

/// Its destructor panics if it is armed.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Grenade(bool);

impl Drop for Grenade {
    fn drop(&mut self) {
        if mem::take(&mut self.0) {
            panic::panic_any(Grenade(true));
        }
    }
}

/// The message of its panic panics when it is dropped, and so does the next message.
#[derive(Debug, Default, Serialize)]
struct Chain;

impl<'de> Deserialize<'de> for Chain {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if bool::deserialize(from)? {
            panic::panic_any(Grenade(true));
        }
        panic!("{}", "é".repeat(5000));
    }
}

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
struct Soldier {
    #[soa(tracked)]
    grenade: Grenade,
    chain: Chain,
}

#[test]
fn a_message_that_panics_when_it_is_dropped_is_an_outcome_as_well() {
    let mut soldiers = SoldierHub::new();
    soldiers.alloc();
    let mut set = |text: &str| {
        let (id, column) = ("0v1".to_owned(), "chain".to_owned());
        let value = Entered::new(text.to_owned());
        refused(apply(&mut *soldiers, &Edit::Set { id, column, value }))
    };
    assert_eq!(set("true"), "the program panicked: no message");
    let long = "é".repeat(2000);
    assert_eq!(set("false"), format!("the program panicked: {long}"));
}

#[test]
fn a_value_is_written_even_if_the_old_one_panics_when_it_is_dropped() {
    let mut soldiers = SoldierHub::new();
    let id = soldiers.alloc();
    soldiers.row_mut(id).grenade.0 = true;
    let seen = soldiers.advance();
    let edit = Edit::Set {
        id: "0v1".to_owned(),
        column: "grenade".to_owned(),
        value: Entered::new("false".to_owned()),
    };
    assert_eq!(
        refused(apply(&mut *soldiers, &edit)),
        "the program panicked: no message"
    );
    assert!(!soldiers.row(id).grenade.0);
    assert_eq!(soldiers.rows_changed_since(seen).count(), 1);
}

#[test]
fn a_panic_is_answered_and_the_old_value_stays() {
    let (mut rocks, id) = rocks();
    set(&mut rocks, "1v1", "trap", "3");
    let reason = refused(set(&mut rocks, "1v1", "trap", "13"));
    assert_eq!(reason, "the program panicked: thirteen is read");
    assert_eq!(rocks.row(id).trap.0, 3);
    rocks.row_mut(id).trap.0 = 13;
    let reason = refused(get(&mut rocks, "1v1", "trap"));
    assert_eq!(reason, "the program panicked: thirteen is written");
    assert_eq!(set(&mut rocks, "1v1", "trap", "4"), Outcome::done());
}

#[test]
fn a_value_of_megabytes_is_not_edited() {
    let (mut rocks, id) = rocks();
    *rocks.row_mut(id).name = "é".repeat(1999);
    assert!(matches!(get(&mut rocks, "1v1", "name"), Outcome::Done(json) if json.len() == 4000));
    rocks.row_mut(id).name.push_str(&"é".repeat(1 << 20));
    let reason = refused(get(&mut rocks, "1v1", "name"));
    assert_eq!(
        reason,
        "a value of more than 4000 bytes cannot be edited here"
    );
}

#[test]
fn an_edit_is_stamped_in_the_open_tick() {
    let (mut rocks, id) = rocks();
    let seen = rocks.advance();
    set(&mut rocks, "1v1", "size", "2");
    assert_eq!(
        rocks.slots_changed_since(seen).count(),
        0,
        "the row is the same"
    );
    free(&mut rocks, "1v1");
    apply(&mut *rocks, &Edit::Make);
    let changed: Vec<_> = rocks.slots_changed_since(seen).collect();
    assert_eq!(changed.len(), 1);
    assert!(!rocks.contains(id));
}
