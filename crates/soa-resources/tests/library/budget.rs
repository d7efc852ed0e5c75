//! The budget of memory: costs, uses, evictions, declared names.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::support::{ONE, Script, TWO, World};
use soa_resources::{Config, Event, Progress, ResourceId, State, Step, Tag};

type Id = ResourceId<Script>;

/// Without threads, and with this budget.
fn with_budget(bytes: u64) -> World {
    World::open(Config::new().workers(0).budget(bytes))
}

fn bytes(world: &World) -> u64 {
    world.library.stats().bytes
}

fn states<const N: usize>(world: &World, ids: [Id; N]) -> [State; N] {
    ids.map(|id| world.library.state(id).expect("it is live"))
}

#[test]
fn the_cost_is_asked_once_for_each_decode_and_summed_over_what_is_loaded() {
    for workers in [0, 2] {
        let mut world = World::open(Config::new().workers(workers));
        let ids = ["a", "b"].map(|name| world.request(name, "cost 10", ONE));
        world.request("c", "cost 5", ONE);
        world.finish_all();
        assert_eq!(
            (bytes(&world), world.costs.load(Ordering::Relaxed)),
            (25, 3)
        );
        world.memory.insert("a", "cost 7");
        world.finish_all();
        assert_eq!(
            (bytes(&world), world.costs.load(Ordering::Relaxed)),
            (22, 4)
        );
        world.library.release(ids[1], ONE);
        world.finish_all();
        assert_eq!(bytes(&world), 12);
        world.library.unload_all(&mut world.hub);
        assert_eq!(bytes(&world), 0);
    }
}

#[test]
fn a_panic_in_cost_is_a_failure_of_that_name() {
    for workers in [0, 1] {
        let mut world = World::open(Config::new().workers(workers));
        world.memory.insert("a", "cost no number");
        let a = world.library.request("a", ONE);
        let b = world.request("b", "cost 1", ONE);
        assert_eq!(world.finish_all(), [Event::Failed(a), Event::Loaded(b)]);
        let error = world.library.error(a).expect("it failed");
        assert_eq!(error.step(), Step::Decode);
        assert!(error.to_string().contains("a number"));
    }
}

#[test]
fn the_sum_saturates_and_comes_back() {
    let mut world = World::open(Config::new().workers(0));
    let ids = ["a", "b"].map(|name| world.request(name, &format!("cost {}", u64::MAX - 1), ONE));
    world.request("c", "cost 3", ONE);
    world.finish_all();
    assert_eq!(bytes(&world), u64::MAX);
    for id in ids {
        world.library.release(id, ONE);
    }
    world.finish_all();
    assert_eq!(bytes(&world), 3);
}

#[test]
fn what_was_not_used_for_the_longest_time_goes_first() {
    let mut world = with_budget(30);
    let [first, second, third] = ["a", "b", "c"].map(|name| world.request(name, "cost 10", ONE));
    world.finish_all();
    assert_eq!(bytes(&world), 30);
    assert!(world.library.used(first));
    world.maintain();
    // The use of the first is later than the landings of the others.
    let fourth = world.request("d", "cost 10", ONE);
    assert_eq!(
        world.maintain(),
        [Event::Loaded(fourth), Event::Evicted(second)]
    );
    let fifth = world.request("e", "cost 15", ONE);
    assert_eq!(
        world.maintain(),
        [
            Event::Loaded(fifth),
            Event::Evicted(third),
            Event::Evicted(first)
        ]
    );
    assert_eq!(bytes(&world), 25);
    assert_eq!(
        states(&world, [fourth, fifth]),
        [State::Loaded, State::Loaded]
    );
}

