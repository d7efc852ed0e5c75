//! Whole worlds in one commit.

use soa_journal::{Journal, JournalError, Load, Options};
use soa_runtime::{Hub, IdAllocator, World};

use crate::commits::Small;
use crate::folder;
use crate::kill::{ChestHub, Person, PersonHub};

#[derive(World, Default)]
struct Village {
    people: PersonHub,
    chests: ChestHub,
    #[world(value)]
    clock: u64,
    #[world(skip)]
    shown: Option<String>,
}

fn person(gold: i64) -> Person {
    let letters = String::from("x");
    Person { gold, letters }
}

#[test]
fn a_world_is_loaded_as_it_was_committed() {
    let (_folder, path) = folder();
    let mut journal = Options::new().keep(9).open(&path).unwrap();
    let mut village: Village = journal.load_world().unwrap();
    assert!(village.people.is_empty() && village.clock == 0);
    village.shown = Some("people".to_owned());
    let ada = village.people.insert(person(10));
    let mut commits = Vec::new();
    for clock in 1..4 {
        village.clock = clock;
        village.people.columns_mut().gold[ada] += 1;
        commits.push(journal.commit_world(&mut village).unwrap());
    }
    let check = |village: &Village, clock: i64| {
        assert_eq!(*village.people.row(ada).gold, 10 + clock);
        assert_eq!(
            (i64::try_from(village.clock), &village.shown),
            (Ok(clock), &None)
        );
    };
    for (clock, commit) in (1..).zip(&commits) {
        check(&journal.at(*commit).unwrap().load_world().unwrap(), clock);
    }
    check(&journal.load_world().unwrap(), 3);
    drop(journal);
    let reader = Journal::open_read_only(&path).unwrap();
    check(&reader.load_world().unwrap(), 3);
    check(&reader.at(commits[0]).unwrap().load_world().unwrap(), 1);
}

#[test]
fn the_next_commit_of_a_loaded_world_has_only_what_changed() {
    let (_folder, path) = folder();
    let mut journal = Journal::open(&path).unwrap();
    let mut village = Village::default();
    for gold in 0..1000 {
        village.people.insert(person(gold));
    }
    journal.commit_world(&mut village).unwrap();
    let mut village: Village = journal.load_world().unwrap();
    let before = journal.stats();
    let id = village.people.ids().next().unwrap();
    village.people.columns_mut().gold[id] = 7;
    journal.commit_world(&mut village).unwrap();
    let written = journal.stats().bytes - before.bytes;
    assert!(written < 300, "{written} bytes");
}

#[test]
fn a_world_may_get_a_part_and_lose_one() {
    #[derive(World)]
    struct Town {
        #[world(name = "people")]
        citizens: Hub<Person>,
        #[world(value)]
        name: String,
        #[world(name = "guards")]
        guards: PersonHub,
    }

    impl Default for Town {
        fn default() -> Self {
            let guards = [person(3)].into_iter().collect();
            let (citizens, name) = (Hub::new(), "a town".to_owned());
            Town {
                citizens,
                name,
                guards,
            }
        }
    }

    let (_folder, path) = folder();
    let mut journal = Journal::open(&path).unwrap();
    let mut village = Village {
        clock: 5,
        ..Village::default()
    };
    let ada = village.people.insert(person(10));
    journal.commit_world(&mut village).unwrap();

    let mut town: Town = journal.load_world().unwrap();
    assert_eq!((*town.citizens.row(ada).gold, &*town.name), (10, "a town"));
    assert_eq!(
        town.guards.len(),
        1,
        "what the file lacks stays at its default"
    );
    town.citizens.dealloc(ada);
    town.guards.clear();
    journal.commit_world(&mut town).unwrap();

    // The clock and the chests of the village are still there.
    let village: Village = journal.load_world().unwrap();
    assert_eq!((village.people.len(), village.clock), (0, 5));
    // A hub that was committed empty is there, too.
    assert!(journal.load_world::<Town>().unwrap().guards.is_empty());
}

#[test]
fn a_commit_and_a_commit_of_the_world_write_the_same() {
    let (_folder, path) = folder();
    let mut journal = Journal::open(&path).unwrap();
    let mut village = Village::default();
    let ada = village.people.insert(person(10));
    journal
        .commit(|commit| {
            commit.hub("people", &mut village.people)?;
            commit.value("clock", &3_u64)
        })
        .unwrap();
    let mut loaded: Village = journal.load_world().unwrap();
    assert_eq!((*loaded.people.row(ada).gold, loaded.clock), (10, 3));
    loaded.clock = 4;
    journal.commit_world(&mut loaded).unwrap();
    assert_eq!(journal.load_value("clock").unwrap(), Some(4_u64));
    assert!(journal.load::<PersonHub>("people").unwrap().contains(ada));
}

#[test]
fn if_one_part_cannot_be_written_none_is() {
    #[derive(World, Default)]
    struct Pair {
        people: PersonHub,
        #[world(value)]
        level: Small,
    }

    let (_folder, path) = folder();
    let mut journal = Journal::open(&path).unwrap();
    let mut pair = Pair::default();
    let ada = pair.people.insert(person(1));
    let first = journal.commit_world(&mut pair).unwrap();
    pair.people.columns_mut().gold[ada] = 2;
    pair.level.0 = 101;
    let error = journal.commit_world(&mut pair).unwrap_err();
    assert!(
        error.to_string().starts_with("`level` cannot be written"),
        "{error}"
    );
    assert_eq!(journal.last(), first);
    assert_eq!(
        *journal.load::<PersonHub>("people").unwrap().row(ada).gold,
        1
    );
    // What was refused is in the next commit.
    pair.level.0 = 2;
    journal.commit_world(&mut pair).unwrap();
    let pair: Pair = journal.load_world().unwrap();
    assert_eq!((*pair.people.row(ada).gold, pair.level.0), (2, 2));
}

#[test]
fn a_part_of_another_type_is_an_error_and_no_world() {
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Serialize, Deserialize))]
    struct Person {
        gold: String,
    }

    #[derive(World, Default)]
    struct Other {
        #[world(value)]
        clock: u64,
        people: PersonHub,
    }

    let (_folder, path) = folder();
    let mut journal = Journal::open(&path).unwrap();
    let mut village = Village {
        clock: 5,
        ..Village::default()
    };
    village.people.insert(person(10));
    journal.commit_world(&mut village).unwrap();
    let error = journal.load_world::<Other>().map(|other| other.clock);
    assert!(
        matches!(error, Err(JournalError::Changed { .. })),
        "{error:?}"
    );
}
