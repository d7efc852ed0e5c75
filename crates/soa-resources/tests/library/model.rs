//! Random lives of a library against a plain model of it: requests, changes,
//! releases, reloads, failures, and decodes that end in any order.
//!
//! Every decode stops at a gate and the test opens one at a time, so that the
//! order of completion is a part of the case, not of chance.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::error::Error;
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

use crate::support::{Counted, Counter, LONG, Text, TextHub};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use proptest::collection::vec;
use proptest::prelude::*;
use soa_resources::{
    BoxError, Config, Event, Job, Library, Loader, Memory, Progress, ResourceId, Source, StandIn,
    State, Tag,
};

const WORKERS: usize = 2;

/// A decode that stands at its gate.
struct Stopped {
    name: String,
    content: String,
    /// Dropped, it opens the gate.
    _open: Sender<()>,
}

struct Gated {
    stopped: Sender<Stopped>,
    /// The outcomes that are not dropped: texts, and errors.
    texts: Counter,
    errors: Counter,
}

/// A decode failed; counted as long as somebody keeps it.
#[derive(Debug)]
struct Bad(#[expect(dead_code, reason = "it is counted")] Counted);

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad")
    }
}

impl Error for Bad {}

impl Loader for Gated {
    type Record = Text;
    type Decoded = Text;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<Text, BoxError> {
        let content = String::from_utf8(bytes)?;
        // Before the gate, so that the test knows when it has arrived.
        let outcome = if content == "bad" {
            Err(Bad(self.errors.count()))
        } else {
            Ok(Text {
                text: content.clone(),
                counted: self.texts.count(),
            })
        };
        let (open, gate) = bounded::<()>(0);
        self.stopped.send(Stopped {
            name: job.name().to_owned(),
            content,
            _open: open,
        })?;
        // Nobody sends; the gate is open when the other end is gone.
        let _ = gate.recv();
        Ok(outcome?)
    }
}

/// Every name is there, so that every job stops at a gate.
struct AllNames(Memory);

impl Source for AllNames {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.0.read(name).or_else(|_| Ok(b"bad".to_vec()))
    }

    fn changes(&self) -> Vec<String> {
        self.0.changes()
    }
}

#[derive(Debug, Clone, Copy)]
enum Call {
    Write(usize, u8),
    Request(usize, u32),
    Hold(usize, u32),
    Release(u32),
    ReleaseOne(usize, u32),
    Reload(usize),
    ReloadAll,
    Provide(usize, u32, u8),
    /// Lets one of the stopped decodes go on.
    Open(usize),
    Maintain,
}

fn call() -> impl Strategy<Value = Call> {
    let (name, tag) = (0..4_usize, 0..3_u32);
    prop_oneof![
        3 => (name.clone(), 0..6_u8).prop_map(|(name, content)| Call::Write(name, content)),
        4 => (name.clone(), tag.clone()).prop_map(|(name, tag)| Call::Request(name, tag)),
        1 => (name.clone(), tag.clone()).prop_map(|(name, tag)| Call::Hold(name, tag)),
        1 => tag.clone().prop_map(Call::Release),
        2 => (name.clone(), tag.clone()).prop_map(|(name, tag)| Call::ReleaseOne(name, tag)),
        2 => name.clone().prop_map(Call::Reload),
        1 => Just(Call::ReloadAll),
        1 => (name, tag, 0..6_u8).prop_map(|(name, tag, text)| Call::Provide(name, tag, text)),
        6 => (0..WORKERS).prop_map(Call::Open),
        4 => Just(Call::Maintain),
    ]
}

fn name(number: usize) -> String {
    format!("name {number}")
}

/// What is written under a name: now and then what cannot be decoded.
fn content(number: u8) -> String {
    if number == 0 {
        "bad".to_owned()
    } else {
        format!("text {number}")
    }
}

/// A decode in the model.
#[derive(Debug, Clone)]
struct Flight {
    name: String,
    /// What it read, once it began.
    content: Option<String>,
    /// Whether that may be old.
    is_old: bool,
}

/// A resource in the model.
#[derive(Debug)]
struct Modelled {
    id: ResourceId<Gated>,
    holders: BTreeSet<u32>,
    state: State,
    text: String,
    has_error: bool,
    is_provided: bool,
    flight: Option<u32>,
}

