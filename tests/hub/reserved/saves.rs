//! Reserved ids in snapshots, and snapshots that are older than the ids.

use soa_runtime::IdAllocator;

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(
            bits(index = 4, generation = 4),
            derive(Clone, Debug, PartialEq, Serialize, Deserialize)
        )]
        struct Texture {
            mips: u32,
        }
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
}
