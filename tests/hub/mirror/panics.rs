//! Values whose `Deserialize`, `Default` or `Drop` panics: the mirror is as before, or has
//! applied the whole delta.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::{Hub, IdAllocator, Mirror, Tick};

use crate::support::{Tracked, alive, tick, with_fuse};

/// A counted value that travels.
#[derive(Debug, Clone, PartialEq, Default)]
struct Value(Tracked);

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        tick();
        u32::deserialize(deserializer).map(|value| Value(Tracked::new(value)))
    }
}

macro_rules! in_layouts {
    ($($module:ident: [$($option:tt)*];)*) => {$(
        mod $module {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(tracked, $($option)*)]
            #[soa(derive(Serialize, Deserialize))]
            struct Row {
                #[soa(tracked)]
                first: Value,
                #[soa(tracked)]
                second: Value,
                third: Value,
            }

            fn row(value: u32) -> Row {
                let [first, second, third] = [0, 100, 200].map(|more| Value(Tracked::new(value + more)));
                Row { first, second, third }
            }

            fn contents(hub: &Hub<Row>) -> Vec<(RowId, [u32; 3])> {
                let mut rows: Vec<_> = hub
                    .iter()
                    .map(|(id, row)| (id, [row.first, row.second, row.third].map(|value| value.0.value)))
                    .collect();
                rows.sort_unstable();
                rows
            }

            /// A mirror, and a delta that frees, makes, replaces and changes rows.
            fn case() -> (Vec<u8>, Vec<u8>) {
                let mut source = RowHub::new();
                let ids: Vec<_> = (0..8).map(|value| source.insert(row(value))).collect();
                let seen = source.advance();
                let first = super::super::packed(&source.delta(Tick::START));
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
                source.columns_mut().first[ids[3]] = Value(Tracked::new(80));
                source.columns_mut().second[ids[7]] = Value(Tracked::new(81));
                source.advance();
                (first, super::super::packed(&source.delta(seen)))
            }

            #[test]
            fn a_panic_leaves_all_or_nothing() {
                let (first, second) = case();
                let mut panicked = 0;
                for nth in 1.. {
                    let mut mirror = Mirror::<Row>::new();
                    super::super::apply(&mut mirror, &first).unwrap();
                    let before = (contents(&mirror), mirror.tick());
                    let mut whole = Mirror::<Row>::new();
                    super::super::apply(&mut whole, &first).unwrap();
                    super::super::apply(&mut whole, &second).unwrap();
                    let after = (contents(&whole), whole.tick());

                    let done = with_fuse(nth, || super::super::apply(&mut mirror, &second).unwrap());
                    let found = (contents(&mirror), mirror.tick());
                    let expected = if found.1 == before.1 { &before } else { &after };
                    assert_eq!(&found, expected, "call {nth}");
                    // The mirror goes on.
                    super::super::apply(&mut mirror, &second).unwrap();
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
                    super::super::packed(&large.delta(Tick::START))
                };
                source.advance();
                source.advance();
                let second = super::super::packed(&source.delta(Tick::START));
                for nth in 1.. {
                    let mut mirror = Mirror::<Row>::new();
                    super::super::apply(&mut mirror, &first).unwrap();
                    let before = contents(&mirror);
                    let done = with_fuse(nth, || super::super::apply(&mut mirror, &second).unwrap());
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
            super::follow(&mut hub, &mut mirror);
            assert_eq!(mirror.len(), 4);

            catch_unwind(AssertUnwindSafe(|| hub.clone_from(&source))).unwrap_err();
            assert!(hub.is_empty());
            assert!(!hub.delta(mirror.tick()).is_empty());
            super::follow(&mut hub, &mut mirror);
            assert!(mirror.is_empty());
            // As a new hub does.
            let value = Fragile(1);
            assert_eq!(hub.insert(Row { value }), source.ids().next().unwrap());
        }};
    }
    check!(slots);
    check!(dense);
}
