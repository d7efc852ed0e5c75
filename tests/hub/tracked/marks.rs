//! What marks a row, and for whom.

use soa_runtime::{Reader, TrackedMut};

use super::{GPU, NET, in_both_layouts};
use crate::support::panic_message;

in_both_layouts! {
    #[test]
    fn new_rows_are_marked_for_every_reader() {
        let mut hub = BodyHub::new();
        let first = hub.alloc();
        hub.insert(body(2));
        hub.insert_with(|_| body(3));
        hub.alloc_many(4);
        hub.extend((0..3).map(body));
        hub.insert_many((0..70).map(body));
        let mut columns = hub.columns_mut();
        for number in 0..8 {
            assert_eq!(columns.place.take_changes(Reader::new(number), 0), [0..80]);
            assert_eq!(columns.place.take_changes(Reader::new(number), 0), []);
        }
        hub.dealloc(first);
        see(&mut hub);
        let id = hub.insert(body(9));
        let row = hub.row_of(id).expect("it is live");
        assert_eq!(marked(&mut hub), vec![row..row + 1]);
    }

    #[test]
    fn a_freed_row_marks_what_stands_there_now() {
        let (mut hub, ids) = seen(5);
        hub.dealloc(ids[1]);
        // A hole that was reset, or the row that was the last.
        assert_eq!(marked(&mut hub), [1..2]);
        let last = hub.ids().next_back().expect("there are rows");
        let row = hub.row_of(last).expect("it is live");
        hub.remove(last);
        // With the dense layout nothing stands there any more.
        assert_eq!(marked(&mut hub), if DENSE { vec![] } else { vec![row..row + 1] });
    }

    #[test]
    fn rows_behind_the_last_are_never_reported() {
        let mut hub: BodyHub = (0..130).map(body).collect();
        hub.retain(|id, _| id.index() < 65);
        let rows = hub.columns().place.len();
        assert_eq!(hub.columns_mut().place.changed(GPU), rows);
        assert_eq!(marked(&mut hub), [0..rows]);
        hub.clear();
        let rows = hub.columns().place.len();
        assert_eq!(hub.columns_mut().place.take_changes(GPU, 0).last().map_or(0, |range| range.end), if DENSE { 0 } else { rows.min(65) });
        hub.reserve(1000);
        hub.columns_mut().place.mark_all(GPU);
        assert_eq!(hub.columns_mut().place.changed(GPU), rows);
    }

    #[test]
    fn a_row_lent_uniquely_is_marked_when_it_is_written_through() {
        let (mut hub, ids) = seen(4);
        let row = hub.row_mut(ids[1]);
        assert_eq!((*row.place, row.name.len()), ([1; 3], 1));
        assert_eq!(marked(&mut hub), []);
        *hub.row_mut(ids[1]).mass = 7;
        assert_eq!(marked(&mut hub), []);
        let mut row = hub.row_mut(ids[1]);
        *row.place = [9; 3];
        row.name.push('!');
        assert_eq!(marked(&mut hub), [1..2]);
        for (id, mut row) in &mut hub {
            if id != ids[2] {
                row.place[0] += 1;
                *row.name = String::new();
            }
        }
        assert_eq!(marked(&mut hub), [0..2, 3..4]);
        let rows = hub.get_disjoint_mut([ids[3], ids[0]]);
        let [mut last, first] = rows.expect("they are live and differ");
        core::mem::swap(&mut *last.place, TrackedMut::into_mut(first.place));
        last.name.clear();
        TrackedMut::into_mut(first.name).clear();
        assert_eq!(marked(&mut hub), [0..1, 3..4]);
    }

    #[test]
    fn one_column_is_marked_and_the_others_are_not() {
        let (mut hub, ids) = seen(4);
        let mut columns = hub.columns_mut();
        columns.place[ids[2]] = [7; 3];
        columns.mass.fill(7);
        assert_eq!(columns.name.changed(GPU), 0);
        assert_eq!(columns.place.take_changes(GPU, 0), [2..3]);
    }

    #[test]
    fn every_way_to_write_a_column_marks_what_it_lends() {
        let (mut hub, ids) = seen(10);
        let places = &mut hub.columns_mut().place;
        places[ids[3]][1] += 1;
        assert_eq!(places.take_changes(GPU, 0), [3..4]);
        places[9] = [0; 3];
        assert_eq!(places.take_changes(GPU, 0), [9..10]);
        assert!(places.get_mut(ids[0]).is_some());
        assert_eq!(places.take_changes(GPU, 0), [0..1]);
        assert!(places.get_mut(BodyId::DANGLING).is_none());
        assert_eq!(places.take_changes(GPU, 0), []);
        assert_eq!(places.range_mut(2..5).len(), 3);
        assert_eq!(places.range_mut(7..=7).len(), 1);
        assert!(places.range_mut(6..6).is_empty());
        assert_eq!(places.take_changes(GPU, 0), [2..5, 7..8]);
        assert_eq!(places.range_mut(..2).len() + places.range_mut(9..).len(), 3);
        assert_eq!(places.take_changes(GPU, 0), [0..2, 9..10]);
        assert_eq!(places.all_mut().len(), 10);
        assert_eq!(places.take_changes(GPU, 0), [0..10]);
        assert!(places.set(ids[4], [8; 3]));
        assert_eq!(places[ids[4]], [8; 3]);
        assert_eq!(places.take_changes(GPU, 0), [4..5]);
        assert!(!places.set(ids[4], [8; 3]));
        assert_eq!(places.take_changes(GPU, 0), []);
    }

    #[test]
    fn reading_marks_nothing() {
        let (mut hub, ids) = seen(4);
        let places = &hub.columns_mut().place;
        assert_eq!(places[ids[1]], places[1]);
        assert_eq!(places[..2], places.as_slice()[..2]);
        assert_eq!(places.get(ids[3]), places.last());
        assert_eq!(places.iter().count() + places.into_iter().len(), 8);
        assert!(places.iter_live().map(|(id, _)| id).eq(ids.iter().copied()));
        assert!(places.rows().live_ranges().eq([0..4]));
        assert_eq!(format!("{places:?}"), format!("{:?}", hub.columns().place));
        assert_eq!(hub.columns_mut().place.changed(GPU), 0);
        assert_eq!(hub.columns_mut().name.changed(NET), 0);
    }

    #[test]
    fn a_walk_marks_the_live_rows_that_it_hands_out() {
        let (mut hub, ids) = seen(8);
        hub.dealloc(ids[5]);
        see(&mut hub);
        let places = &mut hub.columns_mut().place;
        let mut walk = places.iter_live_mut();
        assert_eq!(walk.len(), 7);
        for (_, place) in walk.by_ref().take(2) {
            *place = [5; 3];
        }
        let (_, place) = walk.next_back().expect("rows are left");
        *place = [6; 3];
        let last = places.len() - 1;
        assert_eq!(places.take_changes(GPU, 0), [0..2, last..last + 1]);
        places.iter_live_mut().for_each(|(_, place)| place[0] = 7);
        let expected = if DENSE { vec![0..7] } else { vec![0..5, 6..8] };
        assert_eq!(places.take_changes(NET, 0), expected);
    }

    #[test]
    fn a_walk_over_several_columns_marks_the_one_it_writes() {
        let (mut hub, ids) = seen(8);
        hub.dealloc(ids[5]);
        see(&mut hub);
        let mut columns = hub.columns_mut();
        let read = soa_runtime::zip_live((&columns.place, &columns.name, &columns.mass));
        assert_eq!(read.map(|(_, (place, ..))| place[0]).max(), Some(7));
        assert_eq!(columns.place.changed(GPU), 0);
        let mut walk = soa_runtime::zip_live((&mut columns.place, &columns.mass));
        for (_, (place, mass)) in walk.by_ref().take(2) {
            place[0] += u16::try_from(*mass).unwrap_or(0);
        }
        assert!(walk.next_back().is_some());
        let last = columns.place.len() - 1;
        assert_eq!(columns.place.take_changes(GPU, 0), vec![0..2, last..last + 1]);
        soa_runtime::zip_live((&mut columns.place, &columns.mass)).for_each(drop);
        assert_eq!(columns.place.changed(GPU), 7);
        assert_eq!((columns.name.changed(GPU), columns.name.changed(NET)), (0, 0));
    }

    #[test]
    fn a_stale_id_panics_with_the_sentence_and_marks_nothing() {
        let (mut hub, ids) = seen(4);
        hub.dealloc(ids[1]);
        see(&mut hub);
        let sentence = "stale id 1v1 of BodyHub: slot 1 is at generation 2, free";
        let places = &mut hub.columns_mut().place;
        assert_eq!(panic_message(|| places[ids[1]] = [0; 3]), sentence);
        assert_eq!(panic_message(|| assert!(!places.set(ids[1], [0; 3]))), sentence);
        assert_eq!(panic_message(|| assert_eq!(places[ids[1]], [0; 3])), sentence);
        let message = panic_message(|| places.range_mut(2..9).fill([0; 3]));
        assert!(message.contains("rows 2..9 of BodyHub are out of range: it has"), "{message}");
        assert!(panic_message(|| places[9] = [0; 3]).contains("row 9 of BodyHub is out of range"));
        assert_eq!(places.take_changes(GPU, 0), []);
    }

    #[test]
    fn a_copy_and_what_a_copy_replaces_are_new_to_every_reader() {
        let (mut hub, ids) = seen(70);
        hub.dealloc(ids[3]);
        let rows = hub.columns().place.len();
        see(&mut hub);
        let mut copy = hub.clone();
        assert_eq!(marked(&mut copy), [0..rows]);
        copy.alloc();
        see(&mut copy);
        copy.clone_from(&hub);
        assert_eq!(marked(&mut copy), [0..rows]);
        assert_eq!(marked(&mut hub), []);
        let text = serde_json::to_string(&hub).expect("it can be written");
        let mut loaded: BodyHub = serde_json::from_str(&text).expect("it can be read");
        assert_eq!(marked(&mut loaded), [0..rows]);
    }

    #[test]
    fn growing_and_shrinking_carry_the_marks_along() {
        let (mut hub, ids) = seen(67);
        hub.columns_mut().place[ids[65]] = [0; 3];
        hub.columns_mut().name[ids[65]] = String::new();
        hub.reserve(1000);
        assert_eq!(hub.columns_mut().place.changed(GPU), 1);
        hub.shrink_to_fit();
        hub.reserve(5000);
        assert_eq!(marked(&mut hub), [65..66]);
    }

    #[test]
    fn a_record_that_replaces_another_is_news_and_a_new_id_is_not() {
        let (mut hub, ids) = seen(4);
        assert!(hub.replace(ids[2], body(9)).is_ok());
        assert_eq!(marked(&mut hub), [2..3]);
        assert!(hub.renew(ids[2]).is_some());
        assert_eq!(marked(&mut hub), []);
        assert!(hub.replace(ids[2], body(9)).is_err());
        assert_eq!(marked(&mut hub), []);
    }

    #[test]
    fn an_empty_hub_has_no_changes() {
        let mut hub = BodyHub::new();
        let places = &mut hub.columns_mut().place;
        places.mark_all(GPU);
        assert!(places.all_mut().is_empty());
        assert_eq!((places.changed(GPU), places.take_changes(GPU, 9)), (0, vec![]));
    }

    #[test]
    fn filling_and_detaching_mark_as_inserting_and_removing_do() {
        let (mut hub, ids) = seen(4);
        let record = hub.detach(ids[1]).expect("it is live");
        assert_eq!(marked(&mut hub), vec![1..2]);
        assert!(hub.fill(ids[1], record).is_ok());
        let row = hub.row_of(ids[1]).expect("it is live");
        assert_eq!(marked(&mut hub), vec![row..row + 1]);
        let id = hub.reserve_id();
        // With the slots layout there is a hole, which is a row.
        assert_eq!(marked(&mut hub), if DENSE { vec![] } else { vec![4..5] });
        assert!(hub.fill(id, body(9)).is_ok());
        assert_eq!(marked(&mut hub), vec![4..5]);
    }
}

