//! Edits and frames, without a server.

use std::time::Duration;

use soa_runtime::IdAllocator;

use super::*;
use crate::edit::Entered;

#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Serialize, Deserialize))]
struct Rock {
    size: u32,
}

fn set(size: u32) -> Edit {
    Edit::Set {
        id: "0v1".to_owned(),
        column: "size".to_owned(),
        value: Entered::new(size.to_string()),
    }
}

/// Returns a desk that has seen the hub, and the hub's number.
fn desk_with(rocks: &mut RockHub) -> (Desk, u32) {
    let mut desk = Desk::default();
    desk.serve_mut("rocks", &mut **rocks, false);
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
        desk.serve_mut("rocks", &mut *rocks, false);
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
    desk.serve_mut("rocks", &mut *rocks, false);
    desk.serve_mut("rocks", &mut *rocks, false);
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
    desk.edits.work(hub, &mut *rocks, over);
    assert_eq!(size(&rocks), 1, "no time is left");
    let never = over + Duration::from_secs(3600);
    desk.edits.work(hub, &mut *rocks, never);
    assert_eq!(size(&rocks), 64, "the frame has done 64");
    desk.edits.work(hub, &mut *rocks, never);
    assert_eq!(size(&rocks), 64);
    desk.edits.end_frame();
    desk.edits.work(hub, &mut *rocks, never);
    assert_eq!(size(&rocks), 100);
}

#[test]
fn each_hub_does_its_own_edits_in_each_frame() {
    let [mut first, mut second] = [rocks(), rocks()];
    let mut desk = Desk::default();
    let mut frame = |desk: &mut Desk| {
        desk.serve_mut("first", &mut *first, false);
        desk.serve_mut("second", &mut *second, false);
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
    desk.serve_mut("rocks", &mut *rocks, true);
    assert!(desk.take_edit(edit, false).is_some());
    assert_eq!(rocks.slots_changed_since(seen).count(), 1);
}

#[test]
fn only_a_hub_that_is_lent_may_be_edited() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    assert_eq!(
        (desk.may_edit(hub), desk.may_edit(hub + 1)),
        (Some(true), None)
    );
    desk.serve("rocks", &*rocks, false);
    assert_eq!(desk.may_edit(hub), Some(false));
}

#[test]
fn what_a_frame_copies_has_the_edits_of_the_frame() {
    let mut rocks = rocks();
    let (mut desk, hub) = desk_with(&mut rocks);
    desk.push_edit(hub, Edit::Make);
    desk.serve_mut("rocks", &mut *rocks, false);
    assert_eq!(desk.hubs[0].facts.as_ref().unwrap().counts.live, 2);
}
