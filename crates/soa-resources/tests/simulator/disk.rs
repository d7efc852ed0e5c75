//! The world around the library: a clock that stands still by itself, a disk with
//! faults, a loader, and a log of all that was asked of them.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use soa_resources::{BoxError, Clock, Holder, Job, Loader, Priority, ResourceId, Source};
use soa_runtime::IdAllocator;

use crate::random::Random;

pub type Id = ResourceId<Script>;

/// What happened inside a call, in order.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// The library asked what changed, and something had.
    Heard(Vec<String>),
    /// A decode began, with the bytes of this name.
    Began(String),
    /// The decode reads this name, too.
    Included(String),
    /// The clock moved on by this many milliseconds.
    Slow(u64),
    /// The decode succeeded, and the cost is known.
    Decoded(u64),
    /// `finish` was called for this resource.
    Finish(Id),
    /// `finish` requested a name.
    Requested(String, Holder, Priority, Id),
    /// `finish` released what the resource holds.
    ReleasedAll,
    /// `finish` made the record with this number.
    Made(u64),
    /// The record with this number was dropped.
    Dropped(u64),
}

/// A file: its bytes are its version, its cost, and what it includes.
#[derive(Debug, Clone)]
struct File {
    version: u64,
    cost: u64,
    includes: Option<String>,
}

#[derive(Debug)]
struct State {
    random: Random,
    /// One in this many reads has a fault of each kind.
    fault: usize,
    files: BTreeMap<String, File>,
    changes: Vec<String>,
    versions: u64,
    /// Whether the next read is an include.
    includes: bool,
    notes: VecDeque<Note>,
}

/// The clock, the disk and the log.
#[derive(Debug, Clone)]
pub struct World {
    now: Arc<AtomicU64>,
    /// How often the clock was asked.
    asked: Arc<AtomicU64>,
    state: Arc<Mutex<State>>,
}

impl World {
    pub fn new(seed: u64, fault: usize) -> Self {
        let state = State {
            random: Random::new(seed),
            fault,
            files: BTreeMap::new(),
            changes: Vec::new(),
            versions: 0,
            includes: false,
            notes: VecDeque::new(),
        };
        Self {
            now: Arc::default(),
            asked: Arc::default(),
            state: Arc::new(Mutex::new(state)),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A fault may panic while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn time(&self) -> u64 {
        self.now.load(Ordering::Relaxed)
    }

    pub fn times_asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    pub fn note(&self, note: Note) {
        self.state().notes.push_back(note);
    }

    /// Calls `run`, and logs its result before what was logged meanwhile.
    pub fn note_around<R>(&self, run: impl FnOnce() -> R, note: impl FnOnce(&R) -> Note) -> R {
        let start = self.state().notes.len();
        let result = run();
        self.state().notes.insert(start, note(&result));
        result
    }

    pub fn take_notes(&self) -> VecDeque<Note> {
        std::mem::take(&mut self.state().notes)
    }

    /// Moves the clock on, now and then.
    pub fn pass_time(&self) {
        let mut state = self.state();
        if state.random.one_in(4) {
            let milliseconds = state.random.next() % 4 + 1;
            self.now.fetch_add(milliseconds, Ordering::Relaxed);
            state.notes.push_back(Note::Slow(milliseconds));
        }
    }

    /// Writes a file anew, or removes it.
    pub fn edit(&self, name: &str, others: &[String]) {
        let mut state = self.state();
        let State {
            random, versions, ..
        } = &mut *state;
        *versions += 1;
        let file = File {
            version: *versions,
            cost: random.next() % 30,
            includes: random
                .one_in(4)
                .then(|| random.below(others.len()))
                .map(|at| others[at].clone()),
        };
        if random.one_in(8) {
            state.files.remove(name);
        } else {
            state.files.insert(name.to_owned(), file);
        }
        state.changes.push(name.to_owned());
    }

    /// Reports a change of a whole folder.
    pub fn report(&self, folder: &str) {
        self.state().changes.push(folder.to_owned());
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Duration::from_millis(self.time())
    }
}

impl Source for World {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let is_include = std::mem::take(&mut self.state().includes);
        self.note(if is_include {
            Note::Included(name.to_owned())
        } else {
            Note::Began(name.to_owned())
        });
        self.pass_time();
        let mut state = self.state();
        let State { random, fault, .. } = &mut *state;
        let fault = *fault;
        let fate = random.below(fault.max(1) * 4);
        let file = state
            .files
            .get(name)
            .cloned()
            .ok_or(io::ErrorKind::NotFound)?;
        match fate {
            0 if fault > 0 => {
                drop(state);
                panic!("simulated: the disk is on fire");
            }
            1 if fault > 0 => return Ok(b"torn".to_vec()),
            2 if fault > 0 => {
                // It changes after it was read, and so is read again in a later call.
                state.versions += 1;
                let version = state.versions;
                if let Some(file) = state.files.get_mut(name) {
                    file.version = version;
                }
                state.changes.push(name.to_owned());
            }
            _ => {}
        }
        let File {
            version,
            cost,
            includes,
        } = file;
        Ok(format!("{version} {cost} {}", includes.unwrap_or_default()).into_bytes())
    }

    fn changes(&self) -> Vec<String> {
        let mut state = self.state();
        let changes = std::mem::take(&mut state.changes);
        if !changes.is_empty() {
            state.notes.push_back(Note::Heard(changes.clone()));
        }
        changes
    }
}

/// A record: a number of its own, whose drop is logged.
#[derive(Debug, IdAllocator)]
pub struct Content {
    pub life: Life,
}

/// Logs its end.
#[derive(Debug)]
pub struct Life {
    pub number: u64,
    pub world: Option<World>,
}

impl Drop for Life {
    fn drop(&mut self) {
        if let Some(world) = &self.world {
            world.note(Note::Dropped(self.number));
        }
    }
}

impl Default for Life {
    fn default() -> Self {
        Self {
            number: u64::MAX,
            world: None,
        }
    }
}

/// Decodes what the disk returns, with a fault now and then.
#[derive(Debug)]
pub struct Script(pub World);

impl Loader for Script {
    type Record = Content;
    type Decoded = u64;

    fn decode(&self, bytes: Vec<u8>, job: &Job<'_>) -> Result<u64, BoxError> {
        assert!(
            !job.is_cancelled(),
            "a decode without threads cannot be cancelled"
        );
        let text = String::from_utf8(bytes)?;
        let mut words = text.split(' ');
        let _version: u64 = words.next().unwrap_or_default().parse()?;
        let cost: u64 = words.next().unwrap_or_default().parse()?;
        if let Some(name) = words.next().filter(|name| !name.is_empty()) {
            self.0.state().includes = true;
            job.read(name)?;
        }
        Ok(cost)
    }

    fn cost(&self, cost: &u64) -> u64 {
        assert!(*cost != 13, "simulated: an unlucky cost");
        self.0.note(Note::Decoded(*cost));
        *cost
    }
}
