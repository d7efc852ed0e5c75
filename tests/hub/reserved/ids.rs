//! Ids that are issued before their row, and rows that are detached from their id.

use soa_runtime::{AllocError, IdAllocator, InsertAtReason};

use crate::support::{Tracked, alive};

/// Tests that hold for both layouts.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator, Debug, PartialEq)]
            #[soa(layout = $layout, derive(Clone, PartialEq, Debug))]
            struct Texture {
                mips: u32,
                name: String,
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 2, generation = 2))]
            struct Small {
                value: Tracked,
            }

            fn texture(mips: u32) -> Texture {
                Texture { mips, name: mips.to_string() }
            }

            fn three() -> (TextureHub, [TextureId; 3]) {
                let mut hub = TextureHub::new();
                let ids = [0, 1, 2].map(|mips| hub.insert(texture(mips)));
                (hub, ids)
            }

            #[test]
            fn a_reserved_id_is_the_one_that_the_next_row_would_get() {
                let (mut hub, ids) = three();
                hub.dealloc(ids[1]);
                let mut other = hub.clone();
                for _ in 0..4 {
                    assert_eq!(hub.reserve_id(), other.alloc());
                }
                assert_eq!((hub.len(), other.len()), (2, 6));
            }

            #[test]
            fn a_reserved_id_has_no_row_and_no_walk_meets_it() {
                let (mut hub, [first, middle, last]) = three();
                let reserved = hub.reserve_id();
                assert_eq!(hub.detach(middle), Some(texture(1)));
                for id in [middle, reserved] {
                    assert!(hub.is_reserved(id) && !hub.contains(id));
                    assert!(hub.get(id).is_none() && hub.get_mut(id).is_none());
                    assert_eq!(hub.row_of(id), None);
                    assert!(hub.columns().mips.get(id).is_none());
                    assert_eq!(hub.remove(id), None);
                    assert_eq!(hub.detach(id), None);
                    assert!(hub.get_disjoint_mut([first, id]).is_err());
                }
                assert_eq!(hub.len(), 2);
                let mut walk: Vec<TextureId> = hub.ids().collect();
                walk.sort();
                assert_eq!(walk, [first, last]);
                assert_eq!(hub.iter().len(), 2);
                assert_eq!(hub.iter_mut().count(), 2);
                assert_eq!(hub.columns().mips.iter_live().count(), 2);
                let rows: usize = hub.live_ranges().map(|range| range.len()).sum();
                assert_eq!(rows, 2);
                assert_eq!(hub.into_iter().count(), 2);
            }

            #[test]
            fn every_call_that_wants_a_row_takes_a_reserved_id_for_stale() {
                let (mut hub, [first, middle, _]) = three();
                hub.detach(middle);
                let before = (hub.clone(), hub.stats());
                assert_eq!(hub.replace(middle, texture(7)).unwrap_err().record, texture(7));
                assert_eq!(hub.renew(middle), None);
                assert_eq!(hub.id_of_slot(middle.index()), None);
                assert!(hub.try_row(middle).is_err() && hub.try_row_mut(middle).is_err());
                assert!(hub.get_disjoint_mut([first, middle]).is_err());
                assert_eq!(hub.extract_if(|id, _| id == middle).count(), 0);
                assert_eq!((hub.clone(), hub.stats()), before);
                assert!(hub.is_reserved(middle));
            }

            #[test]
            fn nobody_recycles_a_reserved_slot() {
                let mut hub = TextureHub::new();
                let kept = hub.insert(texture(1));
                hub.detach(kept);
                for _ in 0..100 {
                    let id = hub.alloc();
                    assert_ne!(id.index(), kept.index());
                    hub.dealloc(id);
                }
                assert_eq!(hub.fill(kept, texture(2)), Ok(()));
                assert_eq!(hub.remove(kept), Some(texture(2)));
            }

            #[test]
            fn a_row_goes_out_and_comes_back_under_its_id() {
                let (mut hub, [first, middle, last]) = three();
                let row = hub.detach(middle).unwrap();
                hub.insert(texture(9));
                assert_eq!(hub.fill(middle, row), Ok(()));
                for (id, mips) in [(first, 0), (middle, 1), (last, 2)] {
                    assert_eq!(*hub.row(id).name, mips.to_string());
                }
                let stats = hub.stats();
                assert_eq!((stats.live, stats.reserved, stats.free), (4, 0, 0));
            }

            #[test]
            fn only_a_reserved_id_is_filled_and_the_record_comes_back() {
                let (mut hub, [live, freed, _]) = three();
                hub.dealloc(freed);
                let larger: TextureHub = (0..9).map(texture).collect();
                let foreign = larger.id_at(8).unwrap();
                let before = (hub.clone(), hub.stats());
                for id in [live, freed, foreign, TextureId::DANGLING] {
                    let error = hub.fill(id, texture(7)).unwrap_err();
                    assert_eq!(error.value, texture(7));
                }
                assert_eq!((hub.clone(), hub.stats()), before);
            }

            #[test]
            fn a_forged_id_of_a_reserved_slot_is_refused() {
                let mut hub = TextureHub::new();
                let id = hub.reserve_id();
                for generation in [2, 3, 1000] {
                    let forged = TextureId::from_bits(generation << 32).unwrap();
                    assert!(!hub.is_reserved(forged) && !hub.contains(forged));
                    let error = hub.fill(forged, texture(1)).unwrap_err();
                    assert_eq!((error.value, error.reason), (texture(1), InsertAtReason::Reserved));
                    assert!(!hub.dealloc(forged));
                }
                assert!(hub.is_reserved(id));
            }

            #[test]
            fn the_id_to_come_of_a_list_of_one_slot_is_not_reserved() {
                let mut hub = TextureHub::new();
                let first = hub.alloc();
                hub.dealloc(first);
                let future = TextureId::from_bits(2 << 32).unwrap();
                assert!(!hub.is_reserved(future));
                let error = hub.fill(future, texture(1)).unwrap_err();
                assert_eq!((error.value, error.reason), (texture(1), InsertAtReason::NotReserved));
                assert!(!hub.dealloc(future));
                assert_eq!(hub.reserve_id(), future);
                assert!(hub.is_reserved(future));
            }

            #[test]
            fn a_freed_reserved_id_is_stale_and_its_generation_spent() {
                let mut hub = TextureHub::new();
                let id = hub.reserve_id();
                assert!(hub.dealloc(id));
                assert!(!hub.dealloc(id) && !hub.is_reserved(id));
                let next = hub.alloc();
                assert_eq!((next.index(), next.generation()), (0, 2));
            }

            #[test]
            fn all_reserved_ids_are_freed_in_the_order_of_their_slots() {
                let (mut hub, ids) = three();
                let reserved = hub.reserve_id();
                hub.detach(ids[1]);
                assert_eq!(hub.free_reserved(), 2);
                assert_eq!(hub.free_reserved(), 0);
                assert!(!hub.is_reserved(reserved) && !hub.is_reserved(ids[1]));
                let slots = [hub.alloc().index(), hub.alloc().index()];
                assert_eq!(slots, [3, 1], "the one freed last comes first");
                assert_eq!(hub.len(), 4);
            }

            #[test]
            fn clear_drain_and_retain_leave_reserved_ids_alone() {
                let (mut hub, ids) = three();
                let row = hub.detach(ids[1]).unwrap();
                hub.retain(|id, _| {
                    assert_ne!(id, ids[1]);
                    true
                });
                assert_eq!(hub.drain().count(), 2);
                hub.alloc();
                hub.clear();
                hub.shrink_to_fit();
                assert!(hub.is_reserved(ids[1]) && hub.is_empty());
                assert_eq!(hub.fill(ids[1], row), Ok(()));
                assert_eq!(*hub.row(ids[1]).mips, 1);
            }

            #[test]
            fn a_copy_reserves_the_same_ids() {
                let (mut hub, ids) = three();
                let row = hub.detach(ids[0]).unwrap();
                let mut used: TextureHub = (0..9).map(texture).collect();
                used.clone_from(&hub);
                for mut copy in [hub.clone(), used] {
                    assert_eq!(copy, hub);
                    assert!(copy.is_reserved(ids[0]));
                    assert_eq!(copy.stats().reserved, 1);
                    assert_eq!(copy.fill(ids[0], texture(5)), Ok(()));
                    assert_eq!(copy.len(), 3);
                }
                assert_eq!(hub.fill(ids[0], row), Ok(()));
            }

            #[test]
            fn equality_looks_at_live_rows_alone() {
                let (mut hub, _) = three();
                let copy = hub.clone();
                hub.reserve_id();
                assert_eq!(hub, copy);
            }

            #[test]
            fn reserved_ids_use_up_indices() {
                let mut hub = SmallHub::new();
                let ids = [hub.reserve_id(), hub.reserve_id(), hub.alloc()];
                let full = AllocError::Full { limit: 3 };
                assert_eq!(hub.try_alloc(), Err(full));
                assert_eq!(hub.try_reserve(1), Err(full));
                assert!(hub.dealloc(ids[0]));
                assert_eq!(hub.try_reserve(1), Ok(()));
            }

            #[test]
            fn the_last_generation_is_reserved_and_then_retired() {
                let mut hub = SmallHub::new();
                for _ in 0..2 {
                    let id = hub.alloc();
                    hub.dealloc(id);
                }
                let last = hub.reserve_id();
                assert_eq!((last.index(), last.generation()), (0, 3));
                let stats = hub.stats();
                assert_eq!((stats.reserved, stats.retired), (1, 0));
                assert!(hub.dealloc(last));
                let stats = hub.stats();
                assert_eq!((stats.reserved, stats.retired, stats.free), (0, 1, 0));
                assert!(!hub.is_reserved(last) && !hub.dealloc(last));
                assert_eq!(hub.reserve_id().index(), 1);
            }

            #[test]
            fn freeing_a_reserved_id_runs_no_code_of_the_record() {
                let mut hub = SmallHub::new();
                let id = hub.insert(Small { value: Tracked::new(1) });
                drop(hub.detach(id));
                let before = alive();
                let freed = crate::support::with_fuse(1, || hub.dealloc(id));
                assert_eq!(freed, Some(true), "neither a default nor a destructor");
                assert_eq!(alive(), before);
            }

            #[test]
            fn every_value_is_dropped_once() {
                let before = alive();
                let mut hub = SmallHub::new();
                let ids = [hub.reserve_id(), hub.reserve_id()];
                assert!(hub.fill(ids[1], Small { value: Tracked::new(3) }).is_ok());
                let row = hub.detach(ids[1]);
                assert_eq!(row.as_ref().map(|row| row.value.value), Some(3));
                let refused = hub.fill(SmallId::DANGLING, row.unwrap());
                assert!(refused.is_err());
                drop((hub, refused));
                assert_eq!(alive(), before);
            }
        }
    )*};
}

