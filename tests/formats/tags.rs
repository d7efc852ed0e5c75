//! Snapshots of hubs with tags.

use serde::{Deserialize, Serialize};
use soa_runtime::IdAllocator;

/// Tests that hold for both layouts.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator, Debug, Clone, PartialEq)]
            #[soa(layout = $layout, bits(index = 8, generation = 8, tag = 12))]
            #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
            struct Item {
                weight: u32,
                other: Option<ItemId>,
            }

            fn hub(tag: u32) -> ItemHub {
                let mut hub = ItemHub::with_tag(tag);
                let ids = hub.insert_many((0..5).map(|weight| Item { weight, other: None }));
                hub.dealloc(ids[1]);
                hub.detach(ids[3]).unwrap();
                *hub.row_mut(ids[0]).other = Some(ids[2]);
                hub
            }

            /// What a loaded hub does next, too, is the same.
            fn is_the_same(mut loaded: ItemHub, mut hub: ItemHub) {
                assert!(loaded == hub && loaded.stats() == hub.stats());
                assert_eq!(loaded.tag(), hub.tag());
                for _ in 0..3 {
                    assert_eq!(loaded.alloc(), hub.alloc());
                }
                assert!(loaded.reserved().eq(hub.reserved()));
            }

            #[test]
            fn a_snapshot_keeps_the_tag_in_every_format() {
                for hub in [hub(7), hub(0), hub(4095), ItemHub::with_tag(7), ItemHub::new()] {
                    let json = serde_json::to_string(&hub).unwrap();
                    is_the_same(serde_json::from_str(&json).unwrap(), hub.clone());
                    let ron = ron::to_string(&hub).unwrap();
                    is_the_same(ron::from_str(&ron).unwrap(), hub.clone());
                    let toml = toml::to_string(&hub).unwrap();
                    is_the_same(toml::from_str(&toml).unwrap(), hub.clone());
                    let bytes = postcard::to_allocvec(&hub).unwrap();
                    is_the_same(postcard::from_bytes(&bytes).unwrap(), hub.clone());
                    let bytes = rmp_serde::to_vec(&hub).unwrap();
                    is_the_same(rmp_serde::from_slice(&bytes).unwrap(), hub.clone());
                    let bytes = rmp_serde::to_vec_named(&hub).unwrap();
                    is_the_same(rmp_serde::from_slice(&bytes).unwrap(), hub.clone());
                    let mut bytes = Vec::new();
                    ciborium::into_writer(&hub, &mut bytes).unwrap();
                    is_the_same(ciborium::from_reader(&bytes[..]).unwrap(), hub.clone());
                }
            }

            #[test]
            fn a_snapshot_inside_serdes_containers_keeps_the_tag() {
                #[derive(Serialize, Deserialize)]
                #[serde(tag = "kind")]
                enum Save {
                    Level { items: ItemHub },
                }
                #[derive(Serialize, Deserialize)]
                #[serde(untagged)]
                enum Either {
                    Items(ItemHub),
                    Number(u32),
                }
                let unpack = |Save::Level { items }| items;
                let either = |save| match save {
                    Either::Items(items) => items,
                    Either::Number(number) => panic!("{number} is no hub"),
                };
                for hub in [hub(7), ItemHub::with_tag(7)] {
                    let save = Save::Level { items: hub.clone() };
                    let json = serde_json::to_string(&save).unwrap();
                    is_the_same(unpack(serde_json::from_str(&json).unwrap()), hub.clone());
                    let bytes = rmp_serde::to_vec_named(&save).unwrap();
                    is_the_same(unpack(rmp_serde::from_slice(&bytes).unwrap()), hub.clone());
                    let save = Either::Items(hub.clone());
                    for bytes in [rmp_serde::to_vec(&save), rmp_serde::to_vec_named(&save)] {
                        let loaded = rmp_serde::from_slice(&bytes.unwrap()).unwrap();
                        is_the_same(either(loaded), hub.clone());
                    }
                    let mut bytes = Vec::new();
                    ciborium::into_writer(&save, &mut bytes).unwrap();
                    is_the_same(either(ciborium::from_reader(&bytes[..]).unwrap()), hub.clone());
                }
            }
        }
    )*};
}

in_both_layouts! { slots dense }