#[test]
fn an_evicted_resource_keeps_everything_but_its_row() {
    let mut world = with_budget(10);
    let a = world.request("a", "cost 10", ONE);
    world.library.hold(a, TWO);
    let part = world.library.declare("part", a);
    world.finish_all();
    let row = world.library.row(a);
    let b = world.request("b", "cost 10", ONE);
    assert_eq!(world.finish_all(), [Event::Loaded(b), Event::Evicted(a)]);
    assert!(!world.hub.contains(row));
    assert_eq!(world.library.find("a"), Some(a));
    assert_eq!(world.library.name(a), Some("a"));
    assert_eq!(world.library.holders(a).count(), 2);
    assert!(world.library.held_by(a).eq([part]));
    assert_eq!(world.library.state(a), Some(State::Evicted));
    assert_eq!(world.shown(a), "placeholder");
    assert_eq!(world.library.loaded(a), None);
    let stats = world.library.stats();
    assert_eq!((stats.loaded, stats.evicted, stats.bytes), (1, 2, 10));
    let progress = Progress {
        total: 2,
        loaded: 2,
        failed: 0,
    };
    assert_eq!(world.library.progress(ONE), progress, "it counts as loaded");

    assert!(world.library.used(a));
    assert_eq!(world.library.state(a), Some(State::Pending));
    assert_eq!(world.library.progress(ONE).pending(), 1);
    assert_eq!(world.finish_all(), [Event::Loaded(a), Event::Evicted(b)]);
    assert_eq!(world.shown(a), "cost 10");
}

#[test]
fn the_row_of_an_evicted_resource_waits_for_its_frames() {
    let config = Config::new().workers(0).budget(10).frames_in_flight(2);
    let mut world = World::open(config);
    let a = world.request("a", "cost 10", ONE);
    world.finish_all();
    let row = world.library.row(a);
    world.request("b", "cost 10", ONE);
    assert_eq!(world.maintain().len(), 2);
    assert_eq!(bytes(&world), 10, "rows that wait are not included");
    for _ in 0..2 {
        assert!(world.hub.contains(row));
        assert_eq!(world.library.stats().retired, 1);
        world.maintain();
    }
    assert!(!world.hub.contains(row));
}

#[test]
fn what_was_used_is_not_evicted_while_a_frame_in_flight_shows_it() {
    for frames_in_flight in [0, 1, 3] {
        let config = Config::new().workers(0).frames_in_flight(frames_in_flight);
        let mut world = World::open(config);
        let a = world.request("a", "cost 10", ONE);
        world.finish_all();
        world.library.used(a);
        world.library.set_budget(0);
        // Used before this call, so it is kept in this call and in as many more.
        for _ in 0..=frames_in_flight {
            assert!(world.maintain().is_empty());
        }
        assert_eq!(world.maintain(), [Event::Evicted(a)]);
    }
}

#[test]
fn a_pending_resource_keeps_its_mark_when_it_lands() {
    let mut world = with_budget(10);
    let [a, b] = ["a", "b"].map(|name| world.request(name, "cost 10", ONE));
    assert!(world.library.used(a));
    let events = world.maintain_for(Duration::ZERO);
    assert_eq!(events, [Event::Loaded(a)]);
    world.library.used(a);
    // Nothing can be evicted, so loading goes on.
    assert_eq!(world.maintain(), [Event::Loaded(b)]);
    assert_eq!(bytes(&world), 20);
    assert_eq!(world.maintain(), [Event::Evicted(a)]);
}

#[test]
fn what_has_just_landed_stays_in_that_call() {
    let mut world = with_budget(5);
    let a = world.request("a", "cost 10", ONE);
    assert_eq!(world.maintain(), [Event::Loaded(a)]);
    assert_eq!(world.maintain(), [Event::Evicted(a)]);
    // A reload that costs more than before lands, too.
    let mut world = with_budget(20);
    let [a, b] = ["a", "b"].map(|name| world.request(name, "cost 10", ONE));
    world.finish_all();
    world.memory.insert("a", "cost 15");
    assert_eq!(world.maintain(), [Event::Reloaded(a), Event::Evicted(b)]);
}

#[test]
fn a_reload_does_not_change_the_order() {
    let mut world = with_budget(20);
    let [a, _] = ["a", "b"].map(|name| world.request(name, "cost 10", ONE));
    world.finish_all();
    world.library.reload(a);
    assert_eq!(world.finish_all(), [Event::Reloaded(a)]);
    let c = world.request("c", "cost 10", ONE);
    assert_eq!(world.finish_all(), [Event::Loaded(c), Event::Evicted(a)]);
}

