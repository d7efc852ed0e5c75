//! Four threads, shared by two libraries, and 5000 resources in a random life with a
//! budget: nothing is lost, nothing is dropped twice, and in the end nothing is left.

use std::time::Duration;

use crate::support::{Script, World};
use soa_resources::{AnyResource, Config, Event, Priority, ResourceId, State, Tag, Workers};

/// Numbers that are random enough (xorshift), the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 % u64::from(end)).expect("below `end`")
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let end = u32::try_from(all.len()).expect("few");
        all[self.below(end) as usize]
    }
}

fn content(random: &mut Random) -> &'static str {
    match random.below(20) {
        0 => "fail",
        1 => "panic",
        2 => "include name 7",
        3..=9 => "cost 3",
        _ => "text",
    }
}

/// Keeps the panics of the scripts, which are expected and many, off the screen.
fn silence_workers() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some("soa-resources") {
            print(panic);
        }
    }));
}

#[test]
fn four_workers_and_5000_resources_leave_nothing_behind() {
    const NAMES: u32 = 5000;
    const FRAMES: u32 = 200;
    silence_workers();
    let mut random = Random(7);
    let workers = Workers::new(4);
    let config = Config::new().shared_workers(&workers).frames_in_flight(2);
    let mut other = World::open(config.clone().pool(10));
    let mut world = World::open(config.pool(9).budget(600));
    let mut ids: Vec<ResourceId<Script>> = Vec::new();
    for frame in 0..FRAMES {
        for _ in 0..NAMES / 20 {
            let name = format!("name {}", random.below(NAMES));
            let tag = Tag(random.below(8));
            match random.below(17) {
                0 => world.memory.insert(name, content(&mut random)),
                1 => world.memory.remove(&name),
                2 => {
                    let record = world.text("provided");
                    world.library.provide(&mut world.hub, &name, tag, record);
                }
                3 if random.below(100) == 0 => world.library.release_all(tag),
                4 if !ids.is_empty() => {
                    let id = random.one_of(&ids);
                    world.library.release(id, tag);
                    world.library.reload(id);
                }
                5 => ids.push(world.library.declare(&name, tag)),
                6 | 7 if !ids.is_empty() => {
                    world.library.used(random.one_of(&ids));
                }
                8 if !ids.is_empty() => {
                    let priority = Priority(random.one_of(&[-5, 0, 5]));
                    world.library.prioritize(random.one_of(&ids), priority);
                }
                9 if !ids.is_empty() => {
                    let bits = 77 << 56 | 1 << 32 | u64::from(random.below(8));
                    let stranger = AnyResource::from_bits(bits).expect("a plain id");
                    world.library.hold(random.one_of(&ids), stranger);
                    if random.below(50) == 0 {
                        world.library.release_all(stranger);
                    }
                }
                _ => {
                    if random.below(2) == 0 {
                        world.memory.insert(name.clone(), content(&mut random));
                    }
                    ids.push(world.library.request(&name, tag));
                }
            }
        }
        if frame % 50 == 49 {
            world.library.reload_all();
        }
        other.request(&frame.to_string(), "text", Tag(1));
        other.maintain_for(Duration::from_micros(100));
        for event in world.maintain_for(Duration::from_micros(random.below(300).into())) {
            if let Event::Unloaded(id) = event {
                assert_eq!(world.library.state(id), None);
            }
        }
        for _ in 0..100 {
            let id = random.one_of(&ids);
            assert!(world.hub.contains(world.library.row(id)));
        }
    }
    other.finish_all();
    assert_eq!(other.library.progress(Tag(1)).loaded, FRAMES as usize);
    world.finish_all();
    let stats = world.library.stats();
    let count = |state| {
        world
            .library
            .iter()
            .filter(|(_, _, it)| *it == state)
            .count()
    };
    assert_eq!((stats.pending, stats.in_flight), (0, 0));
    assert_eq!(
        (stats.loaded, stats.failed, stats.evicted),
        (
            count(State::Loaded),
            count(State::Failed),
            count(State::Evicted)
        )
    );
    for tag in 0..8 {
        let progress = world.library.progress(Tag(tag));
        assert_eq!(progress.pending(), 0);
        world.library.release_all(Tag(tag));
    }
    world.library.release_pool(77);
    while !world.library.is_empty() || world.library.stats().retired > 0 {
        world.maintain();
    }
    assert_eq!(world.hub.len(), 2, "the stand-ins");
    drop(world.library);
    assert_eq!(world.texts.alive(), 0);
}
