//! Tests `replace`, which changes the row of an id, and `renew`, which changes the id of a row.

use soa_runtime::IdAllocator;

use crate::support::{Tracked, alive, with_fuse};

macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(layout = $layout)]
            struct Item {
                value: Tracked,
                number: u32,
            }

            fn item(value: u32) -> Item {
                Item { value: Tracked::new(value), number: value }
            }

            #[test]
            fn replace_hands_out_the_old_record_and_keeps_the_id() {
                {
                    let mut hub: ItemHub = (0..3).map(item).collect();
                    let ids: Vec<ItemId> = hub.ids().collect();
                    let old = hub.replace(ids[1], item(7)).expect("the id is live");
                    assert_eq!((old.value.value, old.number), (1, 1));
                    assert_eq!((hub.row(ids[1]).value.value, *hub.row(ids[1]).number), (7, 7));
                    assert!(hub.ids().eq(ids), "no row has moved");
                }
                assert_eq!(alive(), 0);
            }

            #[test]
            fn replace_hands_the_new_record_back_for_ids_that_are_not_live() {
                let mut hub: ItemHub = (0..2).map(item).collect();
                let ids: Vec<ItemId> = hub.ids().collect();
                hub.dealloc(ids[0]);
                let larger: ItemHub = (0..9).map(item).collect();
                let foreign = larger.ids().last().expect("nine rows");
                for refused in [ids[0], foreign, ItemId::DANGLING] {
                    let new = hub.replace(refused, item(9)).err().expect("not live");
                    assert_eq!(new.record.number, 9);
                }
                assert_eq!((hub.len(), *hub.row(ids[1]).number), (1, 1));
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

            #[test]
            fn renew_keeps_the_row_and_refuses_the_old_id() {
                let mut hub: ItemHub = (0..3).map(item).collect();
                let ids: Vec<ItemId> = hub.ids().collect();
                let new = hub.renew(ids[1]).expect("generations are left");
                assert_eq!((new.index(), new.generation()), (1, 2));
                assert!(!hub.contains(ids[1]) && hub.get(ids[1]).is_none());
                assert_eq!((hub.row_of(new), hub.id_at(1)), (Some(1), Some(new)));
                assert_eq!(*hub.columns().number, [0, 1, 2]);
                assert_eq!(hub.remove(new).map(|item| item.number), Some(1));
                assert_eq!(hub.insert(item(4)).generation(), 3);
            }

            #[test]
            fn renew_refuses_ids_that_are_not_live() {
                let mut hub: ItemHub = (0..2).map(item).collect();
                let ids: Vec<ItemId> = hub.ids().collect();
                hub.dealloc(ids[0]);
                assert_eq!(hub.renew(ids[0]), None);
                assert_eq!(hub.renew(ItemId::DANGLING), None);
                assert!(hub.ids().eq([ids[1]]));
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 2))]
            struct Retiring {
                number: u32,
            }

            #[test]
            fn renew_under_retire_stops_at_the_last_generation() {
                let mut hub = RetiringHub::new();
                let mut id = hub.insert(Retiring { number: 7 });
                for generation in 2..=3 {
                    id = hub.renew(id).expect("a generation is left");
                    assert_eq!(id.generation(), generation);
                }
                assert_eq!(hub.renew(id), None);
                assert_eq!(*hub.row(id).number, 7, "the id is live as before");
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 2), exhausted = wrap)]
            struct Wrapping {
                number: u32,
            }

            #[test]
            fn renew_under_wrap_starts_over() {
                let mut hub = WrappingHub::new();
                let mut id = hub.insert(Wrapping { number: 7 });
                for generation in [2, 3, 1, 2] {
                    id = hub.renew(id).expect("they start over");
                    assert_eq!(id.generation(), generation);
                }
                assert_eq!(*hub.row(id).number, 7);
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 4, generation = 1), exhausted = wrap)]
            struct OnlyOne {
                number: u32,
            }

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits(index = 8, generation = 0))]
            struct Uncounted {
                number: u32,
            }

            #[test]
            fn renew_needs_a_second_generation() {
                let mut one = OnlyOneHub::new();
                let id = one.insert(OnlyOne { number: 1 });
                assert_eq!(one.renew(id), None);
                assert_eq!(*one.row(id).number, 1);

                let mut none = UncountedHub::new();
                let id = none.insert(Uncounted { number: 2 });
                assert_eq!(none.renew(id), None);
                assert_eq!(*none.row(id).number, 2);
            }
        }
    )*};
}

in_both_layouts! { slots dense }

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
