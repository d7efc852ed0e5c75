//! Snapshots of hubs with tags.

use serde::{Deserialize, Serialize};
use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;
use crate::{FORMATS, Format};

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(bits(index = 8, generation = 8, tag = 12))]
        #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
        struct Item {
            weight: u32,
            other: Option<ItemId>,
        }
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
            for format in FORMATS {
                is_the_same(format.round_trip(&hub).unwrap(), hub.clone());
            }
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
        for hub in [hub(7), ItemHub::with_tag(7)] {
            for format in [Format::Json, Format::Msgpack] {
                let save = Save::Level { items: hub.clone() };
                let Save::Level { items } = format.round_trip(&save).unwrap();
                is_the_same(items, hub.clone());
            }
            for format in [Format::CompactMsgpack, Format::Msgpack, Format::Cbor] {
                match format.round_trip(&Either::Items(hub.clone())).unwrap() {
                    Either::Items(items) => is_the_same(items, hub.clone()),
                    Either::Number(number) => panic!("{number} is no hub"),
                }
            }
        }
    }
}
