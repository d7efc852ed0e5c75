//! Ticks, clocks, and what they cost.

use soa_runtime::iter::ChangedRanges;
use soa_runtime::{Hub, IdAllocator, Tick, TrackedColumn, TrackedColumnMut, TrackedMut};

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(derive(Clone, PartialEq, Debug, Serialize, Deserialize))]
struct Byte {
    #[soa(tracked)]
    value: u8,
}

fn changes(hub: &ByteHub, since: Tick) -> Vec<core::ops::Range<usize>> {
    hub.columns().value.changed_since(since, 0).collect()
}

fn hub_of(rows: usize) -> ByteHub {
    let mut bytes = ByteHub::new();
    bytes.alloc_many(rows);
    bytes
}

#[test]
fn ticks_are_numbers_in_their_order() {
    assert_eq!(size_of::<Tick>(), 8);
    assert_eq!(Tick::START, Tick::from_bits(0));
    for bits in [0, 1, 1 << 40, u64::MAX] {
        assert_eq!(Tick::from_bits(bits).to_bits(), bits);
        let text = serde_json::to_string(&Tick::from_bits(bits)).expect("it can be written");
        assert_eq!(text, bits.to_string());
        assert_eq!(
            serde_json::from_str::<Tick>(&text).ok(),
            Some(Tick::from_bits(bits))
        );
    }
    assert!(Tick::from_bits(3) < Tick::from_bits(4));
}

#[test]
fn an_empty_hub_advances_without_memory() {
    let mut bytes = ByteHub::new();
    let (first, second) = (bytes.advance(), bytes.advance());
    assert!(Tick::START < first && first < second);
    let late = Tick::from_bits(usize::MAX as u64 / 2);
    assert_eq!(bytes.advance_to(late), late);
    assert!(late < bytes.advance());
    bytes.advance_to(Tick::from_bits(u64::MAX / 2));
    assert_eq!(bytes.stats().bytes, 0);
}

#[test]
fn a_clock_goes_on_when_memory_comes_and_goes() {
    let mut bytes = ByteHub::new();
    assert_eq!(bytes.advance(), Tick::from_bits(1));
    bytes.advance_to(Tick::from_bits(100));
    bytes.alloc();
    assert_eq!(changes(&bytes, Tick::from_bits(100)), [0..1]);
    assert_eq!(bytes.advance(), Tick::from_bits(101));
    bytes.reserve(5000);
    assert_eq!(bytes.advance(), Tick::from_bits(102));
    bytes = ByteHub::new();
    bytes.advance_to(Tick::from_bits(7));
    bytes.reserve(9);
    bytes.shrink_to_fit();
    assert_eq!(
        (bytes.stats().bytes, bytes.advance()),
        (0, Tick::from_bits(8))
    );
}

#[test]
fn advance_to_never_goes_back() {
    let mut bytes = hub_of(70);
    let late = Tick::from_bits(1000);
    assert_eq!(bytes.advance_to(late), late);
    bytes.columns_mut().value[1] = 1;
    for earlier in [0, 1, 999, 1000] {
        assert_eq!(bytes.advance_to(Tick::from_bits(earlier)), late);
        assert_eq!(changes(&bytes, late), [1..2]);
    }
    assert_eq!(bytes.advance(), Tick::from_bits(1001));
    assert_eq!(changes(&bytes, late), [1..2]);
    assert_eq!(changes(&bytes, Tick::from_bits(1001)), []);
}

#[test]
fn the_first_tick_and_ticks_that_are_not_over_report_all_rows_with_holes() {
    let mut bytes = hub_of(70);
    let id = bytes.ids().nth(3).expect("70 rows");
    bytes.dealloc(id);
    let now = bytes.advance();
    assert_eq!(changes(&bytes, now), []);
    for tick in [
        Tick::START,
        Tick::from_bits(now.to_bits() + 1),
        Tick::from_bits(u64::MAX),
    ] {
        assert_eq!(changes(&bytes, tick), [0..70]);
    }
}

#[test]
fn the_last_ticks_of_all_report_too_much_and_never_too_little() {
    let mut bytes = hub_of(3);
    bytes.advance_to(Tick::from_bits(u64::MAX));
    for row in 0..3 {
        let seen = bytes.advance();
        bytes.columns_mut().value[row] = 1;
        assert!(changes(&bytes, seen).iter().any(|rows| rows.contains(&row)));
    }
    let copy = bytes.clone();
    assert_eq!(changes(&copy, Tick::from_bits(u64::MAX - 1)), [0..3]);
}

#[test]
fn readers_are_exact_until_the_stamps_are_used_up_and_then_start_once_from_scratch() {
    const STAMPS: u64 = 1 << 32;
    // The first jump of a hub beyond its stamps is where they start over.
    for (start, base) in [(5, 0), (1 << 31, 0), ((1 << 40) + 17, (1 << 40) + 16)] {
        let mut bytes = hub_of(130);
        let seen = bytes.advance_to(Tick::from_bits(start));
        let hub = bytes.incarnation();
        bytes.columns_mut().value[65] = 1;
        for step in [1, 100, STAMPS / 4, STAMPS / 2 - 100] {
            bytes.advance_to(Tick::from_bits(start + step));
            assert_eq!(changes(&bytes, seen), [65..66], "{start} + {step}");
        }
        let seen = bytes.advance_to(Tick::from_bits(base + STAMPS - 2));
        assert_eq!((changes(&bytes, seen), bytes.incarnation()), (vec![], hub));
        bytes.columns_mut().value[7] = 1;
        bytes.advance();
        assert_ne!(bytes.incarnation(), hub, "{start}");
        assert_eq!(changes(&bytes, seen), [0..130], "{start}");
        let seen = bytes.advance();
        assert_eq!(changes(&bytes, seen), []);
        bytes.columns_mut().value[0] = 1;
        assert_eq!(changes(&bytes, seen), [0..1]);
    }
}

