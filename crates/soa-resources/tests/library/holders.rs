//! Holders: tags, resources of the same library, and resources of others.

use std::thread;
use std::time::Duration;

use crate::support::{LONG, ONE, World, one_worker};
use crossbeam_channel::bounded;
use soa_resources::{AnyResource, Config, Event, Holder, Tag};

fn no_threads() -> World {
    World::open(Config::new().workers(0))
}

#[test]
fn a_chain_that_is_long_needs_no_stack_and_keeps_to_the_time() {
    const LENGTH: usize = if cfg!(miri) { 100 } else { 100_000 };
    let mut world = no_threads();
    let mut last = world.library.declare("0", ONE);
    for number in 1..LENGTH {
        last = world.library.declare(&number.to_string(), last);
    }
    world.library.release_all(ONE);
    let events = world.maintain_for(Duration::ZERO);
    assert_eq!(events.len(), 1, "as far as the time goes");
    assert_eq!(world.maintain().len(), LENGTH - 1);
    assert!(world.library.is_empty());
}

#[test]
fn ten_thousand_holders_of_one_resource_are_cheap() {
    const OWNERS: usize = if cfg!(miri) { 50 } else { 10_000 };
    let mut world = World::open(one_worker());
    let shader = world.request("shader", "A", ONE);
    let owners: Vec<_> = (0..OWNERS)
        .map(|number| world.library.declare(&format!("material {number}"), ONE))
        .collect();
    for owner in &owners {
        assert!(world.library.hold(shader, *owner));
    }
    for owner in owners.iter().rev() {
        assert_eq!(world.library.request("shader", *owner), shader);
    }
    assert_eq!(world.library.holders(shader).count(), OWNERS + 1);
    world.library.release_all(ONE);
    assert_eq!(world.finish_all().len(), OWNERS + 1);
    assert!(world.library.is_empty());
}

#[test]
fn ids_are_ordered_and_have_an_index() {
    let mut world = no_threads();
    let [a, b] = ["a", "b"].map(|name| world.request(name, "A", ONE));
    assert!(a < b);
    assert_eq!((a.index(), b.index()), (0, 1));
    let (any_a, any_b): (AnyResource, AnyResource) = (a.into(), b.into());
    assert!(any_a < any_b);
    assert!(Holder::Tag(Tag(u32::MAX)) < Holder::Resource(any_a));
}

#[test]
fn finish_all_counts_what_finish_released_once() {
    let mut world = no_threads();
    let owner = world.request("owner", "A", ONE);
    let other = world.request("other", "C", ONE);
    world.memory.insert("part", "B");
    let events = world.library.finish_all(&mut world.hub, |ready| {
        if ready.name == "owner" {
            for _ in 0..2 {
                ready.request("part", ready.id);
                ready.release_all();
            }
        }
        Ok(ready.decoded)
    });
    assert_eq!(events, [Event::Loaded(owner), Event::Loaded(other)]);
    let part = world.library.find("part").expect("it is forgotten later");
    assert_eq!(world.maintain(), [Event::Unloaded(part)]);
}

#[test]
fn finish_all_does_not_wait_for_what_finish_released() {
    let mut world = World::open(one_worker());
    let owner = world.request("owner", "A", ONE);
    let (tell, events) = bounded(1);
    let thread = thread::spawn(move || {
        let finished = world.library.finish_all(&mut world.hub, |ready| {
            ready.request("part", ready.id);
            ready.release_all();
            Ok(ready.decoded)
        });
        tell.send(finished)
    });
    let events = events.recv_timeout(LONG).expect("it ends");
    assert_eq!(events, [Event::Loaded(owner)]);
    thread.join().expect("it ends").expect("it was received");
}
