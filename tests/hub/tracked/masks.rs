//! Rows in parts, 64 at a time: which are live and which changed.

use soa_runtime::{Hub, IdAllocator, Tick, inspect};

use super::with_and_without_the_word;

/// Returns the rows of these bits.
fn rows(first: usize, bits: u64) -> impl Iterator<Item = usize> {
    (0..64)
        .filter(move |bit| bits >> bit & 1 == 1)
        .map(move |bit| first + bit)
}

/// Checks the masks of all rows against the ids of the changed ones.
#[track_caller]
pub(super) fn assert_agree<T: IdAllocator>(hub: &Hub<T>, since: Tick, changed: &[T::Id]) {
    let masks: Vec<_> = inspect::row_masks(hub, 0..usize::MAX, since).collect();
    let live = masks.iter().filter(|mask| mask.1 != 0);
    assert!(live.map(|mask| (mask.0, mask.1)).eq(hub.live_masks()));
    let found = masks
        .iter()
        .flat_map(|mask| rows(mask.0, mask.1 & mask.2))
        .filter_map(|row| hub.id_at(row));
    let found: Vec<T::Id> = found.collect();
    assert_eq!(found, changed);
}

with_and_without_the_word! {
    #[test]
    fn a_part_has_the_words_of_its_rows() {
        let (mut hub, ids) = seen(200);
        let since = hub.last_tick().unwrap();
        hub.columns_mut().place[ids[130]] = [9; 3];
        let all: Vec<_> = inspect::row_masks(&hub, 0..200, since).collect();
        assert_eq!(all, [(0, !0, 0), (64, !0, 0), (128, !0, 0b100), (192, 0xff, 0)]);
        for start in [0, 1, 5, 63, 64, 65, 127, 128, 199, 200, 255, 256, usize::MAX] {
            for end in [0, 1, 5, 64, 65, 192, 193, 200, 999, usize::MAX] {
                let part = inspect::row_masks(&hub, start..end, since);
                let end = end.min(200);
                let expected = all.iter().filter(|mask| start < end && mask.0 + 64 > start && mask.0 < end);
                assert_eq!(part.len(), part.clone().count());
                assert!(part.eq(expected.copied()), "{start}..{end}");
            }
        }
    }

    #[test]
    fn the_last_tick_is_the_one_that_advance_returned() {
        let (mut hub, _) = seen(3);
        let tick = hub.advance();
        assert_eq!((hub.last_tick(), hub.clone().last_tick() >= Some(tick)), (Some(tick), true));
        assert_eq!(BodyHub::new().last_tick(), Some(Tick::START));
    }

    #[test]
    fn free_slots_are_those_of_the_stats() {
        let (mut hub, ids) = seen(9);
        hub.dealloc(ids[4]);
        hub.detach(ids[5]);
        hub.reserve_id();
        assert_eq!((inspect::free_slots(&hub), hub.stats().reserved), (hub.stats().free, 2));
        hub.clear();
        assert_eq!(inspect::free_slots(&hub), hub.stats().free);
    }
}

#[test]
fn a_hub_that_tracks_nothing_has_no_changes() {
    #[derive(IdAllocator)]
    struct Plain {
        value: u32,
    }

    let mut hub: PlainHub = (0..70).map(|value| Plain { value }).collect();
    hub.advance();
    assert_eq!(hub.last_tick(), None);
    let masks: Vec<_> = inspect::row_masks(&hub, 0..70, Tick::START).collect();
    assert_eq!(masks, [(0, !0, 0), (64, 0x3f, 0)]);
    assert_eq!(
        inspect::row_masks(&PlainHub::new(), 0..70, Tick::START).count(),
        0
    );
}

#[test]
fn a_dense_row_with_another_id_has_changed() {
    macro_rules! check {
        ($($tracked:ident)?) => {{
            #[derive(IdAllocator)]
            #[soa(layout = dense, tracked)]
            struct Unit {
                $(#[soa($tracked)])?
                hp: u32,
            }

            let mut hub: UnitHub = (0..200).map(|hp| Unit { hp }).collect();
            let ids: Vec<UnitId> = hub.ids().collect();
            let before = hub.advance();
            let renewed = [3, 64, 199].map(|row| hub.renew(ids[row]).expect("it is live"));
            let changed = |hub: &UnitHub, since| -> Vec<usize> {
                let masks = inspect::row_masks(&hub, 0..200, since);
                masks.flat_map(|(first, _, changed)| rows(first, changed)).collect()
            };
            assert_eq!(changed(&hub, before), [3, 64, 199]);
            // What the open tick wrote belongs to the tick that it is ended as.
            let [between, after] = [5, 9].map(|ticks| Tick::from_bits(before.to_bits() + ticks));
            hub.advance_to(after);
            assert_eq!(changed(&hub, between), [3, 64, 199]);
            assert_eq!((changed(&hub, before), changed(&hub, after)), (vec![3, 64, 199], vec![]));
            // Memory that moves keeps what is known.
            hub.reserve(5000);
            hub.shrink_to_fit();
            assert_eq!((changed(&hub, before), changed(&hub, after)), (vec![3, 64, 199], vec![]));
            // The row moves to the place of another one, and is stamped there.
            assert!(hub.dealloc(renewed[0]));
            assert_eq!(changed(&hub, after), [3]);
            assert_eq!(changed(&hub, before), [3, 64]);
            assert!(hub.renew(renewed[0]).is_none(), "it is stale");
            assert_eq!(changed(&hub, hub.last_tick().unwrap()), [3]);
        }};
    }
    check!();
    check!(tracked);
}