#[test]
fn rows_that_were_sorted_or_swapped_are_marked_if_they_moved() {
    use soa_runtime::IdAllocator;

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
    let changes = |bytes: &mut ByteHub| bytes.columns_mut().value.take_changes(GPU, 0);
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
fn a_tracked_column_costs_a_byte_per_row_and_an_untracked_one_nothing() {
    use soa_runtime::{Hub, IdAllocator};

    macro_rules! check {
        ($layout:ident) => {{
            #[derive(IdAllocator)]
            #[soa(layout = $layout)]
            struct Plain {
                wide: u64,
                narrow: u8,
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout)]
            struct Marked {
                #[soa(tracked)]
                wide: u64,
                #[soa(tracked)]
                narrow: u8,
            }

            let mut plain = Hub::<Plain>::with_capacity(1000);
            let mut marked = Hub::<Marked>::with_capacity(1000);
            let rows = plain.capacity();
            assert_eq!(marked.capacity(), rows);
            let slot_table = plain.stats().bytes - rows * 9;
            assert_eq!(marked.stats().bytes, slot_table + rows * (9 + 2));
            assert_eq!(size_of_val(&marked), size_of_val(&plain));

            plain.alloc_many(500);
            marked.alloc_many(500);
            let of = |memory: soa_runtime::Memory| {
                memory.columns().map(|(_, bytes)| bytes).collect::<Vec<_>>()
            };
            assert_eq!(of(plain.memory()), [500 * 8, 500]);
            assert_eq!(of(marked.memory()), [500 * 9, 500 * 2]);
            assert_eq!(marked.memory().slot_table, plain.memory().slot_table);
            assert_eq!(marked.memory().total(), marked.stats().bytes);
            assert!(Marked::COLUMNS.iter().all(|column| column.tracked));
            assert!(!Plain::COLUMNS.iter().any(|column| column.tracked));
        }};
    }
    check!(slots);
    check!(dense);
}

