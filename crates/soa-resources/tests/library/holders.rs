//! Holders: tags, resources of the same library, and resources of others.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use crate::support::{LONG, ONE, Script, TWO, World, one_worker};
use crossbeam_channel::bounded;
use soa_resources::{AnyResource, Config, Event, Holder, Progress, ResourceId, State, Tag};

fn ids(iterator: impl Iterator<Item = ResourceId<Script>>) -> BTreeSet<ResourceId<Script>> {
    iterator.collect()
}

/// A world without threads, in a pool of its own.
fn pool(pool: u8) -> World {
    World::open(Config::new().workers(0).pool(pool))
}

#[test]
fn tags_and_resources_are_holders() {
    let mut world = pool(1);
    let owner = world.request("owner", "A", ONE);
    let part = world.request("part", "A", owner);
    let any: AnyResource = owner.into();
    assert_eq!(Holder::from(owner), Holder::Resource(any));
    assert_eq!(Holder::from(any), Holder::Resource(any));
    assert_eq!(Holder::from(ONE), Holder::Tag(ONE));
    assert!(world.library.holders(part).eq([Holder::from(owner)]));
    assert!(world.library.hold(part, any), "a set");
    assert!(world.library.hold(part, TWO));
    assert_eq!(world.library.holders(part).count(), 2);
    assert_eq!(ids(world.library.held_by(owner)), BTreeSet::from([part]));
    assert_eq!(ids(world.library.held_by(ONE)), BTreeSet::from([owner]));
    assert!(world.library.release(part, TWO));
    assert!(!world.library.release(part, TWO));
    assert!(world.library.release(part, owner));
    assert_eq!(world.finish_all()[0], Event::Unloaded(part));
}

#[test]
fn what_an_unloaded_resource_holds_goes_in_the_same_call_owners_first() {
    let mut world = pool(1);
    let a = world.request("a", "A", ONE);
    let b = world.request("b", "A", a);
    let c = world.request("c", "A", b);
    let kept = world.request("kept", "A", b);
    world.library.hold(kept, TWO);
    world.finish_all();
    world.library.release_all(ONE);
    assert_eq!(world.maintain(), [a, b, c].map(Event::Unloaded));
    assert!(world.library.holders(kept).eq([Holder::Tag(TWO)]));
    assert_eq!(world.library.holders(b).count(), 0, "it is stale");
    assert_eq!(world.library.held_by(b).count(), 0);
}

