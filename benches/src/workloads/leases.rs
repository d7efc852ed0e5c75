//! W20, W21, W22: rows made away from the hub, by one thread and by two, and rows
//! that go out of the hub and come back under their ids.
//!
//! The hubs have the slots layout and ids of 8 bytes. Their slots were freed in
//! random order before, so that leases are given recycled ids.
//!
//! # What was learned
//!
//! - **A leased insertion** takes a quarter of an insertion: it writes one row into one
//!   vector. Taking the lease and settling it move every row once more, and read the
//!   holes that the rows replace, so all three together take 1.1 to 2.3.
//! - **A lock per 64 rows** is as fast as vectors, with two threads on two cores. What
//!   leases buy is ids without a lock, and the same hub in every run.

use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use soa_runtime::{IdAllocator, Lease};

use crate::element::{Data, Element};
use crate::harness::{Case, Kind, Run, Stopwatch};

#[derive(IdAllocator)]
struct Particle {
    pos: [f32; 3],
    vel: [f32; 3],
    mass: f32,
    flags: u32,
    name_id: u64,
}

impl From<Element> for Particle {
    fn from(element: Element) -> Self {
        let (pos, vel, mass, flags, name_id) = element.fields();
        Particle {
            pos,
            vel,
            mass,
            flags,
            name_id,
        }
    }
}

/// How many threads make rows at once.
const THREADS: usize = 2;

/// How many rows are made per entry into the lock, where it is not one.
const BATCH: usize = 64;

/// A hub whose free slots are in random order, one for each element.
fn recycled(data: &Data) -> ParticleHub {
    let mut hub = ParticleHub::new();
    let ids: Vec<ParticleId> = data
        .elements
        .iter()
        .map(|&e| hub.insert(e.into()))
        .collect();
    for &position in &data.order {
        hub.dealloc(ids[position]);
    }
    hub
}

/// Frees all rows in random order, as [`recycled`] has.
fn free(hub: &mut ParticleHub, data: &Data, ids: &mut Vec<ParticleId>) {
    ids.clear();
    ids.extend(hub.ids());
    for &position in &data.order {
        hub.dealloc(ids[position]);
    }
}

/// What a full hub is recognised by.
fn checksum(hub: &ParticleHub) -> u64 {
    hub.columns()
        .flags
        .iter()
        .map(|&flags| u64::from(flags))
        .sum()
}

/// Makes a contender that fills a hub and is measured while it does.
fn filling(
    data: &Rc<Data>,
    mut fill: impl FnMut(&mut Stopwatch, &mut ParticleHub, &[Element]) + 'static,
) -> impl FnMut(u32) -> Run + 'static {
    let (data, mut hub, mut ids) = (Rc::clone(data), recycled(data), Vec::new());
    move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut found = 0;
        for _ in 0..repetitions {
            fill(&mut stopwatch, &mut hub, &data.elements);
            found = checksum(&hub);
            free(&mut hub, &data, &mut ids);
        }
        stopwatch.finish(found)
    }
}

fn insert_all(lease: &mut Lease<Particle>, elements: &[Element]) {
    for &element in elements {
        lease.insert(element.into());
    }
}

/// One thread makes rows, beside the hub or in it.
pub(super) fn alone(rows: usize) -> Case {
    let data = Data::new(rows);
    let mut case = Case::new(rows, rows);
    let fill = filling(&data, |stopwatch, hub, elements| {
        stopwatch.time(|| {
            for &element in elements {
                hub.insert(element.into());
            }
        });
    });
    case.add("insert", Kind::Limit, fill);
    let fill = filling(&data, |stopwatch, hub, elements| {
        let mut lease = hub.lease(elements.len());
        stopwatch.time(|| insert_all(&mut lease, elements));
        let _ = hub.settle([lease]);
    });
    case.add("insert into a lease", Kind::Ours, fill);
    let fill = filling(&data, |stopwatch, hub, elements| {
        stopwatch.time(|| {
            let mut lease = hub.lease(elements.len());
            insert_all(&mut lease, elements);
            let _ = hub.settle([lease]);
        });
    });
    case.add("lease, insert, settle", Kind::Ours, fill);
    let fill = filling(&data, |stopwatch, hub, elements| {
        stopwatch.time(|| {
            let made: Vec<Particle> = elements.iter().map(|&element| element.into()).collect();
            hub.extend(made);
        });
    });
    case.add("vector, then extend", Kind::Ours, fill);
    case
}

