//! The workloads, one file for each family, and the table of them.
//!
//! What was learned from them is in `benches/README.md`.

mod all_rows;
mod fat;
pub(crate) mod rows;

use crate::harness::Failure;

use crate::case::{Case, Effort, Figure, measure};
use crate::contenders::{Aligned, Kept, PlainRows, SoaRs, every, every_recycling};
use crate::element::Data;
use crate::store::Store;

use self::all_rows::{Loop, Rows, copy, walk};
use self::fat::Part;
use self::rows::{Churn, Fill, churn, fill, lookup};

/// Something that a user's program does, and that is measured.
#[derive(Debug)]
pub struct Workload {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What is done, and what one operation is.
    pub title: &'static str,
    /// The sizes at which it is measured, and what they count.
    pub sizes: (&'static [usize], &'static str),
    work: Work,
}

const ROWS: (&[usize], &str) = (&[1_000, 100_000, 1_000_000], "rows");
const FAT: (&[usize], &str) = (&[10_000, 100_000], "rows");
const STORES: (&[usize], &str) = (&[10_000], "stores");

/// All workloads, in the order of the page.
#[rustfmt::skip]
const ALL: [Workload; 27] = [
    on(ROWS, "insert-growing", "insert one row, memory growing", Work::Fill(Fill::Growing)),
    on(ROWS, "insert-reserved", "insert one row, memory reserved", Work::Fill(Fill::Reserved)),
    on(ROWS, "insert-recycled", "insert one row into slots freed in random order", Work::Churn(Churn::Refill)),
    on(ROWS, "collect", "build from a slice, per row", Work::Fill(Fill::Bulk)),
    on(ROWS, "collect-with-ids", "build from a slice and keep the ids, per row", Work::Fill(Fill::BulkWithIds)),
    on(STORES, "small-stores", "build one of many small stores of 0 to 8 rows", Work::Fill(Fill::Small)),
    on(ROWS, "remove-and-insert", "remove a random row and insert one, half of the slots free", Work::Churn(Churn::Pairs)),
    on(ROWS, "remove-all", "remove one row, until none is left, in random order", Work::Churn(Churn::Removal)),
    on(ROWS, "retain-half", "retain half of the rows, in random order, per row", Work::Churn(Churn::Retain)),
    on(ROWS, "read-by-id", "read one field by id, in random order", Work::Lookup),
    on(ROWS, "clone-from", "clone_from into a store of the same size, per row", Work::Copy),
    on(FAT, "fat-rows-growing", "insert one row of 432 bytes in nine columns, memory growing", Work::Fat(Part::Growing)),
    on(FAT, "fat-rows-clear", "clear a store of rows of 432 bytes, per row", Work::Fat(Part::Clear)),
    on(FAT, "fat-rows-drop", "drop a store of rows of 432 bytes, per row", Work::Fat(Part::Drop)),
    on(ROWS, "sum-column", "sum one f32 column, no holes, per live row", Work::All(Loop::Sum, 0)),
    on(ROWS, "sum-column-few-holes", "sum one f32 column, 10 % holes, per live row", Work::All(Loop::Sum, 10)),
    on(ROWS, "sum-column-half-holes", "sum one f32 column, 50 % holes, per live row", Work::All(Loop::Sum, 50)),
    on(ROWS, "sum-column-most-holes", "sum one f32 column, 90 % holes, per live row", Work::All(Loop::Sum, 90)),
    on(ROWS, "integrate", "pos += vel * dt, no holes, per live row", Work::All(Loop::Integrate, 0)),
    on(ROWS, "integrate-few-holes", "pos += vel * dt, 10 % holes, per live row", Work::All(Loop::Integrate, 10)),
    on(ROWS, "integrate-half-holes", "pos += vel * dt, 50 % holes, per live row", Work::All(Loop::Integrate, 50)),
    on(ROWS, "integrate-most-holes", "pos += vel * dt, 90 % holes, per live row", Work::All(Loop::Integrate, 90)),
    on(ROWS, "walk-rows", "walk the live rows and sum one u32, no holes, per live row", Work::All(Loop::Values, 0)),
    on(ROWS, "walk-rows-few-holes", "walk the live rows and sum one u32, 10 % holes, per live row", Work::All(Loop::Values, 10)),
    on(ROWS, "walk-rows-half-holes", "walk the live rows and sum one u32, 50 % holes, per live row", Work::All(Loop::Values, 50)),
    on(ROWS, "walk-rows-most-holes", "walk the live rows and sum one u32, 90 % holes, per live row", Work::All(Loop::Values, 90)),
    on(ROWS, "change-rows", "walk the live rows and change all fields, no holes, per live row", Work::All(Loop::Change, 0)),
];

const fn on(
    sizes: (&'static [usize], &'static str),
    name: &'static str,
    title: &'static str,
    work: Work,
) -> Workload {
    Workload {
        name,
        title,
        sizes,
        work,
    }
}

/// Returns the workloads whose names begin with one of these; all if there is none.
///
/// # Errors
///
/// Returns an error if no workload has one of the names.
pub fn chosen(names: &[String]) -> Result<Vec<Workload>, Failure> {
    let known = ALL.map(|workload| workload.name);
    let unknown = |name: &&String| !known.iter().any(|it| it.starts_with(*name));
    if let Some(name) = names.iter().find(unknown) {
        return Err(format!("no workload `{name}`; expected one of {}", known.join(", ")).into());
    }
    let is_chosen =
        |it: &Workload| names.is_empty() || names.iter().any(|name| it.name.starts_with(name));
    Ok(ALL.into_iter().filter(is_chosen).collect())
}

impl Workload {
    /// Measures its contenders at one of its sizes.
    ///
    /// # Errors
    ///
    /// Returns an error that names two contenders if they computed different things.
    pub fn measure(&self, size: usize, effort: Effort) -> Result<Vec<Figure>, Failure> {
        let error = |error| format!("{} at {size}: {error}", self.name).into();
        measure(self.work.case(size), effort).map_err(error)
    }
}

/// What all contenders do.
#[derive(Debug, Clone, Copy)]
enum Work {
    Fill(Fill),
    Churn(Churn),
    Lookup,
    Copy,
    /// With this percentage of the rows removed, in random order.
    All(Loop, usize),
    Fat(Part),
}

impl Work {
    /// Prepares its contenders with this number of rows.
    fn case(self, rows: usize) -> Case {
        let data = Data::new(rows);
        let mut case = Case::new(match self {
            Work::Churn(churn) => rows::operations(rows, churn),
            Work::All(_, percent) => rows - rows * percent / 100,
            _ => rows,
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
            Work::All(work, percent) => {
                let removed = rows * percent / 100;
                let rows = Rows { data, removed };
                all_rows::limit(&mut case, &rows, work);
                every_recycling!(walk(&mut case, &rows, work));
                // It frees no rows and has no ids.
                if let (0, Loop::Sum | Loop::Integrate) = (removed, work) {
                    all_rows::column(&mut case, SoaRs::bulk(&rows.data.elements), work);
                    all_rows::column(&mut case, Aligned::bulk(&rows.data.elements), work);
                }
            }
            Work::Fat(part) => return fat::case(rows, part),
        }
        case
    }
}
