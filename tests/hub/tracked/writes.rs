//! What counts as a change of a row.

use std::collections::BTreeSet;

use soa_runtime::{DisjointError, IdAllocator, Tick, TrackedMut};

use super::{before, in_both_layouts};
use crate::support::{Line, panic_message};

in_both_layouts! {
    #[test]
    fn guards_are_equal_if_their_values_are() {
        let (mut hub, ids) = seen(3);
        let place = hub.row_mut(ids[1]).place;
        assert!(place == [1; 3] && place != [2; 3] && place < [2; 3]);
        let mut other = hub.clone();
        let same = |hub: &mut BodyHub, other: &mut BodyHub| {
            hub.row_mut(ids[1]).place == other.row_mut(ids[1]).place
        };
        assert!(same(&mut hub, &mut other));
        hub.columns_mut().place[ids[1]] = Default::default();
        *other.row_mut(ids[1]).place = hub.columns().place[ids[2]];
        assert!(!same(&mut hub, &mut other));
    }

    #[test]
    fn new_rows_have_changed() {
        let mut hub = BodyHub::new();
        let first = hub.alloc();
        hub.insert(body(2));
        hub.insert_with(|_| body(3));
        hub.alloc_many(4);
        hub.extend((0..3).map(body));
        hub.insert_many((0..70).map(body));
        assert_eq!(changed(&mut hub), [0..80]);
        assert_eq!(changed(&mut hub), []);
        hub.dealloc(first);
        hub.advance();
        let id = hub.insert(body(9));
        let row = hub.row_of(id).expect("it is live");
        assert_eq!(changed(&mut hub), vec![row..row + 1]);
    }

    #[test]
    fn a_freed_row_has_changed_where_it_was() {
        let (mut hub, ids) = seen(5);
        hub.dealloc(ids[1]);
        // A hole that was reset, or the row that was the last.
        assert_eq!(changed(&mut hub), [1..2]);
        let last = hub.ids().next_back().expect("there are rows");
        let row = hub.row_of(last).expect("it is live");
        hub.remove(last);
        // With the dense layout nothing stands there any more.
        assert_eq!(changed(&mut hub), if DENSE { vec![] } else { vec![row..row + 1] });
    }

    #[test]
    fn rows_past_the_end_are_never_reported() {
        let mut hub: BodyHub = (0..130).map(body).collect();
        hub.retain(|id, _| id.index() < 65);
        let rows = hub.columns().place.len();
        assert_eq!(changed(&mut hub), [0..rows]);
        hub.clear();
        let rows = hub.columns().place.len();
        // With the slots layout, those that were live until now are holes.
        assert_eq!(changed(&mut hub), if DENSE { vec![] } else { vec![0..65] });
        hub.reserve(1000);
        hub.columns_mut().place.all_mut();
        hub.columns_mut().name.all_mut();
        assert_eq!(changed(&mut hub), if DENSE { vec![] } else { vec![0..rows] });
    }

    /// The search compares the stamps of 2048 rows at once, where there are as many.
    #[test]
    #[cfg_attr(miri, ignore = "it takes many rows")]
    fn scattered_rows_of_many_are_found() {
        let (mut hub, ids) = seen(5000);
        let mut random = fastrand::Rng::with_seed(1);
        for writes in [0, 1, 2, 30, 1000] {
            let written: BTreeSet<usize> = (0..writes).map(|_| random.usize(..5000)).collect();
            for &row in &written {
                hub.row_mut(ids[row]).place[0] += 1;
                hub.row_mut(ids[row]).name.push('!');
            }
            assert!(changed(&mut hub).into_iter().flatten().eq(written));
        }
    }

    #[test]
    fn a_row_lent_mutably_changes_when_it_is_written_through() {
        let (mut hub, ids) = seen(4);
        let row = hub.row_mut(ids[1]);
        assert_eq!((*row.place, row.name.len()), ([1; 3], 1));
        assert_eq!(changed(&mut hub), []);
        *hub.row_mut(ids[1]).mass = 7;
        assert_eq!(changed(&mut hub), []);
        let mut row = hub.row_mut(ids[1]);
        *row.place = [9; 3];
        row.name.push('!');
        assert_eq!(changed(&mut hub), [1..2]);
        for (id, mut row) in &mut hub {
            if id != ids[2] {
                row.place[0] += 1;
                *row.name = String::new();
            }
        }
        assert_eq!(changed(&mut hub), [0..2, 3..4]);
        let rows = hub.get_disjoint_mut([ids[3], ids[0]]);
        let [mut last, first] = rows.expect("they are live and differ");
        core::mem::swap(&mut *last.place, TrackedMut::into_mut(first.place));
        last.name.clear();
        TrackedMut::into_mut(first.name).clear();
        assert_eq!(changed(&mut hub), [0..1, 3..4]);
    }

    #[test]
    fn every_way_to_write_a_column_changes_what_it_lends() {
        type Rows = Vec<core::ops::Range<usize>>;

        fn written(hub: &mut BodyHub) -> Rows {
            let (places, names) = changed_in_each(hub);
            assert_eq!(names, []);
            places
        }

        let (mut hub, ids) = seen(10);
        hub.columns_mut().place[ids[3]][1] += 1;
        assert_eq!(written(&mut hub), [3..4]);
        hub.columns_mut().place[9] = [0; 3];
        assert_eq!(written(&mut hub), [9..10]);
        assert!(hub.columns_mut().place.get_mut(ids[0]).is_some());
        assert_eq!(written(&mut hub), [0..1]);
        assert!(hub.columns_mut().place.get_mut(BodyId::DANGLING).is_none());
        assert!(hub.columns_mut().place.get_mut(10).is_none());
        assert!(hub.columns_mut().place.get_mut(3..11).is_none());
        assert_eq!(written(&mut hub), []);
        assert!(hub.columns_mut().place.get_mut(2..4).is_some());
        assert!(hub.columns_mut().place.get_mut(6).is_some());
        assert_eq!(written(&mut hub), [2..4, 6..7]);
        let places = &mut hub.columns_mut().place;
        assert_eq!(places.range_mut(2..5).len(), 3);
        assert_eq!(places.range_mut(7..=7).len(), 1);
        assert!(places.range_mut(6..6).is_empty());
        assert_eq!(written(&mut hub), [2..5, 7..8]);
        let places = &mut hub.columns_mut().place;
        assert_eq!(places.range_mut(..2).len() + places.range_mut(9..).len(), 3);
        assert_eq!(written(&mut hub), [0..2, 9..10]);
        assert_eq!(hub.columns_mut().place.all_mut().len(), 10);
        assert_eq!(written(&mut hub), [0..10]);
        assert!(hub.columns_mut().place.set(ids[4], [8; 3]));
        assert_eq!(hub.columns().place[ids[4]], [8; 3]);
        assert_eq!(written(&mut hub), [4..5]);
        assert!(!hub.columns_mut().place.set(ids[4], [8; 3]));
        assert_eq!(written(&mut hub), []);
    }

    #[test]
    fn reading_changes_nothing() {
        let (mut hub, ids) = seen(4);
        let places = &hub.columns_mut().place;
        assert_eq!(places[ids[1]], places[1]);
        assert_eq!(places[..2], places.as_slice()[..2]);
        assert_eq!(places.get(ids[3]), places.last());
        assert_eq!(places.iter().count() + places.into_iter().len(), 8);
        assert!(places.iter_live().map(|(id, _)| id).eq(ids.iter().copied()));
        assert!(places.rows().live_ranges().eq([0..4]));
        assert_eq!(format!("{places:?}"), format!("{:?}", hub.columns().place));
        assert_eq!(changed(&mut hub), []);
    }

    #[test]
    fn a_shared_view_has_all_that_a_column_has() {
        let (hub, ids) = seen(4);
        let places = hub.columns().place;
        let column = places.as_column();
        assert_eq!((places[ids[1]], places[1], &places[2..]), (column[ids[1]], column[1], &column[2..]));
        assert_eq!((places.get(ids[3]), places.get(3), places.get(4)), (column.get(ids[3]), column.get(3), None));
        assert_eq!((places.as_slice(), &*places, places.first()), (column.as_slice(), &*column, column.first()));
        assert!(places.iter().eq(column.iter()) && places.iter_live().eq(column.iter_live()));
        assert!(places.into_iter().eq(&places) && places.rows().ids().eq(ids.iter().copied()));
        assert_eq!(format!("{places:?}"), format!("{column:?}"));
        let masses = hub.columns().mass;
        let zipped = soa_runtime::zip_live((&places, &masses));
        assert!(zipped.eq(hub.iter().map(|(id, row)| (id, (row.place, row.mass)))));
    }

    #[test]
    fn ranges_borrow_the_hub_and_not_the_view() {
        let (hub, _) = seen(4);
        let ranges = hub.columns().place.changed_since(Tick::START, 0);
        assert_eq!(ranges.clone().count() + ranges.count(), 2);
    }

    #[test]
    fn a_walk_changes_the_live_rows_that_it_yields() {
        let (mut hub, ids) = seen(8);
        hub.dealloc(ids[5]);
        hub.advance();
        let places = &mut hub.columns_mut().place;
        let last = places.len() - 1;
        let mut walk = places.iter_live_mut();
        assert_eq!(walk.len(), 7);
        for (_, place) in walk.by_ref().take(2) {
            *place = [5; 3];
        }
        let (_, place) = walk.next_back().expect("rows are left");
        *place = [6; 3];
        assert_eq!(changed_in_each(&mut hub).0, [0..2, last..last + 1]);
        hub.columns_mut().place.iter_live_mut().for_each(|(_, place)| place[0] = 7);
        let expected = if DENSE { vec![0..7] } else { vec![0..5, 6..8] };
        assert_eq!(changed_in_each(&mut hub).0, expected);
    }

    #[test]
    fn a_walk_does_not_change_the_rows_that_it_skips() {
        let (mut hub, ids) = seen(80);
        hub.dealloc(ids[5]);
        hub.advance();
        let last = hub.columns().place.len() - 1;
        let mut columns = hub.columns_mut();
        assert!(columns.place.iter_live_mut().nth(2).is_some());
        assert!(columns.place.iter_live_mut().nth_back(1).is_some());
        assert!(columns.place.iter_live_mut().nth(79).is_none());
        assert!(columns.place.iter_live_mut().rev().nth(100).is_none());
        assert_eq!(columns.place.iter_live_mut().count(), 79);
        assert_eq!(changed_in_each(&mut hub).0, [2..3, last - 1..last]);
        for (_, place) in hub.columns_mut().place.iter_live_mut().skip(10).step_by(30) {
            *place = [1; 3];
        }
        let rows: Vec<usize> = changed_in_each(&mut hub).0.iter().map(|rows| rows.start).collect();
        assert_eq!(rows.len(), 3);
    }

    #[test]
    fn a_walk_over_several_columns_changes_the_one_it_writes() {
        let (mut hub, ids) = seen(8);
        hub.dealloc(ids[5]);
        hub.advance();
        let columns = hub.columns_mut();
        let last = columns.place.len() - 1;
        let read = soa_runtime::zip_live((&columns.place, &columns.name, &columns.mass));
        assert_eq!(read.map(|(_, (place, ..))| place[0]).max(), Some(7));
        assert_eq!(changed(&mut hub), []);
        let mut columns = hub.columns_mut();
        let mut walk = soa_runtime::zip_live((&mut columns.place, &columns.mass));
        for (_, (place, mass)) in walk.by_ref().take(2) {
            place[0] += u16::try_from(*mass).unwrap_or(0);
        }
        assert!(walk.next_back().is_some());
        assert_eq!(changed_in_each(&mut hub), (vec![0..2, last..last + 1], vec![]));
        let mut columns = hub.columns_mut();
        soa_runtime::zip_live((&mut columns.place, &columns.mass)).for_each(drop);
        let expected = if DENSE { vec![0..7] } else { vec![0..5, 6..8] };
        assert_eq!(changed_in_each(&mut hub), (expected, vec![]));
    }

    #[test]
    fn a_stale_id_panics_with_the_sentence_and_changes_nothing() {
        let (mut hub, ids) = seen(4);
        hub.dealloc(ids[1]);
        hub.advance();
        let sentence = "stale id 1v1 of BodyHub: slot 1 is at generation 2, free";
        let places = &mut hub.columns_mut().place;
        assert_eq!(panic_message(|| places[ids[1]] = [0; 3]), sentence);
        assert_eq!(panic_message(|| assert!(!places.set(ids[1], [0; 3]))), sentence);
        assert_eq!(panic_message(|| assert_eq!(places[ids[1]], [0; 3])), sentence);
        let message = panic_message(|| places.range_mut(2..9).fill([0; 3]));
        assert!(message.contains("rows 2..9 of BodyHub are out of range: it has"), "{message}");
        assert!(panic_message(|| places[9] = [0; 3]).contains("row 9 of BodyHub is out of range"));
        assert_eq!(changed(&mut hub), []);
    }

    #[test]
    fn a_record_that_replaces_another_is_a_change_and_a_new_id_is_not() {
        let (mut hub, ids) = seen(4);
        assert!(hub.replace(ids[2], body(9)).is_ok());
        assert_eq!(changed(&mut hub), [2..3]);
        assert!(hub.renew(ids[2]).is_some());
        assert_eq!(changed(&mut hub), []);
        assert!(hub.replace(ids[2], body(9)).is_err());
        assert_eq!(changed(&mut hub), []);
    }

    #[test]
    fn an_empty_hub_has_no_changes() {
        let mut hub = BodyHub::new();
        assert!(hub.columns_mut().place.all_mut().is_empty());
        assert_eq!(hub.columns().place.changed_since(Tick::START, 9).next(), None);
        assert_eq!(hub.columns_mut().place.changed_since(Tick::from_bits(99), 9).next(), None);
        assert_eq!(changed(&mut hub), []);
    }
}

