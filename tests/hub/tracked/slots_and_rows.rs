//! The word `tracked` on the struct: which slots changed hands, and which rows changed.

use soa_runtime::generic::TrackedRecord;
use soa_runtime::iter::{ChangedRows, ChangedSlots};
use soa_runtime::{Hub, IdAllocator, Tick};

/// Sizes around those at which there is one more word of slots, and so one more stamp of 32.
const SIZES: [u32; 7] = if cfg!(miri) {
    [1, 2, 63, 64, 65, 65, 65]
} else {
    [1, 63, 64, 65, 127, 128, 129]
};

/// Returns the slots that changed in the open tick, which goes on.
fn slots<T: TrackedRecord>(hub: &Hub<T>, since: Tick) -> Vec<(u32, Option<T::Id>)> {
    hub.slots_changed_since(since).collect()
}

/// Returns the ids of the rows that changed.
fn rows<T: TrackedRecord>(hub: &Hub<T>, since: Tick) -> Vec<T::Id> {
    let ids: Vec<T::Id> = hub.rows_changed_since(since).map(|(id, _)| id).collect();
    super::masks::assert_agree(hub, since, &ids);
    ids
}

macro_rules! for_layouts {
    ($($name:ident: $dense:literal, $columns:literal, [$($options:tt)*], [$($tracked:tt)*];)*) => {$(
        mod $name {
            use super::*;

            const DENSE: bool = $dense;
            /// Whether a column is tracked, too.
            const COLUMNS: bool = $columns;

            #[derive(IdAllocator, Debug, Clone, PartialEq)]
            #[soa($($options)* tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
            struct Unit {
                $($tracked)*
                hp: u32,
                name: String,
            }

            fn unit(hp: u32) -> Unit {
                Unit { hp, name: hp.to_string() }
            }

            fn seen(rows: u32) -> (UnitHub, Vec<UnitId>, Tick) {
                let mut hub: UnitHub = (0..rows).map(unit).collect();
                let ids = hub.ids().collect();
                let seen = hub.advance();
                assert_eq!((slots(&hub, seen), rows_of(&hub, seen)), (vec![], vec![]));
                (hub, ids, seen)
            }

            fn rows_of(hub: &UnitHub, since: Tick) -> Vec<UnitId> {
                rows(hub, since)
            }

            /// The next tick; the call changed exactly these slots and live rows.
            #[track_caller]
            fn assert_changed(hub: &mut UnitHub, seen: &mut Tick, changed: &[(u32, Option<UnitId>)], changed_rows: &[UnitId]) {
                assert_eq!(slots(hub, *seen), changed);
                let mut found = rows_of(hub, *seen);
                found.sort_unstable();
                let mut expected = changed_rows.to_vec();
                expected.sort_unstable();
                assert_eq!(found, expected);
                *seen = hub.advance();
                assert_eq!((slots(hub, *seen), rows_of(hub, *seen)), (vec![], vec![]));
            }

            /// A row that was freed made the last one move, if it was not the last.
            fn moved(last: UnitId) -> Vec<UnitId> {
                if DENSE { vec![last] } else { vec![] }
            }

            #[test]
            fn every_call_changes_the_slots_whose_hands_it_changes() {
                for size in SIZES {
                    let (mut hub, ids, mut seen) = seen(size + 3);
                    let n = size + 3;
                    let [one, other, last] = [ids[0], ids[1], ids[size as usize + 2]];
                    let beside = ids[size as usize + 1];
                    // Freed: the last row moves in the dense layout.
                    hub.dealloc(one);
                    assert_changed(&mut hub, &mut seen, &[(0, None)], &moved(last));
                    let new = hub.insert(unit(1));
                    assert_changed(&mut hub, &mut seen, &[(0, Some(new))], &[new]);
                    let fresh = hub.alloc();
                    assert_changed(&mut hub, &mut seen, &[(n, Some(fresh))], &[fresh]);
                    // Replaced and renewed.
                    hub.replace(other, unit(7)).expect("it is live");
                    assert_changed(&mut hub, &mut seen, &[(1, Some(other))], &[other]);
                    let renewed = hub.renew(other).expect("a generation is left");
                    assert_changed(&mut hub, &mut seen, &[(1, Some(renewed))], &[renewed]);
                    // Written: no slot changes hands.
                    *hub.row_mut(renewed).hp = 9;
                    let written = if COLUMNS { vec![renewed] } else { vec![] };
                    assert_changed(&mut hub, &mut seen, &[], &written);
                    hub.row_mut(renewed).name.push('x');
                    assert_changed(&mut hub, &mut seen, &[], &[]);
                    // Detached, filled, reserved, and freed while reserved.
                    let record = hub.detach(fresh).expect("it is live");
                    assert_changed(&mut hub, &mut seen, &[(n, None)], &[]);
                    hub.fill(fresh, record).expect("it is reserved");
                    assert_changed(&mut hub, &mut seen, &[(n, Some(fresh))], &[fresh]);
                    let reserved = hub.reserve_id();
                    assert_changed(&mut hub, &mut seen, &[(n + 1, None)], &[]);
                    hub.dealloc(reserved);
                    assert_changed(&mut hub, &mut seen, &[(n + 1, None)], &[]);
                    let recycled = hub.reserve_id();
                    assert_changed(&mut hub, &mut seen, &[(n + 1, None)], &[]);
                    assert_eq!(hub.free_reserved(), 1);
                    assert_changed(&mut hub, &mut seen, &[(n + 1, None)], &[]);
                    assert_eq!(recycled.index(), n + 1);
                    // Under a given id: the slots before it are made, too.
                    let far = UnitId::from_parts(n + 4, 5).expect("it is an id");
                    hub.insert_at(far, unit(3)).expect("there is memory");
                    let made = [(n + 2, None), (n + 3, None), (n + 4, Some(far))];
                    assert_changed(&mut hub, &mut seen, &made, &[far]);
                    let between = UnitId::from_parts(n + 3, 1).expect("it is an id");
                    hub.insert_at(between, unit(3)).expect("the slot is free");
                    assert_changed(&mut hub, &mut seen, &[(n + 3, Some(between))], &[between]);
                    hub.dealloc(between);
                    assert_changed(&mut hub, &mut seen, &[(n + 3, None)], &[]);
                    assert_eq!(hub.dealloc_many([beside, far]), 2);
                    let freed = [(size + 1, None), (n + 4, None)];
                    let moved = if DENSE { vec![fresh] } else { vec![] };
                    assert_changed(&mut hub, &mut seen, &freed, &moved);
                }
            }

            #[test]
            fn what_is_refused_changes_no_slot() {
                let (mut hub, ids, mut seen) = seen(70);
                hub.dealloc(ids[3]);
                hub.advance();
                seen = hub.advance_to(Tick::from_bits(seen.to_bits() + 5));
                assert!(!hub.dealloc(ids[3]) && hub.remove(ids[3]).is_none());
                assert!(hub.replace(ids[3], unit(1)).is_err() && hub.renew(ids[3]).is_none());
                assert!(hub.insert_at(ids[4], unit(1)).is_err() && hub.fill(ids[4], unit(1)).is_err());
                assert_changed(&mut hub, &mut seen, &[], &[]);
                hub.reserve(1000);
                hub.shrink_to_fit();
                assert_changed(&mut hub, &mut seen, &[], &[]);
            }

            #[test]
            fn a_slot_is_reported_once_with_what_it_has_now() {
                let (mut hub, ids, mut seen) = seen(3);
                hub.dealloc(ids[1]);
                let next = hub.insert(unit(4));
                hub.dealloc(next);
                let last = hub.insert(unit(5));
                hub.renew(ids[0]);
                let first = hub.id_of_slot(0).expect("it is live");
                let changed = [(0, Some(first)), (1, Some(last))];
                let moved = if DENSE { vec![first, last, ids[2]] } else { vec![first, last] };
                assert_changed(&mut hub, &mut seen, &changed, &moved);
            }

            #[test]
            fn many_rows_at_once() {
                for size in SIZES {
                    let (mut hub, _, mut seen) = seen(size);
                    let many = hub.insert_many((0..100).map(unit));
                    let expected = |ids: &[UnitId]| -> Vec<_> { ids.iter().map(|id| (id.index(), Some(*id))).collect() };
                    assert_changed(&mut hub, &mut seen, &expected(&many), &many);
                    hub.extend((0..3).map(unit));
                    let made: Vec<UnitId> = hub.ids().skip(size as usize + 100).collect();
                    assert_changed(&mut hub, &mut seen, &expected(&made), &made);
                    let copied: Vec<UnitId> = hub.copy_rows(&(0..70).map(unit).collect::<UnitHub>()).new_ids().collect();
                    assert_changed(&mut hub, &mut seen, &expected(&copied), &copied);
                    let mut other: UnitHub = (0..70).map(unit).collect();
                    let emptied = other.advance();
                    let moved: Vec<UnitId> = hub.append(&mut other).new_ids().collect();
                    assert_changed(&mut hub, &mut seen, &expected(&moved), &moved);
                    assert_eq!(slots(&other, emptied).len(), 70);
                    assert!(slots(&other, emptied).iter().all(|(_, id)| id.is_none()));
                    hub.retain(|id, _| id.index() % 2 == 0);
                    let odd = hub.slots_changed_since(seen).filter(|(slot, id)| slot % 2 == 1 && id.is_none());
                    assert_eq!(odd.count(), slots(&hub, seen).len());
                    assert_eq!(slots(&hub, seen).len(), hub.slots() / 2);
                    seen = hub.advance();
                    let left: Vec<u32> = hub.ids().map(|id| id.index()).collect();
                    hub.clear();
                    let mut freed: Vec<u32> = slots(&hub, seen).iter().map(|(slot, _)| *slot).collect();
                    freed.sort_unstable();
                    let mut expected = left;
                    expected.sort_unstable();
                    assert_eq!(freed, expected, "all that were live");
                }
            }

            #[test]
            fn copies_report_all_slots_since_every_tick() {
                for size in SIZES {
                    let (hub, _, seen) = seen(size);
                    let every: Vec<_> = hub.ids().map(|id| (id.index(), Some(id))).collect();
                    let mut copy = hub.clone();
                    assert_eq!((slots(&copy, seen), rows_of(&copy, seen).len()), (every.clone(), size as usize));
                    let now = copy.advance();
                    assert!(now > seen);
                    assert_eq!((slots(&copy, now), rows_of(&copy, now)), (vec![], vec![]));
                    for capacity in [0, 1, 500] {
                        let (mut target, _, _) = self::seen(capacity);
                        let ahead = target.advance_to(Tick::from_bits(40));
                        target.clone_from(&hub);
                        for tick in [ahead, seen, Tick::START] {
                            assert_eq!(slots(&target, tick), every);
                            assert_eq!(rows_of(&target, tick).len(), size as usize);
                        }
                        let mut now = target.advance();
                        assert_changed(&mut target, &mut now, &[], &[]);
                    }
                }
            }

            #[test]
            fn ticks_that_are_not_over_report_everything() {
                let (hub, _, seen) = seen(65);
                for tick in [Tick::START, Tick::from_bits(seen.to_bits() + 1), Tick::from_bits(u64::MAX)] {
                    assert_eq!((slots(&hub, tick).len(), rows_of(&hub, tick).len()), (65, 65));
                }
                let empty = UnitHub::new();
                assert_eq!((slots(&empty, Tick::START), rows_of(&empty, seen)), (vec![], vec![]));
            }
        }
    )*};
}

