//! One call that makes many rows makes the same rows as one call per row.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::support::{Tracked, alive, panic_message};
use soa_runtime::IdAllocator;

/// Yields this many numbers, then nothing, then one more. Its hint lies.
struct Liar {
    left: u32,
    hint: (usize, Option<usize>),
    ended: bool,
}

impl Iterator for Liar {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.left == 0 {
            let again = self.ended.then_some(77);
            self.ended = true;
            return again;
        }
        self.left -= 1;
        Some(self.left)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.hint
    }
}

/// The rows that a hub has had, and which of them were freed.
const BEFORE: &[(u32, usize)] = if cfg!(miri) {
    &[(5, 2)]
} else {
    &[(0, 1), (5, 2), (63, 1), (64, 3), (100, 7)]
};

/// The numbers of rows that are made at once.
const SIZES: &[u32] = if cfg!(miri) {
    &[0, 65]
} else {
    &[0, 1, 2, 3, 62, 63, 64, 65, 127, 128, 129]
};

/// Which rows of a hub were freed before it is filled up.
const STEPS: &[usize] = if cfg!(miri) { &[3] } else { &[1, 3, 300] };

macro_rules! hubs {
    ($($name:ident: ($($option:tt)*);)*) => {$(
        mod $name {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(derive(Clone), bits(index = 8, generation = 8), $($option)*)]
            struct Row {
                number: u32,
                counted: Tracked,
                unit: (),
            }

            fn row(number: u32) -> Row {
                Row { number, counted: Tracked::new(number), unit: () }
            }

            /// A hub that has had `rows` rows, of which every `step`-th was freed.
            fn used(rows: u32, step: usize) -> RowHub {
                let mut hub: RowHub = (0..rows).map(row).collect();
                let ids: Vec<RowId> = hub.ids().collect();
                for id in ids.into_iter().step_by(step) {
                    hub.dealloc(id);
                }
                hub
            }

            fn are_equal(one: &RowHub, other: &RowHub) {
                let rows = |hub: &RowHub| -> Vec<(RowId, u32, u32)> {
                    hub.iter().map(|(id, row)| (id, *row.number, row.counted.value)).collect()
                };
                assert_eq!(rows(one), rows(other));
                assert!(one.live_masks().eq(other.live_masks()));
            }

            #[test]
            fn the_ids_are_those_of_one_insertion_after_the_other() {
                for &(before, step) in BEFORE {
                    for &rows in SIZES {
                        let mut one = used(before, step);
                        let (mut many, mut extended) = (one.clone(), one.clone());
                        let expected: Vec<RowId> = (0..rows).map(|n| one.insert(row(n))).collect();
                        assert_eq!(many.insert_many((0..rows).map(row)), expected);
                        extended.extend((0..rows).map(row));
                        are_equal(&one, &many);
                        are_equal(&one, &extended);
                        assert_eq!(many.insert(row(9)), one.insert(row(9)), "and so is the next");
                    }
                }
                assert_eq!(alive(), 0);
            }

            #[test]
            fn a_full_hub_panics_as_insert_does_and_keeps_what_fitted() {
                for &step in STEPS {
                    let mut hub = used(200, step);
                    let message = panic_message(|| drop(hub.insert_many((0..300).map(row))));
                    let expected = panic_message(|| _ = hub.insert(row(0)));
                    assert_eq!(message, expected);
                    assert_eq!(hub.len(), 255);
                    assert_eq!(alive(), hub.columns().counted.len());
                }
            }

            #[test]
            fn it_ends_at_the_first_nothing_whatever_the_hint() {
                let lows = [0, 3, 1000, usize::MAX / 2, usize::MAX].map(|low| (low, None));
                for hint in lows.into_iter().chain([(0, Some(0)), (9, Some(2))]) {
                    let liar = |left| Liar { left, hint, ended: false }.map(row);
                    let mut hub = used(3, 2);
                    assert_eq!(hub.insert_many(liar(70)).len(), 70);
                    assert_eq!(hub.len(), 71);
                    let numbers: Vec<u32> = hub.iter().map(|(_, row)| *row.number).collect();
                    assert!(!numbers.contains(&77));

                    // `collect` itself refuses wrong hints if the standard library has assertions.
                    let mut hub = RowHub::from_iter(liar(5));
                    hub.extend(liar(4));
                    let numbers: Vec<u32> = hub.iter().map(|(_, row)| *row.number).collect();
                    assert_eq!(numbers, [4, 3, 2, 1, 0, 3, 2, 1, 0]);
                }
                assert_eq!(alive(), 0);
            }

            #[test]
            fn what_was_made_before_a_panic_of_the_iterator_stays() {
                for &last in SIZES {
                    let mut hub = used(10, 2);
                    let records = (0..200).map(|n| if n == last { panic!("enough") } else { row(n) });
                    let made = catch_unwind(AssertUnwindSafe(|| hub.insert_many(records)));
                    assert!(made.is_err());
                    assert_eq!(hub.len(), 5 + last as usize);
                    assert_eq!(hub.ids().count(), hub.len());
                    assert_eq!(alive(), hub.columns().counted.len());
                    let id = hub.insert(row(3));
                    assert_eq!(hub.row(id).counted.value, 3);
                }
            }
        }
    )*};
}

hubs! {
    slots: (layout = slots);
    slots_fifo: (layout = slots, recycle = fifo(min_free = 20));
    dense: (layout = dense);
    dense_fifo: (layout = dense, recycle = fifo);
}
