//! `sort_by`, `sort_by_key` and `swap_rows`, of the dense layout.

use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::IdAllocator;

use crate::support::{Line, Tracked, alive, panic_message, tick, with_fuse};

#[derive(IdAllocator)]
#[soa(layout = dense, recycle = fifo)]
struct Item {
    key: u32,
    unit: (),
    line: Line<u32>,
    value: Tracked,
}

fn item(key: u32, value: u32) -> Item {
    Item {
        key,
        unit: (),
        line: Line(value),
        value: Tracked::new(value),
    }
}

/// A hub of the keys, in their order, whose slots are in another.
fn items(keys: &[u32]) -> ItemHub {
    let mut hub: ItemHub = (0..4).map(|_| item(0, 0)).collect();
    let old: Vec<ItemId> = hub.ids().collect();
    for place in [2, 0, 3, 1] {
        hub.dealloc(old[place]);
    }
    hub.extend((0..).zip(keys).map(|(value, &key)| item(key, value)));
    hub
}

/// Every id finds its row, and every row its id; the rows are whole and each there once.
fn check(hub: &ItemHub, before: &[(ItemId, u32, u32)]) {
    assert_eq!(hub.len(), before.len());
    for &(id, key, value) in before {
        let row = hub.row(id);
        assert_eq!((*row.key, row.line.0, row.value.value), (key, value, value));
        let place = hub.row_of(id).expect("it is live");
        assert_eq!(hub.id_at(place), Some(id));
        assert_eq!(hub.columns().key[place], key);
    }
}

fn content(hub: &ItemHub) -> Vec<(ItemId, u32, u32)> {
    let row = |(id, row): (ItemId, ItemRow<'_>)| (id, *row.key, row.value.value);
    hub.iter().map(row).collect()
}

/// Numbers that look random and are the same each time.
fn keys(count: u32, distinct: u32) -> Vec<u32> {
    (0..count)
        .map(|n| n.wrapping_mul(2_654_435_761).rotate_left(7) % distinct)
        .collect()
}

#[test]
fn rows_are_sorted_stably_and_ids_stay_valid() {
    for count in [0, 1, 2, 3, 5, 17, 64, 65, if cfg!(miri) { 66 } else { 300 }] {
        for distinct in [1, 3, 1000] {
            {
                let mut hub = items(&keys(count, distinct));
                let mut before = content(&hub);
                hub.sort_by_key(|row| *row.key);
                check(&hub, &before);
                before.sort_by_key(|(_, key, _)| *key);
                assert_eq!(content(&hub), before, "stable, as a slice's sort");
                hub.sort_by(|a, b| b.value.value.cmp(&a.value.value));
                assert!(hub.columns().line.is_sorted_by(|a, b| a.0 >= b.0));
                check(&hub, &before);
            }
            assert_eq!(alive(), 0);
        }
    }
}

#[test]
fn a_comparison_that_panics_leaves_every_row_there_once() {
    for nth in 1..60 {
        {
            let mut hub = items(&keys(20, 7));
            let before = content(&hub);
            let done = with_fuse(nth, || {
                hub.sort_by(|a, b| {
                    tick();
                    a.key.cmp(b.key)
                });
            });
            check(&hub, &before);
            if done.is_none() {
                assert_eq!(content(&hub), before, "in the order as before");
            }
        }
        assert_eq!(alive(), 0);
    }
}

#[test]
fn a_comparison_that_contradicts_itself_leaves_every_row_there_once() {
    let mut turns = [false, false, true].into_iter().cycle();
    let mut lies: [Box<dyn FnMut(u32, u32) -> Ordering>; 4] = [
        Box::new(|_, _| Ordering::Less),
        Box::new(|_, _| Ordering::Greater),
        Box::new(|a, b| (a.wrapping_mul(7) % 5).cmp(&(b.wrapping_mul(3) % 5))),
        Box::new(move |a, b| {
            if turns.next() == Some(true) {
                b.cmp(&a)
            } else {
                a.cmp(&b)
            }
        }),
    ];
    for lie in &mut lies {
        {
            let mut hub = items(&keys(70, 50));
            let before = content(&hub);
            // The sort may notice, and panic.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                hub.sort_by(|a, b| lie(*a.key, *b.key));
            }));
            check(&hub, &before);
        }
        assert_eq!(alive(), 0);
    }
}

#[test]
fn a_row_that_is_not_there_is_not_swapped() {
    let mut hub = items(&[5, 3]);
    for (a, b) in [(0, 2), (2, 0), (2, 2), (usize::MAX, 0)] {
        let message = panic_message(|| hub.swap_rows(a, b));
        let row = a.max(b);
        assert_eq!(
            message,
            format!("row {row} of ItemHub is out of range: it has 2 rows")
        );
    }
    assert_eq!(*hub.columns().key, [5, 3]);
    let message = panic_message(|| ItemHub::new().swap_rows(0, 0));
    assert_eq!(message, "row 0 of ItemHub is out of range: it has 0 rows");
}

#[test]
fn rows_without_fields_and_rows_of_nothing_have_places_too() {
    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Empty {}

    let mut hub = EmptyHub::new();
    hub.sort_by(|_, _| Ordering::Equal);
    let ids = hub.alloc_many(3);
    hub.swap_rows(0, 2);
    assert!(hub.ids().eq([ids[2], ids[1], ids[0]]));
    hub.sort_by(|_, _| Ordering::Equal);
    assert!(hub.ids().eq([ids[2], ids[1], ids[0]]));
}
