//! Ids that are issued before their row, and rows that are detached from their id.

use soa_runtime::{IdAllocator, InsertAtReason};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive};

in_both_layouts! {
    {
        #[derive(Debug, PartialEq)]
        #[soa(derive(Clone, PartialEq, Debug))]
        struct Texture {
            mips: u32,
            name: String,
        }

        #[soa(bits(index = 2, generation = 2))]
        struct Small {
            value: Tracked,
        }
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
    fn equality_looks_at_live_rows_alone() {
        let (mut hub, _) = three();
        let copy = hub.clone();
        hub.reserve_id();
        assert_eq!(hub, copy);
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
}

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
