//! What a library should be: plain maps, searched from end to end.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use soa_resources::{AnyResource, Event, Holder, Priority, Progress, State};

use crate::disk::{Id, Note, Script};

/// The pool of the library, and one of a library that is somewhere else.
pub const POOL: u8 = 3;
pub const OTHER_POOL: u8 = 4;

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a model is plain")]
pub struct Resource {
    pub name: String,
    pub state: State,
    pub holders: BTreeSet<Holder>,
    pub has_error: bool,
    /// The number of the record that it shows, if it is loaded.
    pub content: Option<u64>,
    pub priority: Option<Priority>,
    first: u64,
    is_provided: bool,
    is_flying: bool,
    is_orphan: bool,
    includes: BTreeSet<String>,
    cost: u64,
    stamp: u64,
    used_before: u64,
}

/// The time that a call has.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// The moment at which it is spent.
    At(u64),
    None,
}

#[derive(Debug)]
pub struct Model {
    pub resources: BTreeMap<Id, Resource>,
    pub names: BTreeMap<String, Id>,
    /// Ids of resources that were unloaded.
    pub dead: Vec<Id>,
    pub retired: VecDeque<(u64, u64)>,
    pub budget: u64,
    pub frames_in_flight: u64,
    /// What each holder holds. The order is the order of the library: it is not promised, but
    /// it does not depend on chance either.
    held: BTreeMap<Holder, Vec<Id>>,
    orphans: VecDeque<Id>,
    news: VecDeque<String>,
    events: Vec<Event<Script>>,
    notes: VecDeque<Note>,
    frame: u64,
    asked: u64,
    stamps: u64,
    now: u64,
}

impl Model {
    pub fn new(budget: u64, frames_in_flight: u64, now: u64) -> Self {
        Self {
            resources: BTreeMap::new(),
            names: BTreeMap::new(),
            dead: Vec::new(),
            retired: VecDeque::new(),
            budget,
            frames_in_flight,
            held: BTreeMap::new(),
            orphans: VecDeque::new(),
            news: VecDeque::new(),
            events: Vec::new(),
            notes: VecDeque::new(),
            frame: 0,
            asked: 0,
            stamps: 0,
            now,
        }
    }

    /// Starts a call, in which the world logged this.
    pub fn begin(&mut self, notes: VecDeque<Note>) {
        self.notes = notes;
    }

    /// Ends a call: everything that was logged must have been expected.
    pub fn end(&mut self) {
        assert!(self.notes.is_empty(), "nobody expected {:?}", self.notes);
    }

    fn resource(&mut self, id: Id) -> &mut Resource {
        self.resources.get_mut(&id).expect("it is live")
    }

    fn next_stamp(&mut self) -> u64 {
        self.stamps += 1;
        self.stamps
    }

    /// Returns the sum that the budget is compared with.
    pub fn bytes(&self) -> u64 {
        self.resources.values().map(|it| it.cost).sum()
    }

    pub fn progress(&self, holders: &[Holder]) -> Progress {
        let held = self.resources.values();
        let held = held.filter(|it| holders.iter().any(|holder| it.holders.contains(holder)));
        let mut progress = Progress::default();
        for resource in held {
            progress.total += 1;
            progress.loaded +=
                usize::from([State::Loaded, State::Evicted].contains(&resource.state));
            progress.failed += usize::from(resource.state == State::Failed);
        }
        progress
    }

    /// Returns the number of resources in each of these states, and of those that are decoded.
    pub fn count<const N: usize>(&self, states: [State; N]) -> ([usize; N], usize) {
        let (mut counts, mut in_flight) = ([0; N], 0);
        for resource in self.resources.values() {
            let state = states.iter().position(|state| *state == resource.state);
            counts[state.expect("it is one of them")] += 1;
            in_flight += usize::from(resource.is_flying);
        }
        (counts, in_flight)
    }

    pub fn held_by(&self, holder: Holder) -> BTreeSet<Id> {
        self.held
            .get(&holder)
            .into_iter()
            .flatten()
            .copied()
            .collect()
    }
}

/// The calls between two frames.
impl Model {
    pub fn request(&mut self, name: &str, holder: Holder, priority: Priority, id: Id) {
        if let Some(known) = self.names.get(name).copied() {
            assert_eq!(known, id, "one name is one id");
            self.hold(id, holder);
            let resource = self.resource(id);
            resource.priority = resource.priority.max(Some(priority));
            self.ask(id);
            if self.resource(id).state == State::Evicted {
                self.load(id);
            }
            return;
        }
        self.hear();
        self.refresh(Limit::None);
        self.add(name, id, State::Pending);
        self.resource(id).priority = Some(priority);
        self.launch(id);
        self.hold(id, holder);
    }

