//! Random lives of libraries with threads. What the calls do one by one is in the simulator, which
//! has no threads; here decodes overlap with everything else, and in the end all must be as if they
//! had not.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::random::Random;
use crate::support::{LONG, Script, World};
use proptest::collection::vec;
use proptest::prelude::*;
use soa_resources::{AnyResource, Config, Event, Priority, ResourceId, State, Tag, Workers};

#[derive(Debug, Clone, Copy)]
enum Call {
    Write(usize, usize),
    Remove(usize),
    Request(usize, u32),
    Hold(usize, u32),
    Release(u32),
    ReleaseOne(usize, u32),
    Reload(usize),
    ReloadAll,
    Provide(usize, u32),
    /// Lets one decode end.
    Open,
    Maintain,
}

const WORKERS: usize = 2;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];
const CONTENTS: [&str; 6] = ["fail", "panic", "one", "two", "include a", "include b"];
const PROVIDED: &str = "provided";

fn call() -> impl Strategy<Value = Call> {
    let (name, tag) = (0..NAMES.len(), 0..3_u32);
    let held = (name.clone(), tag.clone());
    prop_oneof![
        3 => (name.clone(), 0..CONTENTS.len()).prop_map(|(name, content)| Call::Write(name, content)),
        1 => name.clone().prop_map(Call::Remove),
        4 => held.clone().prop_map(|(name, tag)| Call::Request(name, tag)),
        1 => held.clone().prop_map(|(name, tag)| Call::Hold(name, tag)),
        1 => tag.prop_map(Call::Release),
        2 => held.clone().prop_map(|(name, tag)| Call::ReleaseOne(name, tag)),
        2 => name.prop_map(Call::Reload),
        1 => Just(Call::ReloadAll),
        1 => held.prop_map(|(name, tag)| Call::Provide(name, tag)),
        6 => Just(Call::Open),
        4 => Just(Call::Maintain),
    ]
}

/// What is known of a resource whatever its decodes do.
struct Known {
    id: ResourceId<Script>,
    holders: BTreeSet<u32>,
    is_provided: bool,
}

/// A library whose decodes wait until they are let go, on two threads.
struct Life {
    world: World,
    files: BTreeMap<&'static str, &'static str>,
    resources: BTreeMap<&'static str, Known>,
    /// The number of decodes that wait.
    waiting: usize,
}

impl Life {
    fn call(&mut self, call: Call) {
        // Most decodes begin before the next call, so that the call overlaps with them.
        if self.waiting < WORKERS && self.world.library.stats().in_flight > self.waiting {
            let began = self.world.began.recv_timeout(Duration::from_micros(200));
            self.waiting += usize::from(began.is_ok());
        }
        let Life {
            world,
            files,
            resources,
            waiting,
        } = self;
        match call {
            Call::Write(name, content) => {
                world.memory.insert(NAMES[name], CONTENTS[content]);
                files.insert(NAMES[name], CONTENTS[content]);
            }
            Call::Remove(name) => {
                world.memory.remove(NAMES[name]);
                files.remove(NAMES[name]);
            }
            Call::Request(name, tag) => {
                let id = world.library.request(NAMES[name], Tag(tag));
                self.hold(NAMES[name], id, tag);
            }
            Call::Provide(name, tag) => {
                let id = world.provide(NAMES[name], PROVIDED, Tag(tag));
                self.hold(NAMES[name], id, tag).is_provided = true;
                assert_eq!(self.world.shown(id), PROVIDED);
            }
            Call::Hold(name, tag) => {
                if let Some(known) = resources.get_mut(NAMES[name]) {
                    assert!(world.library.hold(known.id, Tag(tag)));
                    known.holders.insert(tag);
                }
            }
            Call::Release(tag) => {
                world.library.release_all(Tag(tag));
                for known in resources.values_mut() {
                    known.holders.remove(&tag);
                }
            }
            Call::ReleaseOne(name, tag) => {
                if let Some(known) = resources.get_mut(NAMES[name]) {
                    let held = known.holders.remove(&tag);
                    assert_eq!(world.library.release(known.id, Tag(tag)), held);
                }
            }
            Call::Reload(name) => {
                if let Some(known) = resources.get_mut(NAMES[name]) {
                    assert!(world.library.reload(known.id));
                    known.is_provided = false;
                }
            }
            Call::ReloadAll => world.library.reload_all(),
            Call::Open => {
                if *waiting > 0 {
                    *waiting -= 1;
                    world.let_one_go();
                }
            }
            Call::Maintain => {
                let events = world.maintain();
                self.check_events(&events);
            }
        }
        self.check();
    }

    fn hold(&mut self, name: &'static str, id: ResourceId<Script>, tag: u32) -> &mut Known {
        let known = self.resources.entry(name).or_insert_with(|| Known {
            id,
            holders: BTreeSet::new(),
            is_provided: false,
        });
        assert_eq!(known.id, id, "one id for life");
        known.holders.insert(tag);
        known
    }

