//! The workloads, one file for each family, and the table of them.
//!
//! What was learned from them is in `benches/README.md`.

mod all_rows;
mod fat;
pub(crate) mod rows;

use soa_benches_report::Failure;

use crate::contenders::{Kept, PlainRows, SoaRs, every, every_recycling};
use crate::element::Data;
use crate::harness::{Case, Effort, Figure, measure};
use crate::store::Store;

use self::all_rows::{Loop, Rows, copy, walk};
use self::fat::Part;
use self::rows::{Churn, Fill, churn, fill, lookup};

/// Something that a user's program does, and that is measured.
#[derive(Debug)]
pub struct Workload {
    /// The name by which it is chosen and that its picture has.
    pub name: String,
    /// What is done, and what one operation is.
    pub title: String,
    /// The sizes at which it is measured.
    pub sizes: &'static [usize],
    /// What the sizes count.
    pub unit: &'static str,
    work: Work,
    /// The percentage of rows that were removed in random order.
    holes: usize,
}

impl Workload {
    /// Measures its contenders at one of its sizes.
    ///
    /// # Errors
    ///
    /// Returns an error that names two contenders if they computed different things.
    pub fn measure(&self, size: usize, effort: Effort) -> Result<Vec<Figure>, Failure> {
        let error = |error| format!("{} at {size}: {error}", self.name).into();
        measure(self.work.case(size, self.holes), effort).map_err(error)
    }
}

/// Returns the workloads whose names begin with one of these; all if there is none.
///
/// # Errors
///
/// Returns an error if no workload has one of the names.
pub fn chosen(names: &[String]) -> Result<Vec<Workload>, Failure> {
    let mut all = all();
    for name in names {
        if !all.iter().any(|workload| workload.name.starts_with(name)) {
            let known: Vec<String> = all.into_iter().map(|workload| workload.name).collect();
            return Err(
                format!("no workload `{name}`; expected one of {}", known.join(", ")).into(),
            );
        }
    }
    let chosen = |workload: &Workload| names.iter().any(|name| workload.name.starts_with(name));
    all.retain(|workload| names.is_empty() || chosen(workload));
    Ok(all)
}

const ROWS: (&[usize], &str) = (&[1_000, 100_000, 1_000_000], "rows");
const FAT: (&[usize], &str) = (&[10_000, 100_000], "rows");
const STORES: (&[usize], &str) = (&[10_000], "stores");

/// The percentage of holes, what it adds to a name and what it adds to a title.
const HOLES: [(usize, &str, &str); 4] = [
    (0, "", "no holes"),
    (10, "-few-holes", "10 % holes"),
    (50, "-half-holes", "50 % holes"),
    (90, "-most-holes", "90 % holes"),
];

/// Returns all workloads, in the order of the page.
fn all() -> Vec<Workload> {
    let workload = |name: &str, title: &str, (sizes, unit), work, holes| Workload {
        name: name.to_owned(),
        title: title.to_owned(),
        sizes,
        unit,
        work,
        holes,
    };
    let plain = WORK.iter();
    let plain = plain.map(|&(name, title, sizes, work)| workload(name, title, sizes, work, 0));
    let mut all: Vec<Workload> = plain.collect();
    for &(name, title, work) in LOOPS {
        all.extend(HOLES.map(|(percent, end, holes)| {
            let title = format!("{title}, {holes}, per live row");
            workload(
                &format!("{name}{end}"),
                &title,
                ROWS,
                Work::All(work),
                percent,
            )
        }));
    }
    all
}

/// Loops that are run with each share of holes.
#[rustfmt::skip]
const LOOPS: &[(&str, &str, Loop)] = &[
    ("sum-column", "sum one f32 column", Loop::Sum),
    ("integrate", "pos += vel * dt", Loop::Integrate),
    ("walk-rows", "walk the live rows and sum one u32", Loop::Values),
    ("change-rows", "walk the live rows and change all fields", Loop::Change),
];

type Sizes = (&'static [usize], &'static str);

/// The other workloads.
#[rustfmt::skip]
const WORK: &[(&str, &str, Sizes, Work)] = &[
    ("insert-growing", "insert one row, memory growing", ROWS, Work::Fill(Fill::Growing)),
    ("insert-reserved", "insert one row, memory reserved", ROWS, Work::Fill(Fill::Reserved)),
    ("insert-recycled", "insert one row into slots freed in random order", ROWS, Work::Churn(Churn::Refill)),
    ("collect", "build from a slice, per row", ROWS, Work::Fill(Fill::Bulk)),
    ("collect-with-ids", "build from a slice and keep the ids, per row", ROWS, Work::Fill(Fill::BulkWithIds)),
    ("small-stores", "build one of many small stores of 0 to 8 rows", STORES, Work::Fill(Fill::Small)),
    ("remove-and-insert", "remove a random row and insert one, half of the slots free", ROWS, Work::Churn(Churn::Pairs)),
    ("remove-all", "remove one row, until none is left, in random order", ROWS, Work::Churn(Churn::Removal)),
    ("retain-half", "retain half of the rows, in random order, per row", ROWS, Work::Churn(Churn::Retain)),
    ("read-by-id", "read one field by id, in random order", ROWS, Work::Lookup),
    ("clone-from", "clone_from into a store of the same size, per row", ROWS, Work::Copy),
    ("fat-rows-growing", "insert one row of 432 bytes in nine columns, memory growing", FAT, Work::Fat(Part::Growing)),
    ("fat-rows-clear", "clear a store of rows of 432 bytes, per row", FAT, Work::Fat(Part::Clear)),
    ("fat-rows-drop", "drop a store of rows of 432 bytes, per row", FAT, Work::Fat(Part::Drop)),
];

/// What all contenders do.
#[derive(Debug, Clone, Copy)]
enum Work {
    Fill(Fill),
    Churn(Churn),
    Lookup,
    Copy,
    All(Loop),
    Fat(Part),
}

impl Work {
    /// Prepares `rows` rows, of which `percent` were removed in random order.
    fn case(self, rows: usize, percent: usize) -> Case {
        let (data, removed) = (Data::new(rows), rows * percent / 100);
        let mut case = Case::new(match self {
            Work::Churn(churn) => rows::operations(rows, churn),
            _ => rows - removed,
        });
        match self {
            Work::Fill(work) => {
                every!(fill(&mut case, &data, work));
                case = case.led_by(PlainRows::NAME);
            }
            Work::Churn(work) => {
                every_recycling!(churn(&mut case, &data, work));
                churn::<Kept>(&mut case, &data, work);
            }
            Work::Lookup => {
                rows::masked(&mut case, &data);
                every_recycling!(lookup(&mut case, &data));
            }
            Work::Copy => {
                all_rows::copied_bytes(&mut case, &data);
                every!(copy(&mut case, &data));
            }
            Work::All(work) => {
                let rows = Rows { data, removed };
                all_rows::limit(&mut case, &rows, work);
                every_recycling!(walk(&mut case, &rows, work));
                // It frees no rows and has no ids.
                if let (0, Loop::Sum | Loop::Integrate) = (removed, work) {
                    all_rows::column(&mut case, SoaRs::bulk(&rows.data.elements), work);
                }
            }
            Work::Fat(part) => return fat::case(rows, part),
        }
        case
    }
}
