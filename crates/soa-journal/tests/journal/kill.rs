//! A process that is killed at a random moment, again and again. Gold moves between two hubs,
//! and none is ever lost or made.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use soa_journal::{CommitId, Flush, Journal, JournalError, Load, Options};
use soa_runtime::{IdAllocator, World};

use crate::crashes::number;
use crate::random::Random;

/// Where the process finds its journal.
const PATH: &str = "SOA_KILLED_JOURNAL";
/// What the process writes before it opens the journal.
const READY: &str = "ready";
/// What the process writes after each commit.
const COMMITTED: &str = "committed";
/// The process is killed before it has written this many commits, or soon afterwards.
const COMMITS_OF_A_LIFE: usize = 16;
const GOLD: i64 = 1_000_000;

#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
pub(crate) struct Person {
    pub(crate) gold: i64,
    pub(crate) letters: String,
}

#[derive(IdAllocator)]
#[soa(tracked = all, layout = dense, derive(Serialize, Deserialize))]
pub(crate) struct Chest {
    gold: i64,
    owner: Option<PersonId>,
}

#[derive(World, Default)]
struct Village {
    people: PersonHub,
    chests: ChestHub,
    /// The number of the commit.
    #[world(value)]
    last: CommitId,
}

/// Reads the world, and checks it.
fn load(journal: &Journal) -> Result<Village, JournalError> {
    let village: Village = journal.load_world()?;
    assert_eq!(village.last, journal.last());
    if village.last > 0 {
        let people = village.people.iter().map(|(_, person)| *person.gold);
        let chests = village.chests.iter().map(|(_, chest)| *chest.gold);
        assert_eq!(people.chain(chests).sum::<i64>(), GOLD, "gold is conserved");
    }
    for (id, chest) in &village.chests {
        let owner = chest.owner.filter(|owner| village.people.contains(*owner));
        assert!(owner.is_some(), "{id}");
    }
    Ok(village)
}

/// Moves gold until the process is killed.
fn work(path: &Path, seed: u64) -> Result<(), JournalError> {
    let mut random = Random::new(seed);
    let flush = [
        Flush::Each,
        Flush::Every(Duration::from_millis(2)),
        Flush::OnRequest,
    ];
    let options = Options::new().flush(flush[random.below(3)]);
    let mut journal = options.open(path)?;
    let mut village = load(&journal)?;
    if village.people.is_empty() {
        let letters = String::new();
        village.people.insert(Person {
            gold: GOLD,
            letters,
        });
    }
    loop {
        let Village { people, chests, .. } = &mut village;
        let person = people.ids().nth(random.below(people.len())).unwrap();
        people.columns_mut().letters[person] = "x".repeat(random.below(3000));
        let mut gold = people.row(person).gold / 2;
        match random.below(5) {
            0 if people.len() < 20 => {
                let letters = String::new();
                people.insert(Person { gold, letters });
                *people.row_mut(person).gold -= gold;
            }
            1 if people.len() > 10 => {
                // A chest needs a living owner.
                let owned = chests
                    .iter()
                    .filter(|(_, chest)| *chest.owner == Some(person));
                let ids: Vec<ChestId> = owned.map(|(id, _)| id).collect();
                gold = *people.row(person).gold;
                gold += ids.iter().map(|id| *chests.row(*id).gold).sum::<i64>();
                chests.dealloc_many(ids);
                people.dealloc(person);
                let heir = people.ids().next().unwrap();
                *people.row_mut(heir).gold += gold;
            }
            2 if !chests.is_empty() => {
                let chest = chests.ids().nth(random.below(chests.len())).unwrap();
                let owner = chests.row(chest).owner.unwrap();
                *people.row_mut(owner).gold += *chests.row(chest).gold;
                chests.dealloc(chest);
            }
            _ => {
                let owner = Some(person);
                chests.insert(Chest { gold, owner });
                *people.row_mut(person).gold -= gold;
            }
        }
        village.last += 1;
        journal.commit_world(&mut village)?;
        println!("{COMMITTED}");
        if random.one_in(50) {
            journal.flush()?;
        }
    }
}

/// The process that works, and what it writes.
struct Worker {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Worker {
    fn start(journal: &Path) -> Worker {
        // Linux does not run programs of other systems. `SOA_RUNNER` names the emulator that does.
        let runner = env::var("SOA_RUNNER").unwrap_or_default();
        let mut words = runner
            .split_whitespace()
            .map(OsString::from)
            .collect::<Vec<_>>();
        words.push(env::current_exe().unwrap().into());
        let mut process = Command::new(&words[0])
            .args(&words[1..])
            .args(["--exact", "--ignored", "--nocapture"])
            .arg("kill::works_until_it_is_killed")
            .env(PATH, journal)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Worker { process, output }
    }

    fn wait_for(&mut self, wanted: &str) {
        // The test harness begins the first line.
        let wanted = |line: String| line.ends_with(wanted);
        let mut lines = self.output.by_ref().lines().map(Result::unwrap);
        assert!(lines.any(wanted), "the process ended by itself");
    }

    /// Kills the process a random time after a random number of commits. The time depends on how
    /// fast the process is: under an emulator a commit takes longer than a whole life elsewhere.
    fn kill(mut self, random: &mut Random) {
        self.wait_for(READY);
        // The time of the first commit includes opening the journal.
        let began = Instant::now();
        let commits = random.below(COMMITS_OF_A_LIFE);
        (0..commits).for_each(|_| self.wait_for(COMMITTED));
        let each = if commits == 0 {
            Duration::from_millis(20)
        } else {
            began.elapsed() / commits as u32
        };
        thread::sleep(each * random.below(2000) as u32 / 1000);
        assert!(
            self.process.try_wait().unwrap().is_none(),
            "the process ended by itself"
        );
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// The process that is killed. The other test starts it.
#[test]
#[ignore = "it works until it is killed"]
fn works_until_it_is_killed() {
    if let Some(path) = env::var_os(PATH) {
        let seed = std::process::id().into();
        println!("{READY}");
        work(Path::new(&path), seed).unwrap();
    }
}

#[test]
fn a_process_that_is_killed_loses_and_makes_no_gold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.journal");
    // Under an emulator a process takes seconds to start.
    let kills = number("SOA_KILLS", 200);
    let mut random = Random::new(9);
    let (mut commits, mut made) = (0, 0);
    for kill in 0..kills {
        Worker::start(&path).kill(&mut random);
        if kill % 4 == 3 {
            // Otherwise the next process checks.
            let journal =
                Journal::open(&path).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
            load(&journal).unwrap();
            assert!(journal.last() >= commits);
            commits = journal.last();
            made += 1;
        }
    }
    assert_eq!(made, kills / 4);
    assert!(commits > kills, "{commits} commits in {kills} lives");
}
