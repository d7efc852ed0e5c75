//! A destructor that panics while reserved ids are filled: what was done before it stays. The
//! values are counted in `panics`.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, panic_message, with_fuse};

in_both_layouts! {
    {
        struct Row {
            value: Tracked,
        }
    }

    fn row(value: u32) -> Row {
        Row { value: Tracked::new(value) }
    }

    #[test]
    fn filling_is_done_when_the_drop_of_the_hole_panics() {
        let mut hub = RowHub::new();
        let id = hub.reserve_id();
        let done = with_fuse(1, || hub.fill(id, row(1)).is_ok());
        assert_eq!(done, DENSE.then_some(true));
        assert!(hub.contains(id) && !hub.is_reserved(id));
    }

    #[test]
    fn settling_stops_where_a_drop_panics_and_the_rows_done_stay() {
        for nth in 1.. {
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
            let done = with_fuse(nth, || drop(hub.settle(leases)));
            let filled: Vec<bool> = ids[1..].iter().map(|id| hub.contains(*id)).collect();
            assert!(filled.is_sorted_by(|a, b| a >= b), "in their order: {filled:?}");
            for id in ids[1..].iter().filter(|id| !hub.contains(**id)) {
                assert!(hub.is_reserved(*id), "{id:?} was not reached");
            }
            if done.is_some() {
                assert!(nth > 1, "a drop panicked");
                break;
            }
        }
    }

    #[test]
    fn an_iterator_of_leases_that_panics_settles_none() {
        let mut hub = RowHub::new();
        let mut lease = hub.lease(2);
        let id = lease.insert(row(1));
        let leases = [Some(lease), None].into_iter();
        panic_message(|| drop(hub.settle(leases.map(|lease| lease.expect("a lease")))));
        assert!(hub.is_reserved(id) && hub.is_empty());
        assert_eq!((hub.stats().reserved, hub.free_reserved()), (2, 2));
    }
}
