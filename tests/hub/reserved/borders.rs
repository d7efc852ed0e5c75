//! Hubs of about 64 and 128 slots, where the bits beside the slot table start a new
//! word: walks see the live rows and no reserved id.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Serialize, Deserialize))]
struct Row {
    value: u32,
}

const SIZES: &[usize] = if cfg!(miri) {
    &[1, 64]
} else {
    &[1, 2, 62, 63, 64, 65, 127, 128, 129]
};

fn rows(count: usize) -> RowHub {
    (0..).take(count).map(|value| Row { value }).collect()
}

/// Compares what walks find with what each row says of itself.
fn check(hub: &RowHub) {
    let live: Vec<RowId> = (0..hub.slots()).filter_map(|row| hub.id_at(row)).collect();
    assert_eq!(live.len(), hub.len());
    assert!(hub.ids().eq(live.iter().copied()));
    assert!(hub.ids().rev().eq(live.iter().rev().copied()));
    let runs: usize = hub.live_ranges().map(|run| run.len()).sum();
    assert_eq!(runs, live.len());
    let bits: u32 = hub.live_masks().map(|(_, mask)| mask.count_ones()).sum();
    assert_eq!(bits as usize, live.len());
    assert_eq!(hub.clone().into_iter().count(), live.len());
    let stats = hub.stats();
    assert_eq!(stats.live + stats.free + stats.reserved, stats.slots);
}

#[test]
fn reserved_slots_are_met_once_they_are_filled() {
    for &size in SIZES {
        let mut hub = RowHub::new();
        let ids: Vec<RowId> = (0..size).map(|_| hub.reserve_id()).collect();
        check(&hub);
        assert!(hub.is_empty());
        for id in ids.iter().step_by(2) {
            assert!(hub.fill(*id, Row { value: 1 }).is_ok());
        }
        check(&hub);
        assert_eq!(hub.len(), size.div_ceil(2));
        hub.free_reserved();
        check(&hub);
    }
}

#[test]
fn detached_rows_are_not_met() {
    for &size in SIZES {
        let mut hub = rows(size);
        let ids: Vec<RowId> = hub.ids().collect();
        let out: Vec<Row> = ids.iter().filter_map(|id| hub.detach(*id)).collect();
        check(&hub);
        assert_eq!(out.len(), size);
        for (id, row) in ids.iter().zip(out) {
            assert!(hub.fill(*id, row).is_ok());
        }
        check(&hub);
        assert!(hub.ids().eq(ids));
    }
}

#[test]
fn slots_that_were_forgotten_come_again_as_live_ones() {
    for &size in SIZES {
        for &leased in SIZES {
            let mut hub = rows(size);
            let lease = hub.lease(leased);
            check(&hub);
            assert!(hub.settle([lease]).is_empty());
            assert_eq!(hub.slots(), size);
            hub.extend((0..).take(leased).map(|value| Row { value }));
            check(&hub);
            assert_eq!(hub.len(), size + leased);
        }
    }
}

#[test]
fn leases_are_settled_across_the_border() {
    for &size in SIZES {
        let mut hub = rows(size);
        let mut leases = [hub.lease(40), hub.lease(40)];
        for lease in &mut leases {
            for value in 0..30 {
                lease.insert(Row { value });
            }
        }
        let text = serde_json::to_string(&hub).unwrap();
        let mut loaded: RowHub = serde_json::from_str(&text).unwrap();
        check(&loaded);
        assert_eq!(loaded.free_reserved(), 80);
        check(&loaded);
        assert!(hub.settle(leases).is_empty());
        check(&hub);
        assert_eq!((hub.len(), hub.slots()), (size + 60, size + 70));
    }
}
