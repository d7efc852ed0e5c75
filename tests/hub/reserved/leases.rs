//! Leases: the ids that they issue, the ids that return, and conflicts.

use std::panic::{AssertUnwindSafe, catch_unwind};

use soa_runtime::{AllocError, IdAllocator, Lease};

use crate::support::{Tracked, alive, panic_message};

/// Tests that hold for both layouts.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator, Debug, PartialEq)]
            #[soa(layout = $layout, derive(Clone, PartialEq, Debug))]
            struct Texture {
                mips: u32,
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 3, generation = 4))]
            struct Small {
                value: Tracked,
            }

            #[derive(IdAllocator, Debug, PartialEq)]
            #[soa(layout = $layout, bits(index = 3, generation = 4), recycle = fifo(min_free = 3))]
            struct Patient {
                value: u32,
            }

            fn texture(mips: u32) -> Texture {
                Texture { mips }
            }

            fn small(value: u32) -> Small {
                Small { value: Tracked::new(value) }
            }

            #[test]
            fn a_lease_gives_the_ids_that_so_many_single_calls_would() {
                let mut hub: TextureHub = (0..6).map(texture).collect();
                for slot in [4, 0, 2] {
                    let id = hub.id_of_slot_in_tests(slot);
                    hub.dealloc(id);
                }
                let mut single = hub.clone();
                let expected: Vec<TextureId> = (0..5).map(|_| single.reserve_id()).collect();
                let mut lease = hub.lease(5);
                assert!(lease.is_empty());
                assert_eq!(lease.left(), 5);
                let ids: Vec<TextureId> = (0..5).map(|mips| lease.insert(texture(mips))).collect();
                assert_eq!(ids, expected);
                assert!(ids.iter().all(|id| hub.is_reserved(*id)));
                assert_eq!((lease.left(), lease.len()), (0, 5));
                assert!(!lease.is_empty());
                assert!(hub.settle([lease]).is_empty());
                assert_eq!((hub.len(), hub.stats().reserved), (8, 0));
            }

            #[test]
            fn a_lease_finds_its_own_rows_and_no_others() {
                let mut hub: TextureHub = (0..100).map(texture).collect();
                let all: Vec<TextureId> = hub.ids().collect();
                let freed: Vec<TextureId> = all.iter().copied().filter(|id| id.index() % 3 == 0).collect();
                for &id in &freed {
                    assert!(hub.dealloc(id));
                }
                let mut lease = hub.lease(50);
                let mut ids: Vec<TextureId> = (0..40).map(|mips| lease.insert(texture(mips))).collect();
                for (id, mips) in ids.iter().zip(0..) {
                    assert_eq!(lease.get(*id), Some(&texture(mips)));
                    lease.get_mut(*id).unwrap().mips += 1;
                    assert_eq!(lease.get(*id), Some(&texture(mips + 1)));
                }
                for id in all.iter().copied().chain([TextureId::DANGLING]) {
                    assert!(lease.get(id).is_none() && lease.get_mut(id).is_none());
                    assert_eq!(lease.remove(id), None);
                }
                let removed = ids.swap_remove(7);
                assert_eq!(lease.remove(removed), Some(texture(8)));
                assert!(lease.get(removed).is_none() && lease.remove(removed).is_none());
                assert_eq!((lease.len(), lease.left()), (39, 10), "the id is spent");
                assert_eq!(lease.iter().count(), 39);
                assert_eq!(lease.iter().next_back().map(|(_, row)| row.mips), Some(40));
                assert!(hub.settle([lease]).is_empty());
                for id in ids {
                    assert!(hub.contains(id));
                }
                assert!(!hub.contains(removed) && !hub.is_reserved(removed));
            }

            #[test]
            fn a_removed_rows_id_is_freed_before_unused_ones_return() {
                let mut hub = TextureHub::new();
                let mut lease = hub.lease(3);
                let removed = lease.insert(texture(0));
                lease.insert(texture(1));
                lease.remove(removed);
                hub.insert(texture(9)); // so that the third slot is not forgotten
                assert!(hub.settle([lease]).is_empty());
                let next = [hub.alloc(), hub.alloc()].map(|id| (id.index(), id.generation()));
                assert_eq!(next, [(2, 1), (0, 2)], "unused first, unspent; then the freed one");
            }

            #[test]
            fn an_unused_id_that_was_filled_and_detached_returns_like_the_others() {
                let mut hub = TextureHub::new();
                let lease = hub.lease(2);
                let [first, last] = [(0, 1), (1, 1)].map(|(index, generation)| {
                    TextureId::from_parts(index, generation).unwrap()
                });
                hub.insert_at(last, texture(5)).unwrap();
                assert_eq!(hub.detach(last), Some(texture(5)));
                assert!(hub.settle([lease]).is_empty());
                assert_eq!((hub.slots(), hub.stats().reserved), (0, 0));
                assert_eq!([hub.alloc(), hub.alloc()], [first, last]);
            }

            #[test]
            fn the_hub_is_used_while_leases_are_out() {
                let mut hub = TextureHub::new();
                let kept = hub.insert(texture(1));
                let mut lease = hub.lease(2);
                let leased = lease.insert(texture(2));
                let other = hub.insert(texture(3));
                hub.retain(|id, _| id != kept);
                hub.clear();
                assert!(!hub.contains(other) && hub.is_reserved(leased));
                assert!(hub.settle([lease]).is_empty());
                assert!(hub.ids().eq([leased]));
            }

            #[test]
            fn rows_whose_id_was_freed_or_filled_meanwhile_are_returned_in_order() {
                let mut hub = TextureHub::new();
                let (mut a, mut b) = (hub.lease(3), hub.lease(2));
                let of_b = [0, 1].map(|mips| b.insert(texture(mips)));
                let of_a = [2, 3, 4].map(|mips| a.insert(texture(mips)));
                assert!(hub.dealloc(of_a[2]) && hub.dealloc(of_b[0]));
                assert_eq!(hub.fill(of_a[0], texture(9)), Ok(()));
                let returned = hub.settle([b, a]);
                assert_eq!(
                    returned,
                    [(of_a[0], texture(2)), (of_a[2], texture(4)), (of_b[0], texture(0))]
                );
                assert_eq!(*hub.row(of_a[0]).mips, 9, "what the owner has filled stays");
                assert!(hub.contains(of_a[1]) && hub.contains(of_b[1]));
            }

            #[test]
            fn what_a_lease_frees_of_others_is_freed_last() {
                let mut hub = TextureHub::new();
                let old = hub.insert(texture(1));
                let (mut a, mut b) = (hub.lease(1), hub.lease(2));
                let new = b.insert(texture(2));
                assert!(!a.dealloc(new), "of the other lease: noted");
                assert!(!a.dealloc(old) && !a.dealloc(TextureId::DANGLING));
                assert!(hub.contains(old));
                let own = a.insert(texture(3));
                assert!(a.dealloc(own), "its own: removed now");
                assert!(hub.settle([a, b]).is_empty());
                assert!(hub.is_empty());
                let next = [hub.alloc(), hub.alloc(), hub.alloc()].map(|id| id.index());
                assert_eq!(next, [0, 2, 1], "the notes were done last");
            }

            #[test]
            fn a_dropped_leases_ids_stay_reserved_until_they_are_freed() {
                let before = alive();
                let mut hub = SmallHub::new();
                let mut lease = hub.lease(3);
                let id = lease.insert(small(1));
                drop(lease);
                assert_eq!(hub.stats().reserved, 3);
                assert!(hub.is_reserved(id));
                assert_eq!(hub.free_reserved(), 3);
                assert_eq!(hub.reserve_id().generation(), 2, "somebody may have seen it");
                drop(hub);
                assert_eq!(alive(), before);
            }

            #[test]
            fn a_lease_is_all_or_none() {
                let mut hub = SmallHub::new();
                let ids = [hub.alloc(), hub.alloc(), hub.alloc()];
                hub.dealloc(ids[1]);
                let full = AllocError::Full { limit: 7 };
                for rows in [6, usize::MAX] {
                    assert_eq!(hub.try_reserve(rows), Err(full));
                    assert!(catch_unwind(AssertUnwindSafe(|| hub.lease(rows))).is_err());
                }
                let stats = hub.stats();
                assert_eq!((stats.reserved, stats.slots, stats.free), (0, 3, 1));
                let lease = hub.lease(5);
                assert_eq!(lease.left(), 5);
                assert!(hub.settle([lease]).is_empty());
                assert_eq!(hub.stats().slots, 3);
            }

            #[test]
            fn a_lease_of_nothing_has_no_ids_and_can_still_free() {
                let mut hub = TextureHub::new();
                let id = hub.insert(texture(1));
                let mut lease = hub.lease(0);
                assert_eq!(lease.try_insert(texture(2)), Err(texture(2)));
                assert!(lease.get(id).is_none());
                lease.dealloc(id);
                assert!(hub.settle([lease]).is_empty());
                assert!(hub.is_empty());
                assert!(hub.settle([]).is_empty());
            }

            #[test]
            fn a_used_up_lease_panics_names_the_hub_and_calls_nobody() {
                let mut hub = TextureHub::new();
                let mut lease = hub.lease(1);
                lease.insert(texture(1));
                let message = panic_message(|| {
                    lease.insert_with(|_| unreachable!("there is no id"));
                });
                assert_eq!(message, "the lease of TextureHub has no id left");
                let message = panic_message(|| {
                    lease.insert(texture(2));
                });
                assert_eq!(message, "the lease of TextureHub has no id left");
                assert_eq!(lease.len(), 1);
                assert!(hub.settle([lease]).is_empty());
                let full = panic_message(|| drop(SmallHub::new().lease(8)));
                assert!(full.starts_with("SmallHub has no room"), "{full}");
            }

            #[test]
            fn a_panicking_closure_leaves_the_id_for_the_next_row() {
                let mut hub = TextureHub::new();
                let mut lease = hub.lease(2);
                panic_message(|| {
                    lease.insert_with(|_| panic!("no record"));
                });
                assert_eq!((lease.len(), lease.left()), (0, 2));
                let mut seen = None;
                let id = lease.insert_with(|id| {
                    seen = Some(id);
                    texture(1)
                });
                assert_eq!((seen, id.index()), (Some(id), 0));
                assert!(hub.settle([lease]).is_empty());
                assert_eq!(hub.slots(), 1);
            }

            #[test]
            fn slots_behind_a_row_that_came_meanwhile_are_kept() {
                let mut hub = TextureHub::new();
                let lease = hub.lease(2);
                let later = hub.insert(texture(1));
                assert!(hub.settle([lease]).is_empty());
                let stats = hub.stats();
                assert_eq!((stats.slots, stats.free, later.index()), (3, 2, 2));
                let next = [hub.alloc(), hub.alloc(), hub.alloc()].map(|id| (id.index(), id.generation()));
                assert_eq!(next, [(0, 1), (1, 1), (3, 1)], "front of the free slots, unspent");
            }

            #[test]
            fn what_is_kept_back_is_leased_when_the_indices_are_used_up() {
                let mut hub = PatientHub::new();
                let ids: Vec<PatientId> = (0..6).map(|value| hub.insert(Patient { value })).collect();
                for id in &ids[..4] {
                    hub.dealloc(*id);
                }
                let mut lease = hub.lease(5);
                let taken: Vec<u32> = (0..5).map(|value| lease.insert(Patient { value }).index()).collect();
                assert_eq!(taken, [0, 1, 6, 2, 3], "recycled, fresh, kept back");
                for index in [0, 1, 6, 2, 3] {
                    assert!(lease.iter().any(|(id, _)| id.index() == index && lease.get(id).is_some()));
                }
                assert!(hub.settle([lease]).is_empty());
                assert_eq!(hub.len(), 7);

                let mut hub = PatientHub::new();
                let ids: Vec<PatientId> = (0..6).map(|value| hub.insert(Patient { value })).collect();
                for id in &ids[..4] {
                    hub.dealloc(*id);
                }
                let mut lease = hub.lease(5);
                lease.insert(Patient { value: 1 });
                assert!(hub.settle([lease]).is_empty());
                assert_eq!(hub.slots(), 6, "the fresh slot is forgotten");
                let next: Vec<u32> = (0..4).map(|_| hub.alloc().index()).collect();
                assert_eq!(next, [1, 6, 2, 3], "three are free, then two: a fresh one");
            }

            #[test]
            fn a_lease_settled_in_another_hub_loses_no_row() {
                let mut hub = TextureHub::new();
                let mut other = TextureHub::new();
                let live = other.insert(texture(1));
                let reserved = other.reserve_id();
                let mut lease = hub.lease(4);
                let ids = [5, 6, 7].map(|mips| lease.insert(texture(mips)));
                assert_eq!((ids[0], ids[1]), (live, reserved), "the same bits");
                let returned = other.settle([lease]);
                assert_eq!(returned, [(ids[0], texture(5)), (ids[2], texture(7))]);
                assert_eq!((*other.row(live).mips, *other.row(reserved).mips), (1, 6));
                assert_eq!(hub.free_reserved(), 4);
            }

            #[test]
            fn a_removed_id_frees_no_row_of_another_hub() {
                let mut hub = TextureHub::new();
                let mut other = TextureHub::new();
                let live = other.insert(texture(1));
                let mut lease = hub.lease(1);
                let id = lease.insert(texture(2));
                lease.remove(id);
                assert!(other.settle([lease]).is_empty());
                assert!(other.contains(live));
            }

            #[test]
            fn a_lease_shows_its_hub_and_counts() {
                let mut hub = TextureHub::new();
                let mut lease = hub.lease(3);
                lease.insert(texture(1));
                let shown = format!("{lease:?}");
                assert_eq!(shown, "Lease { hub: \"TextureHub\", len: 1, left: 2, .. }");
                assert!(hub.settle([lease]).is_empty());
            }

            trait IdOfSlot {
                fn id_of_slot_in_tests(&self, slot: u32) -> TextureId;
            }

            impl IdOfSlot for TextureHub {
                fn id_of_slot_in_tests(&self, slot: u32) -> TextureId {
                    self.ids().find(|id| id.index() == slot).unwrap()
                }
            }
        }
    )*};
}

in_both_layouts!(slots dense);

#[test]
fn a_lease_is_send_and_sync_as_its_record_is() {
    #[derive(IdAllocator)]
    struct Texture {
        name: String,
    }

    #[derive(IdAllocator)]
    struct Counter {
        value: std::cell::Cell<u32>,
    }

    static_assertions::assert_impl_all!(Lease<Texture>: Send, Sync, Unpin, std::fmt::Debug);
    static_assertions::assert_impl_all!(Lease<Counter>: Send);
    static_assertions::assert_not_impl_any!(Lease<Counter>: Sync);
    let mut hub = TextureHub::new();
    let lease: Lease<Texture> = hub.lease(1);
    assert_eq!(hub.settle([lease]).len(), 0);
}
