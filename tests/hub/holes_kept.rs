//! `#[soa(holes = kept)]`: freeing writes nothing into columns that need no drop.

use crate::support::{Tracked, alive, with_fuse};
use soa_runtime::IdAllocator;

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(holes = kept, derive(Clone))]
struct Row {
    #[soa(default = 7)]
    number: u32,
    unit: (),
    name: String,
    counted: Tracked,
}

fn row(number: u32) -> Row {
    Row {
        number,
        unit: (),
        name: number.to_string(),
        counted: Tracked::new(number),
    }
}

/// What the columns hold: plain, dropped, counted.
fn columns(hub: &RowHub) -> Vec<(u32, String, u32)> {
    let columns = hub.columns();
    let rows = columns.number.iter().zip(columns.name).zip(columns.counted);
    rows.map(|((number, name), counted)| (*number, name.clone(), counted.value))
        .collect()
}

const fn hole(number: u32) -> (u32, String, u32) {
    (number, String::new(), 0)
}

fn full(number: u32) -> (u32, String, u32) {
    (number, number.to_string(), number)
}

#[test]
fn what_only_drops_a_row_keeps_the_plain_values_in_the_hole() {
    let mut hub: RowHub = (0..4).map(row).collect();
    let ids: Vec<RowId> = hub.ids().collect();
    assert!(hub.dealloc(ids[1]));
    assert!(!hub.dealloc(ids[1]), "it is stale now");
    assert_eq!(columns(&hub), [full(0), hole(1), full(2), full(3)]);
    hub.retain(|_, row| *row.number != 2);
    assert_eq!(columns(&hub), [full(0), hole(1), hole(2), full(3)]);
    hub.clear();
    assert_eq!(columns(&hub), [hole(0), hole(1), hole(2), hole(3)]);
    assert!(hub.is_empty() && hub.live_masks().next().is_none());
    assert_eq!(
        alive(),
        4,
        "a hole has its default where a column needs drop"
    );
    drop(hub);
    assert_eq!(alive(), 0);
}

#[test]
fn what_hands_the_values_out_leaves_the_defaults() {
    let mut hub: RowHub = (0..3).map(row).collect();
    let ids: Vec<RowId> = hub.ids().collect();
    assert_eq!(hub.remove(ids[1]), Some(row(1)));
    assert_eq!(columns(&hub), [full(0), hole(7), full(2)]);
    assert_eq!(hub.drain().count(), 2);
    assert_eq!(columns(&hub), [hole(7), hole(7), hole(7)]);
}

#[test]
fn a_recycled_row_shows_nothing_of_what_was_kept() {
    let mut hub: RowHub = (0..2).map(row).collect();
    let ids: Vec<RowId> = hub.ids().collect();
    hub.dealloc(ids[0]);
    let fresh = hub.alloc();
    assert_eq!(fresh.index(), 0);
    assert_eq!(columns(&hub)[0], hole(7), "all defaults");
    hub.dealloc(ids[1]);
    hub.insert(row(9));
    assert_eq!(columns(&hub)[1], full(9));
}

#[test]
fn a_clone_has_the_same_live_rows() {
    let mut hub: RowHub = (0..70).map(row).collect();
    let ids: Vec<RowId> = hub.ids().collect();
    for id in ids.iter().step_by(3) {
        hub.dealloc(*id);
    }
    let copy = hub.clone();
    assert_eq!(columns(&copy), columns(&hub));
    assert!(copy.ids().eq(hub.ids()));
}

#[test]
fn a_default_that_panics_leaves_the_row_live() {
    let mut hub: RowHub = (0..3).map(row).collect();
    let id = hub.ids().nth(1).unwrap();
    assert!(with_fuse(1, || hub.dealloc(id)).is_none());
    assert!(hub.contains(id));
    assert_eq!(columns(&hub), [full(0), full(1), full(2)]);
    assert!(hub.dealloc(id));
    drop(hub);
    assert_eq!(alive(), 0);
}

#[test]
fn a_unique_reference_is_in_the_hole_or_handed_out_and_never_both() {
    #[derive(IdAllocator)]
    #[soa(holes = kept)]
    struct Lent<'a> {
        value: Option<&'a mut u32>,
    }

    let (mut one, mut other) = (1, 2);
    let mut hub = LentHub::new();
    let kept = hub.insert(Lent {
        value: Some(&mut one),
    });
    let taken = hub.insert(Lent {
        value: Some(&mut other),
    });
    hub.dealloc(kept);
    let record = hub.remove(taken).unwrap();
    let held: Vec<bool> = hub.columns().value.iter().map(Option::is_some).collect();
    assert_eq!(held, [true, false]);
    *record.value.unwrap() += 1;
    for value in hub.columns_mut().value.iter_mut().flatten() {
        **value += 10;
    }
    drop(hub);
    assert_eq!((one, other), (11, 3));
}

#[test]
fn freeing_drops_values_in_tracked_and_aligned_columns() {
    #[derive(IdAllocator)]
    #[soa(align = 64, holes = kept)]
    struct Lamp {
        aligned: Tracked,
        #[soa(tracked)]
        tracked: Tracked,
    }
    let mut hub = LampHub::new();
    let id = hub.insert(Lamp {
        aligned: Tracked::new(1),
        tracked: Tracked::new(2),
    });
    let seen = hub.advance();
    assert!(hub.dealloc(id));
    let columns = hub.columns();
    assert_eq!((columns.aligned[0].value, columns.tracked[0].value), (0, 0));
    assert!(
        columns
            .tracked
            .changed_since(seen, 0)
            .eq(core::iter::once(0..1))
    );
    drop(hub);
    assert_eq!(alive(), 0);
}