    pub fn declare(&mut self, name: &str, holder: Holder, id: Id) {
        self.known_or_new(name, id, State::Evicted);
        self.hold(id, holder);
    }

    pub fn provide(&mut self, name: &str, holder: Holder, number: u64, id: Id) {
        self.known_or_new(name, id, State::Pending);
        self.hold(id, holder);
        let resource = self.resource(id);
        resource.is_flying = false;
        resource.is_provided = true;
        resource.includes.clear();
        if let Some(replaced) = self.put(id, number, 0) {
            if self.frames_in_flight == 0 {
                self.expect(&Note::Dropped(replaced));
            } else {
                self.retire(replaced);
            }
        }
    }

    pub fn prioritize(&mut self, id: Id, priority: Priority) -> bool {
        let Some(resource) = self.resources.get_mut(&id) else {
            return false;
        };
        resource.priority = Some(priority);
        resource.state == State::Pending
    }

    pub fn used(&mut self, id: Id) -> bool {
        if !self.resources.contains_key(&id) {
            return false;
        }
        let (stamp, used_before) = (self.next_stamp(), self.frame + 1);
        let resource = self.resource(id);
        (resource.stamp, resource.used_before) = (stamp, used_before);
        if resource.state == State::Evicted {
            self.ask(id);
            self.load(id);
        }
        true
    }

    pub fn reload(&mut self, id: Id) -> bool {
        let Some(resource) = self.resources.get_mut(&id) else {
            return false;
        };
        resource.is_provided = false;
        let name = resource.name.clone();
        self.hear();
        self.news.push_back(name);
        self.refresh(Limit::None);
        if self.resource(id).state == State::Evicted {
            self.load(id);
        }
        true
    }

    pub fn reload_all(&mut self) {
        self.hear();
        self.news = VecDeque::from(["/".to_owned()]);
        self.refresh(Limit::None);
    }

    pub fn can_hold(&self, holder: Holder) -> bool {
        match holder {
            Holder::Tag(_) => true,
            Holder::Resource(id) => {
                let mut live = self.resources.keys();
                id.pool() != POOL || live.any(|other| AnyResource::from(*other) == id)
            }
        }
    }

    /// Returns whether the holder can hold. A name that was requested with one that
    /// cannot is released at once.
    pub fn hold(&mut self, id: Id, holder: Holder) -> bool {
        let can_hold = self.can_hold(holder);
        let resource = self.resource(id);
        if can_hold && resource.holders.insert(holder) {
            self.held.entry(holder).or_default().push(id);
        } else if !can_hold {
            self.look_at(id);
        }
        can_hold
    }

    pub fn release(&mut self, id: Id, holder: Holder) -> bool {
        let Some(resource) = self.resources.get_mut(&id) else {
            return false;
        };
        let held = resource.holders.remove(&holder);
        if held {
            self.forget(id, holder);
        }
        self.look_at(id);
        held
    }

    fn forget(&mut self, id: Id, holder: Holder) {
        let list = self.held.get_mut(&holder).expect("it holds");
        let place = list.iter().position(|other| *other == id);
        list.swap_remove(place.expect("it is held"));
    }

    pub fn release_all(&mut self, holder: Holder) {
        for id in self.held.remove(&holder).unwrap_or_default() {
            self.resource(id).holders.remove(&holder);
            self.look_at(id);
        }
    }

    pub fn release_pool(&mut self, pool: u8) {
        let of_pool = |holder: &Holder| matches!(holder, Holder::Resource(id) if id.pool() == pool);
        let holders: Vec<Holder> = self.held.keys().copied().filter(of_pool).collect();
        for holder in holders {
            self.release_all(holder);
        }
    }

    /// Everything goes, whatever frames are in flight.
    pub fn unload_all(&mut self) -> Vec<Event<Script>> {
        let mut dropped: BTreeSet<u64> = self.retired.drain(..).map(|(_, number)| number).collect();
        let gone = std::mem::take(&mut self.resources);
        dropped.extend(gone.values().filter_map(|it| it.content));
        while let Some(note) = self.notes.pop_front() {
            let Note::Dropped(number) = note else {
                panic!("nobody expected {note:?}")
            };
            assert!(dropped.remove(&number), "record {number} was dropped");
        }
        assert!(dropped.is_empty(), "{dropped:?} were kept");
        self.names.clear();
        self.held.clear();
        self.orphans.clear();
        self.dead.extend(gone.keys());
        gone.into_keys().map(Event::Unloaded).collect()
    }