#[test]
fn a_chain_that_is_long_needs_no_stack_and_keeps_to_the_time() {
    const LENGTH: usize = if cfg!(miri) { 100 } else { 100_000 };
    let mut world = pool(1);
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
fn a_circle_stays_until_release_breaks_it() {
    let mut world = pool(1);
    let a = world.request("a", "A", ONE);
    let b = world.request("b", "A", a);
    world.library.hold(a, b);
    world.library.release_all(ONE);
    assert_eq!(world.finish_all().len(), 2, "both are loaded");
    assert!(world.maintain().is_empty());
    assert!(world.library.release(a, b));
    assert_eq!(world.maintain(), [a, b].map(Event::Unloaded));
}

#[test]
fn an_id_of_the_own_pool_that_is_not_live_holds_nothing() {
    let mut world = pool(1);
    let stale = world.request("stale", "A", ONE);
    world.library.release_all(ONE);
    world.maintain();
    let live = world.request("live", "A", ONE);
    assert!(!world.library.hold(live, stale));
    assert_eq!(world.library.holders(live).count(), 1);
    let new = world.request("new", "A", stale);
    let declared = world.library.declare("declared", stale);
    let known = world.library.request("live", stale);
    assert_eq!(known, live);
    let record = world.text("provided");
    let provided = world
        .library
        .provide(&mut world.hub, "provided", stale, record);
    let events = world.finish_all();
    assert_eq!(
        events,
        [
            Event::Unloaded(new),
            Event::Unloaded(declared),
            Event::Unloaded(provided),
            Event::Loaded(live)
        ]
    );
    assert_eq!(world.decodes(), 1, "what nobody holds is not decoded");
}

#[test]
fn an_id_of_another_pool_is_taken_as_it_is() {
    let mut textures = pool(2);
    let stranger = AnyResource::from_bits(7 << 56 | 5 << 32 | 9).expect("a plain id");
    let texture = textures.request("a", "A", stranger);
    textures.finish_all();
    assert!(textures.library.held_by(stranger).eq([texture]));
    assert!(textures.library.hold(texture, stranger));
    textures.library.release_pool(8);
    assert!(textures.maintain().is_empty());
    textures.library.release_pool(7);
    assert_eq!(textures.maintain(), [Event::Unloaded(texture)]);
}

#[test]
fn across_libraries_the_owner_releases_what_was_unloaded() {
    let [mut materials, mut textures] = [1, 2].map(pool);
    let material = materials.request("stone", "A", ONE);
    let texture = textures.request("rough", "A", material);
    materials.finish_all();
    textures.finish_all();
    materials.library.release_all(ONE);
    for event in materials.maintain() {
        if let Event::Unloaded(id) = event {
            textures.library.release_all(id);
        }
    }
    assert_eq!(textures.maintain(), [Event::Unloaded(texture)]);
}

#[test]
fn unload_all_returns_what_it_unloaded() {
    let mut world = pool(1);
    let a = world.request("a", "A", ONE);
    let b = world.request("b", "A", a);
    world.finish_all();
    assert_eq!(
        world.library.unload_all(&mut world.hub),
        [a, b].map(Event::Unloaded)
    );
    assert_eq!(world.hub.len(), 2);
    assert!(world.library.held_by(a).next().is_none());
    assert!(world.maintain().is_empty(), "it was reported once");
}

#[test]
fn finish_releases_what_a_reloaded_file_no_longer_needs() {
    let mut world = pool(1);
    let list = world.request("list", "a b", ONE);
    for name in ["a", "b", "c"] {
        world.memory.insert(name, name);
    }
    let finish_all = |world: &mut World| {
        world.library.finish_all(&mut world.hub, |ready| {
            if ready.name == "list" {
                assert_eq!(ready.erased(), ready.id.into());
                ready.release_all();
                for name in ready.decoded.text.split(' ') {
                    ready.request(name, ready.id);
                }
            }
            Ok(ready.decoded)
        })
    };
    finish_all(&mut world);
    let [a, b] = ["a", "b"].map(|name| world.library.find(name).expect("requested"));
    assert_eq!(ids(world.library.held_by(list)), BTreeSet::from([a, b]));

    world.memory.insert("list", "b c");
    let events = finish_all(&mut world);
    let c = world.library.find("c").expect("requested");
    assert_eq!(events, [Event::Reloaded(list), Event::Loaded(c)]);
    assert_eq!(finish_all(&mut world), [Event::Unloaded(a)]);
    assert_eq!(world.library.find("b"), Some(b), "it stayed");
    assert_eq!(world.decodes(), 5, "and was not loaded again");
}

#[test]
fn what_a_failed_resource_holds_stays_held() {
    let mut world = pool(1);
    let owner = world.request("owner", "A", ONE);
    let part = world.request("part", "A", owner);
    world.finish_all();
    world.memory.insert("owner", "fail");
    assert_eq!(world.finish_all(), [Event::Failed(owner)]);
    assert!(world.library.held_by(owner).eq([part]));
}

#[test]
fn progress_of_counts_each_resource_once() {
    let mut world = pool(1);
    let [a, b] = ["a", "b"].map(|name| world.request(name, "A", ONE));
    let common = world.request("common", "A", a);
    world.library.hold(common, b);
    let bad = world.request("bad", "fail", b);
    let below = world.request("below", "A", common);
    let counted = world.library.progress_of([a, b]);
    assert_eq!((counted.total, counted.pending()), (2, 2), "held directly");
    world.finish_all();
    let expected = Progress {
        total: 2,
        loaded: 1,
        failed: 1,
    };
    assert_eq!(world.library.progress_of([a, b, a]), expected);
    assert_eq!(world.library.progress(b), expected);
    assert_eq!(
        world.library.progress_of(world.library.held_by(ONE)),
        expected
    );
    assert_eq!(
        world.library.progress_of(Vec::<Tag>::new()),
        Progress::default()
    );
    assert_eq!(world.library.state(bad), Some(State::Failed));
    assert_eq!(world.library.progress(common).total, 1);
    assert!(world.library.held_by(common).eq([below]));
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
    let mut world = pool(1);
    let [a, b] = ["a", "b"].map(|name| world.request(name, "A", ONE));
    assert!(a < b);
    assert_eq!((a.index(), b.index()), (0, 1));
    let (any_a, any_b): (AnyResource, AnyResource) = (a.into(), b.into());
    assert!(any_a < any_b);
    assert!(Holder::Tag(Tag(u32::MAX)) < Holder::Resource(any_a));
}

#[test]
fn finish_all_counts_what_finish_released_once() {
    let mut world = pool(1);
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
