//! Snapshots by serde: every id stays valid, and wrong snapshots are refused.

use soa_runtime::IdAllocator;

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    derive(Clone, Debug, PartialEq, Serialize, Deserialize),
    bits(index = 4, generation = 4)
)]
struct Texture {
    #[soa(default = 1)]
    mips: u32,
    name: String,
}

#[test]
fn a_snapshot_that_lies_is_refused_with_a_reason() {
    let slots: Vec<_> = (0..15).map(|slot| format!("[{slot},1]")).collect();
    let sixteen = &slots.join(",");
    // The lists of live rows, of free slots and of retired ones. The id 0v1 is the number 16.
    let lies = [
        ("[16,ROW],[16,ROW]", "", "", "a slot occurs twice"),
        ("[16,ROW]", "[0,2]", "", "a slot occurs twice"),
        ("", "[0,1]", "0", "a slot occurs twice"),
        ("[17,ROW]", "", "", "a slot is missing"),
        ("", "[4294967295,1]", "", "a slot is missing"),
        ("", "", "7", "a slot is missing"),
        ("", "[0,0]", "", "a free slot has no such generation"),
        ("", "[0,16]", "", "a free slot has no such generation"),
        ("[0,ROW]", "", "", "invalid value: integer `0`"),
        ("[4096,ROW]", "", "", "invalid value: integer `4096`"),
        ("[65536,ROW]", "", "", "invalid value: integer `65536`"),
        (r#"["0v0",ROW]"#, "", "", "invalid value: string \"0v0\""),
        ("[-1,ROW]", "", "", "invalid type: integer `-1`"),
        ("[1.5,ROW]", "", "", "invalid type: floating point"),
        ("", "[0,1,2]", "", "trailing characters"),
        ("", "[-1,1]", "", "invalid value: integer `-1`"),
        ("[65535,ROW]", sixteen, "", "at most 15 rows (live"),
        ("", "", "],\"more\":[", "unknown field `more`"),
    ];
    for (live, free, retired, reason) in lies {
        let live = live.replace("ROW", r#"{"mips":1,"name":""}"#);
        let json = format!(r#"{{"live":[{live}],"free":[{free}],"retired":[{retired}]}}"#);
        let error = serde_json::from_str::<TextureHub>(&json).unwrap_err();
        assert!(
            error.to_string().contains(reason),
            "{json} is refused with: {error}"
        );
    }
    let retired = r#"{"live":[],"free":[],"retired":[0]}"#;
    let error = serde_json::from_str::<UnversionedHub>(retired)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("slots of this hub are never retired"),
        "{error}"
    );
    // As after `convert` from a hub that retires its slots.
    let mut wrapped: WrappedHub = serde_json::from_str(retired).unwrap();
    assert_eq!(wrapped.stats().retired, 1);
    assert_eq!(wrapped.alloc().index(), 1);
}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 0), derive(Deserialize))]
struct Unversioned {
    value: u8,
}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 4), exhausted = wrap, derive(Deserialize))]
struct Wrapped {
    value: u8,
}