/// What the library should be, without threads.
#[derive(Default)]
struct Model {
    files: BTreeMap<String, String>,
    changed: BTreeSet<String>,
    resources: BTreeMap<String, Modelled>,
    /// All flights that are not over; one without a resource is cancelled.
    flights: BTreeMap<u32, Flight>,
    launched: u32,
    queue: VecDeque<u32>,
    /// Those at a gate, and those that are past it.
    stopped: Vec<u32>,
    ended: Vec<u32>,
}

impl Model {
    fn launch(&mut self, name: &str) {
        self.launched += 1;
        let number = self.launched;
        let resource = self.resources.get_mut(name).expect("it is there");
        assert_eq!(resource.flight.replace(number), None);
        self.queue.push_back(number);
        let flight = Flight {
            name: name.to_owned(),
            content: None,
            is_old: false,
        };
        self.flights.insert(number, flight);
    }

    fn cancel(&mut self, name: &str) {
        if let Some(number) = self.resources.get_mut(name).and_then(|it| it.flight.take()) {
            if self.queue.contains(&number) {
                self.queue.retain(|queued| *queued != number);
                self.flights.remove(&number);
            }
        }
    }

    fn refresh(&mut self, name: &str) {
        let Some(resource) = self.resources.get(name) else {
            return;
        };
        match resource.flight {
            _ if resource.is_provided => {}
            None => self.launch(name),
            Some(number) => {
                let flight = self.flights.get_mut(&number).expect("in the air");
                flight.is_old |= flight.content.is_some();
            }
        }
    }

    fn refresh_changed(&mut self) {
        for name in std::mem::take(&mut self.changed) {
            self.refresh(&name);
        }
    }

    /// What a frame does when all that ended has arrived.
    fn maintain(&mut self) -> Vec<(&'static str, ResourceId<Gated>)> {
        let mut events = Vec::new();
        let unheld = self
            .resources
            .iter()
            .filter(|(_, it)| it.holders.is_empty());
        let unheld: Vec<String> = unheld.map(|(name, _)| name.clone()).collect();
        for name in unheld {
            self.cancel(&name);
            let gone = self.resources.remove(&name).expect("it is there");
            events.push(("Unloaded", gone.id));
        }
        self.refresh_changed();
        for number in std::mem::take(&mut self.ended) {
            let flight = self.flights.remove(&number).expect("it ended once");
            let resource = self.resources.get_mut(&flight.name);
            let Some(resource) = resource.filter(|it| it.flight == Some(number)) else {
                continue;
            };
            resource.flight = None;
            let text = flight.content.expect("it was at a gate");
            if text != "bad" {
                let is_first = resource.state != State::Loaded;
                events.push((if is_first { "Loaded" } else { "Reloaded" }, resource.id));
                resource.state = State::Loaded;
                resource.text = text;
                resource.has_error = false;
            } else if !flight.is_old {
                resource.has_error = true;
                if resource.state != State::Loaded {
                    resource.state = State::Failed;
                    "error".clone_into(&mut resource.text);
                }
                events.push(("Failed", resource.id));
            }
            if flight.is_old {
                self.launch(&flight.name);
            }
        }
        events
    }

    /// How many texts and errors there are, in rows and at gates.
    fn alive(&self) -> [usize; 2] {
        let at_gates = self
            .stopped
            .iter()
            .map(|number| &self.flights[number].content);
        let (bad, good): (Vec<_>, Vec<_>) =
            at_gates.partition(|content| content.as_deref() == Some("bad"));
        let loaded = self
            .resources
            .values()
            .filter(|it| it.state == State::Loaded);
        let errors = self.resources.values().filter(|it| it.has_error);
        [loaded.count() + good.len(), errors.count() + bad.len()]
    }

    fn progress(&self, tag: u32) -> Progress {
        let held = || {
            self.resources
                .values()
                .filter(|it| it.holders.contains(&tag))
        };
        Progress {
            total: held().count(),
            loaded: held().filter(|it| it.state == State::Loaded).count(),
            failed: held().filter(|it| it.state == State::Failed).count(),
        }
    }
}

