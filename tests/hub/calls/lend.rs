//! `try_row` and `try_row_mut`: rows, or the reasons why there are none.

use std::error::Error;

use soa_runtime::{IdAllocator, StaleIdError};

use crate::layouts::in_both_layouts;

fn is_good_for_every_caller<E: Error + Send + Sync + Clone + 'static>(
    error: E,
) -> Box<dyn Error + Send + Sync> {
    error.into()
}

in_both_layouts! {
    {
        #[derive(Debug)]
        #[soa(bits(index = 4, generation = 2), derive(Debug))]
        struct Item {
            number: u32,
        }
    }

    fn items(count: u32) -> (ItemHub, Vec<ItemId>) {
        let hub: ItemHub = (0..count).map(|number| Item { number }).collect();
        let ids = hub.ids().collect();
        (hub, ids)
    }

    #[test]
    fn a_refusal_keeps_its_text_when_the_hub_changes() {
        let (mut hub, ids) = items(2);
        hub.dealloc(ids[0]);
        let error = hub.try_row(ids[0]).expect_err("stale");
        let before = error.to_string();
        assert_eq!(before, "stale id 0v1 of ItemHub: slot 0 is at generation 2, free");
        hub.alloc();
        hub.clear();
        drop(hub);
        assert_eq!(error.to_string(), before);
        let boxed = is_good_for_every_caller(error);
        assert_eq!(boxed.to_string(), before);
        assert!(boxed.downcast_ref::<StaleIdError>().is_some());
    }
}

#[test]
fn the_error_has_no_room_for_the_hub() {
    assert!(size_of::<StaleIdError>() <= 48);
}
