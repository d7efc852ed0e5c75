//! The order of loading.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::support::{ONE, World, one_worker};
use soa_resources::{Config, Event, Priority, State};

const HIGH: Priority = Priority(10);
const LOW: Priority = Priority(-10);

/// Without threads: what is loaded, in order.
fn no_threads() -> World {
    World::open(Config::new().workers(0))
}

fn order(world: &World) -> Vec<String> {
    world.began.try_iter().collect()
}

#[test]
fn prioritize_sets_it_in_every_state_for_all_later_decodes() {
    let mut world = no_threads();
    let ids = ["a", "b"].map(|name| world.request(name, "A", ONE));
    world.finish_all();
    assert!(!world.library.prioritize(ids[1], HIGH), "it is loaded");
    assert_eq!(world.library.state(ids[1]), Some(State::Loaded));
    order(&world);
    world.library.reload_all();
    assert_eq!(
        world.finish_all(),
        [Event::Reloaded(ids[1]), Event::Reloaded(ids[0])]
    );
    world.library.release_all(ONE);
    world.maintain();
    assert!(!world.library.prioritize(ids[0], HIGH), "it is stale");
}

#[test]
fn an_urgent_name_starts_after_the_running_decode_and_before_10_000_others() {
    let mut world = World::gated(one_worker());
    world.request("running", "A", ONE);
    world.wait_for_decode();
    let others = if cfg!(miri) { 50 } else { 10_000 };
    for number in 0..others {
        world.request(&format!("name {number}"), "A", ONE);
    }
    world.memory.insert("urgent", "A");
    world.library.request_with("urgent", ONE, HIGH);
    world.let_one_go();
    assert_eq!(world.wait_for_decode(), "urgent");
    world.let_all_go();
}

#[test]
fn results_that_wait_land_by_the_priority_that_they_have_then() {
    let mut world = World::gated(one_worker());
    let [a, b, c] = ["a", "b", "c"].map(|name| world.request(name, "A", ONE));
    let last = world.request("last", "A", ONE);
    // When the last one has begun, the results of the others wait.
    for _ in 0..3 {
        world.wait_for_decode();
        world.let_one_go();
    }
    world.wait_for_decode();
    assert!(world.library.prioritize(b, HIGH));
    assert!(world.library.prioritize(a, LOW));
    assert!(world.library.prioritize(last, Priority(20)), "it runs");
    let events = world.maintain();
    assert_eq!(
        events,
        [Event::Loaded(b), Event::Loaded(c), Event::Loaded(a)]
    );
    world.let_all_go();
    assert_eq!(world.finish_all(), [Event::Loaded(last)]);
}

#[test]
fn reloads_of_one_change_are_in_the_order_of_the_first_requests() {
    let mut world = no_threads();
    let names: Vec<String> = (0..50).map(|number| format!("folder/{number}")).collect();
    world.memory.insert("common", "A");
    for name in names.iter().rev() {
        world.request(name, "include common", ONE);
    }
    world.finish_all();
    for change in ["common", "folder/", "/"] {
        order(&world);
        world.memory.insert(change, "B");
        world.finish_all();
        let decoded = order(&world);
        assert!(
            decoded.iter().eq(names.iter().rev()),
            "{change}: {decoded:?}"
        );
    }
}

#[test]
fn changes_become_decodes_in_the_order_in_which_they_were_reported() {
    let mut world = no_threads();
    let ids = ["a", "b", "c"].map(|name| world.request(name, "A", ONE));
    world.finish_all();
    for name in ["c", "a", "b"] {
        world.memory.insert(name, "B");
    }
    // One change in each call, because the time is spent at once.
    let mut events = Vec::new();
    for _ in 0..3 {
        events.extend(world.maintain_for(Duration::ZERO));
    }
    assert_eq!(events, [ids[2], ids[0], ids[1]].map(Event::Reloaded));
}

#[test]
fn what_finish_requests_can_be_as_urgent_as_its_owner() {
    let mut world = no_threads();
    for name in ["owner", "part", "other"] {
        world.memory.insert(name, "A");
    }
    world.library.request_with("owner", ONE, HIGH);
    world.library.request("other", ONE);
    let requested = AtomicUsize::new(0);
    world.library.finish_all(&mut world.hub, |ready| {
        if ready.name == "owner" {
            assert_eq!(ready.priority(), HIGH);
            ready.request_with("part", ready.id, ready.priority());
            requested.fetch_add(1, Ordering::Relaxed);
        }
        Ok(ready.decoded)
    });
    assert_eq!(requested.into_inner(), 1);
    assert_eq!(order(&world), ["owner", "part", "other"]);
}

#[test]
fn a_later_request_of_the_same_holder_raises_the_priority() {
    let mut world = no_threads();
    for name in ["a", "b"] {
        world.request(name, "A", ONE);
    }
    world.library.request_with("b", ONE, HIGH);
    world.finish_all();
    assert_eq!(order(&world), ["b", "a"]);
}

#[test]
fn a_provided_name_gets_its_place_from_its_first_request() {
    let mut world = no_threads();
    let record = world.text("A");
    world.memory.insert("a", "A");
    let a = world.library.provide(&mut world.hub, "a", ONE, record);
    world.library.prioritize(a, Priority(0));
    world.library.request("a", ONE);
    let b = world.request("b", "B", ONE);
    world.library.reload(a);
    let events = world.finish_all();
    assert_eq!(events, [Event::Reloaded(a), Event::Loaded(b)]);
}
