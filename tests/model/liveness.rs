//! Random changes of hubs of around 64 and 128 slots. After each change every walk agrees with
//! the slot table: the live bits agree with the table, and both ends of a walk meet. A panic
//! interrupts some of the changes.

use std::mem::ManuallyDrop;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use soa_runtime::{IdAllocator, zip_live};

use crate::counted::{Tracked, alive, with_fuse};

const CASES: u32 = if cfg!(miri) { 1 } else { 30 };
const CHANGES: usize = if cfg!(miri) { 3 } else { 24 };

/// The number of rows at the start, on both sides of the end of a word.
const SIZES: [u32; 9] = [0, 1, 62, 63, 64, 65, 127, 128, 129];

/// One of them is enough for Miri, which is slow.
fn swept() -> impl Iterator<Item = u32> {
    SIZES.into_iter().filter(|size| !cfg!(miri) || *size == 65)
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Insert(u32),
    InsertMany(u32),
    Extend(u32),
    /// A hub of this many rows, of which every third is freed again.
    Append(u32),
    /// Live rows from the `start`-th on, with a fixed step, `count` in total.
    Free {
        start: usize,
        step: usize,
        count: usize,
    },
    Retain(u32),
    /// The rows of the modulus, up to this number of them.
    Extract(u32, usize),
    Renew(usize),
    /// Rows at a fixed step are detached, and some of them are put back.
    Detach {
        step: usize,
        back: usize,
    },
    Reserved(usize),
    FreeReserved,
    /// A lease of the first number of ids, of which the second number is used.
    Lease(usize, u32),
    Drain(usize),
    DrainForgotten(usize),
    Clear,
    Clone,
    CloneFrom(u32),
    Snapshot,
    GiveUp(usize),
    Reserve(usize),
    Shrink,
}

fn change() -> impl Strategy<Value = Change> {
    let step = prop_oneof![Just(1_usize), 2..5_usize, Just(64)];
    prop_oneof![
        3 => (1_u32..70).prop_map(Change::Insert),
        1 => (1_u32..70).prop_map(Change::InsertMany),
        1 => (1_u32..70).prop_map(Change::Extend),
        1 => (0_u32..70).prop_map(Change::Append),
        6 => (0_usize..130, step, 1_usize..70)
            .prop_map(|(start, step, count)| Change::Free { start, step, count }),
        1 => (1_u32..4).prop_map(Change::Retain),
        1 => (1_u32..4, 0_usize..70).prop_map(|(modulus, rows)| Change::Extract(modulus, rows)),
        1 => (0_usize..130).prop_map(Change::Renew),
        2 => (1_usize..5, 0_usize..70).prop_map(|(step, back)| Change::Detach { step, back }),
        1 => (1_usize..70).prop_map(Change::Reserved),
        1 => Just(Change::FreeReserved),
        1 => (0_usize..70, 0_u32..70).prop_map(|(rows, used)| Change::Lease(rows, used)),
        1 => (0_usize..70).prop_map(Change::Drain),
        1 => (0_usize..70).prop_map(Change::DrainForgotten),
        1 => Just(Change::Clear),
        1 => Just(Change::Clone),
        1 => prop::sample::select(SIZES.to_vec()).prop_map(Change::CloneFrom),
        1 => Just(Change::Snapshot),
        1 => (0_usize..130).prop_map(Change::GiveUp),
        1 => (0_usize..130).prop_map(Change::Reserve),
        2 => Just(Change::Shrink),
    ]
}

/// Returns a strategy for the start and the changes. Each change has the number of the call in
/// it that panics, if one does.
fn history() -> impl Strategy<Value = (u32, Vec<(Change, usize)>)> {
    let fuse = prop_oneof![3 => Just(0), 1 => 1_usize..100];
    let changes = prop::collection::vec((change(), fuse), 1..CHANGES);
    (prop::sample::select(SIZES.to_vec()), changes)
}

