//! A world of two hubs and a value, and what it was at each commit.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use soa_journal::{CommitId, Journal, JournalError, Load, Past};
use soa_runtime::{Hub, IdAllocator};

use crate::random::Random;

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Person {
    pub(crate) gold: i64,
    /// A number, and then as many letters `x` as makes the text long.
    pub(crate) name: String,
}

#[derive(IdAllocator)]
#[soa(tracked = all, layout = dense, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Purse {
    pub(crate) gold: i64,
    pub(crate) owner: Option<PersonId>,
}

/// The gold of each person, and the number and length of its name.
type People = BTreeMap<PersonId, (i64, String, usize)>;
type Purses = BTreeMap<PurseId, (i64, Option<PersonId>)>;

/// What a commit must have.
#[derive(Debug, Clone, Default, PartialEq)]
struct Moment {
    people: Rc<People>,
    purses: Rc<Purses>,
    clock: Option<u64>,
}

/// All ids that a hub issued, also as a list in their order.
struct Issued<I> {
    ids: BTreeSet<I>,
    order: Vec<I>,
}

impl<I: Copy + Ord + std::fmt::Display> Issued<I> {
    fn add(&mut self, id: I) {
        assert!(self.ids.insert(id), "{id} was issued before");
        self.order.push(id);
    }

    /// Forgets all but the first ids, which alone were committed.
    fn truncate(&mut self, len: usize) {
        for id in self.order.drain(len..) {
            self.ids.remove(&id);
        }
    }
}

impl<I> Default for Issued<I> {
    fn default() -> Self {
        Issued {
            ids: BTreeSet::new(),
            order: Vec::new(),
        }
    }
}

/// What a commit must have, and how many ids were issued before it named the hubs.
#[derive(Debug, Clone, Default)]
struct Committed {
    moment: Moment,
    people: usize,
    purses: usize,
}

/// A world and its history.
#[derive(Default)]
pub(crate) struct World {
    people: PersonHub,
    purses: PurseHub,
    issued_people: Issued<PersonId>,
    issued_purses: Issued<PurseId>,
    /// Each commit.
    history: BTreeMap<CommitId, Committed>,
    /// The last commit. A hub that it did not name is older.
    committed: Committed,
    /// How many times longer than usual names are.
    length: usize,
}

impl World {
    pub(crate) fn new(length: usize) -> Self {
        World {
            length,
            ..World::default()
        }
    }

    /// Changes something.
    pub(crate) fn step(&mut self, random: &mut Random) {
        for _ in 0..random.below(6) {
            let gold = random.below(100) as i64;
            match random.below(8) {
                0..=2 => {
                    let name = self.name(random);
                    let id = self.people.insert(Person { gold, name });
                    self.issued_people.add(id);
                }
                3 | 4 => {
                    let owner = pick(&self.people, random);
                    let id = self.purses.insert(Purse { gold, owner });
                    self.issued_purses.add(id);
                }
                5 => {
                    if let Some(id) = pick(&self.people, random) {
                        self.people.columns_mut().name[id] = self.name(random);
                    }
                }
                6 => {
                    if let Some(id) = pick(&self.purses, random) {
                        self.purses.dealloc(id);
                    }
                }
                _ if random.one_in(2) || self.people.len() > 30 => {
                    if let Some(id) = pick(&self.people, random) {
                        self.people.dealloc(id);
                    }
                }
                _ => self.purses.sort_by_key(|purse| *purse.gold),
            }
        }
        // Gold moves from a person to a purse.
        let (from, to) = (pick(&self.people, random), pick(&self.purses, random));
        if let (Some(from), Some(to)) = (from, to) {
            self.people.columns_mut().gold[from] -= 5;
            self.purses.columns_mut().gold[to] += 5;
        }
    }

    fn name(&self, random: &mut Random) -> String {
        let padding = random.below(40) * random.below(60) * self.length;
        format!("{:08}{}", random.below(100_000_000), "x".repeat(padding))
    }