in_both_layouts!(slots dense);

#[test]
fn a_hole_of_a_reserved_slot_holds_the_defaults() {
    #[derive(IdAllocator)]
    struct Texture {
        #[soa(default = 9)]
        mips: u32,
    }

    let mut hub = TextureHub::new();
    hub.reserve_id();
    let id = hub.insert(Texture { mips: 4 });
    assert_eq!(*hub.columns().mips, [9, 4]);
    hub.detach(id);
    assert_eq!(*hub.columns().mips, [9, 9]);
}

#[test]
fn dense_rows_without_defaults_are_reserved_too() {
    #[derive(IdAllocator, Debug, PartialEq)]
    #[soa(layout = dense)]
    struct Mesh {
        #[soa(required)]
        vertices: std::num::NonZeroU32,
    }

    let mesh = |count: u32| Mesh {
        vertices: count.try_into().unwrap(),
    };
    let mut hub = MeshHub::new();
    let id = hub.reserve_id();
    assert_eq!(hub.columns().vertices.len(), 0);
    assert_eq!(hub.fill(id, mesh(3)), Ok(()));
    assert_eq!(hub.detach(id), Some(mesh(3)));
}

#[test]
fn records_without_columns_and_without_size() {
    #[derive(IdAllocator, Debug, PartialEq)]
    struct Empty {}

    #[derive(IdAllocator, Debug, PartialEq)]
    #[soa(layout = dense)]
    struct Unit {
        unit: (),
    }

    let mut hub = EmptyHub::new();
    let id = hub.reserve_id();
    assert_eq!(hub.fill(id, Empty {}), Ok(()));
    assert_eq!(hub.detach(id), Some(Empty {}));
    let mut hub = UnitHub::new();
    let id = hub.reserve_id();
    assert_eq!(hub.fill(id, Unit { unit: () }), Ok(()));
    assert_eq!(hub.detach(id), Some(Unit { unit: () }));
    assert_eq!(hub.stats().reserved, 1);
}

#[test]
fn reserved_ids_take_no_memory() {
    #[derive(IdAllocator)]
    struct Texture {
        mips: u32,
    }

    let (mut hub, mut other) = (TextureHub::new(), TextureHub::new());
    hub.reserve_id();
    other.alloc();
    assert_eq!(hub.stats().bytes, other.stats().bytes, "no table more");
}
