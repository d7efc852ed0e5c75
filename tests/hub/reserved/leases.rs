//! Leases: the ids that they issue, the ids that return, and conflicts.

use soa_runtime::{IdAllocator, Lease};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, panic_message};

in_both_layouts! {
    {
        #[derive(Debug, PartialEq)]
        #[soa(derive(Clone, PartialEq, Debug))]
        struct Texture {
            mips: u32,
        }

        #[soa(bits(index = 3, generation = 4))]
        struct Small {
            value: Tracked,
        }
    }

    fn texture(mips: u32) -> Texture {
        Texture { mips }
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
        assert!(lease.is_empty() && lease.left() == 2);
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
}

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
