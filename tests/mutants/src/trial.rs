//! Runs the tests that reach a mutant until one fails.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Failed;
use crate::suites::{self, Ending, Suites, Test};
use crate::tree::{self, Tree};

/// What became of a mutant.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Outcome {
    pub kind: Kind,
    /// The test that found it.
    pub test: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Caught,
    /// A test did not end.
    Hung,
    Survived,
    /// No test runs this code: it is unused, or computes constants.
    Unreached,
    /// The compiler refuses it.
    Refused,
}

/// How often each test found a mutant.
pub type Found = BTreeMap<usize, u32>;

/// Tests one mutant. The tests that found most of the others in the least time run first. A
/// quick run leaves out the slow tests beside them.
pub fn run(
    mutant: u32,
    suites: &Suites,
    found: &Found,
    is_quick: bool,
) -> Result<(Kind, Option<usize>), Failed> {
    let Some(reaching) = suites.reaching.get(&mutant) else {
        return Ok((Kind::Unreached, None));
    };
    let worth = |test: usize| {
        let count = f64::from(found.get(&test).copied().unwrap_or_default());
        (count + 0.1) / (suites.tests[test].time.as_secs_f64() + 0.005)
    };
    let mut order = reaching.clone();
    order.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)));
    let (first, rest) = order.split_at(order.len().min(3));
    let mut groups: Vec<Vec<usize>> = first.iter().map(|&test| vec![test]).collect();
    // The rest of each suite in one process, the quick tests first.
    let mut others: BTreeMap<(bool, &str), Vec<usize>> = BTreeMap::new();
    for &test in rest {
        let Test { suite, time, .. } = &suites.tests[test];
        let is_slow = *time > Duration::from_millis(100);
        if is_slow && is_quick {
            continue;
        }
        others.entry((is_slow, suite)).or_default().push(test);
    }
    groups.extend(others.into_values());
    for group in groups {
        let tests: Vec<&Test> = group.iter().map(|&test| &suites.tests[test]).collect();
        let name = match suites::run(&tests, mutant, None)? {
            Ending::Passed => continue,
            Ending::Hung => return Ok((Kind::Hung, None)),
            Ending::Failed(name) => name,
        };
        let is_it = |test: &&usize| name.as_ref() == Some(&suites.tests[**test].name);
        let test = if let [only] = group[..] {
            Some(only)
        } else {
            group.iter().find(is_it).copied()
        };
        return Ok((Kind::Caught, test));
    }
    Ok((Kind::Survived, None))
}

/// Builds the small suites with a mutant that changes constants, and runs them.
pub fn run_built(mutant: u32, tree: &Tree) -> Result<(Kind, Option<String>), Failed> {
    for suites in tree::small_suites(&tree.mutants[&mutant].file) {
        let programs = match tree.build(suites, "built", mutant)? {
            Ok(programs) => programs,
            // An assertion that the compiler evaluates.
            Err(error) if error.contains("E0080") => {
                return Ok((Kind::Caught, Some("the compiler".into())));
            }
            Err(_) => return Ok((Kind::Refused, None)),
        };
        for (suite, program) in programs {
            match suites::run_all(&program, mutant)? {
                Ending::Passed => {}
                Ending::Hung => return Ok((Kind::Hung, None)),
                Ending::Failed(name) => {
                    let test = format!("{suite} {}", name.unwrap_or_default());
                    return Ok((Kind::Caught, Some(test)));
                }
            }
        }
    }
    Ok((Kind::Survived, None))
}
