//! One life of a library beside its model. All that it does follows from one generator of
//! numbers.

use std::collections::BTreeSet;
use std::panic;
use std::time::Duration;

use soa_resources::{
    AnyResource, BoxError, Config, Event, Holder, Library, Priority, Ready, StandIn, State, Tag,
};

use crate::disk::{Content, ContentHub, Id, Life, Note, Script, World};
use crate::model::{Limit, Model, OTHER_POOL, POOL};
use crate::random::Random;

const TAGS: u32 = 4;
const PLACEHOLDER: u64 = 0;
const ERROR: u64 = 1;

/// Keeps the panics of the faults, which are expected and many, off the screen.
pub fn silence_faults() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let text = panic.payload().downcast_ref::<&str>();
        if !text.is_some_and(|text| text.starts_with("simulated")) {
            print(panic);
        }
    }));
}

pub struct Simulator {
    random: Random,
    world: World,
    names: Vec<String>,
    hub: ContentHub,
    library: Library<Script>,
    model: Model,
    made: u64,
    /// What all calls reported, as text.
    pub reported: Vec<String>,
}

impl Simulator {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let world = World::new(random.next(), random.choose(&[0, 2, 8]));
        let frames_in_flight = random.below(4);
        let budget = random.choose(&[0, 40, 100, 200, u64::MAX]);
        let config = Config::new()
            .workers(0)
            .pool(POOL)
            .frames_in_flight(frames_in_flight)
            .budget(budget)
            .clock(world.clone());
        let mut hub = ContentHub::new();
        let [placeholder, error] = [PLACEHOLDER, ERROR].map(|number| {
            let life = Life {
                number,
                world: None,
            };
            hub.insert(Content { life })
        });
        let library = Library::with_config(
            Script(world.clone()),
            world.clone(),
            StandIn { placeholder, error },
            config,
        );
        let names = (0..10).map(|number| format!("name {number}"));
        let below = (0..6).map(|number| format!("folder/name {number}"));
        Self {
            model: Model::new(budget, frames_in_flight as u64, world.time()),
            names: names.chain(below).collect(),
            random,
            world,
            hub,
            library,
            made: ERROR,
            reported: Vec::new(),
        }
    }

    /// A frame: some calls, and the frame's call.
    pub fn frame(&mut self) {
        for _ in 0..self.random.below(4) {
            self.call();
            self.model.end();
            self.check();
        }
        self.model.set_time(self.world.time());
        let events = if self.random.one_in(40) {
            self.finish_all()
        } else {
            self.maintain()
        };
        self.model.end();
        self.reported
            .extend(events.iter().map(|event| format!("{event:?}")));
        self.check();
        if self.model.dead.len() > 100 {
            self.model.dead.drain(..50);
        }
    }

    fn name(&mut self) -> String {
        let at = self.random.below(self.names.len());
        self.names[at].clone()
    }

    fn id(&mut self) -> Option<Id> {
        if self.random.one_in(10) && !self.model.dead.is_empty() {
            let dead = self.random.below(self.model.dead.len());
            return Some(self.model.dead[dead]);
        }
        let live = self.model.resources.len();
        let at = self.random.below(live.max(1));
        self.model.resources.keys().nth(at).copied()
    }

    fn holder(&mut self) -> Holder {
        let tag = u32::try_from(self.random.below(TAGS as usize)).expect("few");
        match self.random.below(8) {
            0 | 1 => match self.id() {
                Some(id) => id.into(),
                None => Tag(tag).into(),
            },
            2 => {
                let bits = u64::from(OTHER_POOL) << 56 | 1 << 32 | u64::from(tag);
                AnyResource::from_bits(bits).expect("a plain id").into()
            }
            _ => Tag(tag).into(),
        }
    }

    fn priority(&mut self) -> Priority {
        Priority(self.random.choose(&[-128, -1, 0, 0, 0, 1, 127]))
    }

    fn content(&mut self) -> Content {
        self.made += 1;
        Content {
            life: Life {
                number: self.made,
                world: Some(self.world.clone()),
            },
        }
    }

    /// A call between two frames, of the library and of its model.
    fn call(&mut self) {
        let (name, holder, priority) = (self.name(), self.holder(), self.priority());
        let id = self.id();
        match self.random.below(32) {
            0..4 => self.world.edit(&name, &self.names),
            4..9 => {
                let id = self.library.request_with(&name, holder, priority);
                self.model.begin(self.world.take_notes());
                self.model.request(&name, holder, priority, id);
            }
            9..12 => {
                let id = self.library.declare(&name, holder);
                self.model.declare(&name, holder, id);
            }
            12 => {
                let (content, number) = (self.content(), self.made);
                let id = self.library.provide(&mut self.hub, &name, holder, content);
                self.model.begin(self.world.take_notes());
                self.model.provide(&name, holder, number, id);
            }
            13 => {
                self.library.release_all(holder);
                self.model.release_all(holder);
            }
            14 if self.random.one_in(8) => {
                let pool = self.random.choose(&[POOL, OTHER_POOL]);
                self.library.release_pool(pool);
                self.model.release_pool(pool);
            }
            15 if self.random.one_in(40) => {
                let mut events = self.library.unload_all(&mut self.hub);
                self.model.begin(self.world.take_notes());
                events.sort_by_key(|event| event.id());
                assert_eq!(events, self.model.unload_all());
            }
            16 => {
                self.library.reload_all();
                self.model.begin(self.world.take_notes());
                self.model.reload_all();
            }
            17 => {
                let budget = self.random.choose(&[0, 40, 100, 200, u64::MAX]);
                self.library.set_budget(budget);
                self.model.budget = budget;
            }
            18 => self.world.report(["/", "folder/"][self.random.below(2)]),
            _ => {
                if let Some(id) = id {
                    self.call_with(id, holder, priority);
                }
            }
        }
    }

    fn call_with(&mut self, id: Id, holder: Holder, priority: Priority) {
        let is_live = self.model.resources.contains_key(&id);
        match self.random.below(8) {
            0 => {
                let held = self.library.hold(id, holder);
                let expected = if !is_live {
                    false
                } else if self.model.can_hold(holder) {
                    self.model.hold(id, holder)
                } else {
                    false
                };
                assert_eq!(held, expected);
            }
            1 => assert_eq!(
                self.library.release(id, holder),
                self.model.release(id, holder)
            ),
            2 => {
                let reloads = self.library.reload(id);
                self.model.begin(self.world.take_notes());
                assert_eq!(reloads, self.model.reload(id));
            }
            3 => assert_eq!(
                self.library.prioritize(id, priority),
                self.model.prioritize(id, priority)
            ),
            _ => {
                let used = self.library.used(id);
                self.model.begin(self.world.take_notes());
                assert_eq!(used, self.model.used(id));
            }
        }
    }

    fn maintain(&mut self) -> Vec<Event<Script>> {
        let milliseconds = self.random.choose(&[0, 0, 1, 5, 20, u64::MAX]);
        let (time, limit) = match milliseconds {
            u64::MAX => (Duration::MAX, Limit::None),
            some => (
                Duration::from_millis(some),
                Limit::At(self.world.time() + some),
            ),
        };
        let (before, asked) = (self.world.time(), self.world.times_asked());
        let seed = self.random.next();
        let mut finish = Finish::new(seed, &self.world, &mut self.made, &self.names);
        let events = self
            .library
            .maintain_with(&mut self.hub, time, |ready| finish.call(&ready));
        if time == Duration::MAX {
            assert_eq!(self.world.times_asked(), asked, "no limit, no clock");
        }
        self.model.set_time(before);
        self.model.begin(self.world.take_notes());
        assert_eq!(events, self.model.maintain(limit));
        events
    }

    fn finish_all(&mut self) -> Vec<Event<Script>> {
        let (before, asked) = (self.world.time(), self.world.times_asked());
        let seed = self.random.next();
        let mut finish = Finish::new(seed, &self.world, &mut self.made, &self.names);
        let events = self
            .library
            .finish_all_with(&mut self.hub, |ready| finish.call(&ready));
        assert_eq!(self.world.times_asked(), asked, "no limit, no clock");
        self.model.set_time(before);
        self.model.begin(self.world.take_notes());
        assert_eq!(events, self.model.finish_all());
        events
    }
}

