//! Runs the suites against every mutant of the crates.
//!
//! cargo-mutants, which lists the mutants, builds each of them apart: thousands of builds of
//! minutes each. This program compiles all of them into one build, each under a condition,
//! and chooses one with an environment variable.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use crate::schemata::Form;
use crate::suites::Suites;
use crate::tree::Tree;
use crate::trial::{Found, Kind, Outcome};

mod mutant;
mod report;
mod schemata;
mod suites;
mod tree;
mod trial;

/// Why this program ends early.
type Failed = Box<dyn Error + Send + Sync>;

/// Mutants that run at the same time, if `SOA_WORKERS` sets no other number.
const WORKERS: usize = 2;

/// What became of the mutants, by their names.
struct Outcomes {
    path: PathBuf,
    all: BTreeMap<String, Outcome>,
}

impl Outcomes {
    fn read(path: PathBuf) -> Result<Self, Failed> {
        let all = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)?,
            Err(_) => BTreeMap::new(),
        };
        Ok(Self { path, all })
    }

    /// Writes the file, too, so that a run that is stopped counts.
    fn set(&mut self, name: &str, kind: Kind, test: Option<String>) -> Result<(), Failed> {
        println!("{kind:?} {name} {}", test.as_deref().unwrap_or_default());
        self.all.insert(name.to_owned(), Outcome { kind, test });
        Ok(fs::write(
            &self.path,
            serde_json::to_string_pretty(&self.all)?,
        )?)
    }

    fn is(&self, name: &str, kinds: &[Kind]) -> bool {
        self.all
            .get(name)
            .is_some_and(|outcome| kinds.contains(&outcome.kind))
    }
}

fn main() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let folder = env::var_os("CARGO_TARGET_DIR").ok_or("`CARGO_TARGET_DIR` is not set")?;
    let folder = Path::new(&folder).canonicalize()?;
    let (options, wanted): (Vec<_>, Vec<_>) =
        env::args().skip(1).partition(|word| word.starts_with("--"));
    let has = |option: &str| options.iter().any(|given| given == option);
    let rank = |file: &str| wanted.iter().position(|start| file.starts_with(start));

    let mut tree = Tree::copy(&root, &folder.join("tree"))?;
    let mut outcomes = Outcomes::read(folder.join("outcomes.json"))?;
    if has("--table") {
        println!("{}", report::write(&root, &tree, &outcomes.all)?);
        return Ok(());
    }
    tree.settle()?;
    let is_asked = |file: &str| wanted.is_empty() || rank(file).is_some();
    let is_there = |number: &u32| tree.forms.get(number).is_none_or(|form| *form < Form::Left);
    let mutants = tree
        .mutants
        .iter()
        .filter(|(_, mutant)| is_asked(&mutant.file));
    let mut queue: Vec<u32> = mutants
        .map(|(number, _)| *number)
        .filter(is_there)
        .collect();
    queue.sort_by_key(|number| rank(&tree.mutants[number].file));
    if has("--constants") {
        let known = fs::read_to_string(root.join(report::SURVIVORS))?;
        let (equivalent, _) = report::sections(&known)?;
        for number in queue {
            let mutant = &tree.mutants[&number];
            let name = &mutant.name;
            let is_open = outcomes.is(name, &[Kind::Unreached, Kind::Survived]);
            if is_open && !equivalent.contains(&mutant.line(&root)?) {
                let (kind, test) = trial::run_built(number, &tree)?;
                outcomes.set(name, kind, test)?;
            }
        }
        return Ok(());
    }
    // What an earlier run caught is not run again.
    queue.retain(|number| !outcomes.is(&tree.mutants[number].name, &[Kind::Caught, Kind::Hung]));
    // The mutants of the derive change expansions, which only its own tests read at run time.
    let is_derive = queue
        .iter()
        .all(|number| tree.mutants[number].file.starts_with("soa-derive/"));
    let programs = if is_derive {
        tree.build(tree::DERIVE_SUITES, "built", 0)??
    } else {
        tree.build(tree::SUITES, "build", 0)??
    };
    let suites = Suites::measure(&programs, &folder)?;
    println!("{} mutants, {} tests", queue.len(), suites.tests.len());
    let next = AtomicUsize::new(0);
    let state = Mutex::new((Found::new(), outcomes));
    let work = || -> Result<(), Failed> {
        while let Some(&number) = queue.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = state.lock().expect("no panic").0.clone();
            let (kind, test) = trial::run(number, &suites, &found, has("--quick"))?;
            let (found, outcomes) = &mut *state.lock().expect("no panic");
            if let Some(test) = test {
                *found.entry(test).or_default() += 1;
            }
            let test = test.map(|test| &suites.tests[test]);
            let test = test.map(|test| format!("{} {}", test.suite, test.name));
            outcomes.set(&tree.mutants[&number].name, kind, test)?;
        }
        Ok(())
    };
    let workers = env::var("SOA_WORKERS").map_or(Ok(WORKERS), |text| text.parse())?;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().expect("no panic"))
    })
}
