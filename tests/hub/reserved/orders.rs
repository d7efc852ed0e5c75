//! The order in which leases return does not change the hub or its snapshot.

use soa_runtime::{IdAllocator, Lease};

/// All orders of `0..N`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![vec![]];
    }
    let mut found = Vec::new();
    for order in orders(count - 1) {
        for place in 0..count {
            let mut order = order.clone();
            order.insert(place, count - 1);
            found.push(order);
        }
    }
    found
}

/// Tests that hold for every layout and policy.
macro_rules! with_options {
    ($($name:ident: ($($option:tt)*);)*) => {$(
        mod $name {
            use super::*;

            #[derive(IdAllocator)]
            #[soa($($option)*, derive(Clone, Serialize, Deserialize))]
            struct Row {
                value: u32,
            }

            fn save(hub: &RowHub) -> String {
                serde_json::to_string(hub).unwrap()
            }

            /// A hub with live rows and free slots.
            fn used() -> (RowHub, Vec<RowId>) {
                let mut hub = RowHub::new();
                let ids: Vec<RowId> = (0..9).map(|value| hub.insert(Row { value })).collect();
                for slot in [7, 1, 4, 3, 8] {
                    hub.dealloc(ids[slot]);
                }
                (hub, ids)
            }

            /// Four leases: one of them all used, one with a hole, one without rows, and
            /// one that frees what is not its own; the hub grew between them.
            fn four() -> (RowHub, Vec<Lease<Row>>) {
                let (mut hub, ids) = used();
                let mut first = hub.lease(2);
                let mut second = hub.lease(3);
                hub.insert(Row { value: 100 });
                let third = hub.lease(2);
                let mut fourth = hub.lease(3);
                fourth.insert(Row { value: 40 });
                fourth.dealloc(ids[0]);
                let hole = second.insert(Row { value: 20 });
                second.insert(Row { value: 21 });
                second.remove(hole);
                first.insert(Row { value: 10 });
                first.insert(Row { value: 11 });
                first.dealloc(ids[2]);
                (hub, vec![first, second, third, fourth])
            }

            #[test]
            fn the_24_orders_of_four_leases_give_one_hub() {
                let orders = orders(4).into_iter().step_by(if cfg!(miri) { 11 } else { 1 });
                let mut snapshots = orders.map(|order| {
                    let (mut hub, leases) = four();
                    let mut leases: Vec<Option<Lease<Row>>> = leases.into_iter().map(Some).collect();
                    let settled: Vec<Lease<Row>> = order
                        .iter()
                        .map(|place| leases[*place].take().expect("each once"))
                        .collect();
                    assert!(hub.settle(settled).is_empty());
                    save(&hub)
                });
                let first = snapshots.next().unwrap();
                assert!(snapshots.all(|other| other == first));
            }

            #[test]
            fn unused_leases_leave_the_snapshot_as_if_never_taken() {
                for rows in [[0, 0, 0], [1, 1, 1], [3, 2, 4], [4, 0, 2], [0, 6, 0]] {
                    for order in orders(3) {
                        let (mut hub, _) = used();
                        let before = save(&hub);
                        let leases = rows.map(|rows| hub.lease(rows));
                        let mut leases = leases.map(Some);
                        let settled = order.iter().filter_map(|place| leases[*place].take());
                        assert!(hub.settle(settled).is_empty());
                        assert_eq!(save(&hub), before, "{rows:?} in the order {order:?}");
                    }
                }
            }

            #[test]
            fn the_same_calls_give_the_same_ids_with_leases_too() {
                let run = || {
                    let (mut hub, mut leases) = four();
                    leases.rotate_left(1);
                    assert!(hub.settle(leases).is_empty());
                    let more: Vec<RowId> = (0..6).map(|_| hub.alloc()).collect();
                    (save(&hub), more)
                };
                assert_eq!(run(), run());
            }

            #[test]
            fn leases_without_rows_keep_their_turn() {
                let (mut hub, ids) = used();
                let before_free = hub.stats().free;
                let [mut early, mut late] = [hub.lease(0), hub.lease(0)];
                late.dealloc(ids[2]);
                early.dealloc(ids[0]);
                let mut expected = hub.clone();
                expected.dealloc(ids[0]);
                expected.dealloc(ids[2]);
                assert!(hub.settle([late, early]).is_empty());
                assert_eq!(save(&hub), save(&expected));
                assert_eq!(hub.stats().free, before_free + 2);
            }
        }
    )*};
}

with_options! {
    slots_lifo: (layout = slots);
    slots_at_the_limit: (layout = slots, recycle = fifo(min_free = 4), bits(index = 4, generation = 4));
    dense_fifo_with_min_free: (layout = dense, recycle = fifo(min_free = 3), bits(index = 8, generation = 8));
}

#[cfg(feature = "every-kind")]
with_options! {
    slots_fifo: (layout = slots, recycle = fifo);
    slots_fifo_with_min_free: (layout = slots, recycle = fifo(min_free = 3), bits(index = 8, generation = 8));
    dense_lifo: (layout = dense);
    dense_fifo: (layout = dense, recycle = fifo);
    dense_without_generations: (layout = dense, bits(index = 5, generation = 0));
}
