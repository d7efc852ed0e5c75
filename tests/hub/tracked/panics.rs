//! A panic in a value's code leaves no row changed that is not reported.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;
use crate::support::{Tracked as Counted, alive, tick, with_fuse};

/// The values of a column by row.
fn values(column: &[Counted]) -> Vec<u32> {
    column.iter().map(|counted| counted.value).collect()
}

in_both_layouts! {
    {
        #[soa(derive(Clone))]
        struct Row {
            #[soa(tracked)]
            value: Counted,
        }
    }

    #[test]
    fn a_panic_hides_no_change() {
        type Action = fn(&mut RowHub);
        let actions: [Action; 8] = [
            |hub| {
                hub.alloc();
            },
            |hub| drop(hub.alloc_many(if cfg!(miri) { 10 } else { 70 })),
            |hub| hub.retain(|id, mut row| {
                row.value.value += 100;
                tick();
                id.index() % 2 == 0
            }),
            |hub| drop(hub.drain().nth(1)),
            |hub| hub.clear(),
            |hub| {
                let source = (40..45).map(|value| Row { value: Counted::new(value) }).collect();
                hub.clone_from(&source);
            },
            |hub| for (_, value) in hub.columns_mut().value.iter_live_mut() {
                value.value += 7;
                tick();
            },
            |hub| {
                let id = hub.ids().next().expect("there are rows");
                hub.columns_mut().value.set(id, Counted::new(99));
            },
        ];
        for action in actions {
            for fuse in (1..).step_by(if cfg!(miri) { 9 } else { 1 }) {
                let mut hub = RowHub::new();
                for value in 0..6 {
                    hub.insert(Row { value: Counted::new(value) });
                }
                let second = hub.ids().nth(1).expect("there are six");
                hub.dealloc(second);
                let mut copy = values(&hub.columns().value);
                let seen = hub.advance();
                let finished = with_fuse(fuse, || action(&mut hub)).is_some();
                let now = values(&hub.columns().value);
                copy.resize(now.len(), u32::MAX);
                for rows in hub.columns().value.changed_since(seen, 0) {
                    copy[rows.clone()].copy_from_slice(&now[rows]);
                }
                assert_eq!(copy, now, "fuse {fuse}");
                drop(hub);
                assert_eq!(alive(), 0, "fuse {fuse}");
                if finished {
                    break;
                }
            }
        }
    }
}

/// Compares by a panic.
#[derive(Default)]
struct Incomparable;

impl PartialEq for Incomparable {
    fn eq(&self, _: &Self) -> bool {
        tick();
        false
    }
}

#[derive(IdAllocator)]
struct Odd {
    #[soa(tracked)]
    value: Incomparable,
}

#[test]
fn a_comparison_that_panics_changes_nothing() {
    let mut odds = OddHub::new();
    let id = odds.alloc();
    let seen = odds.advance();
    let mut columns = odds.columns_mut();
    assert!(with_fuse(1, || columns.value.set(id, Incomparable)).is_none());
    assert_eq!(columns.value.changed_since(seen, 0).next(), None);
    assert!(columns.value.set(id, Incomparable));
    assert!(columns.value.changed_since(seen, 0).eq([0..1]));
}
