//! Tests `replace`, which changes the row of an id, and `renew`, which changes the id of a row.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;
use crate::support::{Tracked, alive, with_fuse};

in_both_layouts! {
    {
        struct Item {
            value: Tracked,
            number: u32,
        }
    }

    fn item(value: u32) -> Item {
        Item { value: Tracked::new(value), number: value }
    }

    #[test]
    fn a_replaced_record_that_panics_as_it_drops_leaves_the_new_one() {
        {
            let mut hub: ItemHub = (0..2).map(item).collect();
            let id = hub.ids().next().expect("two rows");
            let done = with_fuse(1, || drop(hub.replace(id, item(5))));
            assert!(done.is_none(), "the old value's `Drop` panics");
            assert_eq!(hub.row(id).value.value, 5);
        }
        assert_eq!(alive(), 0);
    }
}

#[test]
fn replace_works_where_a_column_has_no_default() {
    #[derive(IdAllocator)]
    #[soa(layout = dense)]
    struct Needed {
        #[soa(required)]
        value: std::num::NonZeroU32,
    }

    let value = |number| Needed {
        value: std::num::NonZeroU32::new(number).expect("not zero"),
    };
    let mut hub = NeededHub::new();
    let id = hub.insert(value(1));
    let old = hub.replace(id, value(2)).expect("the id is live");
    assert_eq!((old.value.get(), hub.row(id).value.get()), (1, 2));
}