#[test]
fn what_is_free_or_provided_is_never_evicted() {
    let mut world = with_budget(0);
    let free = world.request("free", "cost 0", ONE);
    let provided = world.provide("provided", "100", ONE);
    assert_eq!(world.finish_all(), [Event::Loaded(free)]);
    assert_eq!(bytes(&world), 0);
    assert!(world.maintain().is_empty());

    // A reload brings back the source's content, and its cost.
    world.memory.insert("provided", "cost 10");
    assert!(world.library.reload(provided));
    assert_eq!(world.finish_all(), [Event::Reloaded(provided)]);
    assert_eq!(bytes(&world), 10);
    assert_eq!(world.maintain(), [Event::Evicted(provided)]);

    // And what is provided over a loaded one costs nothing again.
    let mut world = with_budget(100);
    let a = world.request("a", "cost 10", ONE);
    world.finish_all();
    world.provide("a", "", ONE);
    assert_eq!(bytes(&world), 0);
    world.library.set_budget(0);
    assert!(world.maintain().is_empty());
    assert_eq!(world.library.state(a), Some(State::Loaded));
}

#[test]
fn evictions_are_in_the_time_and_nothing_lands_over_the_budget() {
    let mut world = with_budget(u64::MAX);
    let ids: Vec<Id> = (0..4)
        .map(|number| world.request(&number.to_string(), "cost 10", ONE))
        .collect();
    world.finish_all();
    let late = world.request("late", "cost 10", ONE);
    world.library.set_budget(20);
    // 40 bytes: one eviction in each call, and no landing before the budget is kept.
    let events = world.maintain_for(Duration::ZERO);
    assert_eq!(events, [Event::Evicted(ids[0])]);
    let events = world.maintain_for(Duration::ZERO);
    assert_eq!(events, [Event::Evicted(ids[1]), Event::Loaded(late)]);
    assert_eq!(bytes(&world), 30, "at most one more");
    let events = world.maintain_for(Duration::ZERO);
    assert_eq!(events, [Event::Evicted(ids[2])]);
    assert!(world.maintain_for(Duration::ZERO).is_empty());
}

#[test]
fn declared_names_are_ids_without_a_load() {
    const NAMES: usize = if cfg!(miri) { 50 } else { 5000 };
    let mut world = with_budget(100);
    let ids: Vec<Id> = (0..NAMES)
        .map(|number| world.library.declare(&format!("name {number}"), ONE))
        .collect();
    assert!(world.finish_all().is_empty());
    let stats = world.library.stats();
    assert_eq!((stats.evicted, stats.in_flight, stats.bytes), (NAMES, 0, 0));
    assert_eq!(world.library.len(), NAMES);
    assert!(world.library.progress(ONE).fraction() >= 1.0);
    assert_eq!(world.shown(ids[7]), "placeholder");
    world.memory.insert("name 7", "cost 10");
    assert_eq!(world.library.declare("name 7", TWO), ids[7]);
    assert!(
        world.finish_all().is_empty(),
        "it is held, and nothing else"
    );
    assert_eq!(world.library.holders(ids[7]).count(), 2);
    assert!(world.library.used(ids[7]));
    assert_eq!(world.finish_all(), [Event::Loaded(ids[7])]);
}

#[test]
fn hold_changes_and_reload_all_leave_an_evicted_resource_alone() {
    let mut world = with_budget(100);
    world.memory.insert("a", "cost 10");
    let a = world.library.declare("a", ONE);
    world.library.hold(a, TWO);
    world.memory.insert("a", "cost 20");
    world.memory.insert("/", "");
    world.maintain();
    world.library.reload_all();
    assert!(world.finish_all().is_empty());

    assert_eq!(world.library.request("a", ONE), a);
    assert_eq!(world.library.state(a), Some(State::Pending));
    assert_eq!(world.finish_all(), [Event::Loaded(a)]);
    assert_eq!(world.shown(a), "cost 20", "what the source has then");

    let b = world.library.declare("b", ONE);
    world.memory.insert("b", "cost 1");
    assert!(world.library.reload(b));
    assert_eq!(world.library.state(b), Some(State::Pending));
    assert_eq!(world.finish_all(), [Event::Loaded(b)]);
}

