//! Stamps beside the other parts of a block: bits, and the table of links that `insert_at`
//! makes. The rows and their stamps stay what they are, whatever is around them.

use soa_runtime::Tick;

use super::in_both_layouts;

/// Numbers of rows around those at which a block gets another word of bits, another stamp
/// per 64 rows, or both.
const SIZES: [u16; 9] = if cfg!(miri) {
    [1, 2, 63, 64, 65, 65, 65, 65, 65]
} else {
    [1, 3, 63, 64, 65, 127, 128, 129, 300]
};

in_both_layouts! {
    /// Returns a hub of at least this many slots, and the tick since which exactly the rows
    /// of the returned numbers changed. It has a table of links, or has not.
    fn written(rows: u16, links: bool) -> (BodyHub, Tick, Vec<usize>) {
        let mut hub: BodyHub = (0..rows + 4).map(body).collect();
        let ids: Vec<BodyId> = hub.ids().collect();
        // The last three rows become free, so that no other row moves.
        for &id in ids[usize::from(rows) + 1..].iter().rev() {
            hub.dealloc(id);
        }
        if links {
            let before = hub.memory().total();
            let last = ids[usize::from(rows) + 3];
            let next = BodyId::from_parts(last.index(), 2).expect("the second of its slot");
            hub.insert_at(next, body(7)).expect("the slot is free");
            assert!(hub.memory().total() >= before + 4 * usize::from(rows), "there is a table");
            hub.dealloc(next);
        }
        let seen = hub.advance();
        let last = usize::from(rows);
        let mut written: Vec<usize> = [0, last / 2, last].into();
        written.dedup();
        for &row in &written {
            hub.columns_mut().place[ids[row]][0] += 1;
            hub.columns_mut().name[ids[row]].push('+');
        }
        (hub, seen, written)
    }

    /// Both tracked columns report these rows since `seen`.
    fn assert_changed(hub: &BodyHub, seen: Tick, rows: &[usize]) {
        let columns = hub.columns();
        let found: Vec<usize> = columns.place.changed_since(seen, 0).flatten().collect();
        assert_eq!(found, rows);
        assert!(columns.name.changed_since(seen, 0).flatten().eq(found));
    }

    fn for_each_size(test: impl Fn(BodyHub, Tick, Vec<usize>)) {
        for rows in SIZES {
            for links in [false, true] {
                let (hub, seen, written) = written(rows, links);
                assert_changed(&hub, seen, &written);
                test(hub, seen, written);
            }
        }
    }

    #[test]
    fn growing_and_shrinking_keep_the_stamps() {
        for_each_size(|mut hub, seen, written| {
            let copy = hub.clone();
            for more in [0, 1, 60, 200, 1000, 0, 500, 0] {
                if more == 0 {
                    hub.shrink_to_fit();
                } else {
                    let unused = hub.capacity() - hub.len();
                    hub.reserve(unused + more);
                }
                assert_changed(&hub, seen, &written);
            }
            assert_eq!(hub, copy);
            // The capacity that is added has stamps, too.
            let rows = hub.columns().place.len();
            let seen = hub.advance();
            let ids = hub.insert_many((0..200).map(body));
            let mut made: Vec<usize> = ids.iter().filter_map(|id| hub.row_of(*id)).collect();
            made.sort_unstable();
            assert!(made.len() == 200 && made.iter().any(|row| *row >= rows));
            assert_changed(&hub, seen, &made);
        });
    }

    #[test]
    fn a_table_that_comes_and_goes_keeps_the_stamps() {
        for_each_size(|mut hub, seen, written| {
            let (slots, last) = (hub.slots(), u32::try_from(hub.slots() - 1).expect("a few"));
            let id = (1..9).find_map(|generation| {
                let id = BodyId::from_parts(last, generation)?;
                hub.insert_at(id, body(9)).ok().map(|()| id)
            });
            let id = id.expect("one of them is the next");
            let row = hub.row_of(id).expect("it is live");
            let mut expected = written.clone();
            expected.push(row);
            expected.sort_unstable();
            assert_changed(&hub, seen, &expected);
            hub.dealloc(id);
            if DENSE {
                expected.retain(|other| *other != row);
            }
            hub.shrink_to_fit();
            assert_changed(&hub, seen, &expected);
            assert_eq!(hub.slots(), slots);
        });
    }

    #[test]
    fn copies_report_all_rows_since_every_tick() {
        for_each_size(|hub, seen, _| {
            let rows: Vec<usize> = (0..hub.columns().place.len()).collect();
            let mut copy = hub.clone();
            assert_changed(&copy, seen, &rows);
            let now = copy.advance();
            assert_changed(&copy, now, &[]);
            // Into a hub with and without capacity, and with and without a table.
            for (capacity, links) in [(0, false), (500, false), (3, true), (500, true)] {
                let (mut target, earlier, _) = written(capacity, links);
                target.clone_from(&hub);
                assert_eq!(target, hub);
                assert_changed(&target, earlier, &rows);
                assert_changed(&target, seen, &rows);
                let now = target.advance();
                assert_changed(&target, now, &[]);
                target.columns_mut().place[0] = [9; 3];
                assert!(target.columns().place.changed_since(now, 0).eq([0..1]));
            }
        });
    }

    #[test]
    fn a_loaded_hub_starts_again_and_reports_all_rows() {
        for_each_size(|hub, _, _| {
            let text = serde_json::to_string(&hub).expect("it can be written");
            let mut loaded: BodyHub = serde_json::from_str(&text).expect("it can be read");
            assert_eq!(loaded, hub);
            let rows: Vec<usize> = (0..hub.columns().place.len()).collect();
            assert_changed(&loaded, Tick::START, &rows);
            let seen = loaded.advance();
            assert_eq!(seen, Tick::from_bits(1));
            assert_changed(&loaded, seen, &[]);
        });
    }

    #[test]
    fn rows_past_the_end_that_insert_at_makes_have_changed() {
        for_each_size(|mut hub, _, _| {
            for further in [0, 1, 62, 65] {
                let (seen, rows) = (hub.advance(), hub.columns().place.len());
                let index = u32::try_from(hub.slots() + further).expect("a few");
                let id = BodyId::from_parts(index, 3).expect("it is an id");
                hub.insert_at(id, body(1)).expect("there is memory");
                // With slots, the rows of the slots before it are new, too.
                let expected: Vec<usize> = (rows..hub.columns().place.len()).collect();
                assert_eq!(expected.len(), if DENSE { 1 } else { further + 1 });
                assert_changed(&hub, seen, &expected);
            }
        });
    }
}