/// The closure of the frame's call, which fails, panics, is slow, and requests others.
struct Finish<'s> {
    random: Random,
    world: &'s World,
    made: &'s mut u64,
    names: &'s [String],
}

impl<'s> Finish<'s> {
    fn new(seed: u64, world: &'s World, made: &'s mut u64, names: &'s [String]) -> Self {
        Self {
            random: Random::new(seed),
            world,
            made,
            names,
        }
    }

    fn call(&mut self, ready: &Ready<'_, Script>) -> Result<Content, BoxError> {
        self.world.note(Note::Finish(ready.id));
        self.world.pass_time();
        if self.random.one_in(4) {
            self.world.note(Note::ReleasedAll);
            ready.release_all();
        }
        if self.random.one_in(3) {
            let name = &self.names[self.random.below(self.names.len())];
            let holder = self.random.choose(&[Holder::from(ready.id), Tag(0).into()]);
            let priority = self.random.choose(&[ready.priority(), Priority(1)]);
            self.world.note_around(
                || ready.request_with(name, holder, priority),
                |id| Note::Requested(name.clone(), holder, priority, *id),
            );
        }
        match self.random.below(16) {
            0 => panic!("simulated: the device is lost"),
            1 => Err("the device is full".into()),
            _ => {
                *self.made += 1;
                self.world.note(Note::Made(*self.made));
                let life = Life {
                    number: *self.made,
                    world: Some(self.world.clone()),
                };
                Ok(Content { life })
            }
        }
    }
}

