//! The budget of memory: costs, uses, evictions, declared names.

use std::sync::atomic::Ordering;

use crate::support::{ONE, World};
use soa_resources::{Config, Event, Step};

/// Without threads, and with this budget.
fn with_budget(bytes: u64) -> World {
    World::open(Config::new().workers(0).budget(bytes))
}

fn bytes(world: &World) -> u64 {
    world.library.stats().bytes
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