#[test]
fn rows_that_were_sorted_or_swapped_have_changed_if_they_moved() {
    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Byte {
        #[soa(tracked)]
        value: u8,
        weight: u8,
    }

    let mut bytes: ByteHub = [0, 1, 5, 4, 3, 6, 7, 7]
        .into_iter()
        .map(|value| Byte { value, weight: 0 })
        .collect();
    let changes = |bytes: &mut ByteHub| {
        let seen = before(bytes.advance());
        let changes = bytes.columns().value.changed_since(seen, 0);
        changes.collect::<Vec<_>>()
    };
    changes(&mut bytes);
    bytes.sort_by(|a, b| a.value.cmp(b.value));
    assert_eq!(changes(&mut bytes), [2..3, 4..5]);
    assert_eq!(*bytes.columns().value, [0, 1, 3, 4, 5, 6, 7, 7]);
    bytes.sort_by_key(|row| *row.value);
    assert_eq!(changes(&mut bytes), []);
    bytes.swap_rows(6, 1);
    assert_eq!(changes(&mut bytes), [1..2, 6..7]);
    bytes.swap_rows(3, 3);
    assert_eq!(changes(&mut bytes), []);
    bytes.columns_mut().weight.fill(1);
    assert_eq!(changes(&mut bytes), []);
}

