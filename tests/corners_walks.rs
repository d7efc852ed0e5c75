//! Corners of the walks: what is lent, drained, forgotten, lied about or nested.

mod support;

use std::mem::ManuallyDrop;

use soa_runtime::{DisjointError, IdAllocator};
use support::{Tracked, alive, panic_message};

/// A tree: a struct that holds its own hub.
#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Node {
    children: NodeHub,
    counted: Tracked,
}

fn node(children: NodeHub) -> Node {
    Node {
        children,
        counted: Tracked::new(0),
    }
}

#[test]
fn a_tree_of_hubs_is_walked_cloned_and_dropped() {
    fn grow(depth: u32) -> NodeHub {
        let children = if depth == 0 { 0 } else { 3 };
        (0..children).map(|_| node(grow(depth - 1))).collect()
    }
    fn count(hub: &NodeHub) -> usize {
        hub.iter().map(|(_, row)| 1 + count(row.children)).sum()
    }

    let tree = grow(4);
    assert_eq!((count(&tree), alive()), (3 + 9 + 27 + 81, 120));
    let copy = tree.clone();
    assert_eq!(alive(), 240);
    drop(tree);
    assert_eq!((count(&copy), alive()), (120, 120));
    drop(copy);
    assert_eq!(alive(), 0);
}

#[test]
fn a_deep_chain_of_hubs_is_dropped_from_the_outside_in() {
    let depth = if cfg!(miri) { 20 } else { 500 };
    let mut chain = NodeHub::new();
    for _ in 0..depth {
        chain = [node(chain)].into_iter().collect();
    }
    assert_eq!(alive(), depth);
    let id = chain.ids().next().unwrap();
    assert!(chain.dealloc(id));
    assert_eq!(alive(), 1, "the hole has a default of its own");
    drop(chain);
    assert_eq!(alive(), 0);
}

