//! W12, W13, W14: walks over the rows that are live, with their ids.
//!
//! The limit has the live rows alone, packed, and no ids where the walk does
//! not look at them.
//!
//! # What was learned
//!
//! - **Where there are no holes** a walk is a loop over slices: `fold` and `for_each`
//!   take whole runs, and a `for` loop over one column is as fast, as the walk knows
//!   from the start that it need not look. A flag that never changes did that; to
//!   compute it in each turn from what is left cost six times as much.
//! - **With holes** a live row is some ten instructions, and where few rows of a word
//!   are live, a branch that is not foreseen for each word.
//! - **Runs** in random holes are short, a row or two at half of the rows, and each has
//!   a loop of its own whose end is not foreseen: they are for whole blocks that are
//!   live, and for copies.
//! - **All fields changed** is slower than in an array of structs that is in the cache:
//!   the compiler cannot know that five columns do not overlap, and does one value
//!   after the other.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use super::churn::{left, with_holes};
use crate::contenders::{self, limits::PlainColumns};
use crate::element::{Data, Element, step, sum_u32_column};
use crate::harness::{Case, Kind, Run, Stopwatch};
use crate::store::{OurHub, Recycling, Store, Visit};

/// What the walk is for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Walk {
    /// The sum of one field; the ids are yielded, and not looked at.
    Values,
    /// Finding one id among all.
    Ids,
    /// A change to all fields.
    Change,
}

/// `percent` of the rows were removed in random order.
pub(super) fn case(rows: usize, percent: usize, walk: Walk) -> Case {
    let data = Data::new(rows);
    let removed = rows * percent / 100;
    let mut walks = Walks {
        case: Case::new(rows, rows - removed),
        data,
        removed,
        walk,
    };
    walks.add_limit();
    contenders::every(&mut walks);
    walks.case
}

/// One of the ways to sum a field over the live rows.
type Sum<S> = fn(&mut S) -> u64;

struct Walks {
    case: Case,
    data: Rc<Data>,
    removed: usize,
    walk: Walk,
}

impl Walks {
    fn add_limit(&mut self) {
        let live: Vec<Element> = left(&self.data, self.removed).collect();
        match self.walk {
            Walk::Values => {
                let flags: Vec<u32> = live.iter().map(|element| element.flags).collect();
                let sum = move || sum_u32_column(black_box(&flags)).into();
                self.case.add("packed values", Kind::Limit, repeat(sum));
            }
            Walk::Ids => {
                let ids: Vec<u64> = (0..).take(live.len()).collect();
                let count = move || count(black_box(&ids).iter().copied(), 0);
                self.case.add("packed ids", Kind::Limit, repeat(count));
            }
            Walk::Change => {
                let store = PlainColumns::bulk(&live);
                self.case
                    .add("plain columns, no holes", Kind::Limit, change(store));
            }
        }
    }
}

impl Visit for Walks {
    fn recycling<S: Recycling>(&mut self) {
        // The limits do not skip a hole.
        if S::KIND == Kind::Limit {
            return;
        }
        let mut store = with_holes::<S>(&self.data, self.removed);
        let Self { case, walk, .. } = self;
        match walk {
            Walk::Values => case.add(S::NAME, S::KIND, repeat(move || sum(&mut store))),
            Walk::Ids => case.add(S::NAME, S::KIND, repeat(find(store))),
            Walk::Change => case.add(S::NAME, S::KIND, change(store)),
        }
    }

    fn hub<S: OurHub>(&mut self) {
        let Walk::Values = self.walk else {
            return self.recycling::<S>();
        };
        let store = with_holes::<S>(&self.data, self.removed);
        let store = Rc::new(RefCell::new(store));
        let loops: [(&str, Sum<S>); 3] = [
            ("iter", sum),
            ("iter_live", |store| store.sum_flags_by_values().into()),
            ("by runs", |store| store.sum_flags_by_runs().into()),
        ];
        for (name, work) in loops {
            let (name, store) = (format!("{}, {name}", S::NAME), Rc::clone(&store));
            let work = repeat(move || work(&mut store.borrow_mut()));
            self.case.add(name, S::KIND, work);
        }
    }
}

fn sum<S: Recycling>(store: &mut S) -> u64 {
    let flags = store.walk().map(|(_, flags)| flags);
    flags.fold(0, u32::wrapping_add).into()
}

fn find<S: Recycling>(mut store: S) -> impl FnMut() -> u64 {
    let wanted = store.ids().last();
    move || wanted.map_or(0, |wanted| count(store.ids(), black_box(wanted)))
}

fn count<T: Copy + Eq>(ids: impl Iterator<Item = T>, wanted: T) -> u64 {
    ids.map(|id| u64::from(id == wanted)).sum()
}

fn repeat(mut work: impl FnMut() -> u64) -> impl FnMut(u32) -> Run {
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut checksum = 0;
        stopwatch.time(|| {
            for _ in 0..repetitions {
                checksum = black_box(work());
            }
        });
        stopwatch.finish(checksum)
    }
}

/// Velocities are turned round each time, so that all values stay small and exact.
fn change<S: Recycling>(mut store: S) -> impl FnMut(u32) -> Run {
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let dt = black_box(0.5);
        stopwatch.time(|| {
            for _ in 0..repetitions {
                store.change_rows(|pos, vel, mass, flags, name_id| {
                    step(pos, *vel, dt);
                    *vel = vel.map(|speed| -speed);
                    *mass = -*mass;
                    *flags ^= 1;
                    *name_id ^= 1;
                });
            }
        });
        stopwatch.finish(sum(&mut store) + store.sum_positions().to_bits())
    }
}
