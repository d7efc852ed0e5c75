//! The tables of TESTING.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::Failed;
use crate::schemata::Form;
use crate::tree::Tree;
use crate::trial::{Kind, Outcome};

/// The file with the mutants that no test finds.
pub const SURVIVORS: &str = "tests/mutants/survivors.md";

/// Splits the text of [`SURVIVORS`] into the equivalent mutants and the others.
pub fn sections(known: &str) -> Result<(&str, &str), Failed> {
    Ok(known.split_once("\n## Not found").ok_or("two sections")?)
}

/// What became of the mutants of one folder.
#[derive(Default)]
struct Row {
    listed: usize,
    refused: usize,
    fixed: usize,
    caught: usize,
    hung: usize,
    equivalent: usize,
    survived: usize,
}

/// Returns a table of all folders, and a line for each mutant that survived and is not in
/// `survivors.md`.
pub fn write(
    root: &Path,
    tree: &Tree,
    outcomes: &BTreeMap<String, Outcome>,
) -> Result<String, Failed> {
    let known = fs::read_to_string(root.join(SURVIVORS))?;
    let (equivalent, other) = sections(&known)?;
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut lines = String::new();
    for (number, mutant) in &tree.mutants {
        let row = rows.entry(mutant.folder()).or_default();
        row.listed += 1;
        match tree.forms.get(number) {
            Some(Form::Left) => {
                row.refused += 1;
                continue;
            }
            Some(Form::Fixed) => {
                row.fixed += 1;
                continue;
            }
            _ => {}
        }
        let Some(outcome) = outcomes.get(&mutant.name) else {
            continue;
        };
        match outcome.kind {
            Kind::Refused => row.refused += 1,
            Kind::Caught => row.caught += 1,
            Kind::Hung => row.hung += 1,
            Kind::Survived | Kind::Unreached => {
                let line = mutant.line(root)?;
                if equivalent.contains(&line) {
                    row.equivalent += 1;
                    continue;
                }
                row.survived += 1;
                if !other.contains(&line) {
                    writeln!(lines, "{line} {:?} |", outcome.kind)?;
                }
            }
        }
    }
    let mut text = String::from(
        "| folder | mutants | do not compile | in macros | run | caught | by time | equivalent | survived | caught of the rest |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let mut all = Row::default();
    for (folder, row) in &rows {
        writeln!(text, "| `{folder}` {row}")?;
        all.listed += row.listed;
        all.refused += row.refused;
        all.fixed += row.fixed;
        all.caught += row.caught;
        all.hung += row.hung;
        all.equivalent += row.equivalent;
        all.survived += row.survived;
    }
    writeln!(text, "| all {all}\n\n{lines}")?;
    Ok(text)
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            listed,
            refused,
            fixed,
            caught,
            hung,
            equivalent,
            survived,
        } = self;
        let caught = caught + hung;
        let run = caught + equivalent + survived;
        write!(
            f,
            "| {listed} | {refused} | {fixed} | {run} | {caught} | {hung} | {equivalent} | {survived} |"
        )?;
        match caught + survived {
            0 => write!(f, " |"),
            counted => write!(f, " {:.1} % |", 100.0 * caught as f64 / counted as f64),
        }
    }
}
