//! The workloads, one file per family, and the table of them.

mod churn;
mod columns;
mod copies;
mod growth;
mod leases;
mod lookup;
mod packed;
mod skeleton;
pub(crate) mod small;
mod walks;

use crate::harness::Case;

use self::churn::Churn;
use self::columns::Loop;
use self::growth::Fill;
use self::lookup::Ids;
use self::packed::Work;
use self::walks::Walk;

/// Something that a user's program does, and that is measured.
#[derive(Debug, Clone, Copy)]
pub struct Workload {
    /// A short name, to choose it by and to name its files.
    pub id: &'static str,
    /// What is done, and what one operation is.
    pub title: &'static str,
    /// The sizes it is measured at.
    pub sizes: &'static [usize],
    /// What the sizes count.
    pub unit: &'static str,
    /// Prepares its contenders at one of these sizes.
    pub case: fn(usize) -> Case,
}

const ROWS: &[usize] = &[1_000, 100_000, 1_000_000];

/// The sizes of what is done with leases: starting two threads costs more than a
/// thousand rows.
const LEASED: &[usize] = &[10_000, 100_000];

const fn rows(id: &'static str, title: &'static str, case: fn(usize) -> Case) -> Workload {
    Workload {
        id,
        title,
        sizes: ROWS,
        unit: "rows",
        case,
    }
}

const fn blocks(id: &'static str, title: &'static str, case: fn(usize) -> Case) -> Workload {
    Workload {
        id,
        title,
        sizes: &[1_000, 10_000],
        unit: "blocks",
        case,
    }
}

/// All workloads, in the order of their reports.
pub const ALL: &[Workload] = &[
    rows("W1", "insert one row, memory growing", |n| {
        growth::case(n, Fill::Growing)
    }),
    rows("W1r", "insert one row, memory reserved", |n| {
        growth::case(n, Fill::Reserved)
    }),
    rows(
        "W2",
        "remove a random row and insert one, half of the slots free",
        |n| churn::case(n, Churn::Pairs),
    ),
    rows(
        "W2f",
        "insert one row into slots freed in random order",
        |n| churn::case(n, Churn::Refill),
    ),
    rows("W3", "read one field by id, in random order", |n| {
        lookup::case(n, Ids::Live)
    }),
    rows(
        "W3s",
        "read one field by id, a tenth of the ids stale",
        |n| lookup::case(n, Ids::TenthStale),
    ),
    rows("W4", "sum one f32 column, per row", |n| {
        columns::full(n, Loop::SumF32)
    }),
    rows("W4u", "sum one u32 column, per row", |n| {
        columns::full(n, Loop::SumU32)
    }),
    rows("W5", "pos += vel * dt, per row", |n| {
        columns::full(n, Loop::Integrate)
    }),
    rows(
        "W6-50m",
        "sum one f32 column, 50 % holes, per live row",
        |n| columns::holes(n, 50, Loop::SumF32),
    ),
    rows(
        "W6-50u",
        "sum one u32 column, 50 % holes, per live row",
        |n| columns::holes(n, 50, Loop::SumU32),
    ),
    rows("W6-50i", "pos += vel * dt, 50 % holes, per live row", |n| {
        columns::holes(n, 50, Loop::Integrate)
    }),
    rows(
        "W6-90m",
        "sum one f32 column, 90 % holes, per live row",
        |n| columns::holes(n, 90, Loop::SumF32),
    ),
    rows(
        "W6-90u",
        "sum one u32 column, 90 % holes, per live row",
        |n| columns::holes(n, 90, Loop::SumU32),
    ),
    rows("W6-90i", "pos += vel * dt, 90 % holes, per live row", |n| {
        columns::holes(n, 90, Loop::Integrate)
    }),
    rows(
        "W7",
        "remove one row, until none is left, in random order",
        |n| churn::case(n, Churn::Removal),
    ),
    rows("W8", "build from a slice, per row", |n| {
        growth::case(n, Fill::Bulk)
    }),
    rows("W8i", "build from a slice, the ids kept, per row", |n| {
        growth::case(n, Fill::BulkWithIds)
    }),
    Workload {
        id: "W9",
        title: "build one of many small stores of 0 to 8 rows",
        sizes: &[10_000],
        unit: "stores",
        case: small::case,
    },
    blocks(
        "W10r",
        "packed buffer: release one of half of the blocks, in random order",
        |n| packed::case(n, Work::Release),
    ),
    blocks(
        "W10m",
        "packed buffer: release every second block in one call, per block",
        |n| packed::case(n, Work::ReleaseMany),
    ),
    blocks(
        "W10a",
        "packed buffer: insert one block of 64 to 4096 bytes",
        |n| packed::case(n, Work::Insert),
    ),
    blocks(
        "W10f",
        "packed buffer: read the first word of each block",
        |n| packed::case(n, Work::FirstWords),
    ),
    blocks("W10s", "packed buffer: read all bytes of each block", |n| {
        packed::case(n, Work::Scan)
    }),
    Workload {
        id: "W11",
        title: "pose one of 96 joints of each of many skeletons",
        sizes: &[1_000],
        unit: "skeletons",
        case: skeleton::case,
    },
    rows(
        "W12-00",
        "walk the live rows and sum one u32, no holes, per live row",
        |n| walks::case(n, 0, Walk::Values),
    ),
    rows(
        "W12-10",
        "walk the live rows and sum one u32, 10 % holes, per live row",
        |n| walks::case(n, 10, Walk::Values),
    ),
    rows(
        "W12-50",
        "walk the live rows and sum one u32, 50 % holes, per live row",
        |n| walks::case(n, 50, Walk::Values),
    ),
    rows(
        "W12-90",
        "walk the live rows and sum one u32, 90 % holes, per live row",
        |n| walks::case(n, 90, Walk::Values),
    ),
    rows(
        "W13-00",
        "walk the ids of the live rows, no holes, per live row",
        |n| walks::case(n, 0, Walk::Ids),
    ),
    rows(
        "W13-10",
        "walk the ids of the live rows, 10 % holes, per live row",
        |n| walks::case(n, 10, Walk::Ids),
    ),
    rows(
        "W13-50",
        "walk the ids of the live rows, 50 % holes, per live row",
        |n| walks::case(n, 50, Walk::Ids),
    ),
    rows(
        "W13-90",
        "walk the ids of the live rows, 90 % holes, per live row",
        |n| walks::case(n, 90, Walk::Ids),
    ),
    rows(
        "W14-00",
        "walk the live rows and change all fields, no holes, per live row",
        |n| walks::case(n, 0, Walk::Change),
    ),
    rows(
        "W14-50",
        "walk the live rows and change all fields, 50 % holes, per live row",
        |n| walks::case(n, 50, Walk::Change),
    ),
    rows(
        "W15",
        "clone_from into a store of the same size, per row",
        copies::case,
    ),
    rows(
        "W16",
        "retain half of the rows, in random order, per row",
        |n| churn::case(n, Churn::Retain),
    ),
    Workload {
        id: "W20",
        title: "make one row away from the hub, in slots freed in random order",
        sizes: LEASED,
        unit: "rows",
        case: leases::alone,
    },
    Workload {
        id: "W21",
        title: "make one row on one of two threads",
        sizes: LEASED,
        unit: "rows",
        case: leases::threads,
    },
    Workload {
        id: "W22",
        title: "take a random row out of the hub and put it back",
        sizes: LEASED,
        unit: "rows",
        case: leases::out_and_back,
    },
];
