//! Edits of values whose own code panics.

use std::{mem, panic};

use super::*;

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
    let mut set = |text: &str| refused(apply(&mut soldiers, &Edit::set("0v1", "chain", text)));
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
    let reason = refused(apply(&mut soldiers, &Edit::set("0v1", "grenade", "false")));
    assert_eq!(reason, "the program panicked: no message");
    assert!(!soldiers.row(id).grenade.0);
    assert_eq!(soldiers.rows_changed_since(seen).count(), 1);
}

#[test]
fn a_panic_is_answered_and_the_old_value_stays() {
    let (mut rocks, id) = rocks();
    set(&mut rocks, "trap", "3");
    let reason = refused(set(&mut rocks, "trap", "13"));
    assert_eq!(reason, "the program panicked: thirteen is read");
    assert_eq!(rocks.row(id).trap.0, 3);
    rocks.row_mut(id).trap.0 = 13;
    let reason = refused(get(&mut rocks, "trap"));
    assert_eq!(reason, "the program panicked: thirteen is written");
    assert_eq!(set(&mut rocks, "trap", "4"), Outcome::done());
}