for_layouts! {
    with_slots_and_a_column: false, true, [], [#[soa(tracked)]];
    with_dense_rows: true, false, [layout = dense,], [];
}

#[cfg(feature = "every-kind")]
for_layouts! {
    with_slots: false, false, [], [];
    with_dense_rows_and_a_column: true, true, [layout = dense,], [#[soa(tracked)]];
}

#[derive(IdAllocator)]
#[soa(layout = dense, tracked, derive(Clone))]
struct Sorted {
    key: u32,
}

#[test]
fn rows_that_moved_have_changed_and_their_slots_have_not() {
    let keys = [2, 0, 1, 3, 4];
    let mut hub: SortedHub = keys.map(|key| Sorted { key }).into_iter().collect();
    let ids: Vec<SortedId> = hub.ids().collect();
    let seen = hub.advance();
    hub.sort_by_key(|row| *row.key);
    assert_eq!(rows(&hub, seen), [ids[1], ids[2], ids[0]]);
    assert_eq!(slots(&hub, seen), []);
    let seen = hub.advance();
    hub.sort_by_key(|row| *row.key);
    assert_eq!(rows(&hub, seen), [], "nothing moved");
    hub.swap_rows(1, 4);
    assert_eq!(rows(&hub, seen), [ids[4], ids[2]]);
    assert_eq!(slots(&hub, seen), []);
}

#[test]
fn a_retired_slot_has_no_id() {
    #[derive(IdAllocator)]
    #[soa(tracked, bits(index = 4, generation = 1))]
    struct Short {
        value: u8,
    }

    let mut hub = ShortHub::new();
    let ids = hub.alloc_many(2);
    let seen = hub.advance();
    hub.dealloc(ids[0]);
    assert_eq!(
        (slots(&hub, seen), hub.stats().retired),
        (vec![(0, None)], 1)
    );
}

#[test]
fn stamps_of_slots_take_what_those_of_a_column_do() {
    #[derive(IdAllocator)]
    struct Plain {
        value: u64,
    }
    #[derive(IdAllocator)]
    #[soa(tracked)]
    struct Word {
        value: u64,
    }
    #[derive(IdAllocator)]
    struct Column {
        #[soa(tracked)]
        value: u64,
    }

    for rows in [4, 10, 63, 64, 65, 1000] {
        let plain = PlainHub::with_capacity(rows).stats().bytes;
        let word = WordHub::with_capacity(rows).stats().bytes;
        let column = ColumnHub::with_capacity(rows).stats().bytes;
        assert_eq!(word, column);
        // One stamp of the whole, one per 32, and one each; in full words.
        let stamps = 4 * (1 + rows.div_ceil(32) + rows);
        assert!(
            (stamps..stamps + 8).contains(&(word - plain)),
            "{} {stamps}",
            word - plain
        );
    }
}

#[test]
fn a_record_without_fields_is_tracked() {
    #[derive(IdAllocator)]
    #[soa(tracked)]
    struct Slot {}
    #[derive(IdAllocator)]
    #[soa(layout = dense, tracked)]
    struct Row {}

    let (mut slot_hub, mut row_hub) = (SlotHub::new(), RowHub::new());
    let (slot, row) = (slot_hub.alloc_many(65), row_hub.alloc_many(65));
    let (before, after) = (slot_hub.advance(), row_hub.advance());
    slot_hub.dealloc(slot[64]);
    row_hub.dealloc(row[0]);
    assert_eq!(
        (slots(&slot_hub, before), rows(&slot_hub, before)),
        (vec![(64, None)], vec![])
    );
    assert_eq!(
        (slots(&row_hub, after), rows(&row_hub, after)),
        (vec![(0, None)], vec![row[64]])
    );
}

#[test]
fn iterators_are_fused_cloned_and_sent() {
    fn shared<I: Iterator + Clone + core::iter::FusedIterator + Send + Sync>(_: &I) {}

    let mut hub: SortedHub = (0..70).map(|key| Sorted { key }).collect();
    let seen = hub.advance();
    hub.columns_mut().key[0] = 9;
    let (mut slots, mut rows): (ChangedSlots<'_, Sorted>, ChangedRows<'_, Sorted>) = (
        hub.slots_changed_since(Tick::START),
        hub.rows_changed_since(Tick::START),
    );
    shared(&slots);
    shared(&rows);
    assert_eq!((slots.clone().count(), rows.clone().count()), (70, 70));
    assert!(format!("{slots:?} {rows:?}").contains("ChangedRows"));
    assert!(slots.by_ref().count() == 70 && rows.by_ref().count() == 70);
    for _ in 0..3 {
        assert!(slots.next().is_none() && rows.next().is_none());
    }
    // This column is not tracked.
    assert_eq!(hub.rows_changed_since(seen).count(), 0);
}

#[test]
#[cfg_attr(
    miri,
    ignore = "many rows, and nothing unsafe that other tests do not have"
)]
fn a_walk_over_many_changed_rows_stays_at_its_end() {
    #[derive(IdAllocator)]
    #[soa(tracked)]
    struct Byte {
        value: u8,
    }

    #[derive(IdAllocator)]
    #[soa(tracked, layout = dense)]
    struct Dense {
        value: u8,
    }

    // More than 64 blocks of 64 rows.
    let mut hub = ByteHub::new();
    hub.alloc_many(5000);
    let mut walk = hub.rows_changed_since(Tick::START);
    assert_eq!(walk.by_ref().count(), 5000);
    assert!(walk.next().is_none());

    let mut hub = DenseHub::new();
    let ids = hub.alloc_many(5000);
    let seen = hub.advance();
    // A row that has another id makes the walk look at all blocks.
    let renewed = hub.renew(ids[4900]).expect("there is a next generation");
    let mut walk = hub.rows_changed_since(seen);
    assert_eq!(walk.next().map(|(id, _)| id), Some(renewed));
    assert!(walk.next().is_none() && walk.next().is_none());
}
