//! Values whose `Deserialize`, `Default` or `Drop` panics: the mirror is as before, or has
//! applied the whole delta.

use soa_runtime::{Hub, IdAllocator, Mirror, Tick};

use super::{apply, follow, packed};
use crate::support::{Tracked, alive, with_fuse};

macro_rules! in_layouts {
    ($($module:ident: [$($option:tt)*];)*) => {$(
        mod $module {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(tracked, $($option)*)]
            #[soa(derive(Serialize, Deserialize))]
            struct Row {
                #[soa(tracked)]
                first: Tracked,
                #[soa(tracked)]
                second: Tracked,
                third: Tracked,
            }

            fn row(value: u32) -> Row {
                let [first, second, third] = [0, 100, 200].map(|more| Tracked::new(value + more));
                Row { first, second, third }
            }

            fn contents(hub: &Hub<Row>) -> Vec<(RowId, [u32; 3])> {
                let mut rows: Vec<_> = hub
                    .iter()
                    .map(|(id, row)| (id, [row.first, row.second, row.third].map(|value| value.value)))
                    .collect();
                rows.sort_unstable();
                rows
            }

            /// A mirror, and a delta that frees, makes, replaces and changes rows.
            fn case() -> (Vec<u8>, Vec<u8>) {
                let mut source = RowHub::new();
                let ids: Vec<_> = (0..8).map(|value| source.insert(row(value))).collect();
                let seen = source.advance();
                let first = packed(&source.delta(Tick::START));
                source.dealloc(ids[2]);
                source.dealloc(ids[5]);
                source.insert(row(50));
                drop(source.replace(ids[0], row(60)));
                source.renew(ids[1]).unwrap();
                for value in 70..73 {
                    source.insert(row(value));
                }
                let last = source.ids().last().unwrap();
                source.dealloc(last);
                source.columns_mut().first[ids[3]] = Tracked::new(80);
                source.columns_mut().second[ids[7]] = Tracked::new(81);
                source.advance();
                (first, packed(&source.delta(seen)))
            }

            #[test]
            fn a_panic_leaves_all_or_nothing() {
                let (first, second) = case();
                let mut panicked = 0;
                for nth in 1.. {
                    let mut mirror = Mirror::<Row>::new();
                    apply(&mut mirror, &first).unwrap();
                    let before = (contents(&mirror), mirror.tick());
                    let mut whole = Mirror::<Row>::new();
                    apply(&mut whole, &first).unwrap();
                    apply(&mut whole, &second).unwrap();
                    let after = (contents(&whole), whole.tick());

                    let done = with_fuse(nth, || apply(&mut mirror, &second).unwrap());
                    let found = (contents(&mirror), mirror.tick());
                    let expected = if found.1 == before.1 { &before } else { &after };
                    assert_eq!(&found, expected, "call {nth}");
                    // The mirror goes on.
                    apply(&mut mirror, &second).unwrap();
                    assert_eq!(contents(&mirror), after.0);
                    drop((mirror, whole));
                    assert_eq!(alive(), 0, "call {nth}");
                    if done.is_some() {
                        break;
                    }
                    panicked += 1;
                }
                assert!(panicked > 20, "{panicked} calls panicked");
            }

            #[test]
            fn a_panic_while_slots_are_dropped_leaves_all_or_nothing() {
                let mut source = RowHub::new();
                source.insert(row(1));
                let first = {
                    let mut large: RowHub = (0..6).map(row).collect();
                    let ids: Vec<_> = large.ids().collect();
                    large.dealloc(ids[4]);
                    large.advance();
                    packed(&large.delta(Tick::START))
                };
                source.advance();
                source.advance();
                let second = packed(&source.delta(Tick::START));
                for nth in 1.. {
                    let mut mirror = Mirror::<Row>::new();
                    apply(&mut mirror, &first).unwrap();
                    let before = contents(&mirror);
                    let done = with_fuse(nth, || apply(&mut mirror, &second).unwrap());
                    let found = contents(&mirror);
                    assert!(found == before || found == contents(&source), "call {nth}");
                    if done.is_some() {
                        assert_eq!(mirror.slots(), 1);
                        break;
                    }
                }
            }
        }
    )*};
}

in_layouts! {
    slots: [layout = slots];
    kept: [holes = kept];
    dense: [layout = dense];
}

#[test]
fn a_hub_that_a_panic_in_clone_from_emptied_is_emptied_in_its_mirrors() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[derive(Default, serde::Serialize, serde::Deserialize)]
    struct Fragile(u32);

    impl Clone for Fragile {
        fn clone(&self) -> Self {
            assert!(self.0 < 5, "five cannot be copied");
            Fragile(self.0)
        }
    }

    macro_rules! check {
        ($layout:ident) => {{
            #[derive(IdAllocator)]
            #[soa(layout = $layout, tracked, derive(Clone, Serialize, Deserialize))]
            struct Row {
                #[soa(tracked)]
                value: Fragile,
            }

            let rows = |from| {
                (from..from + 4).map(|value| Row {
                    value: Fragile(value),
                })
            };
            let mut hub: Hub<Row> = rows(0).collect();
            let source: Hub<Row> = rows(3).collect();
            let mut mirror = Mirror::<Row>::new();
            follow(&mut hub, &mut mirror);
            assert_eq!(mirror.len(), 4);

            catch_unwind(AssertUnwindSafe(|| hub.clone_from(&source))).unwrap_err();
            assert!(hub.is_empty());
            assert!(!hub.delta(mirror.tick()).is_empty());
            follow(&mut hub, &mut mirror);
            assert!(mirror.is_empty());
            // As a new hub does.
            let value = Fragile(1);
            assert_eq!(hub.insert(Row { value }), source.ids().next().unwrap());
        }};
    }
    check!(slots);
    check!(dense);
}
