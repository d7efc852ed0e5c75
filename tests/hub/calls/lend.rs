//! `try_row`, `try_row_mut` and `get_each_mut`: rows, or the reasons why there are none.

use std::error::Error;

use soa_runtime::{IdAllocator, StaleIdError};

use crate::support::panic_message;

fn is_good_for_every_caller<E: Error + Send + Sync + Clone + 'static>(
    error: E,
) -> Box<dyn Error + Send + Sync> {
    error.into()
}

macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator, Debug)]
            #[soa(layout = $layout, bits(index = 4, generation = 2), derive(Debug))]
            struct Item {
                number: u32,
            }

            fn items(count: u32) -> (ItemHub, Vec<ItemId>) {
                let hub: ItemHub = (0..count).map(|number| Item { number }).collect();
                let ids = hub.ids().collect();
                (hub, ids)
            }

            fn add(hub: &mut ItemHub, a: ItemId, b: ItemId) -> Result<u32, StaleIdError> {
                *hub.try_row_mut(a)?.number += *hub.try_row(b)?.number;
                Ok(*hub.try_row(a)?.number)
            }

            #[test]
            fn live_rows_are_lent() {
                let (mut hub, ids) = items(3);
                assert_eq!(add(&mut hub, ids[1], ids[2]), Ok(3));
            }

            #[test]
            fn a_refusal_is_the_sentence_of_the_panic() {
                let (mut hub, ids) = items(4);
                hub.dealloc(ids[1]);
                hub.alloc();
                let last = (0..2).fold(ids[2], |id, _| hub.renew(id).expect("one is left"));
                hub.dealloc(last);
                hub.dealloc(ids[0]);
                let (_, larger) = items(9);
                let mut sentences = Vec::new();
                for refused in [ids[0], ids[1], last, larger[8], ItemId::DANGLING] {
                    let shared = hub.try_row(refused).expect_err("not live").to_string();
                    let unique = hub.try_row_mut(refused).expect_err("not live").to_string();
                    let panic = panic_message(|| _ = hub.row(refused));
                    let panic_mut = panic_message(|| _ = hub.row_mut(refused));
                    let by_column = panic_message(|| _ = hub.columns().number[refused]);
                    for text in [&unique, &panic, &panic_mut, &by_column] {
                        assert_eq!(*text, shared);
                    }
                    sentences.push(shared);
                }
                assert_eq!(sentences, [
                    "stale id 0v1 of ItemHub: slot 0 is at generation 2, free",
                    "stale id 1v1 of ItemHub: slot 1 is at generation 2",
                    "stale id 2v3 of ItemHub: slot 2 is retired",
                    "foreign id 8v1 of ItemHub: slot 8 is not one of its 4",
                    "dangling id of ItemHub: it names no slot",
                ].map(str::to_owned).to_vec());
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

            #[derive(IdAllocator, Debug)]
            #[soa(layout = $layout, bits(index = 8, generation = 0), derive(Debug))]
            struct Uncounted {
                number: u32,
            }

            #[test]
            fn without_generations_a_slot_is_free() {
                let mut hub = UncountedHub::new();
                let id = hub.alloc();
                hub.dealloc(id);
                let error = hub.try_row(id).expect_err("stale");
                assert_eq!(error.to_string(), "stale id 0v0 of UncountedHub: slot 0 is free");
            }
        }
    )*};
}

in_both_layouts! { slots dense }

#[test]
fn the_error_has_no_room_for_the_hub() {
    assert!(size_of::<StaleIdError>() <= 48);
}
