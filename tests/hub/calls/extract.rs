//! `extract_if`: the rows that a closure chooses are yielded one by one.

use std::collections::BTreeSet;

use soa_runtime::IdAllocator;
use soa_runtime::iter::ExtractIf;

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive, tick, with_fuse};

in_both_layouts! {
    {
        struct Item {
            value: Tracked,
        }
    }

    fn items(count: u32) -> ItemHub {
        (0..count).map(|value| Item { value: Tracked::new(value) }).collect()
    }

    fn values(hub: &ItemHub) -> BTreeSet<u32> {
        hub.iter().map(|(_, row)| row.value.value).collect()
    }

    #[test]
    fn the_closure_may_change_what_stays() {
        let mut hub = items(4);
        let out = hub.extract_if(|_, row| {
            row.value.value += 10;
            false
        });
        assert_eq!(out.count(), 0);
        assert_eq!(values(&hub), BTreeSet::from([10, 11, 12, 13]));
    }

    /// It has no `Drop`, so that forgetting it is the same.
    #[test]
    fn dropped_half_way_it_keeps_what_was_not_asked_for() {
        const { assert!(!std::mem::needs_drop::<ExtractIf<'_, Item, fn(ItemId, ItemRowMut<'_>) -> bool>>()) };
        {
            let mut hub = items(8);
            let mut asked = 0;
            let walk = hub.extract_if(|_, _| {
                asked += 1;
                true
            });
            let first: Vec<u32> = walk.take(2).map(|(_, item)| item.value.value).collect();
            assert_eq!((asked, first.len(), hub.len()), (2, 2, 6));
            assert!(first.iter().all(|value| !values(&hub).contains(value)));
        }
        assert_eq!(alive(), 0);
    }

    #[test]
    fn its_upper_bound_counts_what_is_left_to_ask() {
        let mut hub = items(5);
        let mut walk = hub.extract_if(|_, row| row.value.value > 1);
        assert_eq!(walk.size_hint(), (0, Some(5)));
        walk.next();
        assert!(walk.size_hint().1 < Some(5));
        while walk.next().is_some() {}
        assert_eq!(walk.size_hint(), (0, Some(0)));
        assert!(walk.next().is_none(), "it is fused");
    }
}

#[test]
fn a_default_that_panics_keeps_the_row_and_goes_on_behind_it() {
    #[derive(IdAllocator)]
    struct Item {
        number: u32,
        #[soa(default = { tick(); 0 })]
        other: u32,
    }

    let mut hub: ItemHub = (0..4).map(|number| Item { number, other: 1 }).collect();
    let mut walk = hub.extract_if(|_, _| true);
    assert!(with_fuse(1, || walk.next().is_some()).is_none());
    let rest: Vec<u32> = walk.map(|(_, item)| item.number).collect();
    assert_eq!(rest, [1, 2, 3]);
    let (_, row) = hub.iter().next().expect("one row");
    assert_eq!((*row.number, *row.other), (0, 1));
}

#[test]
fn a_hub_of_nothing_has_nothing_to_extract() {
    #[derive(IdAllocator)]
    struct Empty {}

    let mut hub = EmptyHub::new();
    assert_eq!(hub.extract_if(|_, _| true).count(), 0);
    hub.alloc_many(3);
    assert_eq!(hub.extract_if(|id, _| id.index() != 1).count(), 2);
    assert_eq!(hub.len(), 1);
}
