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
        }

        struct Small {
            value: Tracked,
        }
    }

    fn texture(mips: u32) -> Texture {
        Texture { mips }
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
        let mut hub: TextureHub = (0..3).map(texture).collect();
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
fn records_without_defaults_without_columns_and_without_size_are_reserved_too() {
    #[derive(IdAllocator, Debug, PartialEq)]
    #[soa(layout = dense)]
    struct Mesh {
        #[soa(required)]
        vertices: std::num::NonZeroU32,
    }

    #[derive(IdAllocator, Debug, PartialEq)]
    struct Empty {}

    #[derive(IdAllocator, Debug, PartialEq)]
    #[soa(layout = dense)]
    struct Unit {
        unit: (),
    }

    let mesh = |count: u32| Mesh {
        vertices: count.try_into().unwrap(),
    };
    let mut hub = MeshHub::new();
    let id = hub.reserve_id();
    assert_eq!(hub.columns().vertices.len(), 0);
    assert_eq!(hub.fill(id, mesh(3)), Ok(()));
    assert_eq!(hub.replace(id, mesh(4)).ok(), Some(mesh(3)));
    assert_eq!(hub.detach(id), Some(mesh(4)));
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