    fn known_or_new(&mut self, name: &str, id: Id, state: State) {
        match self.names.get(name) {
            Some(known) => assert_eq!(*known, id, "one name is one id"),
            None => self.add(name, id, state),
        }
    }

    fn add(&mut self, name: &str, id: Id, state: State) {
        assert!(!self.dead.contains(&id), "an id comes once");
        let resource = Resource {
            name: name.to_owned(),
            state,
            holders: BTreeSet::new(),
            has_error: false,
            content: None,
            priority: None,
            first: 0,
            is_provided: false,
            is_flying: false,
            is_orphan: false,
            includes: BTreeSet::new(),
            cost: 0,
            stamp: 0,
            used_before: 0,
        };
        self.resources.insert(id, resource);
        self.names.insert(name.to_owned(), id);
    }

    fn look_at(&mut self, id: Id) {
        let resource = self.resource(id);
        if resource.holders.is_empty() && !resource.is_orphan {
            resource.is_orphan = true;
            self.orphans.push_back(id);
        }
    }

    fn ask(&mut self, id: Id) {
        if self.resource(id).first == 0 {
            self.asked += 1;
            self.resource(id).first = self.asked;
        }
    }

    fn launch(&mut self, id: Id) {
        self.ask(id);
        self.resource(id).is_flying = true;
    }

    fn load(&mut self, id: Id) {
        self.hear();
        self.refresh(Limit::None);
        self.resource(id).state = State::Pending;
        self.launch(id);
    }
}

/// The frame's call.
impl Model {
    /// Returns what the call should report.
    pub fn maintain(&mut self, limit: Limit) -> Vec<Event<Script>> {
        self.start_frame(limit);
        self.land_results(limit, false);
        self.drop_due(limit);
        std::mem::take(&mut self.events)
    }

    pub fn finish_all(&mut self) -> Vec<Event<Script>> {
        self.start_frame(Limit::None);
        self.land_results(Limit::None, true);
        self.drop_due(Limit::None);
        std::mem::take(&mut self.events)
    }

    fn is_spent(&self, limit: Limit) -> bool {
        matches!(limit, Limit::At(end) if self.now >= end)
    }

    fn start_frame(&mut self, limit: Limit) {
        self.frame += 1;
        self.hear();
        while let Some(id) = self.orphans.pop_front() {
            if let Some(resource) = self.resources.get_mut(&id) {
                resource.is_orphan = false;
                if resource.holders.is_empty() {
                    self.unload(id);
                }
            }
            if self.is_spent(limit) {
                break;
            }
        }
        self.refresh(limit);
    }

    fn unload(&mut self, id: Id) {
        self.release_all(id.into());
        let gone = self.resources.remove(&id).expect("it is live");
        self.names.remove(&gone.name);
        if let Some(number) = gone.content {
            self.retire(number);
        }
        self.dead.push(id);
        self.events.push(Event::Unloaded(id));
    }

    fn land_results(&mut self, limit: Limit, is_all: bool) {
        let (mut has_evicted, mut is_step_owed, mut landed) = (false, true, None);
        loop {
            while self.budget != u64::MAX && self.bytes() > self.budget {
                let Some(victim) = self.victim(landed) else {
                    break;
                };
                if has_evicted && self.is_spent(limit) {
                    return;
                }
                has_evicted = true;
                self.evict(victim);
            }
            if !is_step_owed && self.is_spent(limit) {
                return;
            }
            let ranked = self.resources.iter();
            let ranked = ranked.filter(|(_, it)| it.is_flying && !it.holders.is_empty());
            let rank =
                |it: &Resource| (std::cmp::Reverse(it.priority.unwrap_or_default()), it.first);
            let Some(next) = ranked.min_by_key(|(_, it)| rank(it)).map(|(id, _)| *id) else {
                return;
            };
            if self.step(next) {
                landed = Some(next);
            }
            is_step_owed = is_all;
        }
    }

    /// Returns the one that was not used for the longest time.
    fn victim(&self, landed: Option<Id>) -> Option<Id> {
        let is_protected = |it: &Resource| {
            it.used_before != 0 && self.frame < it.used_before + self.frames_in_flight + 1
        };
        let victims = self
            .resources
            .iter()
            .filter(|(id, it)| it.cost > 0 && !is_protected(it) && Some(**id) != landed);
        victims.min_by_key(|(_, it)| it.stamp).map(|(id, _)| *id)
    }

