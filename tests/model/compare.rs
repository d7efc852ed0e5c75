//! Compares what a hub and its leases return with what the model returns.

use std::collections::HashMap;

use crate::rows::Rows;
use crate::slots::Key;
use crate::subject::{Leased, Subject, Walk};

/// Calls every reading method of the subject, and compares the results with the model.
pub(crate) fn compare(subject: &mut dyn Subject, rows: &Rows) {
    let keys = rows.keys();
    let layout = rows.layout();
    let places = (0..)
        .zip(&layout)
        .filter_map(|(row, key)| Some(((*key)?, row)));
    let places: HashMap<Key, usize> = places.collect();
    for (id, key) in subject.issued().into_iter().enumerate() {
        let expected = rows.get(key);
        assert_eq!(
            subject.contains(id),
            expected.is_some(),
            "whether {key:?} is live"
        );
        assert_eq!(subject.is_reserved(id), rows.slots.is_reserved(key));
        assert_eq!(subject.get(id).as_ref(), expected, "the row of {key:?}");
        let row = places.get(&key).copied();
        assert_eq!(subject.row_of(id), row, "the place of {key:?}");
        match subject.try_row(id) {
            Ok(values) => assert_eq!(Some(&values), expected),
            Err(text) => {
                assert_eq!(expected, None, "{text}");
                let cause = if rows.slots.is_reserved(key) {
                    " of RecordHub is reserved"
                } else {
                    " of RecordHub: "
                };
                assert!(text.contains(cause), "{text}");
            }
        }
    }
    let live: HashMap<u32, Key> = keys.iter().map(|key| (key.0, *key)).collect();
    let slots = u32::try_from(rows.slots.states().len()).expect("an index has 32 bits");
    for slot in (0..=slots).chain([u32::MAX]) {
        assert_eq!(subject.id_of_slot(slot), live.get(&slot).copied());
    }
    for (row, key) in layout.iter().enumerate() {
        assert_eq!(subject.id_at(row), *key);
    }
    assert_eq!(subject.id_at(layout.len()), None);

    let values = |key: Key| rows.get(key).cloned().unwrap_or_default();
    let mut ranges = Vec::new();
    for run in layout.chunk_by(|a, b| a.is_some() == b.is_some()) {
        let start = ranges
            .last()
            .map_or(0, |(range, _): &(std::ops::Range<usize>, bool)| range.end);
        ranges.push((start..start + run.len(), run[0].is_some()));
    }
    ranges.retain(|(_, live)| *live);
    let expected = Walk {
        rows: keys.iter().map(|key| (*key, values(*key))).collect(),
        backwards: keys.iter().rev().copied().collect(),
        ids: keys.clone(),
        ranges: ranges.into_iter().map(|(range, _)| range).collect(),
        columns: rows.columns(),
    };
    assert_eq!(subject.walk(), expected);

    assert_eq!(subject.reserved(), rows.slots.reserved());

    if let Some(told) = subject.told() {
        let mut keys = keys;
        keys.sort_unstable();
        assert_eq!(told, keys, "what a reader of the slots knows");
    }

    let stats = subject.stats();
    let counts = [stats.live, stats.free, stats.retired, stats.reserved];
    assert_eq!(counts, rows.slots.counts());
    assert_eq!(stats.slots, counts.iter().sum::<usize>());
    assert_eq!(
        subject.counts(),
        (stats.live, stats.live == 0, stats.slots, stats.capacity)
    );
    assert!(stats.slots <= stats.capacity);
    assert_eq!(stats.bytes == 0, stats.capacity == 0);

    let issued = subject.issued();
    let leased = rows.leases.iter().map(|lease| Leased {
        len: lease.rows().len(),
        rows: lease.rows(),
        left: lease.left(),
        found: issued.iter().map(|key| lease.get(*key).cloned()).collect(),
    });
    assert_eq!(subject.leases(), leased.collect::<Vec<_>>());

    // The free slots show in the ids that are issued next.
    let most = rows.slots.free().len() + 2;
    let mut slots = rows.slots.clone();
    let expected: Vec<Key> = std::iter::from_fn(|| Some(slots.issue()?.key))
        .take(most)
        .collect();
    assert_eq!(subject.ids_to_come(most), expected, "the ids to come");
}
