//! Rows that are made and freed, and ids that name none.

use super::*;

#[test]
fn a_row_is_made_of_defaults() {
    let (mut rocks, _) = rocks();
    let made = apply(&mut rocks, &Edit::Make);
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
    let reason = refused(apply(&mut players, &Edit::Make));
    assert_eq!(
        reason,
        "a row cannot be made, because `name` has no default: it is `required`"
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

    let full = "the id type can address at most 1 row (live, reserved and retired)";
    let make = |kings: &mut KingHub| apply(kings, &Edit::Make);
    let mut kings = KingHub::new();
    assert_eq!(
        make(&mut kings),
        Outcome::Done(r#"{"id":"0v1"}"#.to_owned())
    );
    assert_eq!(refused(make(&mut kings)), full, "the row is live");
    kings.clear();
    let reserved = kings.reserve_id();
    assert_eq!(refused(make(&mut kings)), full, "the row is reserved");
    kings.dealloc(reserved);
    while let Outcome::Done(_) = make(&mut kings) {
        kings.clear();
    }
    assert!(kings.is_empty());
    assert_eq!(refused(make(&mut kings)), full, "the row is retired");
}

#[test]
fn a_stale_id_is_answered_with_its_reason() {
    let (mut rocks, id) = rocks();
    assert_eq!(free(&mut rocks, "1v1"), Outcome::done());
    assert!(!rocks.contains(id));
    for outcome in [
        free(&mut rocks, "1v1"),
        set(&mut rocks, "size", "1"),
        get(&mut rocks, "size"),
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
fn an_edit_is_stamped_in_the_open_tick() {
    let (mut rocks, id) = rocks();
    let seen = rocks.advance();
    set(&mut rocks, "size", "2");
    assert_eq!(
        rocks.slots_changed_since(seen).count(),
        0,
        "the row is the same"
    );
    free(&mut rocks, "1v1");
    apply(&mut rocks, &Edit::Make);
    let changed: Vec<_> = rocks.slots_changed_since(seen).collect();
    assert_eq!(changed.len(), 1);
    assert!(!rocks.contains(id));
}
