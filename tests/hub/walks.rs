//! Walks over a hub and its columns: from both ends, abandoned half way, and over empty hubs.

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive};
use soa_runtime::IdAllocator;

in_both_layouts! {
    {
        #[soa(bits(index = 4, generation = 4))]
        struct Small {
            value: Tracked,
        }
    }

    fn small(value: u32) -> Small {
        Small { value: Tracked::new(value) }
    }

    #[test]
    fn iterators_end_and_meet_in_the_middle() {
        let mut hub: SmallHub = (0..7).map(small).collect();
        let ids: Vec<SmallId> = hub.ids().collect();
        hub.dealloc(ids[0]);
        hub.dealloc(ids[6]);
        let all: Vec<SmallId> = hub.ids().collect();
        let mut rows = hub.iter_mut();
        let mut met = Vec::new();
        while let Some((front, row)) = rows.next() {
            row.value.value += 100;
            met.push(front);
            if let Some((back, row)) = rows.next_back() {
                row.value.value += 100;
                met.push(back);
            }
        }
        assert!(rows.next().is_none() && rows.next_back().is_none());
        assert_eq!(rows.len(), 0);
        met.sort_by_key(|id| hub.row_of(*id));
        assert_eq!(met, all);
        assert!(hub.iter().all(|(_, row)| row.value.value > 100));
        let mut columns = hub.columns_mut();
        let living = columns.value.iter_live_mut();
        assert_eq!(living.len(), 5);
        for (_, value) in living {
            value.value -= 100;
        }
        assert!(columns.value.iter_live().rev().all(|(id, value)| value.value == id.index()));
    }

    #[test]
    fn a_hub_that_is_given_up_yields_its_rows_from_both_ends() {
        let mut hub: SmallHub = (0..7).map(small).collect();
        let ids: Vec<SmallId> = hub.ids().collect();
        hub.dealloc(ids[0]);
        hub.dealloc(ids[3]);
        let value = |(id, record): (SmallId, Small)| (id, record.value.value);
        let expected: Vec<_> = hub.iter().map(|(id, row)| (id, row.value.value)).collect();
        let mut rows = hub.into_iter();
        assert_eq!(rows.len(), 5);
        assert_eq!(rows.next().map(value), Some(expected[0]));
        assert_eq!(rows.next_back().map(value), Some(expected[4]));
        assert_eq!(rows.len(), 3);
        assert!(rows.map(value).eq(expected[1..4].iter().copied()));
        assert_eq!(alive(), 0);
    }

    #[test]
    fn what_was_not_taken_out_of_a_hub_is_dropped_with_the_walk() {
        for taken in 0..=6 {
            let mut hub: SmallHub = (0..7).map(small).collect();
            let third = hub.id_at(2).unwrap();
            hub.dealloc(third);
            let mut rows = hub.into_iter();
            let records: Vec<_> = rows.by_ref().take(taken).collect();
            assert_eq!((records.len(), rows.len()), (taken, 6 - taken));
            drop(rows);
            assert_eq!(alive(), taken);
        }
        assert_eq!(alive(), 0);
        let mut rows = SmallHub::with_capacity(3).into_iter();
        assert!(rows.next().is_none() && rows.next_back().is_none());
    }

    #[test]
    fn all_that_an_empty_hub_answers_is_nothing() {
        let mut hub = SmallHub::new();
        assert!(hub.iter().next().is_none() && hub.iter_mut().next_back().is_none());
        assert!(hub.drain().next().is_none() && hub.live_ranges().next().is_none());
        assert!(hub.id_at(0).is_none() && hub.id_at(usize::MAX).is_none());
        hub.retain(|_, _| unreachable!("there is no row"));
        hub.clear();
        hub.shrink_to_fit();
        hub.reserve(0);
        assert!(hub.alloc_many(0).is_empty());
        assert_eq!(hub.columns_mut().value.len(), 0);
        assert_eq!((hub.stats().bytes, hub.capacity()), (0, 0));
    }
}
