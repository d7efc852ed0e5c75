//! What is counted. Each function is one entry of the file, so none is inlined.

use std::hint::black_box;

use soa_runtime::packed::PackedBuffer;
use soa_runtime::{Columns, IdAllocator, Tick};

/// The number of rows of each hub.
const ROWS: u16 = 1000;

#[derive(IdAllocator)]
#[soa(tracked)]
struct Sent {
    #[soa(tracked)]
    position: [f32; 3],
}

/// A function of each layout.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator, Clone)]
            #[soa(layout = $layout, derive(Clone))]
            struct Particle {
                position: [f32; 3],
                velocity: [f32; 3],
                #[soa(default = 100)]
                life: u32,
                label: Option<Box<str>>,
            }

            fn record(number: u16) -> Particle {
                Particle {
                    position: [f32::from(number); 3],
                    velocity: [1.0; 3],
                    life: number.into(),
                    label: None,
                }
            }

            /// A hub with a row in every slot, or in every second one.
            fn hub(every: usize) -> (ParticleHub, Vec<ParticleId>) {
                let mut hub = ParticleHub::with_capacity(ROWS.into());
                let ids = hub.insert_many((0..ROWS).map(record));
                let freed = ids.iter().skip(1).step_by(2).filter(|_| every == 2);
                hub.dealloc_many(freed.copied());
                (hub, ids)
            }

            #[inline(never)]
            fn counted_insert(hub: &mut ParticleHub) {
                for number in 0..ROWS {
                    black_box(hub.insert(black_box(record(number))));
                }
            }

            pub(super) fn insert() {
                counted_insert(&mut ParticleHub::with_capacity(ROWS.into()));
            }

            #[inline(never)]
            fn counted_recycle(hub: &mut ParticleHub, ids: &mut [ParticleId]) {
                for id in ids {
                    hub.dealloc(*id);
                    *id = hub.alloc();
                }
            }

            pub(super) fn recycle() {
                let (mut hub, mut ids) = hub(1);
                counted_recycle(&mut hub, &mut ids);
            }

            #[inline(never)]
            fn counted_get(hub: &ParticleHub, ids: &[ParticleId]) -> u32 {
                ids.iter().filter_map(|id| hub.get(*id)).map(|row| *row.life).sum()
            }

            pub(super) fn get() {
                let (hub, ids) = hub(2);
                black_box(counted_get(&hub, &ids));
            }

            /// A step of a chain of closures, in a function: three columns are looked up, each
            /// with its own check.
            #[inline(never)]
            fn counted_step(columns: &Columns<'_, Particle>, id: ParticleId) -> Option<(u32, f32)> {
                let is_near = |position: &&[f32; 3]| position[0] < 500.0;
                columns.position.get(id).filter(is_near)?;
                Some((columns.life[id], columns.velocity[id][0]))
            }

            pub(super) fn step() {
                let (hub, ids) = hub(1);
                let columns = hub.columns();
                for id in ids {
                    black_box(counted_step(black_box(&columns), id));
                }
            }

            #[inline(never)]
            fn counted_walk(hub: &mut ParticleHub) {
                for (id, row) in hub.iter_mut() {
                    *row.life = row.life.wrapping_add(id.index());
                }
            }

            pub(super) fn walk() {
                counted_walk(&mut hub(2).0);
            }

            #[inline(never)]
            fn counted_retain(hub: &mut ParticleHub) {
                hub.retain(|_, row| *row.life % 2 == 0);
            }

            pub(super) fn retain() {
                counted_retain(&mut hub(1).0);
            }

            #[inline(never)]
            fn counted_clone_from(hub: &mut ParticleHub, source: &ParticleHub) {
                hub.clone_from(source);
            }

            pub(super) fn clone_from() {
                counted_clone_from(&mut hub(1).0, &hub(2).0);
            }

            #[inline(never)]
            fn counted_integrate(hub: &mut ParticleHub) {
                let mut columns = hub.columns_mut();
                for (position, velocity) in columns.position.iter_mut().zip(columns.velocity) {
                    for axis in 0..3 {
                        position[axis] += velocity[axis] * 0.016;
                    }
                }
            }

            pub(super) fn integrate() {
                counted_integrate(&mut hub(1).0);
            }
        }
    )*};
}

in_both_layouts!(slots dense);

#[inline(never)]
fn counted_changes(hub: &mut SentHub, ids: &[SentId], since: Tick) -> usize {
    let mut columns = hub.columns_mut();
    for id in ids.iter().step_by(10) {
        columns.position[*id][0] += 1.0;
    }
    let changed = columns.position.changed_since(since, 0);
    changed.map(|rows| rows.len()).sum()
}

fn changes() {
    let mut hub = SentHub::new();
    let ids = hub.alloc_many(ROWS.into());
    let since = hub.advance();
    black_box(counted_changes(&mut hub, &ids, since));
}

#[inline(never)]
fn counted_blocks(buffer: &mut PackedBuffer<u16>, bytes: &[u8]) {
    let mut insert = |number| buffer.insert(&bytes[..usize::from(number % 64)], number);
    let ids: Vec<_> = (0..ROWS / 10)
        .filter_map(|number| insert(number).ok())
        .collect();
    for id in ids.iter().step_by(2) {
        buffer.remove(*id);
    }
    buffer.compact();
}

fn blocks() {
    counted_blocks(&mut PackedBuffer::with_capacity(1 << 16, 256), &[7; 64]);
}

/// An entry: its name in the file, the name of its function, and what runs it.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) function: &'static str,
    pub(crate) run: fn(),
}

/// Lists the functions of both layouts, and others.
macro_rules! entries {
    ([$($text:literal: $run:ident, $function:ident;)*] $($other:literal: $path:ident, $count:ident;)*) => {
        &[
            $(
                Entry {
                    name: concat!("slots: ", $text),
                    function: concat!("slots::", stringify!($function)),
                    run: slots::$run,
                },
                Entry {
                    name: concat!("dense: ", $text),
                    function: concat!("dense::", stringify!($function)),
                    run: dense::$run,
                },
            )*
            $(Entry { name: $other, function: concat!("calls::", stringify!($count)), run: $path },)*
        ]
    };
}

pub(crate) const ENTRIES: &[Entry] = entries! {
    [
        "insert 1000 rows": insert, counted_insert;
        "free and make 1000 rows": recycle, counted_recycle;
        "get 1000 ids, half of them stale": get, counted_get;
        "look 1000 ids up in a column, and half of them in two more": step, counted_step;
        "walk 500 rows, and 500 holes with slots": walk, counted_walk;
        "retain 500 rows of 1000": retain, counted_retain;
        "clone 500 rows into used memory": clone_from, counted_clone_from;
        "add a column to another": integrate, counted_integrate;
    ]
    "tracked: write 100 rows of 1000, and find them": changes, counted_changes;
    "packed: insert 100 blocks, remove 50, compact": blocks, counted_blocks;
};
