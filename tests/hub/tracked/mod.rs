//! Ticks: what counts as changed and what does not, and that a copy which gets the changed
//! ranges alone is equal after every frame.
#![allow(
    clippy::single_range_in_vec_init,
    reason = "changes are a list of ranges, often of one"
)]

mod block;
mod clocks;
mod incarnations;
mod masks;
mod mirror;
mod panics;
mod slots_and_rows;
mod writes;

use soa_runtime::Tick;

/// Makes the items twice, with slots without the word `tracked` on the struct, and with dense
/// rows and the word. With the feature `every-kind` it makes them four times. `if_tracked!` is about items that need the word.
macro_rules! with_and_without_the_word {
    (@ $body:ident $if_tracked:ident $(, $bodies:ident $ifs_tracked:ident)*; $($item:item)*) => {
        mod $body {
            use super::*;
            use $crate::tracked::$body::*;
            #[allow(unused_imports, reason = "some items need no word")]
            use $crate::tracked::$if_tracked as if_tracked;

            $($item)*
        }
        $crate::tracked::with_and_without_the_word!(@ $($bodies $ifs_tracked),*; $($item)*);
    };
    (@ ; $($item:item)*) => {};
    ($($item:item)*) => {
        $crate::tracked::with_and_without_the_word!(
            @ slots skip, tracked_dense keep; $($item)*
        );
        #[cfg(feature = "every-kind")]
        $crate::tracked::with_and_without_the_word!(
            @ dense skip, tracked_slots keep; $($item)*
        );
    };
}
pub(crate) use with_and_without_the_word;

/// Makes the items twice, with a `Body` of each layout of which two columns are
/// tracked and two are not.
macro_rules! in_both_layouts {
    ($($item:item)*) => {
        $crate::tracked::with_and_without_the_word!(@ slots skip, dense skip; $($item)*);
    };
}
pub(crate) use in_both_layouts;

macro_rules! keep { ($($item:item)*) => { $($item)* }; }
macro_rules! skip {
    ($($item:item)*) => {};
}
pub(crate) use {keep, skip};

macro_rules! with_body {
    ($layout:ident, $dense:literal $(, $word:ident)?) => {
        use soa_runtime::IdAllocator;

        pub(crate) const DENSE: bool = $dense;

        #[derive(IdAllocator, Debug, Clone, PartialEq)]
        #[soa(layout = $layout, $($word,)? derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
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

        /// Returns a hub of this many bodies, none of which changed in the open tick.
        pub(crate) fn seen(rows: u16) -> (BodyHub, Vec<BodyId>) {
            let mut hub: BodyHub = (0..rows).map(body).collect();
            let ids = hub.ids().collect();
            hub.advance();
            (hub, ids)
        }

        /// Ends the tick, and returns the rows of `place` that changed in it. Those of
        /// `name` must be the same.
        pub(crate) fn changed(hub: &mut BodyHub) -> Vec<core::ops::Range<usize>> {
            let (places, names) = changed_in_each(hub);
            assert_eq!(places, names);
            places
        }

        /// Ends the tick, and returns the rows of `place` and of `name` that changed in it.
        pub(crate) fn changed_in_each(
            hub: &mut BodyHub,
        ) -> (Vec<core::ops::Range<usize>>, Vec<core::ops::Range<usize>>) {
            let before = $crate::tracked::before(hub.advance());
            let columns = hub.columns();
            let [places, names] = [
                columns.place.changed_since(before, 0),
                columns.name.changed_since(before, 0),
            ];
            let found: (Vec<_>, Vec<_>) = (places.collect(), names.collect());
            let columns = hub.columns_mut();
            assert!(
                columns
                    .place
                    .changed_since(before, 0)
                    .eq(found.0.iter().cloned())
            );
            found
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

#[cfg_attr(
    not(feature = "every-kind"),
    expect(
        dead_code,
        reason = "the items without the word are made with slots alone"
    )
)]
pub(crate) mod dense {
    super::with_body!(dense, true);
}

#[expect(dead_code, reason = "only some items are made with the word")]
pub(crate) mod tracked_slots {
    super::with_body!(slots, false, tracked);
}

#[expect(dead_code, reason = "only some items are made with the word")]
pub(crate) mod tracked_dense {
    super::with_body!(dense, true, tracked);
}

/// Returns the tick that ended before this one.
fn before(tick: Tick) -> Tick {
    Tick::from_bits(tick.to_bits() - 1)
}
