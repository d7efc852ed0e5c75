//! What builds without optimisation make of single steps and of a whole program.
//!
//! Generic code is compiled where it is used, so the profile of the user's crate counts. Nothing
//! is inlined at `opt-level = 0`: a step costs as much as it has calls and closures. So the loops
//! over ids are `while` loops over a slice; a `for` loop costs as much as a lookup.

mod shooter;
mod steps;

use std::iter;
use std::time::Duration;

use soa_benches_report::{Failure, Table};

use crate::harness::{Effort, measure};

const ROWS: usize = 1_000;

/// What is measured, in the order of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
enum Step {
    Get, Change, Index, ColumnAndIndex, Replace, Insert, Iter, IterMut, IterLive, ZipLive, Retain,
}

const STEPS: [(Step, &str); 11] = [
    (Step::Get, "`get(id)`, one field read"),
    (Step::Change, "`row_mut(id)`, one field changed"),
    (Step::Index, "`column[id]`, the columns borrowed once"),
    (Step::ColumnAndIndex, "`hub.columns().field[id]`"),
    (Step::Replace, "`dealloc` + `insert`"),
    (Step::Insert, "`insert`, memory reserved"),
    (Step::Iter, "`iter`, one field read, per row"),
    (Step::IterMut, "`iter_mut`, one field changed, per row"),
    (Step::IterLive, "`iter_live` of one column, per row"),
    (Step::ZipLive, "`zip_live` of two columns, per row"),
    (Step::Retain, "`retain` of every second row, per row"),
];

/// Measures everything in this build and returns the table. A quick run takes a tenth of the time.
///
/// # Errors
///
/// Returns an error if two contenders computed different things.
pub fn table(quick: bool) -> Result<Table, Failure> {
    let effort = Effort {
        case: Duration::from_millis(if quick { 100 } else { 1_000 }),
        sample: Duration::from_millis(1),
        rounds: if quick { 3 } else { 9 },
    };
    let steps = STEPS.map(|(step, title)| (title, steps::case(step)));
    let shooter = ("a frame of a shooter, per entity", shooter::case());
    let mut table = Table::default();
    for (number, (title, case)) in steps.into_iter().chain([shooter]).enumerate() {
        let figures = measure(case, effort)?;
        if number == 0 {
            let names = figures.iter().map(|figure| figure.kind.mark(&figure.name));
            let titles = names.flat_map(|name| [format!("{name}: ns"), "ratio".into()]);
            table.row(iter::once(String::new()).chain(titles));
        }
        let cells = figures.iter().flat_map(|it| [it.nanoseconds, it.ratio[1]]);
        let cells = cells.map(|value| format!("{value:.1}"));
        table.row(iter::once(title.to_owned()).chain(cells));
    }
    Ok(table)
}