    /// A frame unloads what nobody holds, and nothing else.
    fn check_events(&mut self, events: &[Event<Script>]) {
        let mut unloaded = BTreeSet::new();
        self.resources.retain(|_, known| {
            let is_held = !known.holders.is_empty();
            unloaded.extend((!is_held).then_some(known.id));
            is_held
        });
        for event in events {
            match event {
                Event::Unloaded(id) => assert!(unloaded.remove(id), "{id:?} was held"),
                Event::Loaded(id) | Event::Reloaded(id) => {
                    assert_eq!(self.world.library.state(*id), Some(State::Loaded));
                }
                Event::Failed(id) => assert!(self.world.library.error(*id).is_some()),
                other => panic!("nothing leads to {other:?}"),
            }
        }
        assert!(unloaded.is_empty(), "{unloaded:?} are kept");
    }

    fn check(&self) {
        let library = &self.world.library;
        assert_eq!(library.len(), self.resources.len());
        for (name, known) in &self.resources {
            assert_eq!(library.find(name), Some(known.id));
            assert_eq!(library.name(known.id), Some(*name));
            let shown = self.world.shown(known.id);
            match library.state(known.id).expect("it is live") {
                State::Pending => assert_eq!(shown, "placeholder"),
                State::Failed => assert_eq!(shown, "error"),
                _ => assert!(shown == PROVIDED || CONTENTS[2..].contains(&shown)),
            }
        }
        for tag in 0..3 {
            let held = self
                .resources
                .values()
                .filter(|known| known.holders.contains(&tag));
            assert_eq!(library.progress(Tag(tag)).total, held.count());
        }
    }

    /// Lets everything end. Then all that is held is what the source has now.
    fn end(mut self) {
        self.world.let_all_go();
        let events = self.world.finish_all();
        self.check_events(&events);
        self.check();
        let mut loaded = 0;
        for (name, known) in &self.resources {
            let library = &self.world.library;
            let (state, has_error) = (library.state(known.id), library.error(known.id).is_some());
            loaded += usize::from(state == Some(State::Loaded));
            let content = self.files.get(name).copied();
            let included = content.and_then(|content| content.strip_prefix("include "));
            let text = included.map_or(content, |included| self.files.get(included).copied());
            let text = if known.is_provided {
                Some(PROVIDED)
            } else {
                text
            };
            let good = text.filter(|text| !["fail", "panic"].contains(text));
            assert_eq!(has_error, good.is_none(), "{name}: {state:?}");
            if let Some(text) = good {
                assert_eq!(self.world.shown(known.id), text, "{name}");
            }
        }
        assert_eq!(self.world.library.stats().in_flight, 0);
        // What cancelled decodes leave is dropped where they end, or by a later call.
        let end = Instant::now() + LONG;
        while self.world.texts.alive() > loaded && Instant::now() < end {
            assert!(self.world.maintain().is_empty());
            std::thread::yield_now();
        }
        assert_eq!(self.world.texts.alive(), loaded, "nothing else is left");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn in_the_end_a_library_shows_what_its_source_has(calls in vec(call(), 0..80)) {
        silence_workers();
        let world = World::gated(Config::new().workers(WORKERS));
        let mut life = Life { world, files: BTreeMap::new(), resources: BTreeMap::new(), waiting: 0 };
        for call in calls {
            life.call(call);
        }
        life.end();
    }
}

const TAGS: [u32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

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
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some("soa-resources") {
                print(panic);
            }
        }));
    });
}

/// Four threads, shared by two libraries, and 5000 resources in a random life with a budget:
/// nothing is lost, nothing is dropped twice, and in the end nothing is left.
#[test]
fn four_workers_and_5000_resources_leave_nothing_behind() {
    const NAMES: usize = 5000;
    const FRAMES: u32 = 200;
    silence_workers();
    let mut random = Random::new(7);
    let workers = Workers::new(4);
    let config = Config::new().shared_workers(&workers).frames_in_flight(2);
    let mut other = World::open(config.clone());
    let mut world = World::open(config.budget(600));
    let mut ids: Vec<ResourceId<Script>> = Vec::new();
    for frame in 0..FRAMES {
        for _ in 0..NAMES / 20 {
            let name = format!("name {}", random.below(NAMES));
            let tag = Tag(random.choose(&TAGS));
            match random.below(17) {
                0 => world.memory.insert(name, content(&mut random)),
                1 => world.memory.remove(&name),
                2 => {
                    let record = world.text("provided");
                    world.library.provide(&mut world.hub, &name, tag, record);
                }
                3 if random.below(100) == 0 => world.library.release_all(tag),
                4 if !ids.is_empty() => {
                    let id = random.choose(&ids);
                    world.library.release(id, tag);
                    world.library.reload(id);
                }
                5 => ids.push(world.library.declare(&name, tag)),
                6 | 7 if !ids.is_empty() => {
                    world.library.used(random.choose(&ids));
                }
                8 if !ids.is_empty() => {
                    let priority = Priority(random.choose(&[-5, 0, 5]));
                    world.library.prioritize(random.choose(&ids), priority);
                }
                9 if !ids.is_empty() => {
                    let bits = 77 << 56 | 1 << 32 | (random.next() % 8);
                    let stranger = AnyResource::from_bits(bits).expect("a plain id");
                    world.library.hold(random.choose(&ids), stranger);
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
        for event in world.maintain_for(Duration::from_micros(random.next() % 300)) {
            if let Event::Unloaded(id) = event {
                assert_eq!(world.library.state(id), None);
            }
        }
        for _ in 0..100 {
            let id = random.choose(&ids);
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
    for tag in TAGS {
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