    /// Commits all or a part of the world, and records what the commit has.
    pub(crate) fn commit(
        &mut self,
        journal: &mut Journal,
        random: &mut Random,
    ) -> Result<CommitId, JournalError> {
        let parts = random.below(16);
        if random.one_in(8) {
            // What fails is not committed, and the next commit has it.
            let refused = journal.commit(|commit| {
                commit.value("clock", &0_u64)?;
                commit.hub("people", &mut self.people)?;
                commit.hub("purses", &mut self.purses)?;
                Err(JournalError::other("not now"))
            });
            if let Err(error) = refused
                && !matches!(error, JournalError::Other(_))
            {
                return Err(error);
            }
        }
        let mut after = self.committed.clone();
        let next = journal.last() + 1;
        let written = journal.commit(|commit| {
            if parts != 1 {
                commit.hub("people", &mut self.people)?;
                after.moment.people = Rc::new(people(&self.people));
                after.people = self.issued_people.order.len();
            }
            if parts != 2 {
                commit.hub("purses", &mut self.purses)?;
                after.moment.purses = Rc::new(purses(&self.purses));
                after.purses = self.issued_purses.order.len();
            }
            if parts != 3 {
                if parts == 4 {
                    commit.value("clock", &u64::MAX)?; // the last time counts
                }
                commit.value("clock", &next)?;
                after.moment.clock = Some(next);
            }
            Ok(())
        });
        // It may be on disk, even if the call fails.
        self.committed = after.clone();
        self.history.insert(next, after);
        if let Ok(written) = written {
            assert_eq!(written, next);
        }
        written
    }

    /// Returns the last commit that was tried.
    pub(crate) fn last(&self) -> CommitId {
        self.history.keys().next_back().copied().unwrap_or(0)
    }

    /// Goes on with what a journal has, which must be a commit of the history.
    pub(crate) fn load(&mut self, journal: &Journal) -> Result<(), JournalError> {
        let last = journal.last();
        let people: PersonHub = journal.load("people")?;
        let purses: PurseHub = journal.load("purses")?;
        let clock = journal.load_value("clock")?;
        let found = moment(&people, &purses, clock);
        self.history.split_off(&(last + 1));
        let expected = match last {
            0 => Committed::default(),
            _ => self.history[&last].clone(),
        };
        assert_eq!(found, expected.moment, "commit {last}");
        (self.people, self.purses) = (people, purses);
        self.issued_people.truncate(expected.people);
        self.issued_purses.truncate(expected.purses);
        self.committed = expected;
        Ok(())
    }

    /// Checks a commit of the past.
    pub(crate) fn check(&self, past: Past<'_>) -> Result<(), JournalError> {
        let people = past.load::<PersonHub>("people")?;
        let purses = past.load::<PurseHub>("purses")?;
        let found = moment(&people, &purses, past.load_value("clock")?);
        let commit = past.commit();
        assert_eq!(found, self.history[&commit].moment, "commit {commit}");
        Ok(())
    }
}

fn moment(people: &Hub<Person>, purses: &Hub<Purse>, clock: Option<u64>) -> Moment {
    Moment {
        people: Rc::new(self::people(people)),
        purses: Rc::new(self::purses(purses)),
        clock,
    }
}

fn people(hub: &Hub<Person>) -> People {
    // One comparison of memory for each name keeps the test fast without optimisation.
    let padding = "x".repeat(hub.iter().map(|(_, row)| row.name.len()).max().unwrap_or(0));
    let rows = hub.iter().map(|(id, row)| {
        let (number, rest) = row.name.split_at(8);
        assert_eq!(rest, &padding[..rest.len()], "the name of {id}");
        (id, (*row.gold, number.to_owned(), rest.len()))
    });
    rows.collect()
}

fn purses(hub: &Hub<Purse>) -> Purses {
    let rows = hub.iter();
    rows.map(|(id, row)| (id, (*row.gold, *row.owner)))
        .collect()
}

/// Returns a live id.
fn pick<T: IdAllocator>(hub: &Hub<T>, random: &mut Random) -> Option<T::Id> {
    if hub.is_empty() {
        return None;
    }
    hub.ids().nth(random.below(hub.len()))
}
