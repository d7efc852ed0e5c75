//! A world of two hubs and a value, and what it was at each commit.

use std::collections::{BTreeMap, BTreeSet};

use soa_journal::{CommitId, Journal, JournalError, Past};
use soa_runtime::{Hub, IdAllocator};

use crate::random::Random;

#[derive(IdAllocator)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Person {
    #[soa(tracked)]
    pub(crate) gold: i64,
    #[soa(tracked)]
    pub(crate) name: String,
}

#[derive(IdAllocator)]
#[soa(tracked, layout = dense, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
pub(crate) struct Purse {
    #[soa(tracked)]
    pub(crate) gold: i64,
    #[soa(tracked)]
    pub(crate) owner: Option<PersonId>,
}

/// What a commit must have.
#[derive(Debug, Clone, Default, PartialEq)]
struct Moment {
    people: BTreeMap<PersonId, (i64, String)>,
    purses: BTreeMap<PurseId, (i64, Option<PersonId>)>,
    clock: Option<u64>,
}

/// All ids that were issued.
#[derive(Debug, Clone, Default)]
struct Issued {
    people: BTreeSet<PersonId>,
    purses: BTreeSet<PurseId>,
}

/// What a commit must have, and the ids that were issued before it named the hubs.
#[derive(Debug, Clone, Default)]
struct Committed {
    moment: Moment,
    issued: Issued,
}

/// A world and its history.
#[derive(Default)]
pub(crate) struct World {
    people: PersonHub,
    purses: PurseHub,
    clock: Option<u64>,
    /// Each commit.
    history: BTreeMap<CommitId, Committed>,
    /// The last commit. A hub that it did not name is older.
    committed: Committed,
    issued: Issued,
}

impl World {
    /// Changes something.
    pub(crate) fn step(&mut self, random: &mut Random) {
        for _ in 0..random.below(6) {
            let gold = random.below(100) as i64;
            match random.below(8) {
                0..=2 => {
                    let name = "x".repeat(random.below(40) * random.below(60));
                    let id = self.people.insert(Person { gold, name });
                    assert!(self.issued.people.insert(id), "{id} was issued before");
                }
                3 | 4 => {
                    let owner = pick(&self.people, random);
                    let id = self.purses.insert(Purse { gold, owner });
                    assert!(self.issued.purses.insert(id), "{id} was issued before");
                }
                5 => {
                    if let Some(id) = pick(&self.people, random) {
                        let name = "y".repeat(random.below(2000));
                        self.people.columns_mut().name[id] = name;
                    }
                }
                6 => {
                    if let Some(id) = pick(&self.purses, random) {
                        self.purses.dealloc(id);
                    }
                }
                _ if random.once_in(2) => {
                    if let Some(id) = pick(&self.people, random) {
                        self.people.dealloc(id);
                    }
                }
                _ => {}
            }
        }
        // Gold moves from a person to a purse.
        let (from, to) = (pick(&self.people, random), pick(&self.purses, random));
        if let (Some(from), Some(to)) = (from, to) {
            self.people.columns_mut().gold[from] -= 5;
            self.purses.columns_mut().gold[to] += 5;
        }
    }

    /// Commits all or a part of the world, and records what the commit has.
    pub(crate) fn commit(
        &mut self,
        journal: &mut Journal,
        random: &mut Random,
    ) -> Result<CommitId, JournalError> {
        let parts = random.below(16);
        let mut after = self.committed.clone();
        let next = journal.commits().end() + 1;
        let written = journal.commit(|commit| {
            if parts != 1 {
                commit.hub("people", &mut self.people)?;
                after.moment.people = people(&self.people);
                after.issued.people = self.issued.people.clone();
            }
            if parts != 2 {
                commit.hub("purses", &mut self.purses)?;
                after.moment.purses = purses(&self.purses);
                after.issued.purses = self.issued.purses.clone();
            }
            if parts != 3 {
                if parts == 4 {
                    commit.value("clock", &u64::MAX)?; // the last time counts
                }
                self.clock = Some(next);
                commit.value("clock", &next)?;
                after.moment.clock = self.clock;
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
        let last = *journal.commits().end();
        let people: PersonHub = journal.load::<Person>("people")?.into();
        let purses: PurseHub = journal.load::<Purse>("purses")?.into();
        let clock = journal.load_value("clock")?;
        let found = moment(&people, &purses, clock);
        self.history.split_off(&(last + 1));
        let expected = match last {
            0 => Committed::default(),
            _ => self
                .history
                .get(&last)
                .cloned()
                .expect("a commit of the history"),
        };
        assert_eq!(found, expected.moment, "commit {last}");
        (self.people, self.purses, self.clock) = (people, purses, clock);
        self.issued = expected.issued.clone();
        self.committed = expected;
        Ok(())
    }

    /// Checks a commit of the past.
    pub(crate) fn check(&self, past: Past<'_>) -> Result<(), JournalError> {
        let people = past.load::<Person>("people")?;
        let purses = past.load::<Purse>("purses")?;
        let found = moment(&people, &purses, past.load_value("clock")?);
        assert_eq!(
            found,
            self.history[&past.commit()].moment,
            "commit {}",
            past.commit()
        );
        Ok(())
    }
}

fn moment(people: &Hub<Person>, purses: &Hub<Purse>, clock: Option<u64>) -> Moment {
    Moment {
        people: self::people(people),
        purses: self::purses(purses),
        clock,
    }
}

fn people(hub: &Hub<Person>) -> BTreeMap<PersonId, (i64, String)> {
    let rows = hub.iter();
    rows.map(|(id, row)| (id, (*row.gold, row.name.clone())))
        .collect()
}

fn purses(hub: &Hub<Purse>) -> BTreeMap<PurseId, (i64, Option<PersonId>)> {
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
