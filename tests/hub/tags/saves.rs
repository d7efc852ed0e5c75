//! Snapshots of hubs with tags.

use soa_runtime::IdAllocator;

use super::state;

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(bits(index = 8, generation = 8, tag = 12))]
        #[soa(derive(Clone, Debug, Hash, PartialEq, Serialize, Deserialize))]
        struct Item {
            weight: u32,
            other: Option<ItemId>,
        }

        /// The same record before its ids had a tag.
        #[derive(Debug, Clone, PartialEq)]
        #[soa(hub = OldHub, bits(index = 8, generation = 8))]
        #[soa(derive(Clone, Debug, Hash, PartialEq, Serialize, Deserialize))]
        struct Old {
            weight: u32,
            other: Option<OldId>,
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
        assert_eq!(state(&loaded).0, state(&hub).0);
        assert_eq!(state(&loaded).1, state(&hub).1);
        assert_eq!(loaded.tag(), hub.tag());
        for _ in 0..3 {
            assert_eq!(loaded.alloc(), hub.alloc());
        }
        assert!(loaded.reserved().eq(hub.reserved()));
    }

    #[test]
    fn the_tag_is_written_last() {
        let json = serde_json::to_string(&hub(7)).unwrap();
        assert!(json.starts_with("{\"live\":[[\"0v1@7\",{\"weight\":0,\"other\":\"2v1@7\"}]"));
        assert!(json.ends_with("\"withheld\":[\"3v1@7\"],\"tag\":7}"), "{json}");
        let bytes = postcard::to_allocvec(&ItemHub::with_tag(7)).unwrap();
        assert_eq!(bytes, [0, 0, 0, 0, 7]);
        let tagless = serde_json::to_string(&OldHub::new()).unwrap();
        assert_eq!(tagless, r#"{"live":[],"free":[],"retired":[],"withheld":[]}"#);
        assert_eq!(postcard::to_allocvec(&OldHub::new()).unwrap(), [0; 4]);
    }

    #[test]
    fn a_save_that_is_older_than_the_tag_bits_has_tag_0() {
        let mut old = OldHub::new();
        let ids = old.insert_many((0..3).map(|weight| Old { weight, other: None }));
        *old.row_mut(ids[0]).other = Some(ids[2]);
        old.dealloc(ids[1]);
        let loaded: ItemHub =
            serde_json::from_str(&serde_json::to_string(&old).unwrap()).unwrap();
        assert_eq!((loaded.tag(), loaded.len()), (0, 2));
        let first = ItemId::from_parts(0, 1).unwrap();
        assert_eq!(*loaded.row(first).other, ItemId::from_parts(2, 1));
    }

    #[test]
    fn a_snapshot_with_a_wrong_tag_is_refused() {
        let refused = |json: String, why: &str| {
            let error = serde_json::from_str::<ItemHub>(&json).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        };
        let json = serde_json::to_string(&hub(7)).unwrap();
        let with = |from: &str, to: &str| {
            assert!(json.contains(from), "{json}");
            json.replace(from, to)
        };
        let other = "an id has another tag than the hub";
        refused(with("\"tag\":7", "\"tag\":8"), other);
        refused(with(",\"tag\":7", ""), other);
        refused(with("4v1@7", "4v1@8"), other);
        refused(with("4v1@7", "4v1"), other);
        refused(with("3v1@7", "3v1@8"), other);
        refused(with("\"tag\":7", "\"tag\":4096"), "the tag of the hub does not fit its ids");
        refused(with("\"tag\":7", "\"tag\":-1"), "invalid value");
        refused(with("\"tag\":7", "\"tag\":7,\"tag\":7"), "duplicate field");
        let empty = r#"{"slots":[],"free":[],"rows":[],"tag":4096}"#;
        refused(empty.to_owned(), "the tag of the hub does not fit its ids");
        assert!(postcard::from_bytes::<ItemHub>(&[0, 0, 0, 0, 128, 32]).is_err());
        let old = serde_json::from_str::<OldHub>(&json.replace("@7", "")).unwrap_err();
        assert!(old.to_string().contains("unknown field `tag`"), "{old}");
    }

    #[test]
    fn an_id_of_another_hub_in_a_field_is_saved_as_it_is() {
        let mut hub = hub(7);
        let first = hub.ids().next().unwrap();
        let foreign = ItemId::from_parts_tagged(9, 9, 8).unwrap();
        for other in [foreign, ItemId::DANGLING] {
            *hub.row_mut(first).other = Some(other);
            let json = serde_json::to_string(&hub).unwrap();
            is_the_same(serde_json::from_str(&json).unwrap(), hub.clone());
            let bytes = postcard::to_allocvec(&hub).unwrap();
            is_the_same(postcard::from_bytes(&bytes).unwrap(), hub.clone());
        }
    }
}
