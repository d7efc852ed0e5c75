//! `purge` returns the memory past the last row, and no other memory.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;
use crate::support::Line;

/// Where the system has no such call, `purge` does nothing.
const PURGES: bool = cfg!(all(target_os = "linux", not(miri)));

/// No system has smaller pages.
const PAGE: usize = 4096;

const ROWS: usize = if cfg!(miri) { 100 } else { 20_000 };

in_both_layouts! {
    {
        /// Columns without a size, of few bytes, over-aligned, and with something to drop.
        #[derive(Debug, Clone, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq))]
        struct Row {
            nothing: (),
            number: usize,
            #[soa(default = 7)]
            small: u8,
            wide: Line<u8>,
            text: String,
        }
    }

    fn row(number: usize) -> Row {
        let (small, wide) = (number.to_le_bytes()[0], Line(3));
        Row { nothing: (), number, small, wide, text: number.to_string() }
    }

    #[test]
    fn rows_ids_and_columns_stay() {
        let mut hub = RowHub::with_capacity(3 * ROWS);
        let ids: Vec<_> = (0..ROWS).map(|number| hub.insert(row(number))).collect();
        for id in ids.iter().step_by(3) {
            hub.dealloc(*id);
        }
        let (before, stats) = (hub.clone(), hub.stats());
        let number = hub.columns().number.as_ptr();
        let text = hub.columns().text.as_ptr();

        let bytes = hub.purge();

        assert_eq!(bytes > 0, PURGES);
        assert_eq!(bytes % PAGE, 0);
        assert!(bytes < stats.bytes);
        assert_eq!((&hub, hub.stats()), (&before, stats));
        assert_eq!(hub.columns().number.as_ptr(), number);
        assert_eq!(hub.columns().text.as_ptr(), text);
    }

    #[test]
    fn rows_are_made_again_where_memory_was_given_back() {
        let mut hub = RowHub::new();
        let mut other = hub.clone();
        for hub in [&mut hub, &mut other] {
            hub.extend((0..ROWS).map(row));
            hub.clear();
        }
        hub.purge();
        assert!(hub.is_empty());
        for number in 0..2 * ROWS {
            let id = hub.insert(row(number));
            assert_eq!(id, other.insert(row(number)));
            assert_eq!(hub.row(id).text, &number.to_string());
        }
        assert_eq!(*hub, *other);
        let fresh = hub.alloc();
        assert_eq!((*hub.row(fresh).number, *hub.row(fresh).small), (0, 7));
    }

    #[test]
    fn less_than_a_page_stays() {
        let mut hub = RowHub::new();
        assert_eq!(hub.purge(), 0);
        hub.alloc();
        assert_eq!(hub.purge(), 0);
        hub.extend((0..ROWS).map(row));
        hub.shrink_to_fit();
        assert_eq!(hub.purge(), 0);
    }

    /// Holes are rows and stay. A dense hub has no rows then, and keeps only its slots.
    #[test]
    fn a_hub_that_was_cleared_keeps_its_holes_or_its_slots() {
        let mut hub: RowHub = (0..ROWS).map(row).collect();
        hub.shrink_to_fit();
        let stale: Vec<_> = hub.ids().collect();
        hub.clear();
        let mut other = hub.clone();
        let bytes = hub.purge();
        // The slots keep their words and the numbers of their rows. A column, and the ids of
        // the rows, keep less than two pages each.
        let of_slots = ROWS * (size_of::<RowId>() + size_of::<u32>());
        let of_rows = if DENSE { hub.stats().bytes - of_slots } else { 0 };
        assert!(
            !PURGES || (bytes <= of_rows && bytes + 6 * 2 * PAGE > of_rows),
            "{bytes} bytes of {of_rows}"
        );
        assert!(hub.columns().small.iter().all(|&small| small == 7));
        assert!(stale.iter().all(|&id| !hub.contains(id)));
        for _ in &stale {
            assert_eq!(hub.alloc(), other.alloc());
        }
    }
}

/// How many bytes of memory this process has.
#[cfg(all(target_os = "linux", not(miri)))]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/smaps_rollup").expect("linux has this file");
    let line = status.lines().find_map(|line| line.strip_prefix("Rss:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kib: usize = kib.and_then(|kib| kib.trim().parse().ok()).expect("a size");
    kib * 1024
}

#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn the_system_has_its_pages_back() {
    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Particle {
        #[soa(default = [1; 16])]
        position: [u64; 16],
    }
    let mut hub = ParticleHub::new();
    hub.alloc_many(1 << 19);
    assert_eq!(hub.columns().position[0], [1; 16]);
    hub.clear();
    let before = resident();
    let bytes = hub.purge();
    assert!(bytes >= 64 << 20, "{bytes}");
    // Other tests run at the same time, and have less.
    let after = resident();
    assert!(before - after > bytes / 2, "{before} {after}");
}