struct Case {
    /// The decodes at their gates, by the model's number. Gates and arrivals come
    /// first: the library, when it is dropped, waits for who stands at a gate.
    gates: BTreeMap<u32, Stopped>,
    /// Those that came while the test waited for something else.
    arrived: VecDeque<Stopped>,
    arrivals: Receiver<Stopped>,
    model: Model,
    library: Library<Gated>,
    hub: TextHub,
    memory: Memory,
    texts: Counter,
    errors: Counter,
}

impl Case {
    fn new() -> Self {
        let (stopped, arrivals) = unbounded();
        let memory = Memory::new();
        let mut hub = TextHub::new();
        let [placeholder, error] = ["placeholder", "error"].map(|text| {
            hub.insert(Text {
                text: text.to_owned(),
                counted: Counted::default(),
            })
        });
        let [texts, errors] = [Counter::default(), Counter::default()];
        let loader = Gated {
            stopped,
            texts: texts.clone(),
            errors: errors.clone(),
        };
        let config = Config::new().workers(WORKERS);
        let source = AllNames(memory.clone());
        let stand_in = StandIn { placeholder, error };
        Self {
            model: Model::default(),
            library: Library::with_config(loader, source, stand_in, config),
            hub,
            memory,
            texts,
            errors,
            arrivals,
            arrived: VecDeque::new(),
            gates: BTreeMap::new(),
        }
    }

    fn call(&mut self, call: Call) {
        match call {
            Call::Write(number, text) => {
                self.memory.insert(name(number), content(text));
                self.model.files.insert(name(number), content(text));
                self.model.changed.insert(name(number));
            }
            Call::Request(number, tag) => {
                let id = self.library.request(&name(number), Tag(tag));
                let is_new = !self.model.resources.contains_key(&name(number));
                if is_new {
                    self.model.refresh_changed();
                }
                self.hold(number, id, tag);
                if is_new {
                    self.model.launch(&name(number));
                }
            }
            Call::Hold(number, tag) => {
                if let Some(id) = self.id(number) {
                    assert!(self.library.hold(id, Tag(tag)));
                    self.hold(number, id, tag);
                }
            }
            Call::Release(tag) => {
                self.library.release_all(Tag(tag));
                for resource in self.model.resources.values_mut() {
                    resource.holders.remove(&tag);
                }
            }
            Call::ReleaseOne(number, tag) => {
                if let Some(id) = self.id(number) {
                    let resource = self.model.resources.get_mut(&name(number));
                    let held = resource.expect("it has an id").holders.remove(&tag);
                    assert_eq!(self.library.release(id, Tag(tag)), held);
                }
            }
            Call::Reload(number) => {
                if let Some(id) = self.id(number) {
                    assert!(self.library.reload(id));
                    let resource = self.model.resources.get_mut(&name(number));
                    resource.expect("it has an id").is_provided = false;
                    self.model.changed.insert(name(number));
                    self.model.refresh_changed();
                }
            }
            Call::ReloadAll => {
                self.library.reload_all();
                self.model.changed = self.model.resources.keys().cloned().collect();
                self.model.refresh_changed();
            }
            Call::Provide(number, tag, text) => {
                let text = format!("provided {text}");
                let record = Text {
                    text: text.clone(),
                    counted: self.texts.count(),
                };
                let id = self
                    .library
                    .provide(&mut self.hub, &name(number), Tag(tag), record);
                self.hold(number, id, tag);
                self.model.cancel(&name(number));
                let resource = self.model.resources.get_mut(&name(number)).expect("held");
                resource.state = State::Loaded;
                resource.text = text;
                resource.has_error = false;
                resource.is_provided = true;
            }
            Call::Open(place) => {
                if place < self.model.stopped.len() {
                    let number = self.model.stopped.remove(place);
                    self.gates.remove(&number);
                    self.model.ended.push(number);
                }
            }
            Call::Maintain => self.maintain(),
        }
        self.settle();
        self.check();
    }

    fn id(&self, number: usize) -> Option<ResourceId<Gated>> {
        self.model.resources.get(&name(number)).map(|it| it.id)
    }

    fn hold(&mut self, number: usize, id: ResourceId<Gated>, tag: u32) {
        let resource = self.model.resources.entry(name(number));
        let resource = resource.or_insert_with(|| Modelled {
            id,
            holders: BTreeSet::new(),
            state: State::Pending,
            text: "placeholder".to_owned(),
            has_error: false,
            is_provided: false,
            flight: None,
        });
        assert_eq!(resource.id, id, "one id for life");
        resource.holders.insert(tag);
    }

