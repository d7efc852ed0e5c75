//! Loops over all rows, with or without holes, and copies of all of them.
//!
//! The limits have the live rows alone, packed. A hole of the slots layout contains the defaults,
//! here zeros, which change no sum and move no particle. So a loop over a whole column is right,
//! holes or not.

use std::hint::black_box;
use std::iter::zip;
use std::rc::Rc;

use super::rows::shuffled;
use crate::case::{Case, Kind};
use crate::contenders::PlainColumns;
use crate::element::{Data, Element, step, sum_pos, sum_u32_column};
use crate::store::{Change, Recycling, Store, sum_by_walk};

/// What the loop does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Loop {
    /// Sums a column.
    Sum,
    /// Moves every position, by two columns.
    Integrate,
    /// Walks the live rows and sums one field. The ids are yielded, and not looked at.
    Values,
    /// Changes all fields of the live rows.
    Change,
}

/// The rows of a case, of which the first `removed` in the order of the visits were removed.
pub(super) struct Rows {
    pub(super) data: Rc<Data>,
    pub(super) removed: usize,
}

impl Rows {
    fn store<S: Recycling>(&self) -> S {
        let (mut store, ids) = shuffled::<S>(&self.data);
        for &position in &self.data.visits[..self.removed] {
            store.remove(ids[position]);
        }
        store
    }

    fn live(&self) -> Vec<Element> {
        let live = self.data.visits[self.removed..].iter();
        live.map(|&visit| self.data.elements[visit]).collect()
    }
}

/// Adds the limit of a loop.
pub(super) fn limit(case: &mut Case, rows: &Rows, work: Loop) {
    let live = rows.live();
    match work {
        Loop::Sum | Loop::Integrate => column(case, PlainColumns::bulk(&live), work),
        Loop::Values => {
            let flags: Vec<u32> = live.iter().map(|element| element.flags).collect();
            let sum = move || sum_u32_column(black_box(&flags)).into();
            case.add_sum("packed values", Kind::Limit, sum);
        }
        Loop::Change => {
            let columns = PlainColumns::bulk(&live);
            let check = |it: &mut PlainColumns| {
                u64::from(sum_u32_column(&it.0.flags)) + sum_pos(&it.0.pos).to_bits()
            };
            let limit = (PlainColumns::NAME, Kind::Limit);
            case.add_loop(limit, columns, change_columns, check);
        }
    }
}

/// Adds a loop over whole columns.
pub(super) fn column<S: Store>(case: &mut Case, mut store: S, work: Loop) {
    if let Loop::Sum = work {
        let sum = move || black_box(&mut store).sum_mass().to_bits().into();
        return case.add_sum(S::NAME, S::KIND, sum);
    }
    // Positions go forth and back, so they stay small and exact.
    let forth_and_back = |(store, dt): &mut (S, f32)| {
        *dt = -*dt;
        store.integrate(*dt);
    };
    let check = |(store, _): &mut (S, f32)| store.sum_positions().to_bits();
    case.add_loop((S::NAME, S::KIND), (store, -0.5), forth_and_back, check);
}

/// Adds a loop over a store with holes, unless it neither clears nor skips a hole.
pub(super) fn walk<S: Recycling>(case: &mut Case, rows: &Rows, work: Loop) {
    match work {
        _ if S::KIND == Kind::Limit => {}
        Loop::Sum | Loop::Integrate => column(case, rows.store::<S>(), work),
        Loop::Values => {
            let mut store = rows.store::<S>();
            let sum = move || sum_by_walk(black_box(&mut store)).into();
            case.add_sum(S::NAME, S::KIND, sum);
        }
        Loop::Change => {
            let work = |store: &mut S| store.change_rows(change());
            let check =
                |store: &mut S| u64::from(sum_by_walk(store)) + store.sum_positions().to_bits();
            case.add_loop((S::NAME, S::KIND), rows.store::<S>(), work, check);
        }
    }
}

/// Returns the change of a row. Velocities are turned round each time, so all values stay small
/// and exact.
#[inline]
fn change() -> impl Change {
    let dt = black_box(0.5);
    move |pos, vel, mass, flags, name_id| {
        step(pos, *vel, dt);
        *vel = vel.map(|speed| -speed);
        *mass = -*mass;
        *flags ^= 1;
        *name_id ^= 1;
    }
}

fn change_columns(columns: &mut PlainColumns) {
    let (columns, mut change) = (&mut columns.0, change());
    let motion = zip(&mut columns.pos, &mut columns.vel);
    let others = zip(
        zip(&mut columns.mass, &mut columns.flags),
        &mut columns.name_id,
    );
    for ((pos, vel), ((mass, flags), name_id)) in zip(motion, others) {
        change(pos, vel, mass, flags, name_id);
    }
}

/// Adds the limit of copies: as many bytes in one piece as the fields and an id of eight bytes.
pub(super) fn copied_bytes(case: &mut Case, data: &Data) {
    let rows = data.elements.len();
    let (source, mut target): (Vec<[u64; 6]>, _) = (vec![[1; 6]; rows], vec![[0; 6]; rows]);
    let sum: f32 = data.elements.iter().map(|element| element.mass).sum();
    case.add("copy of the bytes", Kind::Limit, move |stopwatch| {
        stopwatch.time(|| target.copy_from_slice(black_box(&source)));
        sum.to_bits().into()
    });
}

/// Adds copies of one store into the memory of another one.
pub(super) fn copy<S: Store>(case: &mut Case, data: &Data) {
    if let Some(copy) = S::COPY {
        let [source, mut target] = [(); 2].map(|()| S::bulk(&data.elements));
        case.add(S::NAME, S::KIND, move |stopwatch| {
            stopwatch.time(|| copy(&mut target, black_box(&source)));
            target.sum_mass().to_bits().into()
        });
    }
}