/// Two threads make rows and are joined, in one repetition.
pub(super) fn threads(rows: usize) -> Case {
    let data = Data::new(rows);
    let mut case = Case::new(rows, rows);
    let part = rows.div_ceil(THREADS);
    let fill = filling(&data, move |stopwatch, hub, elements| {
        stopwatch.time(|| {
            let made: Vec<Vec<Particle>> = thread::scope(|scope| {
                let make = |part: &'_ [Element]| part.iter().map(|&e| e.into()).collect();
                let parts = elements.chunks(part);
                let workers: Vec<_> = parts.map(|part| scope.spawn(move || make(part))).collect();
                let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join();
                workers.into_iter().filter_map(|w| join(w).ok()).collect()
            });
            hub.extend(made.into_iter().flatten());
        });
    });
    case.add("vectors, then extend", Kind::Limit, fill);
    let fill = filling(&data, move |stopwatch, hub, elements| {
        stopwatch.time(|| {
            let parts = elements.chunks(part);
            let mut leases: Vec<_> = parts.clone().map(|part| hub.lease(part.len())).collect();
            thread::scope(|scope| {
                for (lease, part) in leases.iter_mut().zip(parts) {
                    scope.spawn(move || insert_all(lease, part));
                }
            });
            let _ = hub.settle(leases);
        });
    });
    case.add("leases", Kind::Ours, fill);
    for (name, batch) in [("a lock per 64 rows", BATCH), ("a lock per row", 1)] {
        let fill = filling(&data, move |stopwatch, hub, elements| {
            let locked = Mutex::new(std::mem::take(hub));
            stopwatch.time(|| {
                thread::scope(|scope| {
                    for part in elements.chunks(part) {
                        let locked = &locked;
                        scope.spawn(move || insert_locked(locked, part, batch));
                    }
                });
            });
            *hub = locked.into_inner().unwrap_or_else(PoisonError::into_inner);
        });
        case.add(name, Kind::Ours, fill);
    }
    case
}

fn enter(hub: &Mutex<ParticleHub>) -> MutexGuard<'_, ParticleHub> {
    hub.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the records of a batch outside the lock, and their rows inside.
fn insert_locked(hub: &Mutex<ParticleHub>, elements: &[Element], batch: usize) {
    let mut made = Vec::with_capacity(batch);
    for elements in elements.chunks(batch) {
        made.extend(elements.iter().map(|&element| Particle::from(element)));
        let mut hub = enter(hub);
        for record in made.drain(..) {
            hub.insert(record);
        }
    }
}

/// Rows go out in random order, and come back at once.
pub(super) fn out_and_back(rows: usize) -> Case {
    let mut case = Case::new(rows, rows);
    let data = Data::new(rows);
    let full = || {
        let mut hub = recycled(&data);
        let ids: Vec<ParticleId> = data
            .elements
            .iter()
            .map(|&e| hub.insert(e.into()))
            .collect();
        (hub, ids, Rc::clone(&data))
    };
    let (mut hub, mut ids, visits) = full();
    case.add("remove + insert", Kind::Limit, move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        for _ in 0..repetitions {
            stopwatch.time(|| {
                for &visit in &visits.visits {
                    if let Some(record) = hub.remove(ids[visit]) {
                        ids[visit] = hub.insert(record);
                    }
                }
            });
        }
        stopwatch.finish(checksum(&hub))
    });
    let (mut hub, ids, visits) = full();
    case.add("detach + fill", Kind::Ours, move |repetitions| {
        let mut stopwatch = Stopwatch::default();
        let mut refused = 0;
        for _ in 0..repetitions {
            stopwatch.time(|| {
                for &visit in &visits.visits {
                    if let Some(record) = hub.detach(ids[visit]) {
                        refused += u64::from(hub.fill(ids[visit], record).is_err());
                    }
                }
            });
        }
        stopwatch.finish(checksum(&hub) + refused)
    });
    case
}