#[test]
fn ranges_nearer_than_the_gap_are_one() {
    #[derive(IdAllocator)]
    struct Byte {
        #[soa(tracked)]
        value: u8,
    }

    // Around the borders of the words that the search looks at.
    let sizes: &[usize] = if cfg!(miri) {
        &[9, 65]
    } else {
        &[1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200]
    };
    for &rows in sizes {
        let mut bytes = ByteHub::new();
        bytes.alloc_many(rows);
        for pattern in (1..64_u32).step_by(if cfg!(miri) { 23 } else { 1 }) {
            let changed: Vec<usize> = (0..rows)
                .filter(|row| pattern >> (row * 7 % 11 % 6) & 1 == 1)
                .collect();
            for gap in [0, 1, 2, 3, 5, 64, usize::MAX] {
                let seen = bytes.advance();
                let values = &mut bytes.columns_mut().value;
                for &row in &changed {
                    values[row] = 1;
                }
                let mut expected: Vec<core::ops::Range<usize>> = Vec::new();
                for &row in &changed {
                    match expected.last_mut() {
                        Some(last) if row - last.end < gap.max(1) => last.end = row + 1,
                        _ => expected.push(row..row + 1),
                    }
                }
                let found: Vec<_> = values.changed_since(seen, gap).collect();
                assert_eq!(found, expected, "{rows} rows, gap {gap}");
                let mut ranges = values.changed_since(seen, gap);
                assert_eq!(ranges.by_ref().count(), expected.len());
                assert_eq!((ranges.next(), ranges.next()), (None, None));
            }
        }
        let seen = bytes.advance();
        bytes.columns_mut().value.all_mut().fill(0);
        assert!(bytes.columns().value.changed_since(seen, 0).eq([0..rows]));
    }
}