/// What must hold between any two calls.
impl Simulator {
    fn check(&mut self) {
        let (library, model) = (&self.library, &self.model);
        for (id, resource) in &model.resources {
            assert_eq!(library.find(&resource.name), Some(*id), "promise 1");
            assert_eq!(library.name(*id), Some(&*resource.name));
            assert_eq!(
                library.state(*id),
                Some(resource.state),
                "{}",
                resource.name
            );
            let shown = self.hub.get(library.row(*id)).expect("promise 2");
            let expected = match resource.state {
                State::Loaded => resource.content.expect("it is loaded"),
                State::Pending | State::Evicted => PLACEHOLDER,
                State::Failed => ERROR,
            };
            assert_eq!(shown.life.number, expected);
            let loaded = library.loaded(*id);
            assert_eq!(loaded.is_some(), resource.state == State::Loaded);
            let error = library.error(*id);
            assert_eq!(error.is_some(), resource.has_error, "promise 8");
            assert!(error.is_none_or(|error| error.name() == resource.name));
            assert!(library.holders(*id).eq(resource.holders.iter().copied()));
        }
        for id in model.dead.iter().rev().take(4) {
            assert_eq!(library.state(*id), None, "an id is stale forever");
            assert_eq!(self.hub.row(library.row(*id)).life.number, ERROR);
        }
        self.check_counts();
    }

    fn check_counts(&mut self) {
        let (library, model) = (&self.library, &self.model);
        let stats = library.stats();
        let all = [State::Pending, State::Loaded, State::Failed, State::Evicted];
        let counted = [stats.pending, stats.loaded, stats.failed, stats.evicted];
        assert_eq!((counted, stats.in_flight), model.count(all));
        assert_eq!(counted.iter().sum::<usize>(), library.len());
        assert_eq!(stats.bytes, model.bytes());
        assert_eq!(stats.retired, model.retired.len());
        // Promise 6: the rows that wait, and those that are shown, are all there are.
        let rows = model.retired.len() + stats.loaded;
        assert!(self.hub.len() <= rows + 2, "no row is forgotten");

        let (holder, is_every_tag) = (self.holder(), self.random.one_in(8));
        let (library, model) = (&self.library, &self.model);
        assert_eq!(library.progress(holder), model.progress(&[holder]));
        let held: BTreeSet<Id> = library.held_by(holder).collect();
        assert_eq!(held, model.held_by(holder));
        // It takes as long as everything else here.
        if is_every_tag {
            let holders: Vec<Holder> = (0..TAGS).map(|tag| Tag(tag).into()).collect();
            assert_eq!(
                library.progress_of(holders.iter().copied()),
                model.progress(&holders)
            );
        }
    }
}
