//! Tracked columns: what is marked and what is not, and that a copy which gets
//! the changed ranges alone is equal after every frame.
#![allow(
    clippy::single_range_in_vec_init,
    reason = "changes are a list of ranges, often of one"
)]

mod marks;
mod mirror;
mod panics;

use soa_runtime::Reader;

const GPU: Reader = Reader::new(0);
const NET: Reader = Reader::new(7);

/// Makes the items twice, with a `Body` of each layout of which two columns are
/// tracked and two are not.
macro_rules! in_both_layouts {
    ($($item:item)*) => {
        mod slots {
            use super::*;
            use $crate::tracked::slots::*;

            $($item)*
        }
        mod dense {
            use super::*;
            use $crate::tracked::dense::*;

            $($item)*
        }
    };
}
pub(crate) use in_both_layouts;

macro_rules! with_body {
    ($layout:ident, $dense:literal) => {
        use soa_runtime::IdAllocator;

        pub(crate) const DENSE: bool = $dense;

        #[derive(IdAllocator, Debug, Clone, PartialEq)]
        #[soa(layout = $layout, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
        pub(crate) struct Body {
            pub(crate) mass: u32,
            #[soa(tracked, default = [1; 3])]
            pub(crate) place: [u16; 3],
            #[soa(tracked)]
            pub(crate) name: String,
            pub(crate) flag: bool,
        }

        pub(crate) fn body(number: u16) -> Body {
            Body {
                mass: number.into(),
                place: [number; 3],
                name: number.to_string(),
                flag: true,
            }
        }

        /// A hub of so many bodies of which the readers have seen all.
        pub(crate) fn seen(rows: u16) -> (BodyHub, Vec<BodyId>) {
            let mut hub: BodyHub = (0..rows).map(body).collect();
            let ids = hub.ids().collect();
            see(&mut hub);
            (hub, ids)
        }

        pub(crate) fn see(hub: &mut BodyHub) {
            let mut columns = hub.columns_mut();
            for reader in [$crate::tracked::GPU, $crate::tracked::NET] {
                let _ = columns.place.take_changes(reader, 0);
                let _ = columns.name.take_changes(reader, 0);
            }
        }

        /// The marked rows of `place`, which must be those of `name` as well.
        pub(crate) fn marked(hub: &mut BodyHub) -> Vec<core::ops::Range<usize>> {
            let mut columns = hub.columns_mut();
            let rows = columns.place.take_changes($crate::tracked::GPU, 0);
            assert_eq!(columns.name.take_changes($crate::tracked::GPU, 0), rows);
            assert_eq!(columns.place.take_changes($crate::tracked::NET, 0), rows);
            rows
        }

        super::with_reorder!($layout);
    };
}
use with_body;

/// Sorting and swapping, where rows have no slots of their own.
macro_rules! with_reorder {
    (slots) => {
        pub(crate) fn reorder(_: &mut BodyHub, _: u16, _: u16) {}
    };
    (dense) => {
        pub(crate) fn reorder(hub: &mut BodyHub, a: u16, b: u16) {
            if a % 3 == 0 {
                return hub.sort_by_key(|row| row.place[usize::from(b % 3)] % 8);
            }
            if let Some(last) = hub.len().checked_sub(1) {
                hub.swap_rows(usize::from(a).min(last), usize::from(b % 50).min(last));
            }
        }
    };
}
use with_reorder;

pub(crate) mod slots {
    super::with_body!(slots, false);
}

pub(crate) mod dense {
    super::with_body!(dense, true);
}

#[test]
fn a_reader_is_one_of_eight() {
    let readers: Vec<_> = (0..8).map(Reader::new).collect();
    for (number, reader) in readers.iter().enumerate() {
        assert!(!readers[..number].contains(reader));
    }
    let message = crate::support::panic_message(|| {
        let _ = Reader::new(8);
    });
    assert_eq!(message, "a tracked column has 8 readers: 0 to 7");
}