    fn evict(&mut self, id: Id) {
        let resource = self.resource(id);
        assert!(!resource.is_provided || resource.cost == 0);
        resource.state = State::Evicted;
        resource.is_flying = false;
        resource.includes.clear();
        resource.cost = 0;
        let number = resource.content.take().expect("it is loaded");
        self.retire(number);
        self.events.push(Event::Evicted(id));
    }

    /// Reads, decodes and finishes, as far as the log says that it went. Returns whether
    /// something landed.
    fn step(&mut self, id: Id) -> bool {
        let name = self.resource(id).name.clone();
        self.expect(&Note::Began(name));
        self.resource(id).is_flying = false;
        self.pass_time();
        let mut includes = BTreeSet::new();
        while let Some(Note::Included(name)) = self.notes.front() {
            includes.insert(name.clone());
            self.notes.pop_front();
            self.pass_time();
        }
        self.resource(id).includes = includes;
        let Some(Note::Decoded(cost)) = self.notes.front().cloned() else {
            self.fail(id);
            return false;
        };
        self.notes.pop_front();
        self.expect(&Note::Finish(id));
        let own = self.resource(id).priority.unwrap_or_default();
        loop {
            match self.notes.pop_front() {
                Some(Note::Slow(milliseconds)) => self.now += milliseconds,
                Some(Note::ReleasedAll) => self.release_all(id.into()),
                Some(Note::Requested(name, holder, priority, id)) => {
                    assert!(
                        [own, Priority(1)].contains(&priority),
                        "its owner's, or higher"
                    );
                    self.request(&name, holder, priority, id);
                }
                Some(Note::Made(number)) => {
                    let is_first = self.resource(id).state != State::Loaded;
                    match self.put(id, number, cost) {
                        Some(replaced) => self.retire(replaced),
                        None => assert!(is_first),
                    }
                    let event = if is_first {
                        Event::Loaded
                    } else {
                        Event::Reloaded
                    };
                    self.events.push(event(id));
                    return true;
                }
                other => {
                    self.notes.extend(other.clone());
                    self.notes.rotate_right(usize::from(other.is_some()));
                    self.fail(id);
                    return false;
                }
            }
        }
    }

    fn put(&mut self, id: Id, number: u64, cost: u64) -> Option<u64> {
        if self.resource(id).state != State::Loaded {
            self.resource(id).stamp = self.next_stamp();
        }
        let resource = self.resource(id);
        resource.state = State::Loaded;
        resource.has_error = false;
        resource.cost = cost;
        resource.content.replace(number)
    }

    fn fail(&mut self, id: Id) {
        let resource = self.resource(id);
        resource.has_error = true;
        if resource.state != State::Loaded {
            resource.state = State::Failed;
        }
        self.events.push(Event::Failed(id));
    }

    fn drop_due(&mut self, limit: Limit) {
        while let Some((due, number)) = self.retired.front().copied() {
            if due > self.frame {
                return;
            }
            self.retired.pop_front();
            self.expect(&Note::Dropped(number));
            if self.is_spent(limit) {
                return;
            }
        }
    }

    fn retire(&mut self, number: u64) {
        self.retired
            .push_back((self.frame + self.frames_in_flight, number));
    }

    fn refresh(&mut self, limit: Limit) {
        while let Some(change) = self.news.pop_front() {
            let is_met = |name: &String| match change.strip_suffix('/') {
                Some("") => true,
                Some(_) => name.starts_with(&change),
                None => *name == change,
            };
            let readers = self.resources.values_mut();
            let readers = readers.filter(|it| is_met(&it.name) || it.includes.iter().any(is_met));
            let concerned = readers.filter(|it| !it.is_provided && it.state != State::Evicted);
            // All of them were asked for; whoever was provided at first is so again.
            let mut first_asked = Vec::new();
            for resource in concerned {
                resource.is_flying = true;
                if resource.first == 0 {
                    first_asked.push(self.names[&resource.name]);
                }
            }
            for id in first_asked {
                self.ask(id);
            }
            if self.is_spent(limit) {
                return;
            }
        }
    }

    fn hear(&mut self) {
        if let Some(Note::Heard(names)) = self.notes.front() {
            self.news.extend(names.clone());
            self.notes.pop_front();
        }
    }

    fn pass_time(&mut self) {
        while let Some(Note::Slow(milliseconds)) = self.notes.front() {
            self.now += milliseconds;
            self.notes.pop_front();
        }
    }

    /// Lets time pass between two calls.
    pub fn set_time(&mut self, now: u64) {
        self.now = now;
    }

    fn expect(&mut self, note: &Note) {
        assert_eq!(self.notes.pop_front().as_ref(), Some(note), "in this order");
    }
}
