//! Walks over a hub and its columns: from both ends, abandoned half way, and over empty hubs.

use crate::layouts::in_both_layouts;
use crate::support::Tracked;
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
