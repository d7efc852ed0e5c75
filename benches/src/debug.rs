//! What builds without optimisation make of single steps and of a whole program.
//!
//! Generic code is compiled where it is used, so the profile of the user's crate counts. Nothing
//! is inlined at `opt-level = 0`: a step costs as much as it has calls and closures. So the loops
//! over ids are `while` loops over a slice; a `for` loop costs as much as a lookup.

use std::iter;
use std::time::Duration;

use slotmap::{DefaultKey, Key, SlotMap};
use soa_runtime::{Hub, zip_live};

use crate::case::{Case, Effort, Kind, measure};
use crate::contenders::particle;
use crate::element::{Data, Element};
use crate::games::{Clock, squadrons};
use crate::harness::{Failure, Table};

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
    let steps = STEPS.map(|(step, title)| (title, step_case(step)));
    let shooter = ("a frame of a shooter, per ship", shooter());
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

/// Returns a case whose operations are frames, divided by the number of ships.
fn shooter() -> Case {
    let mut case = Case::new(squadrons::SHIPS);
    let names = [
        ("SlotMap", Kind::Peer),
        ("soa slots", Kind::Ours),
        ("soa dense", Kind::Ours),
    ];
    for ((name, kind), (_, mut game)) in iter::zip(names, squadrons::versions()) {
        case.add(name, kind, move |stopwatch| {
            stopwatch.time(|| game.frame(&mut Clock::new()));
            game.state()
        });
    }
    case
}

/// A function that takes a step for every id, element or row, and returns what it found.
type Take<S, I> = fn(&mut S, Step, &mut [I], &[Element]) -> u32;

fn step_case(step: Step) -> Case {
    let mut case = Case::new(ROWS);
    let new = || SlotMap::with_capacity(ROWS);
    add(
        &mut case,
        ("SlotMap", Kind::Peer),
        step,
        new,
        DefaultKey::null(),
        map,
    );
    slots::add(&mut case, "soa slots", step);
    dense::add(&mut case, "soa dense", step);
    case
}

fn add<S: 'static, I: Copy + 'static>(
    case: &mut Case,
    (name, kind): (&str, Kind),
    step: Step,
    new: fn() -> S,
    no_id: I,
    take: Take<S, I>,
) {
    let data = Data::new(ROWS);
    let filled = move |data: &Data| {
        let (mut store, mut ids) = (new(), vec![no_id; ROWS]);
        take(&mut store, Step::Insert, &mut ids, &data.elements);
        (store, ids)
    };
    let (mut store, mut ids) = filled(&data);
    if step != Step::Replace {
        ids = data.visits.iter().map(|&visit| ids[visit]).collect();
    }
    case.add(name, kind, move |stopwatch| {
        match step {
            Step::Insert => store = new(),
            Step::Retain => store = filled(&data).0,
            _ => {}
        }
        stopwatch.time(|| take(&mut store, step, &mut ids, &data.elements).into())
    });
}

/// Does something for every row.
macro_rules! each {
    ($ids:ident, |$row:ident| $step:expr) => {{
        let mut $row = 0;
        while $row < $ids.len() {
            $step;
            $row += 1;
        }
    }};
}

type Map = SlotMap<DefaultKey, Element>;

fn map(map: &mut Map, step: Step, ids: &mut [DefaultKey], elements: &[Element]) -> u32 {
    let mut found = 0;
    match step {
        Step::Get => each!(ids, |row| found ^= map.get(ids[row]).expect("live").flags),
        Step::Change => each!(ids, |row| map[ids[row]].flags ^= 1),
        Step::Index | Step::ColumnAndIndex => each!(ids, |row| found ^= map[ids[row]].flags),
        Step::Replace => each!(ids, |row| {
            map.remove(ids[row]);
            ids[row] = map.insert(elements[row]);
        }),
        Step::Insert => each!(ids, |row| ids[row] = map.insert(elements[row])),
        Step::Iter | Step::IterLive => {
            for (_, row) in &*map {
                found ^= row.flags;
            }
        }
        Step::IterMut => {
            for (_, row) in map {
                row.flags ^= 1;
            }
        }
        Step::ZipLive => {
            for (_, row) in map {
                row.mass = -row.mass;
                found ^= row.flags;
            }
        }
        Step::Retain => map.retain(|_, row| row.flags % 2 == 0),
    }
    found
}

macro_rules! hub {
    ($module:ident) => {
        mod $module {
            use super::*;

            particle!(#[derive(soa_runtime::IdAllocator)] #[soa(layout = $module)]);

            pub(super) fn add(case: &mut Case, name: &str, step: Step) {
                let new = || Hub::with_capacity(ROWS).into();
                super::add(case, (name, Kind::Ours), step, new, ParticleId::DANGLING, take);
            }

            fn take(
                hub: &mut ParticleHub,
                step: Step,
                ids: &mut [ParticleId],
                elements: &[Element],
            ) -> u32 {
                let mut found = 0;
                match step {
                    Step::Get => each!(ids, |row| found ^= *hub.get(ids[row]).expect("live").flags),
                    Step::Change => each!(ids, |row| *hub.row_mut(ids[row]).flags ^= 1),
                    Step::Index => {
                        let flags = hub.columns().flags;
                        each!(ids, |row| found ^= flags[ids[row]]);
                    }
                    Step::ColumnAndIndex => each!(ids, |row| found ^= hub.columns().flags[ids[row]]),
                    Step::Replace => each!(ids, |row| {
                        hub.dealloc(ids[row]);
                        ids[row] = hub.insert(elements[row].into());
                    }),
                    Step::Insert => each!(ids, |row| ids[row] = hub.insert(elements[row].into())),
                    Step::Iter => {
                        for (_, row) in hub.iter() {
                            found ^= *row.flags;
                        }
                    }
                    Step::IterMut => {
                        for (_, row) in hub.iter_mut() {
                            *row.flags ^= 1;
                        }
                    }
                    Step::IterLive => {
                        for (_, flags) in hub.columns().flags.iter_live() {
                            found ^= flags;
                        }
                    }
                    Step::ZipLive => {
                        let mut columns = hub.columns_mut();
                        for (_, (mass, flags)) in zip_live((&mut columns.mass, &columns.flags)) {
                            *mass = -*mass;
                            found ^= flags;
                        }
                    }
                    Step::Retain => hub.retain(|_, row| *row.flags % 2 == 0),
                }
                found
            }
        }
    };
}
hub!(slots);
hub!(dense);