    /// Waits until as many decodes are at their gates as there are workers for.
    fn settle(&mut self) {
        let free = WORKERS - self.model.stopped.len();
        for _ in 0..free.min(self.model.queue.len()) {
            let arrival = self.arrived.pop_front();
            let arrival = arrival
                .or_else(|| self.arrivals.recv_timeout(LONG).ok())
                .expect("a worker is free");
            // What was ordered again in one frame was so in the order of the results.
            let mut queue = self.model.queue.iter();
            let place = queue.position(|it| self.model.flights[it].name == arrival.name);
            let number = place.and_then(|place| self.model.queue.remove(place));
            let number = number.expect("it was ordered");
            let file = self.model.files.get(&arrival.name);
            assert_eq!(arrival.content, file.map_or("bad", |text| text));
            let flight = self.model.flights.get_mut(&number).expect("found above");
            flight.content = Some(arrival.content.clone());
            self.model.stopped.push(number);
            self.gates.insert(number, arrival);
        }
        let is_empty = self.arrivals.is_empty() && self.arrived.is_empty();
        assert!(is_empty, "nothing else is decoded");
    }

    fn maintain(&mut self) {
        let expected = self.model.maintain();
        let mut expected: Vec<_> = expected.into_iter().map(key).collect();
        let mut events = Vec::new();
        let alive = self.model.alive();
        let end = Instant::now() + LONG;
        // A result may be on its way from its gate.
        loop {
            let new =
                self.library
                    .maintain(&mut self.hub, Duration::MAX, |ready| Ok(ready.decoded));
            events.extend(new.into_iter().map(|event| {
                key(match event {
                    Event::Loaded(id) => ("Loaded", id),
                    Event::Reloaded(id) => ("Reloaded", id),
                    Event::Failed(id) => ("Failed", id),
                    Event::Evicted(id) => ("Evicted", id),
                    Event::Unloaded(id) => ("Unloaded", id),
                    other => panic!("the model has no {other:?}"),
                })
            }));
            if events.len() >= expected.len() && self.alive() == alive {
                break;
            }
            assert!(Instant::now() < end, "{events:?} and not {expected:?}");
            std::thread::yield_now();
        }
        // In the order in which the results came, which is open.
        events.sort();
        expected.sort();
        assert_eq!(events, expected);
    }

    /// The number of texts and errors, except for the decodes that came to their
    /// gates in this frame.
    fn alive(&mut self) -> [usize; 2] {
        // In this order: one that comes in between is too many, and never too few.
        self.arrived.extend(self.arrivals.try_iter());
        let alive = [self.texts.alive(), self.errors.alive()];
        let arrived = self.arrived.iter();
        let (bad, good): (Vec<_>, Vec<_>) = arrived.partition(|it| it.content == "bad");
        [
            alive[0].wrapping_sub(good.len()),
            alive[1].wrapping_sub(bad.len()),
        ]
    }

    fn check(&self) {
        assert_eq!(self.library.len(), self.model.resources.len());
        for (name, resource) in &self.model.resources {
            let id = resource.id;
            assert_eq!(self.library.find(name), Some(id));
            assert_eq!(self.library.name(id), Some(&**name));
            assert_eq!(self.library.state(id), Some(resource.state));
            assert_eq!(
                self.library.error(id).is_some(),
                resource.has_error,
                "{name}"
            );
            assert_eq!(self.hub.row(self.library.row(id)).text, &resource.text);
        }
        let flights = self
            .model
            .resources
            .values()
            .filter(|it| it.flight.is_some());
        assert_eq!(self.library.stats().in_flight, flights.count());
        for tag in 0..3 {
            assert_eq!(self.library.progress(Tag(tag)), self.model.progress(tag));
        }
    }
}

fn key((event, id): (&'static str, ResourceId<Gated>)) -> (&'static str, String) {
    (event, format!("{id:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_library_is_what_its_model_is(calls in vec(call(), 0..80)) {
        let mut case = Case::new();
        for call in calls {
            case.call(call);
        }
    }
}