#[test]
fn ranges_nearer_than_the_gap_are_one() {
    use soa_runtime::IdAllocator;

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
        let values = &mut bytes.columns_mut().value;
        for pattern in (1..64_u32).step_by(if cfg!(miri) { 23 } else { 1 }) {
            let _ = values.take_changes(GPU, 0);
            let changed: Vec<usize> = (0..rows)
                .filter(|row| pattern >> (row * 7 % 11 % 6) & 1 == 1)
                .collect();
            for gap in [0, 1, 2, 3, 5, 64, usize::MAX] {
                for &row in &changed {
                    values[row] = 1;
                }
                assert_eq!(values.changed(GPU), changed.len());
                let mut expected: Vec<core::ops::Range<usize>> = Vec::new();
                for &row in &changed {
                    match expected.last_mut() {
                        Some(last) if row - last.end < gap.max(1) => last.end = row + 1,
                        _ => expected.push(row..row + 1),
                    }
                }
                assert_eq!(
                    values.take_changes(GPU, gap),
                    expected,
                    "{rows} rows, gap {gap}"
                );
                assert_eq!(values.changed(GPU), 0);
            }
        }
        values.all_mut().fill(0);
        assert_eq!(values.take_changes(GPU, 0), [0..rows]);
    }
}

#[test]
fn readers_do_not_see_each_others_marks() {
    use soa_runtime::IdAllocator;

    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Byte {
        #[soa(tracked)]
        value: u8,
    }

    let mut bytes = ByteHub::new();
    bytes.alloc_many(100);
    let values = &mut bytes.columns_mut().value;
    let readers: Vec<_> = (0..8).map(Reader::new).collect();
    for &reader in &readers {
        let _ = values.take_changes(reader, 0);
    }
    values.mark_all(readers[3]);
    for (number, &reader) in readers.iter().enumerate() {
        assert_eq!(values.changed(reader), if number == 3 { 100 } else { 0 });
    }
    values[50] = 1;
    assert_eq!(values.take_changes(readers[3], 0), [0..100]);
    for &reader in readers.iter().filter(|reader| **reader != readers[3]) {
        assert_eq!(values.take_changes(reader, 0), [50..51]);
    }
}

