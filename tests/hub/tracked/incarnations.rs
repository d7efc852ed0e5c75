//! Incarnations: a hub keeps its own for as long as it has memory, wherever it is, and no
//! other hub has the same.
#![cfg(target_has_atomic = "64")]

use std::collections::HashSet;
use std::mem;

use soa_runtime::{Hub, IdAllocator, Incarnation, Mirror, Tick};
use static_assertions::{assert_impl_all, assert_not_impl_any, const_assert_eq};

use super::with_and_without_the_word;
use crate::support::{Line, Tracked as Counted, alive, tick, with_fuse};

const_assert_eq!(size_of::<Incarnation>(), 8);
const_assert_eq!(size_of::<Option<Incarnation>>(), 8);
assert_impl_all!(Incarnation: Copy, Eq, std::hash::Hash, std::fmt::Debug, Send, Sync, Unpin);
assert_not_impl_any!(Incarnation: PartialOrd, Default, std::fmt::Display, serde::Serialize);
assert_not_impl_any!(Incarnation: serde::Deserialize<'static>, From<u64>, Into<u64>);

/// A row count at which a block is extended in place rather than copied.
const MANY: usize = if cfg!(miri) { 100 } else { 5000 };

with_and_without_the_word! {
    /// Returns the incarnation of a hub that must have one.
    #[track_caller]
    fn of(hub: &BodyHub) -> Incarnation {
        hub.incarnation().expect("the hub has memory and a clock")
    }

    #[test]
    fn a_hub_gets_one_with_its_memory_and_no_two_have_the_same() {
        for none in [BodyHub::new(), BodyHub::with_capacity(0), BodyHub::default()] {
            assert_eq!(none.incarnation(), None);
        }
        let (mut reserved, mut tried, mut ids) = (BodyHub::new(), BodyHub::new(), BodyHub::new());
        reserved.reserve(1);
        tried.try_reserve(usize::MAX).expect_err("there are not so many ids");
        assert_eq!(tried.incarnation(), None);
        tried.try_reserve(1).expect("there is memory");
        let id = ids.reserve_id();
        assert!(ids.is_reserved(id));
        let mut inserted = BodyHub::new();
        inserted.insert(body(1));
        let hubs = [reserved, tried, ids, inserted, BodyHub::with_capacity(MANY)];
        let found: HashSet<Incarnation> = hubs.iter().map(of).collect();
        assert_eq!(found.len(), hubs.len());
    }

    #[test]
    fn every_call_that_keeps_some_memory_keeps_it() {
        let mut hub = BodyHub::new();
        hub.advance_to(Tick::from_bits(1 << 40));
        let first = hub.alloc();
        let same = of(&hub);
        let calls: [fn(&mut BodyHub); 20] = [
            |hub| hub.extend((0..9).map(body)),
            |hub| drop(hub.insert_many((0..70).map(body))),
            |hub| drop(hub.alloc_many(MANY)),
            |hub| hub.reserve(2 * MANY),
            |hub| hub.try_reserve(3 * MANY).expect("there is memory"),
            |hub| { hub.advance(); },
            |hub| { hub.advance_to(Tick::from_bits((1 << 40) + (1 << 31))); },
            |hub| hub.shrink_to_fit(),
            |hub| { let id = hub.ids().nth(30).expect("it lives"); hub.dealloc(id); },
            // The second frees a slot that is not the first of the free list: the table of
            // links is made.
            |hub| {
                let ids: Vec<BodyId> = hub.ids().take(3).collect();
                hub.dealloc_many(ids[1..].iter().copied());
                let id = BodyId::from_parts(ids[1].index(), 2).expect("the second of its slot");
                hub.insert_at(id, body(3)).expect("the slot is free");
            },
            |hub| drop(hub.alloc_many(2 * MANY)),
            |hub| hub.shrink_to_fit(),
            |hub| drop(hub.append(&mut (0..40).map(body).collect::<BodyHub>())),
            |hub| drop(hub.copy_rows(&(0..40).map(body).collect::<BodyHub>())),
            |hub| {
                let mut lease = hub.lease(9);
                lease.insert(body(3));
                assert_eq!(hub.settle([lease]), []);
            },
            |hub| hub.retain(|id, _| id.index() % 2 == 0),
            |hub| reorder(hub, 3, 1),
            |hub| drop(hub.drain().nth(1)),
            |hub| hub.clear(),
            |hub| { hub.purge(); },
        ];
        for (number, call) in calls.into_iter().enumerate() {
            call(&mut hub);
            assert_eq!(of(&hub), same, "call {number}");
            assert!(!hub.contains(BodyId::from_parts(u32::MAX - 1, 1).unwrap()));
        }
        assert!(!hub.contains(first) && hub.last_tick() >= Some(Tick::from_bits((1 << 40) + (1 << 31))));
    }

    #[test]
    fn a_hub_that_frees_all_memory_has_none_and_then_another() {
        let mut hub = BodyHub::with_capacity(9);
        let first = of(&hub);
        let seen = hub.advance();
        hub.shrink_to_fit();
        assert_eq!((hub.incarnation(), hub.last_tick()), (None, Some(seen)));
        hub.alloc();
        assert_ne!(of(&hub), first);
        // A cleared hub has slots, and so some memory.
        let second = of(&hub);
        hub.clear();
        hub.shrink_to_fit();
        assert_eq!((hub.capacity(), of(&hub)), (1, second));
    }

    #[test]
    fn it_moves_with_the_rows() {
        let (mut one, mut other) = (BodyHub::with_capacity(1), BodyHub::with_capacity(1));
        let [first, second] = [of(&one), of(&other)];
        mem::swap(&mut one, &mut other);
        assert_eq!([of(&one), of(&other)], [second, first]);
        let taken = mem::take(&mut one);
        assert_eq!((of(&taken), one.incarnation()), (second, None));
        one = other;
        let boxed: Box<Hub<Body>> = Box::new(one.into());
        assert_eq!(boxed.incarnation(), Some(first));
        // A hub that is made again in the same place is another one.
        one = BodyHub::with_capacity(1);
        assert!(of(&one) != first && of(&one) != second);
    }

    #[test]
    fn copies_have_their_own() {
        let source: BodyHub = (0..9).map(body).collect();
        let copy = source.clone();
        assert_ne!(of(&copy), of(&source));
        assert_eq!(copy, source);
        assert_eq!(format!("{copy:?}"), format!("{source:?}"));
        let again: BodyHub = (0..9).map(body).collect();
        assert_ne!(of(&again), of(&source));
        // A copy of a hub without slots needs no memory.
        assert_eq!(BodyHub::with_capacity(9).clone().incarnation(), None);
    }

    #[test]
    fn clone_from_keeps_the_one_of_the_target_whose_readers_see_all_rows() {
        // There is room for the rows, or there is not.
        for rows in [3, 200] {
            let mut target: BodyHub = (0..9).map(body).collect();
            let (same, seen) = (of(&target), target.advance());
            let source: BodyHub = (0..rows).map(body).collect();
            let of_source = of(&source);
            target.clone_from(&source);
            assert_eq!((of(&target), of(&source)), (same, of_source));
            assert_eq!(target, source);
            let rows = 0..usize::from(rows);
            assert!(target.columns().place.changed_since(seen, 0).eq([rows]));
            assert!(target.last_tick() >= Some(seen));
        }
    }

    #[test]
    fn clone_from_into_a_hub_without_memory_makes_one() {
        let source: BodyHub = (0..9).map(body).collect();
        let mut target = BodyHub::new();
        target.advance();
        target.clone_from(&source);
        assert_ne!(of(&target), of(&source));
        // A hub that has memory keeps its own if there is nothing to copy.
        let same = of(&target);
        target.clone_from(&BodyHub::new());
        assert_eq!((of(&target), target.len()), (same, 0));
        let mut none = BodyHub::new();
        none.clone_from(&BodyHub::with_capacity(3));
        assert_eq!(none.incarnation(), None);
    }

    if_tracked! {
        #[test]
        fn a_mirror_keeps_its_own_whatever_it_applies() {
            let (mut source, mut mirror) = (seen(70).0, Mirror::<Body>::new());
            assert_eq!(mirror.incarnation(), None);
            let mut send = |source: &BodyHub, since| {
                let delta = postcard::to_allocvec(&source.delta(since)).expect("it can be written");
                mirror.apply(&mut postcard::Deserializer::from_bytes(&delta)).expect("it is new");
                assert_eq!(mirror.len(), source.len());
                mirror.incarnation().expect("the mirror has rows")
            };
            let same = send(&source, Tick::START);
            assert_ne!(same, of(&source));
            let before = source.last_tick().expect("it has a clock");
            source.extend((0..500).map(body));
            source.advance();
            assert_eq!(send(&source, before), same);
            // From the start, and from another hub.
            source.advance();
            assert_eq!(send(&source, Tick::START), same);
            let mut other = source.clone();
            other.clear();
            other.advance();
            assert_eq!(send(&other, Tick::START), same);
        }
    }
}

#[test]
fn a_hub_without_a_clock_has_none() {
    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Plain {
        value: u8,
    }
    #[derive(IdAllocator)]
    struct Nothing {}

    let (mut plain, mut nothing) = (PlainHub::with_capacity(9), NothingHub::new());
    plain.insert(Plain { value: 1 });
    nothing.alloc();
    let late = Tick::from_bits(9);
    assert_eq!(
        [plain.advance(), plain.advance(), plain.advance_to(late)],
        [Tick::START; 3]
    );
    assert_eq!((plain.incarnation(), nothing.incarnation()), (None, None));
}

/// Records whose columns have no size, whose only stamps are of slots, or whose columns are
/// aligned.
macro_rules! kinds {
    ($($name:ident: { $($options:tt)* } $fields:tt)*) => {$(
        #[test]
        fn $name() {
            #[derive(IdAllocator)]
            #[soa($($options)* derive(Clone))]
            struct Kind $fields

            let mut hub = KindHub::new();
            assert_eq!(hub.incarnation(), None);
            let first = hub.alloc();
            let same = hub.incarnation().expect("it has memory");
            hub.alloc_many(MANY);
            hub.shrink_to_fit();
            assert_eq!((hub.incarnation(), hub.contains(first)), (Some(same), true));
            let mut copy = hub.clone();
            let of_copy = copy.incarnation().expect("it has memory");
            assert_ne!(of_copy, same);
            hub.alloc_many(MANY);
            copy.clone_from(&hub);
            assert_eq!((copy.incarnation(), hub.incarnation()), (Some(of_copy), Some(same)));
        }
    )*};
}

kinds! {
    a_hub_of_nothing_has_one: { tracked, } {}
    a_dense_hub_of_nothing_has_one: { layout = dense, tracked, } {}
    a_hub_that_tracks_slots_alone_has_one: { tracked, } { value: u16 }
    a_dense_hub_that_tracks_slots_alone_has_one: { layout = dense, tracked, } { value: u16 }
    a_hub_of_columns_without_a_size_has_one: {} { #[soa(tracked)] one: (), two: [u64; 0] }
    an_aligned_hub_has_one: { align = 64, } { #[soa(tracked)] one: u8, two: u16 }
    an_aligned_dense_hub_has_one: { layout = dense, align = 4096, tracked, } { one: u8, #[soa(tracked)] two: u16 }
    a_hub_of_large_alignment_has_one: {} { #[soa(tracked)] one: Line<u8>, two: u8 }
}

#[test]
fn a_panic_in_clone_from_leaves_the_one_of_the_target() {
    #[derive(IdAllocator)]
    #[soa(layout = dense, derive(Clone))]
    struct Fragile {
        #[soa(tracked)]
        value: Counted,
    }

    fn hub_of(rows: u32) -> FragileHub {
        let values = 0..rows;
        values
            .map(|value| Fragile {
                value: Counted::new(value),
            })
            .collect()
    }

    // There is room for the rows, or there is not.
    for rows in [3, 20] {
        for fuse in 1.. {
            let (mut target, source) = (hub_of(5), hub_of(rows));
            let [same, of_source] = [target.incarnation(), source.incarnation()];
            let finished = with_fuse(fuse, || target.clone_from(&source)).is_some();
            assert!(same.is_some() && same != of_source);
            assert_eq!(target.incarnation(), same, "{rows} rows, call {fuse}");
            if finished {
                break;
            }
        }
    }
    assert_eq!(alive(), 0);
    tick();
}

#[test]
fn hubs_of_different_records_and_threads_never_have_the_same() {
    #[derive(IdAllocator)]
    struct Other {
        #[soa(tracked)]
        value: u8,
    }

    let make = || -> Vec<Incarnation> {
        let made = (0..50).flat_map(|_| {
            let bodies = super::slots::BodyHub::with_capacity(1).incarnation();
            [bodies, OtherHub::with_capacity(1).incarnation()]
        });
        made.flatten().collect()
    };
    let found: Vec<Incarnation> = std::thread::scope(|scope| {
        let threads = [(); 4].map(|()| scope.spawn(make));
        let found = threads.map(|thread| thread.join().expect("it makes hubs"));
        found.into_iter().flatten().collect()
    });
    let different: HashSet<&Incarnation> = found.iter().collect();
    assert_eq!((found.len(), different.len()), (400, 400));
}