#[test]
fn nan_differs_always() {
    #[derive(IdAllocator)]
    struct Number {
        #[soa(tracked)]
        value: f32,
    }

    let mut numbers = NumberHub::new();
    let id = numbers.alloc();
    let mut is_changed_by = |value| {
        let seen = numbers.advance();
        let values = &mut numbers.columns_mut().value;
        let differs = values.set(id, value);
        assert_eq!(values.changed_since(seen, 0).count(), usize::from(differs));
        differs
    };
    assert!(is_changed_by(f32::NAN) && is_changed_by(f32::NAN));
    assert!(is_changed_by(0.0) && !is_changed_by(-0.0));
}

#[test]
fn any_column_can_be_tracked() {
    /// With a lifetime, parameters, a unit, an aligned type and a hub of its own.
    #[derive(IdAllocator)]
    #[soa(tracked = all, derive(Debug, PartialEq))]
    struct All<'a, F, const N: usize> {
        text: Option<&'a str>,
        #[soa(default = [0; N])]
        array: [u8; N],
        unit: (),
        wide: Line<u8>,
        value: Option<F>,
    }

    let word = String::from("word");
    let mut all = AllHub::<'_, u64, 4>::from(soa_runtime::Hub::new());
    for _ in 0..70 {
        all.insert(All {
            text: None,
            array: [0; 4],
            unit: (),
            wide: Line(3),
            value: Some(1),
        });
    }
    let id = all.ids().nth(66).expect("70 rows");
    let columns = all.columns();
    assert!(columns.unit.changed_since(Tick::START, 0).eq([0..70]));
    assert!(columns.wide.changed_since(Tick::START, 0).eq([0..70]));
    let seen = all.advance();
    let mut columns = all.columns_mut();
    columns.text[id] = Some(&word);
    columns.unit[id] = ();
    columns.wide[id] = Line(4);
    assert!(columns.unit.changed_since(seen, 0).eq([66..67]));
    assert!(columns.wide.changed_since(seen, 0).eq([66..67]));
    assert_eq!((columns.wide[id], columns.wide[0]), (Line(4), Line(3)));
    assert_eq!(
        format!("{:?}", all.row_mut(id)),
        format!("{:?}", all.row(id)).replace("AllRow", "AllRowMut")
    );
}

#[test]
fn several_values_that_are_lent_at_once_count_as_changed() {
    #[derive(IdAllocator)]
    struct Light {
        #[soa(tracked)]
        colour: u32,
    }

    let mut lights: LightHub = (0..100).map(|colour| Light { colour }).collect();
    let ids: Vec<LightId> = lights.ids().collect();
    let seen = lights.advance();
    let mut columns = lights.columns_mut();
    let twice = columns.colour.get_disjoint_mut([ids[3], ids[3]]);
    assert_eq!(twice, Err(DisjointError::Overlapping { position: 1 }));
    assert_eq!(columns.colour.changed_since(seen, 0).next(), None);

    let [a, b] = columns.colour.get_disjoint_mut([ids[90], ids[2]]).unwrap();
    core::mem::swap(a, b);
    assert_eq!((columns.colour[2], columns.colour[90]), (90, 2));
    assert!(columns.colour.changed_since(seen, 0).eq([2..3, 90..91]));
}
