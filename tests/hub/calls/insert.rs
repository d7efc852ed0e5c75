//! `append` and `From<Vec<T>>`.

use soa_runtime::{Hub, IdAllocator};

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, panic_message, with_fuse};

in_both_layouts! {
    {
        #[soa(bits(index = 2, generation = 6))]
        struct Few {
            value: Tracked,
        }

        struct Item {
            value: Tracked,
        }
    }

    fn item(value: u32) -> Item {
        Item { value: Tracked::new(value) }
    }

    fn values(hub: &ItemHub) -> Vec<u32> {
        hub.iter().map(|(_, row)| row.value.value).collect()
    }

    #[test]
    fn append_without_room_panics_before_a_row_has_moved() {
        let mut hub = FewHub::new();
        let mut other = FewHub::new();
        hub.alloc_many(2);
        let ids = other.alloc_many(2);
        let message = panic_message(|| drop(hub.append(&mut other)));
        assert!(message.starts_with("FewHub has no room: "), "{message}");
        assert_eq!((hub.len(), other.len()), (2, 2));
        assert!(other.ids().eq(ids));
    }

    #[test]
    fn records_of_a_vector_become_rows_in_their_order() {
        let hub = ItemHub::from(vec![item(3), item(1)]);
        assert_eq!(values(&hub), [3, 1]);
        let inner: Hub<Item> = vec![item(5)].into();
        assert_eq!(inner.len(), 1);
        assert_eq!(ItemHub::from(Vec::new()).capacity(), 0);
    }

    #[test]
    fn a_default_that_panics_in_append_loses_no_row() {
        let mut counts = Vec::new();
        for nth in 1.. {
            let mut hub: ItemHub = (0..2).map(item).collect();
            let mut other: ItemHub = (2..5).map(item).collect();
            let done = with_fuse(nth, || drop(hub.append(&mut other)));
            assert_eq!(hub.len() + other.len(), 5, "rows are here or there");
            let mut both = [values(&hub), values(&other)].concat();
            both.sort_unstable();
            assert_eq!(both, [0, 1, 2, 3, 4]);
            counts.push(other.len());
            if done.is_some() {
                break;
            }
        }
        assert_eq!((counts[0], counts.last()), (if DENSE { 0 } else { 3 }, Some(&0)));
    }
}
