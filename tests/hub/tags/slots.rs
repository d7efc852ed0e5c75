//! The tag has no field: it is in the words of the slots, and in the free list of a hub
//! without slots. So it stays when the slots come and go.

use soa_runtime::{Hub, IdAllocator};

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[soa(bits(index = 4, generation = 1, tag = 8), derive(Clone))]
        struct Item {
            weight: u32,
        }

        struct Tagless {
            weight: u32,
        }

        #[soa(bits(index = 4, generation = 4, tag = 8), derive(Clone))]
        struct Fragile {
            counted: crate::support::Tracked,
        }
    }

    fn is_tagged(hub: &mut ItemHub) -> bool {
        let id = hub.insert(Item { weight: 3 });
        hub.tag() == 7 && id.tag() == 7 && hub.contains(id)
    }

    #[test]
    fn a_hub_has_the_size_of_one_without_a_tag() {
        assert_eq!(size_of::<ItemHub>(), size_of::<TaglessHub>());
        let (mut hub, mut tagless) = (Hub::<Item>::with_tag(7), Hub::<Tagless>::new());
        assert_eq!(hub.stats().bytes, 0);
        hub.alloc_many(8);
        tagless.alloc_many(8);
        let word = size_of::<TaglessId>() - size_of::<ItemId>();
        let words = if tagless.memory().slot_table > 8 * 9 { 2 } else { 1 };
        assert_eq!(tagless.stats().bytes - hub.stats().bytes, 8 * word * words);
    }

    #[test]
    fn memory_without_slots_keeps_the_tag() {
        let mut hub = ItemHub::with_tag(7);
        hub.reserve(8);
        assert!(is_tagged(&mut hub));
        let mut hub = ItemHub::with_tag(7);
        hub.reserve(8);
        hub.shrink_to_fit();
        assert_eq!(hub.capacity(), 0);
        assert!(is_tagged(&mut hub));
        let mut hub = ItemHub::with_tag(7);
        hub.reserve(15);
        hub.purge();
        assert!(is_tagged(&mut hub));
    }

    #[test]
    fn a_hub_whose_last_slot_is_removed_keeps_the_tag() {
        let mut hub = ItemHub::with_tag(7);
        for rows in [1, 3, 9] {
            let lease = hub.lease(rows);
            assert_eq!((hub.slots(), hub.tag()), (rows, 7));
            assert!(hub.settle([lease]).is_empty());
            assert_eq!((hub.slots(), hub.tag()), (0, 7));
        }
        assert!(is_tagged(&mut hub));
    }

    #[test]
    fn a_hub_that_is_emptied_or_filled_up_keeps_the_tag() {
        let mut hub = ItemHub::with_tag(7);
        hub.alloc_many(15);
        assert!(hub.try_alloc().is_err());
        hub.clear();
        assert_eq!((hub.tag(), hub.stats().retired), (7, 15), "one generation each");
        assert_eq!(hub.clone().tag(), 7);
        let empty = ItemHub::with_tag(7);
        hub.clone_from(&empty);
        assert_eq!(hub.slots(), 0);
        assert!(is_tagged(&mut hub));
        assert_eq!(hub.drain().count(), 1);
        assert!(is_tagged(&mut hub));
    }

    #[test]
    fn a_clone_that_panics_leaves_an_empty_hub_with_its_tag() {
        let fragile = || Fragile { counted: crate::support::Tracked::new(1) };
        let mut source = FragileHub::with_tag(2);
        source.insert(fragile());
        let mut target = FragileHub::with_tag(7);
        target.insert(fragile());
        // The first counted call is the drop of the old row.
        let result = crate::support::with_fuse(2, || target.clone_from(&source));
        assert_eq!((result, target.slots(), target.tag()), (None, 0, 7));
        assert_eq!(target.insert(fragile()).tag(), 7);
    }
}
