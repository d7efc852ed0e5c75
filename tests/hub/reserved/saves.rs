//! Reserved ids in snapshots, and snapshots that are older than the ids.

use soa_runtime::IdAllocator;

/// Tests that hold for both layouts.
macro_rules! in_both_layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator, Debug, Clone, PartialEq)]
            #[soa(
                layout = $layout,
                bits(index = 4, generation = 4),
                derive(Clone, Debug, PartialEq, Serialize, Deserialize)
            )]
            struct Texture {
                mips: u32,
            }

            fn load(snapshot: &str) -> Result<TextureHub, String> {
                serde_json::from_str(snapshot).map_err(|error| error.to_string())
            }

            /// A live, a free, and two reserved slots, the first of them at its second id.
            fn mixed() -> (TextureHub, [TextureId; 2]) {
                let mut hub = TextureHub::new();
                let first = hub.alloc();
                hub.dealloc(first);
                let first = hub.reserve_id();
                hub.insert(Texture { mips: 4 });
                let freed = hub.alloc();
                let detached = hub.alloc();
                hub.detach(detached);
                hub.dealloc(freed);
                (hub, [first, detached])
            }

            #[test]
            fn a_snapshot_keeps_reserved_ids() {
                let (hub, ids) = mixed();
                let text = serde_json::to_string(&hub).unwrap();
                let mut loaded = load(&text).unwrap();
                assert_eq!(loaded, hub);
                for id in ids {
                    assert!(loaded.is_reserved(id));
                }
                assert_eq!(loaded.stats().reserved, 2);
                assert_eq!(serde_json::to_string(&loaded).unwrap(), text);
                assert_eq!(loaded.fill(ids[0], Texture { mips: 8 }), Ok(()));
                assert_eq!(loaded.free_reserved(), 1);
                let next = [loaded.alloc().index(), loaded.alloc().index()];
                assert_eq!(next, [3, 2]);
            }

            #[test]
            fn a_binary_snapshot_keeps_reserved_ids() {
                let (hub, ids) = mixed();
                let bytes = postcard::to_allocvec(&hub).unwrap();
                let loaded: TextureHub = postcard::from_bytes(&bytes).unwrap();
                assert!(ids.iter().all(|id| loaded.is_reserved(*id)));
                assert_eq!(postcard::to_allocvec(&loaded).unwrap(), bytes);
            }

            #[test]
            fn the_list_is_written_last() {
                let (hub, _) = mixed();
                let text = serde_json::to_string(&hub).unwrap();
                let places = ["\"live\"", "\"free\"", "\"retired\"", "\"withheld\""]
                    .map(|list| text.find(list).expect(list));
                assert!(places.is_sorted(), "{text}");
                assert!(text.ends_with("\"withheld\":[\"0v2\",\"3v1\"]}"), "{text}");
            }

            #[test]
            fn an_older_save_loads_without_the_list() {
                let old = r#"{"live":[[17,{"mips":4}]],"free":[[0,2]],"retired":[2]}"#;
                let loaded = load(old).unwrap();
                let stats = loaded.stats();
                assert_eq!((stats.live, stats.free, stats.retired, stats.reserved), (1, 1, 1, 0));
            }

            #[test]
            fn a_list_that_lies_is_refused() {
                let lies = [
                    ("[16,16]", "a slot occurs twice"),
                    ("[16],\"withheld\":[]", "duplicate field"),
                    ("[17]", "a slot is missing"),
                    ("[0]", "invalid value: integer `0`"),
                    ("[65535]", "a slot is missing"),
                ];
                for (list, reason) in lies {
                    let text = format!(r#"{{"live":[],"free":[],"retired":[],"withheld":{list}}}"#);
                    let error = load(&text).expect_err(&text);
                    assert!(error.contains(reason), "{text}: {error}");
                }
                let twice = r#"{"live":[],"free":[[0,1]],"retired":[],"withheld":[16]}"#;
                assert!(load(twice).unwrap_err().contains("a slot occurs twice"));
            }

            #[test]
            fn leases_are_settled_in_the_hub_that_was_loaded() {
                let mut hub = TextureHub::new();
                let mut lease = hub.lease(2);
                let id = lease.insert(Texture { mips: 4 });
                let mut loaded = load(&serde_json::to_string(&hub).unwrap()).unwrap();
                assert!(loaded.settle([lease]).is_empty());
                assert!(loaded.contains(id));
                assert_eq!(loaded.slots(), 1);
            }
        }
    )*};
}

in_both_layouts!(dense);
#[cfg(feature = "every-kind")]
in_both_layouts!(slots);