/// Tests that hold for both layouts.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 4))]
            struct Small {
                value: Tracked,
            }

            fn small(value: u32) -> Small {
                Small { value: Tracked::new(value) }
            }

            #[test]
            fn a_forgotten_drain_keeps_what_it_has_not_yielded() {
                let mut hub: SmallHub = (0..6).map(small).collect();
                let (first, record) = {
                    let mut drain = ManuallyDrop::new(hub.drain());
                    drain.next().unwrap()
                };
                assert_eq!((first.index(), record.value.value), (0, 0));
                assert_eq!((hub.len(), hub.iter().count()), (5, 5));
                assert!(!hub.contains(first));
                let id = hub.insert(small(9));
                assert_eq!(hub.row(id).value.value, 9);
                drop((hub, record));
                assert_eq!(alive(), 0);
            }

            #[test]
            fn one_row_is_never_lent_twice() {
                let mut hub: SmallHub = (0..4).map(small).collect();
                let ids: Vec<SmallId> = hub.ids().collect();
                let twice = hub.get_disjoint_mut([ids[0], ids[1], ids[0]]).err();
                assert_eq!(twice, Some(DisjointError::Overlapping { position: 2 }));
                hub.dealloc(ids[2]);
                let fresh = hub.insert(small(7));
                assert_eq!(fresh.index(), ids[2].index());
                let both = hub.get_disjoint_mut([fresh, ids[2]]).err();
                assert_eq!(both, Some(DisjointError::Stale { position: 1 }));
                let both = hub.get_disjoint_mut([ids[2], fresh]).err();
                assert_eq!(both, Some(DisjointError::Stale { position: 0 }));
                assert_eq!(hub.get_disjoint_mut([]).map(|rows: [SmallRowMut<'_>; 0]| rows.len()), Ok(0));
                let [a, b, c] = hub.get_disjoint_mut([ids[3], fresh, ids[0]]).unwrap();
                std::mem::swap(a.value, b.value);
                std::mem::swap(b.value, c.value);
                let values = [ids[3], fresh, ids[0]].map(|id| hub.row(id).value.value);
                assert_eq!(values, [7, 0, 3]);
            }

            #[test]
            fn iterators_end_and_meet_in_the_middle() {
                let mut hub: SmallHub = (0..7).map(small).collect();
                let ids: Vec<SmallId> = hub.ids().collect();
                hub.dealloc(ids[0]);
                hub.dealloc(ids[6]);
                let all: Vec<SmallId> = hub.ids().collect();
                let mut rows = hub.iter_mut();
                let mut met = Vec::new();
                while let Some((front, row)) = rows.next() {
                    row.value.value += 100;
                    met.push(front);
                    if let Some((back, row)) = rows.next_back() {
                        row.value.value += 100;
                        met.push(back);
                    }
                }
                assert!(rows.next().is_none() && rows.next_back().is_none());
                assert_eq!(rows.len(), 0);
                met.sort_by_key(|id| hub.row_of(*id));
                assert_eq!(met, all);
                assert!(hub.iter().all(|(_, row)| row.value.value > 100));
                let mut columns = hub.columns_mut();
                let living = columns.value.iter_live_mut();
                assert_eq!(living.len(), 5);
                for (_, value) in living {
                    value.value -= 100;
                }
                assert!(columns.value.iter_live().rev().all(|(id, value)| value.value == id.index()));
            }

            #[test]
            fn a_column_is_walked_uniquely_from_both_ends() {
                let mut hub: SmallHub = (0..7).map(small).collect();
                let ids: Vec<SmallId> = hub.ids().collect();
                for row in [1, 4, 6] {
                    hub.dealloc(ids[row]);
                }
                let expected: Vec<SmallId> = hub.ids().collect();
                let mut columns = hub.columns_mut();
                let mut values = columns.value.iter_live_mut();
                let (mut met, mut behind) = (Vec::new(), Vec::new());
                while let Some((back, value)) = values.next_back() {
                    assert_eq!(value.value, back.index());
                    behind.push(back);
                    if let Some((front, value)) = values.next() {
                        assert_eq!(value.value, front.index());
                        met.push(front);
                    }
                    assert_eq!(values.len(), 4 - met.len() - behind.len());
                }
                assert!(values.next().is_none());
                met.extend(behind.into_iter().rev());
                assert_eq!(met, expected);
            }

            #[test]
            fn a_hub_that_is_given_up_yields_its_rows_from_both_ends() {
                let mut hub: SmallHub = (0..7).map(small).collect();
                let ids: Vec<SmallId> = hub.ids().collect();
                hub.dealloc(ids[0]);
                hub.dealloc(ids[3]);
                let value = |(id, record): (SmallId, Small)| (id, record.value.value);
                let expected: Vec<_> = hub.iter().map(|(id, row)| (id, row.value.value)).collect();
                let mut rows = hub.into_iter();
                assert_eq!(rows.len(), 5);
                assert_eq!(rows.next().map(value), Some(expected[0]));
                assert_eq!(rows.next_back().map(value), Some(expected[4]));
                assert_eq!(rows.len(), 3);
                assert!(rows.map(value).eq(expected[1..4].iter().copied()));
                assert_eq!(alive(), 0);
            }

            #[test]
            fn what_was_not_taken_out_of_a_hub_is_dropped_with_the_walk() {
                for taken in 0..=6 {
                    let mut hub: SmallHub = (0..7).map(small).collect();
                    let third = hub.id_at(2).unwrap();
                    hub.dealloc(third);
                    let mut rows = hub.into_iter();
                    let records: Vec<_> = rows.by_ref().take(taken).collect();
                    assert_eq!((records.len(), rows.len()), (taken, 6 - taken));
                    drop(rows);
                    assert_eq!(alive(), taken);
                }
                assert_eq!(alive(), 0);
                let mut rows = SmallHub::with_capacity(3).into_iter();
                assert!(rows.next().is_none() && rows.next_back().is_none());
            }

            #[test]
            fn all_that_an_empty_hub_answers_is_nothing() {
                let mut hub = SmallHub::new();
                assert!(hub.iter().next().is_none() && hub.iter_mut().next_back().is_none());
                assert!(hub.drain().next().is_none() && hub.live_ranges().next().is_none());
                assert!(hub.id_at(0).is_none() && hub.id_at(usize::MAX).is_none());
                hub.retain(|_, _| unreachable!("there is no row"));
                hub.clear();
                hub.shrink_to_fit();
                hub.reserve(0);
                assert!(hub.alloc_many(0).is_empty());
                assert_eq!(hub.columns_mut().value.len(), 0);
                assert_eq!((hub.stats().bytes, hub.capacity()), (0, 0));
            }

            #[test]
            fn an_iterator_that_lies_about_its_length_is_taken_for_what_it_yields() {
                struct Liar(u32, (usize, Option<usize>));
                impl Iterator for Liar {
                    type Item = Small;

                    fn next(&mut self) -> Option<Small> {
                        self.0 = self.0.checked_sub(1)?;
                        Some(small(self.0))
                    }

                    fn size_hint(&self) -> (usize, Option<usize>) {
                        self.1
                    }
                }

                for hint in [(usize::MAX, None), (0, Some(0)), (9, Some(2)), (usize::MAX / 2, None)] {
                    let mut hub: SmallHub = Liar(5, hint).collect();
                    hub.extend(Liar(4, hint));
                    assert_eq!(hub.len(), 9);
                    let values = hub.columns().value.iter().map(|value| value.value).collect::<Vec<_>>();
                    assert_eq!(values, [4, 3, 2, 1, 0, 3, 2, 1, 0]);
                }
                assert_eq!(alive(), 0);
            }

            #[test]
            fn a_column_is_indexed_by_row_and_range_like_the_slice_it_is() {
                let mut hub: SmallHub = (0..5).map(small).collect();
                let id = hub.id_at(3).unwrap();
                let mut columns = hub.columns_mut();
                columns.value[1].value = 21;
                columns.value[id].value = 23;
                for value in &mut columns.value[..=0] {
                    value.value = 20;
                }
                let values = |column: &[Tracked]| column.iter().map(|cell| cell.value).sum::<u32>();
                assert_eq!(values(&columns.value[..]), 20 + 21 + 2 + 23 + 4);
                let columns = hub.columns();
                assert_eq!((columns.value[3].value, values(&columns.value[3..])), (23, 27));
                assert_eq!((values(&columns.value[1..3]), values(&columns.value[..1])), (23, 20));
                let message = panic_message(|| assert_eq!(columns.value[5].value, 0));
                assert_eq!(message, "index out of bounds: the len is 5 but the index is 5");
                assert!(columns.value.get(id).is_some());
            }
        }
    )*};
}

in_both_layouts! { slots dense }
