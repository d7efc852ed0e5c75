//! W4, W4u, W5, W6: loops over whole columns, full or with holes.
//!
//! A hole of the slots layout holds the defaults, here zeros, which change no
//! sum and move no particle. So the loop over the whole column is right there,
//! holes or not; our hubs run it under their plain names, and a second time only
//! over the live runs.
//!
//! # What was learned
//!
//! - **Runs** are found by the words of the slot table, one compare per slot, as the
//!   table has no other sign of life. Collecting 64 slots into a mask and walking
//!   its runs was no faster with half of the rows holes, slower with nine in ten,
//!   and 1.8 times slower on a full hub.
//! - **The loop over the whole column** has no branch and runs as on a slice. With
//!   nine holes in ten it reads ten times the bytes of the limit, which has the
//!   live rows alone: that is the whole ratio, and memory's above the cache.
//! - **A million rows without holes** are 4 MiB a column, and a loop over them is as
//!   fast as the pages it got in a cache that is shared with strangers. The same
//!   loop over the same bytes, as a slice here and there, differed by up to 1.7 in
//!   the full run; with three stores in a process of their own all took the same
//!   time, within 5 %, in any order of making them.

use std::hint::black_box;
use std::rc::Rc;

use super::churn::{left, with_holes};
use crate::contenders::{self, limits::PlainColumns};
use crate::element::{Data, Element};
use crate::harness::{Case, Kind, Run, Stopwatch};
use crate::store::{OurHub, Recycling, Store, Visit};

/// What the loop does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Loop {
    SumF32,
    SumU32,
    Integrate,
}

/// W4 and W5: all rows are live.
pub(super) fn full(rows: usize, work: Loop) -> Case {
    let mut columns = Full {
        case: Case::new(rows, rows),
        data: Data::new(rows),
        work,
    };
    contenders::every(&mut columns);
    columns.case.led_by(PlainColumns::NAME)
}

/// W6: `percent` of the rows were removed in random order. The limit is plain
/// columns that hold the others, without a hole.
pub(super) fn holes(rows: usize, percent: usize, work: Loop) -> Case {
    let data = Data::new(rows);
    let removed = rows * percent / 100;
    let mut columns = Holes {
        case: Case::new(rows, rows - removed),
        data,
        removed,
        work,
    };
    let live: Vec<Element> = left(&columns.data, removed).collect();
    let mut limit = PlainColumns::bulk(&live);
    columns.add("plain columns, no holes", Kind::Limit, move |step| {
        run(&mut limit, work, step)
    });
    contenders::every(&mut columns);
    columns.case
}

struct Full {
    case: Case,
    data: Rc<Data>,
    work: Loop,
}

impl Visit for Full {
    fn store<S: Store>(&mut self) {
        let mut store = S::empty();
        for &element in &self.data.elements {
            store.insert(element);
        }
        let work = self.work;
        self.case.add(
            S::NAME,
            S::KIND,
            repeat(move |step| run(&mut store, work, step)),
        );
    }
}

struct Holes {
    case: Case,
    data: Rc<Data>,
    removed: usize,
    work: Loop,
}

impl Holes {
    fn add(
        &mut self,
        name: impl Into<String>,
        kind: Kind,
        work: impl FnMut(Step) -> f64 + 'static,
    ) {
        self.case.add(name, kind, repeat(work));
    }
}

impl Visit for Holes {
    fn recycling<S: Recycling>(&mut self) {
        // The limits neither clear nor skip a hole, so their loops would be wrong.
        if S::KIND == Kind::Limit {
            return;
        }
        let mut store = with_holes::<S>(&self.data, self.removed);
        let work = self.work;
        self.add(S::NAME, S::KIND, move |step| run(&mut store, work, step));
    }

    fn hub<S: OurHub>(&mut self) {
        self.recycling::<S>();
        let mut store = with_holes::<S>(&self.data, self.removed);
        let work = self.work;
        let name = format!("{}, by runs", S::NAME);
        self.add(name, S::KIND, move |step| match (work, step) {
            (Loop::SumF32, _) => store.sum_mass_by_runs().into(),
            (Loop::SumU32, _) => store.sum_flags_by_runs().into(),
            (Loop::Integrate, Step::Check) => store.sum_positions(),
            (Loop::Integrate, Step::Work { dt }) => {
                store.integrate_by_runs(dt);
                0.0
            }
        });
    }
}

/// What a contender is asked to do.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// The measured work.
    Work { dt: f32 },
    /// Saying what the work came to.
    Check,
}

#[inline]
fn run<S: Store>(store: &mut S, work: Loop, step: Step) -> f64 {
    match (work, step) {
        (Loop::SumF32, _) => store.sum_mass().into(),
        (Loop::SumU32, _) => store.sum_flags().into(),
        (Loop::Integrate, Step::Check) => store.sum_positions(),
        (Loop::Integrate, Step::Work { dt }) => {
            store.integrate(dt);
            0.0
        }
    }
}

/// Goes to and fro in time, so that positions stay small and exact.
fn repeat(mut work: impl FnMut(Step) -> f64) -> impl FnMut(u32) -> Run {
    let mut dt = -0.5;
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        stopwatch.time(|| {
            for _ in 0..repetitions {
                dt = -dt;
                black_box(work(Step::Work { dt: black_box(dt) }));
            }
        });
        stopwatch.finish(work(Step::Check).to_bits())
    }
}
