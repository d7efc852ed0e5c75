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