#[test]
fn a_load_after_an_eviction_that_fails_is_a_failure_and_a_use_does_not_retry() {
    let mut world = with_budget(10);
    let a = world.request("a", "cost 10", ONE);
    world.finish_all();
    world.memory.remove("a");
    world.finish_all();
    assert!(world.library.error(a).is_some(), "the reload failed");
    world.request("b", "cost 10", ONE);
    world.finish_all();
    assert_eq!(world.library.state(a), Some(State::Evicted));
    assert!(world.library.error(a).is_some(), "until it has loaded");
    world.library.used(a);
    assert_eq!(world.finish_all(), [Event::Failed(a)]);
    assert!(world.library.used(a), "it is live");
    assert!(world.finish_all().is_empty());
    assert_eq!(world.shown(a), "error");
    world.memory.insert("a", "cost 0");
    assert_eq!(world.finish_all(), [Event::Loaded(a)]);
    assert!(world.library.error(a).is_none());
}

#[test]
fn an_eviction_cancels_a_reload() {
    let mut world = with_budget(20);
    let [a, b] = ["a", "b"].map(|name| world.request(name, "cost 10", ONE));
    world.finish_all();
    world.library.reload(a);
    world.library.set_budget(10);
    // The eviction comes first, and takes the reload with it.
    assert_eq!(world.maintain(), [Event::Evicted(a)]);
    assert_eq!(world.library.stats().in_flight, 0);
    assert_eq!(states(&world, [a, b]), [State::Evicted, State::Loaded]);
}

#[test]
fn used_says_whether_the_id_is_live() {
    let mut world = with_budget(10);
    let a = world.request("a", "cost 1", ONE);
    assert!(world.library.used(a));
    world.library.release_all(ONE);
    world.maintain();
    assert!(!world.library.used(a));
}

#[test]
fn a_year_of_random_uses_keeps_the_budget_and_every_id() {
    const NAMES: usize = if cfg!(miri) { 1100 } else { 5000 };
    const FRAMES: usize = if cfg!(miri) {
        5
    } else if cfg!(debug_assertions) {
        2_000
    } else {
        100_000
    };
    let mut world = with_budget(5000);
    let ids: Vec<Id> = (0..NAMES)
        .map(|number| {
            let name = format!("name {number}");
            world.memory.insert(name.as_str(), "cost 10");
            world.library.declare(&name, Tag(0))
        })
        .collect();
    world.maintain();
    let (mut center, mut random) = (0, 7_u64);
    for _ in 0..FRAMES {
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        let number = usize::try_from(random >> 40).expect("24 bits");
        center = (center + number % 9) % NAMES;
        for place in 0..100 {
            let id = ids[(center + place * (number % 3 + 1)) % NAMES];
            assert!(world.library.used(id));
        }
        world.maintain();
        assert!(bytes(&world) <= 5010, "{}", bytes(&world));
    }
    for (number, id) in ids.iter().enumerate() {
        assert_eq!(world.library.find(&format!("name {number}")), Some(*id));
    }
    assert!(world.library.stats().evicted > NAMES / 2);
}

#[test]
fn what_landed_under_an_old_stamp_makes_way_for_the_next_result() {
    let mut world = with_budget(15);
    let a = world.request("a", "cost 0", ONE);
    world.finish_all();
    let b = world.request("b", "cost 10", ONE);
    world.finish_all();
    world.library.used(b);
    // It costs something now, and is filed before the other, which is protected.
    world.memory.insert("a", "cost 10");
    let c = world.request("c", "cost 10", ONE);
    let events = world.maintain();
    let expected = [Event::Reloaded(a), Event::Loaded(c), Event::Evicted(a)];
    assert_eq!(events, expected);
}

#[test]
fn a_request_of_the_same_holder_loads_what_was_evicted() {
    let mut world = with_budget(10);
    let [a, b] = ["a", "b"].map(|name| world.request(name, "cost 10", ONE));
    assert_eq!(
        world.finish_all(),
        [Event::Loaded(a), Event::Loaded(b), Event::Evicted(a)]
    );
    assert_eq!(world.library.request("a", ONE), a);
    assert_eq!(states(&world, [a, b]), [State::Pending, State::Loaded]);
}
