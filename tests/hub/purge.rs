//! `purge` returns the memory past the last row, and no other memory.

use soa_runtime::{Hub, IdAllocator};

/// Where the system has no such call, `purge` does nothing.
const PURGES: bool = cfg!(all(target_os = "linux", not(miri)));

/// No system has smaller pages.
const PAGE: usize = 4096;

const ROWS: usize = if cfg!(miri) { 100 } else { 20_000 };

#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[repr(align(128))]
struct Wide(u8);

/// The same columns in both layouts: without a size, of few bytes, over-aligned,
/// and with something to drop.
macro_rules! both {
    ($($layout:ident)*) => {
        $(
            mod $layout {
                use super::{IdAllocator, Wide};

                #[derive(IdAllocator, Debug, Clone, PartialEq)]
                #[soa(layout = $layout, derive(Clone, Debug, PartialEq))]
                pub(super) struct Row {
                    pub(super) nothing: (),
                    pub(super) number: usize,
                    #[soa(default = 7)]
                    pub(super) small: u8,
                    pub(super) wide: Wide,
                    pub(super) text: String,
                }

                pub(super) fn row(number: usize) -> Row {
                    let (small, wide) = (number.to_le_bytes()[0], Wide(3));
                    Row { nothing: (), number, small, wide, text: number.to_string() }
                }
            }
        )*

        #[test]
        fn rows_ids_and_columns_stay() {
            $(
                let mut hub = $layout::RowHub::from(Hub::with_capacity(3 * ROWS));
                let ids: Vec<_> = (0..ROWS).map(|number| hub.insert($layout::row(number))).collect();
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
            )*
        }

        #[test]
        fn rows_are_made_again_where_memory_was_given_back() {
            $(
                let mut hub = $layout::RowHub::new();
                let mut other = hub.clone();
                for hub in [&mut hub, &mut other] {
                    hub.extend((0..ROWS).map($layout::row));
                    hub.clear();
                }
                hub.purge();
                assert!(hub.is_empty());
                for number in 0..2 * ROWS {
                    let id = hub.insert($layout::row(number));
                    assert_eq!(id, other.insert($layout::row(number)));
                    assert_eq!(hub.row(id).text, &number.to_string());
                }
                assert_eq!(*hub, *other);
                let fresh = hub.alloc();
                assert_eq!((*hub.row(fresh).number, *hub.row(fresh).small), (0, 7));
            )*
        }

        #[test]
        fn less_than_a_page_stays() {
            $(
                let mut hub = $layout::RowHub::new();
                assert_eq!(hub.purge(), 0);
                hub.alloc();
                assert_eq!(hub.purge(), 0);
                hub.extend((0..ROWS).map($layout::row));
                hub.shrink_to_fit();
                assert_eq!(hub.purge(), 0);
            )*
        }
    };
}
both!(slots dense);

#[test]
fn holes_are_rows_and_stay() {
    let mut hub: slots::RowHub = (0..ROWS).map(slots::row).collect();
    hub.shrink_to_fit();
    hub.clear();
    assert_eq!(hub.purge(), 0);
    assert!(hub.columns().small.iter().all(|&small| small == 7));
}

#[test]
fn a_dense_hub_that_was_cleared_keeps_its_slots_alone() {
    let mut hub: dense::RowHub = (0..ROWS).map(dense::row).collect();
    hub.shrink_to_fit();
    let stale: Vec<_> = hub.ids().collect();
    hub.clear();
    let mut other = hub.clone();
    let bytes = hub.purge();
    // The slots keep their words and the numbers of their rows. A column, and the ids of
    // the rows, keep less than two pages each.
    let of_slots = ROWS * (size_of::<dense::RowId>() + size_of::<u32>());
    let of_rows = hub.stats().bytes - of_slots;
    assert!(
        !PURGES || (bytes <= of_rows && bytes + 6 * 2 * PAGE > of_rows),
        "{bytes} bytes of {of_rows}"
    );
    assert!(stale.iter().all(|&id| !hub.contains(id)));
    for _ in &stale {
        assert_eq!(hub.alloc(), other.alloc());
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
