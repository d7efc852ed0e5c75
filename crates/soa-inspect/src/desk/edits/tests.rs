//! Edits and frames, without a server.

use std::time::Duration;

use soa_runtime::IdAllocator;

use super::*;
use crate::job::{Job, Rows, Task, Words};

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
struct Rock {
    size: u32,
}

fn set(size: u32) -> Edit {
    Edit::set("0v1", "size", &size.to_string())
}

/// Returns a desk that has seen the hub, and the hub's number.
fn desk_with(rocks: &mut RockHub) -> (Desk, u32) {
    let mut desk = Desk::default();
    desk.serve_mut("rocks", rocks, false);
    let number = desk.hubs[0].number;
    (desk, number)
}

fn rocks() -> RockHub {
    [Rock { size: 0 }].into_iter().collect()
}

fn size(rocks: &RockHub) -> u32 {
    rocks.columns().size[0]
}

fn done() -> Ended {
    Ended::Outcome(Outcome::Done("{}".to_owned()))
}

#[test]
fn the_last_edit_wins() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    let edits = [3, 1, 2].map(|size| desk.push_edit(hub, set(size)));
    while desk.take_edit(edits[2], false).is_none() {
        desk.serve_mut("rocks", &mut rocks, false);
    }
    assert_eq!(size(&rocks), 2);
    assert_eq!(
        [
            desk.take_edit(edits[0], false),
            desk.take_edit(edits[1], false)
        ],
        [Some(done()), Some(done())]
    );
    assert_eq!(desk.take_edit(edits[0], true), None, "it was taken");
}

#[test]
fn a_withdrawn_edit_is_never_done() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    let [first, second] = [1, 2].map(|size| desk.push_edit(hub, set(size)));
    assert_eq!(desk.take_edit(first, false), None);
    assert_eq!(desk.take_edit(first, true), Some(Ended::Withdrawn));
    desk.serve_mut("rocks", &mut rocks, false);
    desk.serve_mut("rocks", &mut rocks, false);
    assert_eq!(desk.take_edit(second, true), Some(done()), "late, but done");
    assert_eq!(size(&rocks), 2);
    assert_eq!(desk.take_edit(first, true), None);
}

#[test]
fn a_frame_does_at_least_one_edit_and_at_most_64() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    for size in 1..=100 {
        desk.push_edit(hub, set(size));
    }
    let over = Instant::now();
    desk.edits.work(hub, &mut Lent::new(&mut rocks), over);
    assert_eq!(size(&rocks), 1, "no time is left");
    let never = over + Duration::from_secs(3600);
    desk.edits.work(hub, &mut Lent::new(&mut rocks), never);
    assert_eq!(size(&rocks), 64, "the frame has done 64");
    desk.edits.work(hub, &mut Lent::new(&mut rocks), never);
    assert_eq!(size(&rocks), 64);
    desk.edits.end_frame();
    desk.edits.work(hub, &mut Lent::new(&mut rocks), never);
    assert_eq!(size(&rocks), 100);
}

#[test]
fn each_hub_does_its_own_edits_in_each_frame() {
    let [mut first, mut second] = [rocks(), rocks()];
    let mut desk = Desk::default();
    let mut frame = |desk: &mut Desk| {
        desk.serve_mut("first", &mut first, false);
        desk.serve_mut("second", &mut second, false);
        [size(&first), size(&second)]
    };
    frame(&mut desk);
    let [one, other] = [0, 1].map(|index| desk.hubs[index].number);
    for size in 1..=60 {
        desk.push_edit(one, set(size));
    }
    desk.push_edit(other, set(7));
    let sizes = frame(&mut desk);
    assert!(sizes[0] >= 1 && sizes[1] == 7, "{sizes:?}");
}

#[test]
fn a_paused_program_is_edited() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    let seen = rocks.advance();
    let edit = desk.push_edit(hub, Edit::Make);
    desk.serve_mut("rocks", &mut rocks, true);
    assert!(desk.take_edit(edit, false).is_some());
    assert_eq!(rocks.slots_changed_since(seen).count(), 1);
}

#[test]
fn only_a_hub_that_is_lent_may_be_edited() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    let edit = desk.push_edit(hub, Edit::Make);
    desk.serve("rocks", &*rocks, false);
    let Some(Ended::Outcome(Outcome::Malformed(reason))) = desk.take_edit(edit, false) else {
        panic!("it is refused at once");
    };
    assert!(reason.contains("by `show`"), "{reason}");
    // What the program does now counts, and not what it did when somebody looked.
    let edit = desk.push_edit(hub, Edit::Make);
    assert_eq!(desk.serve_mut("rocks", &mut rocks, false).len(), 1);
    assert!(desk.take_edit(edit, false).is_some());
}

#[test]
fn what_a_frame_copies_has_the_edits_of_the_frame() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    desk.push_edit(hub, Edit::Make);
    desk.serve_mut("rocks", &mut rocks, false);
    assert_eq!(desk.hubs[0].facts.as_ref().unwrap().counts.live, 2);
}

#[test]
fn the_edits_of_a_frame_are_returned_even_if_a_value_that_is_shown_panics() {
    #[derive(Default, serde::Serialize, serde::Deserialize)]
    struct Bad(bool);

    impl std::fmt::Debug for Bad {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            assert!(!self.0, "it cannot be shown");
            f.write_str("good")
        }
    }

    #[derive(IdAllocator)]
    #[soa(derive(Debug, Serialize, Deserialize))]
    struct Thing {
        bad: Bad,
    }

    let mut things: ThingHub = [Thing { bad: Bad(true) }].into_iter().collect();
    let id = things.id_at(0).unwrap();
    let mut desk = Desk::default();
    desk.serve_mut("things", &mut things, false);
    let hub = desk.hubs[0].number;
    let look = Task::Look(Rows::new(0..1), Words::new(0..0));
    let job = |task| Job {
        hub: Some(hub),
        task,
        is_done: false,
    };
    desk.push(job(look));
    let serve = |desk: &mut Desk, things: &mut ThingHub| {
        catch_unwind(AssertUnwindSafe(|| desk.serve_mut("things", things, false)))
    };
    assert!(serve(&mut desk, &mut things).is_err(), "nothing was edited");
    let edit = desk.push_edit(hub, Edit::Make);
    let made = serve(&mut desk, &mut things).expect("it panics later");
    assert!(matches!(made[..], [Edited::Made { .. }]));
    assert!(desk.take_edit(edit, false).is_some());
    assert!(serve(&mut desk, &mut things).is_err());
    // The value can be repaired.
    desk.push_edit(hub, Edit::set(&id.to_string(), "bad", "false"));
    let before = "true".to_owned();
    let set = Edited::Set {
        id,
        column: "bad",
        before,
    };
    assert_eq!(serve(&mut desk, &mut things).unwrap(), [set]);
    assert_eq!(serve(&mut desk, &mut things).unwrap(), []);
}