#[test]
fn what_was_written_in_an_open_tick_belongs_to_the_number_as_which_it_ends() {
    for end in [60, 1 << 31, (1 << 32) + 5, 1 << 50, u64::MAX - 1] {
        let mut bytes = hub_of(130);
        bytes.advance();
        bytes.columns_mut().value[1] = 1;
        let before = bytes.advance();
        bytes.columns_mut().value[65] = 1;
        let ended = bytes.advance_to(Tick::from_bits(end));
        bytes.columns_mut().value[129] = 1;
        for seen in [before, Tick::from_bits(30), Tick::from_bits(end - 1)] {
            let found: Vec<_> = changes(&bytes, seen).into_iter().flatten().collect();
            assert!(
                found.contains(&65) && found.contains(&129),
                "{end}: {seen:?}"
            );
            assert!(found.len() == 2 || end > 1 << 32, "{end}: {found:?}");
        }
        let found: Vec<_> = changes(&bytes, ended).into_iter().flatten().collect();
        assert!(found == [129] || end > 1 << 32, "{end}: {found:?}");
        let now = bytes.advance();
        assert!(changes(&bytes, now).is_empty() || end == u64::MAX - 1);
    }
}

#[test]
fn after_clone_from_every_tick_of_either_hub_reports_all_rows() {
    for (ours, theirs) in [(5, 900), (900, 5), (1 << 32, 7), (7, 1 << 40)] {
        for rows in [3, 100, 300] {
            let (mut bytes, mut other) = (hub_of(100), hub_of(rows));
            let mut ticks = vec![bytes.advance(), other.advance()];
            ticks.push(bytes.advance_to(Tick::from_bits(ours)));
            ticks.push(other.advance_to(Tick::from_bits(theirs)));
            bytes.clone_from(&other);
            for &tick in &ticks {
                assert_eq!(changes(&bytes, tick), [0..rows]);
            }
            let now = bytes.advance();
            assert!(ticks.iter().all(|tick| *tick < now));
            assert_eq!(changes(&bytes, now), []);
            bytes.columns_mut().value[rows - 1] = 1;
            assert_eq!(changes(&bytes, now), [rows - 1..rows]);
            assert_eq!(changes(&other, Tick::from_bits(theirs)), []);
        }
    }
}

#[test]
fn ticks_are_no_part_of_equality_debug_or_snapshots() {
    let (bytes, mut other) = (hub_of(10), hub_of(10));
    other.advance_to(Tick::from_bits(77));
    other.columns_mut().value.all_mut();
    let [one, two] =
        [&bytes, &other].map(|hub| serde_json::to_string(hub).expect("it can be written"));
    assert!(*bytes == *other && format!("{bytes:?}") == format!("{other:?}") && one == two);
}

#[test]
fn views_and_iterators_go_to_other_threads() {
    fn both<T: Send + Sync>() {}
    both::<ChangedRanges<'_>>();
    both::<TrackedColumn<'_, Byte, u8>>();
    both::<TrackedColumnMut<'_, Byte, u8>>();
    both::<TrackedMut<'_, u8>>();
    both::<Hub<Byte>>();
}

#[test]
fn rows_of_one_block_are_written_by_several_threads() {
    let mut bytes = hub_of(64);
    let seen = bytes.advance();
    let mut rows: Vec<_> = bytes.iter_mut().map(|(_, row)| row).collect();
    std::thread::scope(|scope| {
        for chunk in rows.chunks_mut(16) {
            scope.spawn(|| chunk.iter_mut().step_by(2).for_each(|row| *row.value = 1));
        }
    });
    drop(rows);
    let written = (0..64).step_by(2).map(|row| row..row + 1);
    assert!(changes(&bytes, seen).into_iter().eq(written));
}

#[test]
fn a_tracked_column_costs_four_bytes_per_row_and_an_untracked_one_nothing() {
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
            struct Stamped {
                #[soa(tracked)]
                wide: u64,
                #[soa(tracked)]
                narrow: u8,
            }

            let mut plain = Hub::<Plain>::with_capacity(1000);
            let mut stamped = Hub::<Stamped>::with_capacity(1000);
            let rows = plain.capacity();
            assert_eq!(stamped.capacity(), rows);
            let slot_table = plain.stats().bytes - rows * 9;
            // For each column one stamp of the whole and one per 32 rows, and what fills a word
            // in front of the bits.
            let columns = 2 * 4 * (1 + rows.div_ceil(32));
            assert_eq!(stamped.stats().bytes, slot_table + rows * (9 + 8) + columns);

            plain.alloc_many(500);
            stamped.alloc_many(500);
            let of = |memory: soa_runtime::inspect::Memory| {
                memory.columns().map(|(_, bytes)| bytes).collect::<Vec<_>>()
            };
            assert_eq!(of(plain.memory()), [500 * 8, 500]);
            assert_eq!(of(stamped.memory()), [500 * 12, 500 * 5]);
            assert_eq!(
                stamped.memory().slot_table,
                plain.memory().slot_table + columns
            );
            assert_eq!(stamped.memory().total(), stamped.stats().bytes);
            assert!(Stamped::COLUMNS.iter().all(|column| column.tracked));
            assert!(!Plain::COLUMNS.iter().any(|column| column.tracked));
        }};
    }
    check!(slots);
    check!(dense);
}
