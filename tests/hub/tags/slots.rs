//! What a tag takes, and what keeps it. The model asks for the tag after each call, and here are
//! the calls that it lacks.

use soa_runtime::{Hub, IdAllocator};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, with_fuse};

in_both_layouts! {
    {
        #[soa(bits(index = 4, generation = 1, tag = 8))]
        struct Item {
            weight: u32,
        }

        struct Tagless {
            weight: u32,
        }

        #[soa(bits(index = 4, generation = 4, tag = 8), derive(Clone))]
        struct Fragile {
            counted: Tracked,
        }
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
    fn memory_that_was_given_back_keeps_the_tag() {
        let mut hub = ItemHub::with_tag(7);
        hub.reserve(15);
        hub.purge();
        let id = hub.insert(Item { weight: 3 });
        assert_eq!((hub.tag(), id.tag(), hub.contains(id)), (7, 7, true));
    }

    #[test]
    fn a_clone_that_panics_leaves_an_empty_hub_with_its_tag() {
        let fragile = || Fragile { counted: Tracked::new(1) };
        let mut source = FragileHub::with_tag(2);
        source.insert(fragile());
        let mut target = FragileHub::with_tag(7);
        target.insert(fragile());
        // The first counted call is the drop of the old row.
        let result = with_fuse(2, || target.clone_from(&source));
        assert_eq!((result, target.slots(), target.tag()), (None, 0, 7));
        assert_eq!(target.insert(fragile()).tag(), 7);
    }
}
