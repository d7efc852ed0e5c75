//! What each container does in each step.

use slotmap::{DefaultKey, Key, SlotMap};
use soa_runtime::{Hub, zip_live};

use super::{ROWS, Step};
use crate::contenders::particle;
use crate::element::{Data, Element};
use crate::harness::{Case, Kind};

/// A function that takes a step for every id, element or row, and returns what it found.
type Take<S, I> = fn(&mut S, Step, &mut [I], &[Element]) -> u32;

pub(super) fn case(step: Step) -> Case {
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
