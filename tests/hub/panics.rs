//! A `Default`, `Clone`, `Drop`, closure or iterator that panics at any point:
//! afterwards the hub is consistent and usable, and every value is dropped once.

use std::mem::ManuallyDrop;

use crate::support::{Tracked, alive, panic_message, tick, with_fuse};
use soa_runtime::generic::{CloneRow, DefaultRow, Vacate};
use soa_runtime::{AnyHandle, Columns, Hub, IdAllocator, Row};

/// A record of two counted columns with a plain one between them.
trait Sample: DefaultRow + Vacate + CloneRow {
    const HOLES: bool;
    fn new(value: u32) -> Self;
    fn pair(row: Row<'_, Self>) -> [u32; 2];
    fn pairs(columns: Columns<'_, Self>) -> Vec<[u32; 2]>;
    fn index(id: Self::Id) -> usize;
}

macro_rules! sample {
    ($record:ident, $layout:ident, $holes:literal, $row:ident, $columns:ident, $id:ident) => {
        #[derive(IdAllocator)]
        #[soa(layout = $layout, derive(Clone), bits(index = 8, generation = 8))]
        struct $record {
            first: Tracked,
            plain: u8,
            second: Tracked,
        }

        impl Sample for $record {
            const HOLES: bool = $holes;

            fn new(value: u32) -> Self {
                $record {
                    first: Tracked::new(value),
                    plain: 1,
                    second: Tracked::new(value),
                }
            }

            fn pair(row: $row<'_>) -> [u32; 2] {
                assert!(*row.plain <= 1, "the columns do not overlap");
                [row.first.value, row.second.value]
            }

            fn pairs(columns: $columns<'_>) -> Vec<[u32; 2]> {
                let both = columns.first.iter().zip(columns.second);
                both.map(|(first, second)| [first.value, second.value])
                    .collect()
            }

            fn index(id: $id) -> usize {
                id.index() as usize
            }
        }
    };
}

sample!(Kept, slots, true, KeptRow, KeptColumns, KeptId);
sample!(Packed, dense, false, PackedRow, PackedColumns, PackedId);

/// A hub with six live rows, of which one is recycled, and two free slots.
fn hub<T: Sample>() -> Hub<T> {
    let mut hub: Hub<T> = (1..=8).map(T::new).collect();
    let ids: Vec<T::Id> = hub.ids().collect();
    for slot in [1, 6, 4] {
        hub.dealloc(ids[slot]);
    }
    hub.insert(T::new(9));
    hub
}

/// That the hub is whole, has nothing half-written, and owns all that is alive
/// but `others` values. At most `odd` holes do not have the defaults.
fn check<T: Sample>(hub: &Hub<T>, others: usize, odd: usize) {
    let stats = hub.stats();
    assert_eq!(stats.live + stats.free + stats.reserved, stats.slots);
    assert_eq!(hub.iter().count(), hub.len());
    for (id, row) in hub {
        assert!(hub.contains(id));
        let row_number = hub.row_of(id).expect("live");
        assert_eq!(hub.id_at(row_number), Some(id));
        assert!(T::index(id) < hub.slots());
        let [first, second] = T::pair(row);
        assert_eq!(first, second, "a row is of one value or it is not");
    }
    let pairs = T::pairs(hub.columns());
    assert_eq!(pairs.len(), if T::HOLES { stats.slots } else { stats.live });
    assert!(pairs.iter().all(|pair| pair[0] == pair[1]));
    let holes = (0..pairs.len()).filter(|row| hub.id_at(*row).is_none());
    let others_in_holes = holes.filter(|row| pairs[*row][0] != 0).count();
    assert!(others_in_holes <= odd, "a hole holds the defaults");
    assert_eq!(alive(), pairs.len() * 2 + others, "nothing is leaked");
}

/// The points at which a panic is tried.
fn points() -> impl Iterator<Item = usize> {
    (1..).step_by(if cfg!(miri) { 7 } else { 1 })
}

/// Runs `call` with a panic at its first counted point, its second, and so on.
fn at_every_point<T: Sample, R>(others: usize, odd: usize, call: impl Fn(&mut Hub<T>) -> R) {
    for nth in points() {
        let mut hub = hub::<T>();
        let elsewhere = alive() - T::pairs(hub.columns()).len() * 2;
        let done = with_fuse(nth, || drop(call(&mut hub))).is_some();
        check(&hub, elsewhere + others, odd);
        still_works(&mut hub);
        check(&hub, elsewhere + others, odd);
        drop(hub);
        assert_eq!(alive(), elsewhere + others);
        if done {
            assert!(nth > 1, "the call has a point at which it can panic");
            return;
        }
    }
}

/// The hub takes and gives as if nothing had been.
fn still_works<T: Sample>(hub: &mut Hub<T>) {
    let before = hub.len();
    let ids: Vec<T::Id> = (100..if cfg!(miri) { 103 } else { 110 })
        .map(|value| hub.insert(T::new(value)))
        .collect();
    for (id, value) in ids.iter().zip(100..) {
        assert_eq!(hub.get(*id).map(T::pair), Some([value; 2]));
    }
    for id in &ids {
        assert!(hub.dealloc(*id));
        assert!(!hub.contains(*id));
    }
    assert_eq!(hub.len(), before);
    let id = hub.alloc();
    assert_eq!(hub.get(id).map(T::pair), Some([0; 2]));
}

/// A test for each layout. At most `odd` holes do not have the defaults after it: those of
/// records that were freed again.
macro_rules! in_both_layouts {
    (odd: $odd:literal; $($name:ident => $call:expr;)*) => {$(
        mod $name {
            use super::*;

            fn run<T: Sample>() {
                at_every_point::<T, _>(0, $odd, $call);
            }

            #[test]
            fn slots() {
                run::<Kept>();
            }

            #[test]
            fn dense() {
                run::<Packed>();
            }
        }
    )*};
}

in_both_layouts! {
    odd: 1;
    alloc_that_panics_changes_nothing_by_halves => |hub: &mut Hub<T>| {
        for _ in 0..4 {
            hub.alloc();
        }
    };
    alloc_many_that_panics_keeps_what_it_made => |hub: &mut Hub<T>| hub.alloc_many(5);
    insert_that_panics_changes_nothing_by_halves => |hub: &mut Hub<T>| {
        for value in 20..24 {
            tick();
            hub.insert(T::new(value));
        }
    };
    insert_with_whose_closure_panics_changes_nothing => |hub: &mut Hub<T>| {
        for value in 20..24 {
            hub.insert_with(|_| {
                tick();
                let record = T::new(value);
                tick();
                record
            });
        }
    };
    extend_whose_iterator_panics_keeps_what_it_made => |hub: &mut Hub<T>| {
        hub.extend((20..24).map(|value| {
            tick();
            T::new(value)
        }));
    };
    append_that_panics_drops_each_row_once => |hub: &mut Hub<T>| {
        let mut other: Hub<T> = (20..24).map(T::new).collect();
        hub.append(&mut other);
        tick();
    };
    settle_that_panics_drops_each_row_once => |hub: &mut Hub<T>| {
        let live = hub.ids().next().expect("there are rows");
        let mut leases = [hub.lease(3), hub.lease(4)];
        for lease in &mut leases {
            let ids = [20, 21, 22].map(|value| lease.insert(T::new(value)));
            lease.remove(ids[1]);
            lease.dealloc(live);
        }
        drop(hub.settle(leases));
    };
    a_dropped_lease_that_panics_drops_each_row_once => |hub: &mut Hub<T>| {
        let mut lease = hub.lease(3);
        for value in 20..23 {
            lease.insert(T::new(value));
        }
    };
    a_row_that_is_detached_and_filled_is_dropped_once => |hub: &mut Hub<T>| {
        let id = hub.ids().next().expect("there are rows");
        let record = hub.detach(id).expect("it is live");
        tick();
        assert!(hub.fill(id, record).is_ok());
    };
}

in_both_layouts! {
    odd: 0;
    dealloc_that_panics_drops_a_row_once => |hub: &mut Hub<T>| {
        for id in hub.ids().collect::<Vec<_>>() {
            hub.dealloc(id);
        }
    };
    remove_that_panics_drops_a_row_once => |hub: &mut Hub<T>| {
        let ids: Vec<_> = hub.ids().collect();
        ids.into_iter().rev().filter_map(|id| hub.remove(id)).count()
    };
    dealloc_many_that_panics_drops_each_row_once => |hub: &mut Hub<T>| {
        let ids: Vec<_> = hub.ids().skip(1).collect();
        hub.dealloc_many(ids)
    };
    replace_that_panics_drops_each_record_once => |hub: &mut Hub<T>| {
        for id in hub.ids().collect::<Vec<_>>() {
            drop(hub.replace(id, T::new(20)));
        }
    };
    extract_if_that_panics_keeps_or_yields_each_row => |hub: &mut Hub<T>| {
        let mut odd = false;
        let rows = hub.extract_if(|_, _| {
            tick();
            odd = !odd;
            odd
        });
        for (_, record) in rows {
            tick();
            drop(record);
        }
    };
    retain_whose_closure_panics_keeps_the_rest => |hub: &mut Hub<T>| {
        let mut odd = false;
        hub.retain(|_, _| {
            tick();
            odd = !odd;
            odd
        });
    };
    drain_that_panics_keeps_or_yields_each_row => |hub: &mut Hub<T>| {
        for (_, record) in hub.drain() {
            tick();
            drop(record);
        }
    };
    a_dropped_drain_that_panics_keeps_the_rest => |hub: &mut Hub<T>| {
        hub.drain().next();
    };
    a_forgotten_drain_that_panics_keeps_the_rest => |hub: &mut Hub<T>| {
        ManuallyDrop::new(hub.drain()).next();
    };
    clear_that_panics_drops_each_row_once => |hub: &mut Hub<T>| hub.clear();
    clone_that_panics_leaves_both_whole => |hub: &mut Hub<T>| hub.clone();
    clone_from_that_panics_leaves_the_source_whole => |hub: &mut Hub<T>| {
        let mut copy = Hub::<T>::new();
        copy.extend((20..23).map(T::new));
        copy.clone_from(hub);
    };
    shrinking_and_reserving_drop_nothing => |hub: &mut Hub<T>| {
        hub.shrink_to_fit();
        hub.reserve(50);
        hub.shrink_to_fit();
        tick();
    };
    a_hub_that_is_given_up_yields_or_drops_each_row_once => |hub: &mut Hub<T>| {
        let mut rows = std::mem::take(hub).into_iter();
        drop(rows.next());
        drop(rows.next_back());
        tick();
        drop(rows.next());
    };
    dropping_a_hub_that_panics_drops_each_row_once => |hub: &mut Hub<T>| {
        drop(std::mem::take(hub));
    };
}

/// Calls that are done, or a panic has changed nothing but the capacity.
fn undone<T: Sample>() {
    type Call<T> = fn(&mut Hub<T>, <T as IdAllocator>::Id);
    let calls: [Call<T>; 5] = [
        |hub, _| _ = hub.reserve_id(),
        |hub, _| drop(hub.lease(4)),
        |hub, live| _ = hub.detach(live).map(ManuallyDrop::new),
        |hub, _| _ = hub.insert_at(T::Id::assemble(9, 2), T::new(5)).is_ok(),
        |hub, _| {
            hub.insert_with(|_| {
                tick();
                T::new(5)
            });
        },
    ];
    for call in calls {
        for nth in 1.. {
            let elsewhere = alive();
            let mut hub: Hub<T> = (1..=3).map(T::new).collect();
            let live = hub.ids().next().expect("three rows");
            let state = |hub: &Hub<T>| {
                let stats = hub.stats();
                let ids: Vec<T::Id> = hub.ids().collect();
                ([stats.free, stats.reserved, stats.slots], ids)
            };
            let before = state(&hub);
            if with_fuse(nth, || call(&mut hub, live)).is_some() {
                assert!(nth > 1 || !T::HOLES, "a default panicked");
                break;
            }
            assert_eq!(state(&hub), before);
            check(&hub, elsewhere, 0);
        }
    }
}

#[test]
fn a_call_that_panics_before_it_is_done_changes_nothing() {
    undone::<Kept>();
    undone::<Packed>();
}

/// The destructor of a hole's default panics when a row takes the hole.
#[test]
fn an_insert_whose_hole_panics_leaves_no_row_behind() {
    type Insert = fn(&mut Hub<Kept>) -> Option<KeptId>;
    let insert: [Insert; 3] = [
        |hub| Some(hub.insert(Kept::new(5))),
        |hub| hub.try_insert(Kept::new(5)).ok(),
        |hub| Some(hub.insert_with(|_| Kept::new(5))),
    ];
    for insert in insert {
        for nth in 1..=2 {
            let mut hub: KeptHub = (0..3).map(Kept::new).collect();
            let freed = hub.ids().next().expect("three rows");
            hub.dealloc(freed);
            assert!(with_fuse(nth, || insert(&mut hub)).is_none());
            assert_eq!((hub.len(), hub.slots(), hub.stats().free), (2, 3, 1));
            assert!(hub.ids().all(|id| id.index() > 0));
            check::<Kept>(&hub, 0, 1);
            let id = hub.insert(Kept::new(6));
            assert_eq!(id.index(), freed.index());
            assert!(id.generation() > freed.generation());
            check::<Kept>(&hub, 0, 0);
        }
    }
}

#[test]
fn a_row_is_dropped_once_if_a_hole_after_it_panics() {
    for nth in 1..6 {
        let mut hub: KeptHub = (0..3).map(Kept::new).collect();
        let last = hub.ids().next_back().expect("three rows");
        hub.dealloc(last);
        let mut rows = hub.into_iter();
        with_fuse(nth, || drop(rows.next_back()));
        drop(rows);
        assert_eq!(alive(), 0);
    }
}

/// A column that is cloned is dropped, also if it is the one right before the column that panics.
fn clone_of_neighbours<T: CloneRow>(new: impl Fn() -> T) {
    for nth in 1..=6 {
        let source: Hub<T> = (0..3).map(|_| new()).collect();
        assert!(with_fuse(nth, || source.clone()).is_none());
        assert_eq!(alive(), 6, "the three rows of the source");
        let mut other = Hub::<T>::new();
        assert!(with_fuse(nth, || other.copy_rows(&source)).is_none());
        assert_eq!((alive(), other.len()), (6, 0));
    }
}

#[test]
fn a_clone_that_panics_drops_the_columns_before_it() {
    #[derive(IdAllocator)]
    #[soa(derive(Clone))]
    struct Kept {
        left: Tracked,
        right: Tracked,
    }
    #[derive(IdAllocator)]
    #[soa(layout = dense, derive(Clone))]
    struct Packed {
        left: Tracked,
        right: Tracked,
    }
    let value = || Tracked::new(1);
    clone_of_neighbours(|| Kept {
        left: value(),
        right: value(),
    });
    clone_of_neighbours(|| Packed {
        left: value(),
        right: value(),
    });
}

/// Fills a target of `clone_from` with room for `rows` more, so that its state
/// after the panic can be seen.
fn clone_into<T: Sample>(rows: usize, is_whole: impl Fn(&Hub<T>, &Hub<T>) -> bool) {
    for nth in points() {
        let source = hub::<T>();
        let mut target: Hub<T> = (20..23).map(T::new).collect();
        target.shrink_to_fit();
        target.reserve(rows);
        let done = with_fuse(nth, || target.clone_from(&source)).is_some();
        assert!(done || is_whole(&target, &source));
        let held = |hub: &Hub<T>| T::pairs(hub.columns()).len() * 2;
        check(&source, held(&target), 0);
        check(&target, held(&source), 0);
        still_works(&mut target);
        drop((source, target));
        assert_eq!(alive(), 0);
        if done {
            return;
        }
    }
}

#[test]
fn clone_from_that_panics_leaves_a_target_whose_memory_it_used_empty() {
    clone_into::<Kept>(20, |target, _| target.is_empty());
    clone_into::<Packed>(20, |target, _| target.is_empty());
}

#[test]
fn clone_from_that_panics_leaves_a_target_that_was_too_small_as_it_was() {
    /// As it was, or, if dropping that panicked, a copy already.
    fn is_whole<T: Sample>(target: &Hub<T>, source: &Hub<T>) -> bool {
        target.len() == 3 || target.ids().eq(source.ids())
    }
    clone_into::<Kept>(0, is_whole);
    clone_into::<Packed>(0, is_whole);
}

#[test]
fn a_refused_insert_drops_the_record_once() {
    let mut hub = KeptHub::new();
    hub.alloc_many(255);
    let before = alive();
    let error = hub
        .try_insert(Kept::new(1))
        .expect_err("the index bits are used up");
    assert_eq!(alive(), before + 2);
    assert_eq!(error.value.first.value, 1);
    drop(error);
    assert_eq!(alive(), before);
    let insert = || {
        hub.insert(Kept::new(2));
    };
    let full = "KeptHub has no room: the id type can address at most 255 rows";
    assert!(panic_message(insert).starts_with(full));
    assert_eq!(alive(), before);
}

/// A row that is freed while a `Default` panics each time is still there.
#[test]
fn a_default_that_always_panics_cannot_free_a_row_by_halves() {
    #[derive(Clone)]
    struct Never(u32);
    impl Default for Never {
        fn default() -> Self {
            panic!("there is no default");
        }
    }
    #[derive(IdAllocator)]
    struct Holder {
        never: Never,
    }

    let mut hub: HolderHub = (0..3)
        .map(|value| Holder {
            never: Never(value),
        })
        .collect();
    let ids: Vec<HolderId> = hub.ids().collect();
    let attempts: [fn(&mut HolderHub, HolderId); 7] = [
        |hub, id| _ = hub.dealloc(id),
        |hub, id| _ = hub.remove(id),
        |hub, _| _ = hub.alloc(),
        |hub, _| _ = hub.drain().next(),
        |hub, _| drop(hub.drain()),
        |hub, _| hub.clear(),
        |hub, _| hub.retain(|_, _| false),
    ];
    for attempt in attempts {
        let message = panic_message(|| attempt(&mut hub, ids[1]));
        assert_eq!(message, "there is no default");
        assert!(hub.ids().eq(ids.iter().copied()));
        assert!(hub.columns().never.iter().map(|never| never.0).eq(0..3));
    }
}

/// A record with a hole that is written by hand, because its value has no default.
mod by_hand {
    use super::{IdAllocator, Tracked, Vacate};

    pub(super) struct NoDefault(pub(super) Tracked);

    #[derive(IdAllocator)]
    pub(super) struct Record<T> {
        pub(super) value: T,
    }

    impl Vacate for Record<NoDefault> {
        fn hole_of_slots() -> Self {
            let value = NoDefault(Tracked::new(0));
            Record { value }
        }
    }
}

#[test]
fn holes_that_are_written_by_hand_are_holes() {
    use by_hand::{NoDefault, Record};

    let before = alive();
    let mut hub = Hub::<Record<NoDefault>>::new();
    let value = NoDefault(Tracked::new(7));
    let id = hub.insert(Record { value });
    let record = hub.detach(id).expect("it was live");
    assert_eq!((record.value.0.value, hub.contains(id)), (7, false));
    drop((record, hub));
    assert_eq!(alive(), before);
}