macro_rules! hubs {
    ($($name:ident: ($($option:tt)*);)*) => {$(
        mod $name {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(derive(Clone, Serialize, Deserialize), $($option)*)]
            struct Row {
                number: u32,
                counted: Tracked,
            }

            fn row(number: u32) -> Row {
                Row { number, counted: Tracked::new(0) }
            }

            fn make(hub: &mut RowHub, change: Change) {
                match change {
                    Change::Insert(rows) => {
                        for number in 0..rows {
                            hub.insert(row(number));
                        }
                    }
                    Change::InsertMany(rows) => {
                        let ids = hub.insert_many((0..rows).map(row));
                        assert!(ids.iter().all(|id| hub.contains(*id)));
                    }
                    Change::Extend(rows) => hub.extend((0..rows).map(row)),
                    Change::Append(rows) => {
                        let mut other: RowHub = (0..rows).map(row).collect();
                        other.retain(|_, row| *row.number % 3 != 0);
                        hub.append(&mut other);
                        agree(&mut other);
                    }
                    Change::Free { start, step, count } => {
                        let ids: Vec<RowId> = hub.ids().collect();
                        for id in ids.into_iter().skip(start).step_by(step).take(count) {
                            assert!(hub.dealloc(id));
                        }
                    }
                    Change::Retain(modulus) => hub.retain(|_, row| *row.number % modulus == 0),
                    Change::Extract(modulus, rows) => {
                        let extracted = hub.extract_if(|_, row| *row.number % modulus == 0);
                        drop(extracted.take(rows).collect::<Vec<_>>());
                    }
                    Change::Renew(row) => {
                        let id = hub.ids().nth(row);
                        id.and_then(|id| hub.renew(id));
                    }
                    Change::Detach { step, back } => {
                        let ids: Vec<RowId> = hub.ids().step_by(step).collect();
                        for (n, id) in ids.into_iter().enumerate() {
                            let row = hub.detach(id).expect("it is live");
                            if n < back {
                                assert!(hub.fill(id, row).is_ok());
                            }
                        }
                    }
                    Change::Reserved(rows) => {
                        for _ in 0..rows {
                            hub.reserve_id();
                        }
                    }
                    Change::FreeReserved => {
                        hub.free_reserved();
                    }
                    Change::Lease(rows, used) => {
                        let mut lease = hub.lease(rows);
                        for number in 0..used {
                            if let Err(row) = lease.try_insert(row(number)) {
                                drop(row);
                            }
                        }
                        assert!(hub.settle([lease]).is_empty());
                    }
                    Change::Drain(rows) => drop(hub.drain().take(rows).collect::<Vec<_>>()),
                    Change::DrainForgotten(rows) => {
                        let mut drain = ManuallyDrop::new(hub.drain());
                        drop(drain.by_ref().take(rows).collect::<Vec<_>>());
                    }
                    Change::Clear => hub.clear(),
                    Change::Clone => *hub = hub.clone(),
                    Change::CloneFrom(used) => {
                        let mut copy: RowHub = (0..used).map(row).collect();
                        copy.clone_from(hub);
                        *hub = copy;
                    }
                    Change::Snapshot => {
                        let text = serde_json::to_string(hub).unwrap();
                        *hub = serde_json::from_str(&text).unwrap();
                    }
                    Change::GiveUp(taken) => {
                        let given = hub.clone();
                        let expected: Vec<_> = given.iter().map(|(id, row)| (id, *row.number)).collect();
                        let mut rows = given.into_iter();
                        assert_eq!(rows.len(), expected.len());
                        let value = |(id, record): (RowId, Row)| (id, record.number);
                        let mut met: Vec<_> = rows.by_ref().take(taken).map(value).collect();
                        let behind: Vec<_> = rows.rev().map(value).collect();
                        met.extend(behind.into_iter().rev());
                        assert_eq!(met, expected);
                    }
                    Change::Reserve(rows) => hub.reserve(rows),
                    Change::Shrink => hub.shrink_to_fit(),
                }
            }

            /// Compares all walks with the slot table, row by row.
            fn agree(hub: &mut RowHub) {
                let rows = hub.columns().number.len();
                let table: Vec<Option<RowId>> = (0..rows).map(|row| hub.id_at(row)).collect();
                let live: Vec<(usize, RowId)> = table
                    .iter()
                    .enumerate()
                    .filter_map(|(row, id)| id.map(|id| (row, id)))
                    .collect();
                let ids: Vec<RowId> = live.iter().map(|(_, id)| *id).collect();
                assert_eq!(hub.len(), ids.len());
                let bits = hub.id_bits();
                assert_eq!(bits.len(), rows);
                assert!(live.iter().all(|&(row, id)| bits[row] == id.to_bits()));

                assert!(hub.ids().eq(ids.iter().copied()), "one by one");
                assert!(hub.ids().rev().eq(ids.iter().rev().copied()), "from the back");
                let mut folded = Vec::new();
                hub.ids().for_each(|id| folded.push(id));
                assert_eq!(folded, ids, "in one go");

                let bit = |row: usize| u64::from(table.get(row).is_some_and(Option::is_some));
                let mask = |first: usize| (0..64).fold(0, |mask, i| mask | bit(first + i) << i);
                let masks: Vec<(usize, u64)> = (0..rows).step_by(64).map(|first| (first, mask(first))).collect();
                assert!(hub.live_masks().eq(masks.into_iter().filter(|(_, mask)| *mask != 0)));

                let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
                for &(row, _) in &live {
                    match runs.last_mut() {
                        Some(run) if run.end == row => run.end += 1,
                        _ => runs.push(row..row + 1),
                    }
                }
                assert!(hub.live_ranges().eq(runs));

                // Some rows from the front, some from the back, and the rest at once.
                for (front, back) in [(1, 0), (0, 1), (3, 2), (63, 1), (64, 64), (1, 65)] {
                    let mut walk = hub.iter();
                    let mut met: Vec<RowId> = walk.by_ref().map(|(id, _)| id).take(front).collect();
                    let behind: Vec<RowId> = walk.by_ref().rev().map(|(id, _)| id).take(back).collect();
                    assert_eq!(walk.len(), ids.len() - met.len() - behind.len());
                    walk.for_each(|(id, _)| met.push(id));
                    met.extend(behind.into_iter().rev());
                    assert_eq!(met, ids);
                }

                let columns = hub.columns();
                let pairs = zip_live((&columns.number, &columns.counted));
                assert_eq!(pairs.len(), ids.len());
                assert!(pairs.map(|(id, _)| id).eq(ids.iter().copied()));
                assert!(columns.rows().live_masks().eq(hub.live_masks()));
                let stats = hub.stats();
                let others = stats.free + stats.retired + stats.reserved;
                assert_eq!(stats.live + others, stats.slots);

                let mut columns = hub.columns_mut();
                let last = u32::try_from(ids.len()).unwrap();
                for ((id, number), n) in columns.number.iter_live_mut().zip(0..) {
                    assert_eq!(id, ids[n as usize]);
                    *number = n;
                }
                columns.number.iter_live_mut().for_each(|(_, number)| *number += 1);
                assert!(columns.number.iter_live().map(|(_, number)| *number).eq(1..=last));
                let mut expected = (1..=last).rev();
                for (_, row) in hub.iter_mut().rev() {
                    assert_eq!(Some(*row.number), expected.next());
                }
            }

            /// Fills and empties a hub in every way, until slots retire if they can.
            #[test]
            fn a_hub_that_is_filled_and_emptied_agrees_at_every_size() {
                for size in swept() {
                    let mut hub: RowHub = (0..size).map(row).collect();
                    let emptied = [
                        Change::Clear,
                        Change::Drain(usize::MAX),
                        Change::Extract(1, usize::MAX),
                        Change::Free { start: 0, step: 1, count: usize::MAX },
                        Change::Detach { step: 1, back: 0 },
                    ];
                    let kept = [Change::Clone, Change::CloneFrom(size), Change::Snapshot, Change::Shrink];
                    for (change, keep) in emptied.into_iter().zip(kept.into_iter().cycle()) {
                        make(&mut hub, Change::Insert(size));
                        for change in [keep, change, keep] {
                            make(&mut hub, change);
                            agree(&mut hub);
                        }
                        assert!(hub.is_empty());
                    }
                    hub.free_reserved();
                    make(&mut hub, Change::Insert(size));
                    agree(&mut hub);
                    assert_eq!(hub.len(), size as usize);
                }
                assert_eq!(alive(), 0);
            }

            #[test]
            fn every_walk_agrees_with_the_slot_table() {
                let config = ProptestConfig {
                    cases: CASES,
                    failure_persistence: None,
                    ..ProptestConfig::default()
                };
                let result = TestRunner::new(config).run(&history(), |(rows, changes)| {
                    let mut hub: RowHub = (0..rows).map(row).collect();
                    agree(&mut hub);
                    for (change, fuse) in changes {
                        with_fuse(fuse, || make(&mut hub, change));
                        agree(&mut hub);
                    }
                    // Every row contains a value, live or not, and nothing else does.
                    assert_eq!(alive(), hub.columns().counted.len());
                    drop(hub);
                    assert_eq!(alive(), 0);
                    Ok(())
                });
                if let Err(error) = result {
                    panic!("{error}");
                }
            }
        }
    )*};
}

hubs! {
    slots_that_retire_soon: (layout = slots, bits(index = 14, generation = 2));
    slots_fifo_with_many_kept_back: (layout = slots, recycle = fifo(min_free = 65));
    slots_that_keep_their_values: (layout = slots, holes = kept);
    dense_lifo: (layout = dense);
}

#[cfg(feature = "every-kind")]
hubs! {
    slots_lifo: (layout = slots);
    slots_that_wrap: (layout = slots, bits(index = 14, generation = 1), exhausted = wrap);
    slots_without_generations: (layout = slots, bits(index = 16, generation = 0), recycle = fifo);
}
