//! A default or a destructor that panics at any point: the hub is consistent
//! afterwards, and every value is dropped once.

use soa_runtime::{IdAllocator, Lease};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive, panic_message, with_fuse};

/// Runs `check` with the first call that may panic doing so, then with the second,
/// until none is left; `check` says whether a panic came. There is at least one.
fn at_every_point(mut check: impl FnMut(usize) -> bool) {
    let mut point = 1;
    while check(point) {
        point += 1;
    }
    assert!(point > 1, "something panicked");
}

in_both_layouts! {
    {
        struct Row {
            first: Tracked,
            second: Tracked,
        }
    }

    fn row(value: u32) -> Row {
        Row { first: Tracked::new(value), second: Tracked::new(value) }
    }

    /// The values that a hub of these slots and rows owns.
    fn owned(hub: &RowHub) -> usize {
        2 * if DENSE { hub.len() } else { hub.slots() }
    }

    fn check_usable(hub: &mut RowHub, before: usize) {
        assert_eq!(alive() - before, owned(hub), "nothing is lost or dropped twice");
        for (_, row) in hub.iter() {
            assert_eq!(row.first.value, row.second.value);
        }
        let id = hub.insert(row(5));
        assert_eq!(hub.remove(id).map(|row| row.first.value), Some(5));
    }

    #[test]
    fn filling_is_done_when_the_drop_of_the_hole_panics() {
        let before = alive();
        if DENSE {
            return;
        }
        at_every_point(|point| {
            let mut hub = RowHub::new();
            let id = hub.reserve_id();
            let done = with_fuse(point, || hub.fill(id, row(1)).is_ok());
            assert!(hub.contains(id) && !hub.is_reserved(id));
            check_usable(&mut hub, before);
            done.is_none()
        });
        assert_eq!(alive(), before);
    }

    #[test]
    fn settling_stops_where_a_drop_panics_and_the_rows_done_stay() {
        let before = alive();
        let mut points = 0;
        loop {
            points += 1;
            let mut hub = RowHub::new();
            let old = [hub.insert(row(8)), hub.insert(row(9))];
            hub.dealloc(old[0]);
            let mut leases = [hub.lease(3), hub.lease(3)];
            let mut ids = Vec::new();
            for lease in &mut leases {
                ids.extend([1, 2].map(|value| lease.insert(row(value))));
            }
            leases[1].dealloc(old[1]);
            leases[0].remove(ids[0]);
            let done = with_fuse(points, || drop(hub.settle(leases)));
            let filled: Vec<bool> = ids[1..].iter().map(|id| hub.contains(*id)).collect();
            assert!(filled.is_sorted_by(|a, b| a >= b), "in their order: {filled:?}");
            for id in ids.iter().filter(|id| !hub.contains(**id)) {
                assert!(*id == ids[0] || hub.is_reserved(*id), "{id:?} was not reached");
            }
            check_usable(&mut hub, before);
            drop(hub);
            assert_eq!(alive(), before);
            if done.is_some() {
                break;
            }
            assert!(done.is_none());
        }
        assert!(points > 1, "a drop panicked");
    }

    #[test]
    fn an_iterator_of_leases_that_panics_settles_none() {
        let before = alive();
        let mut hub = RowHub::new();
        let mut lease = hub.lease(2);
        let id = lease.insert(row(1));
        let leases = [Some(lease), None].into_iter();
        panic_message(|| drop(hub.settle(leases.map(|lease| lease.expect("a lease")))));
        assert!(hub.is_reserved(id) && hub.is_empty());
        assert_eq!(hub.stats().reserved, 2);
        check_usable(&mut hub, before);
        assert_eq!(hub.free_reserved(), 2);
    }
}

#[derive(IdAllocator)]
struct Row {
    first: Tracked,
    second: Tracked,
}

fn row(value: u32) -> Row {
    Row {
        first: Tracked::new(value),
        second: Tracked::new(value),
    }
}

/// A hub with a live row and a free slot.
fn used() -> (RowHub, RowId) {
    let mut hub = RowHub::new();
    let ids = [hub.insert(row(1)), hub.insert(row(2))];
    hub.dealloc(ids[0]);
    (hub, ids[1])
}

#[test]
fn a_default_that_panics_reserves_nothing() {
    let before = alive();
    at_every_point(|point| {
        let mut hub = RowHub::new();
        let id = with_fuse(point, || hub.reserve_id());
        let stats = hub.stats();
        assert_eq!(stats.slots, usize::from(id.is_some()));
        assert_eq!(stats.reserved, stats.slots);
        assert_eq!(alive() - before, 2 * stats.slots);
        id.is_none()
    });
    assert_eq!(alive(), before);
}

#[test]
fn a_default_that_panics_takes_no_lease() {
    let before = alive();
    at_every_point(|point| {
        let (mut hub, live) = used();
        let (stats, values) = (hub.stats(), alive());
        let lease = with_fuse(point, || hub.lease(4));
        let panicked = lease.is_none();
        if panicked {
            let after = hub.stats();
            assert_eq!(
                (after.live, after.free, after.reserved, after.slots),
                (stats.live, stats.free, 0, stats.slots)
            );
            assert_eq!(alive(), values);
        }
        drop(lease);
        assert!(hub.contains(live));
        panicked
    });
    assert_eq!(alive(), before);
}

#[test]
fn a_default_that_panics_detaches_nothing() {
    let before = alive();
    at_every_point(|point| {
        let (mut hub, live) = used();
        let values = alive();
        let detached = with_fuse(point, || hub.detach(live));
        let panicked = detached.is_none();
        assert_eq!(hub.contains(live), panicked);
        assert_eq!(hub.is_reserved(live), !panicked);
        drop(detached);
        assert_eq!(alive(), values);
        panicked
    });
    assert_eq!(alive(), before);
}

#[test]
fn a_destructor_in_a_lease_that_panics_drops_the_others() {
    let before = alive();
    at_every_point(|point| {
        let mut hub = RowHub::new();
        let mut lease: Lease<Row> = hub.lease(3);
        for value in 0..3 {
            lease.insert(row(value));
        }
        let dropped = with_fuse(point, || drop(lease));
        assert_eq!(hub.stats().reserved, 3);
        drop(hub);
        assert_eq!(alive(), before);
        dropped.is_none()
    });
}