#[test]
fn nan_differs_always() {
    use soa_runtime::IdAllocator;

    #[derive(IdAllocator)]
    struct Number {
        #[soa(tracked)]
        value: f32,
    }

    let mut numbers = NumberHub::new();
    let id = numbers.alloc();
    let values = &mut numbers.columns_mut().value;
    assert!(values.set(id, f32::NAN));
    let _ = values.take_changes(GPU, 0);
    assert!(values.set(id, f32::NAN));
    assert_eq!(values.changed(GPU), 1);
    let _ = values.take_changes(GPU, 0);
    assert!(values.set(id, 0.0) && !values.set(id, -0.0));
    assert_eq!(values.changed(GPU), 1);
}

#[test]
fn any_column_can_be_tracked() {
    use soa_runtime::IdAllocator;

    #[derive(Clone, Copy, Default, PartialEq, Debug)]
    #[repr(align(128))]
    struct Wide(u8);

    /// With a lifetime, parameters, a unit, an aligned type and a hub of its own.
    #[derive(IdAllocator)]
    #[soa(derive(Debug, PartialEq))]
    struct All<'a, F, const N: usize> {
        #[soa(tracked)]
        text: Option<&'a str>,
        #[soa(tracked, default = [0; N])]
        array: [u8; N],
        #[soa(tracked)]
        unit: (),
        #[soa(tracked)]
        wide: Wide,
        #[soa(tracked)]
        value: Option<F>,
    }

    let word = String::from("word");
    let mut all = AllHub::<'_, u64, 4>::from(soa_runtime::Hub::new());
    for _ in 0..70 {
        all.insert(All {
            text: None,
            array: [0; 4],
            unit: (),
            wide: Wide(3),
            value: Some(1),
        });
    }
    let id = all.ids().nth(66).expect("70 rows");
    let mut columns = all.columns_mut();
    assert_eq!(columns.unit.take_changes(GPU, 0), [0..70]);
    assert_eq!(columns.wide.take_changes(GPU, 0), [0..70]);
    columns.text[id] = Some(&word);
    columns.unit[id] = ();
    columns.wide[id] = Wide(4);
    assert_eq!(columns.unit.take_changes(GPU, 0), [66..67]);
    assert_eq!(columns.wide.take_changes(GPU, 0), [66..67]);
    assert_eq!((columns.wide[id], columns.wide[0]), (Wide(4), Wide(3)));
    assert_eq!(
        format!("{:?}", all.row_mut(id)),
        format!("{:?}", all.row(id)).replace("AllRow", "AllRowMut")
    );
}
