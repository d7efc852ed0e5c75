//! Snapshots by serde: every id stays valid, and wrong snapshots are refused.

use soa_runtime::{Handle, IdAllocator, IdPool};

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
    let row = r#"{"mips":1,"name":""}"#;
    let snapshot = |live: &str, free: &str, retired: &str| {
        let live = live.replace("ROW", row);
        format!(r#"{{"live":[{live}],"free":[{free}],"retired":[{retired}]}}"#)
    };
    let first = 1 << 4;
    let id = |index: u32| first | index;
    let sixteen = (0..15)
        .map(|slot| format!("[{slot},1]"))
        .collect::<Vec<_>>()
        .join(",");
    let lies = [
        (
            snapshot(&format!("[{0},ROW],[{0},ROW]", id(0)), "", ""),
            "a slot occurs twice",
        ),
        (
            snapshot(&format!("[{},ROW]", id(0)), "[0,2]", ""),
            "a slot occurs twice",
        ),
        (snapshot("", "[0,1]", "0"), "a slot occurs twice"),
        (
            snapshot(&format!("[{},ROW]", id(1)), "", ""),
            "a slot is missing",
        ),
        (snapshot("", "[4294967295,1]", ""), "a slot is missing"),
        (snapshot("", "", "7"), "a slot is missing"),
        (
            snapshot("", "[0,0]", ""),
            "a free slot has no such generation",
        ),
        (
            snapshot("", "[0,16]", ""),
            "a free slot has no such generation",
        ),
        (snapshot("[0,ROW]", "", ""), "invalid value: integer `0`"),
        (
            snapshot("[4096,ROW]", "", ""),
            "invalid value: integer `4096`",
        ),
        (
            snapshot("[65536,ROW]", "", ""),
            "invalid value: integer `65536`",
        ),
        (
            snapshot("[\"0v0\",ROW]", "", ""),
            "invalid value: string \"0v0\"",
        ),
        (snapshot("[-1,ROW]", "", ""), "invalid type: integer `-1`"),
        (
            snapshot("[1.5,ROW]", "", ""),
            "invalid type: floating point",
        ),
        (snapshot("", "[0,1,2]", ""), "trailing characters"),
        (snapshot("", "[-1,1]", ""), "invalid value: integer `-1`"),
        (
            snapshot("[65535,ROW]", &sixteen, ""),
            "at most 15 rows (live",
        ),
        (
            snapshot("", "", "").replace("retired", "retried"),
            "unknown field `retried`",
        ),
        (r#"{"live":[],"free":[]}"#.into(), "missing field `retired`"),
        (
            r#"{"live":[],"free":[],"retired":[],"more":1}"#.into(),
            "unknown field `more`",
        ),
        ("[]".into(), "invalid length 0"),
        (String::new(), "EOF"),
    ];
    for (json, reason) in lies {
        let error = serde_json::from_str::<TextureHub>(&json)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{json} is refused with: {error}");
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

#[test]
fn a_hub_that_wraps_has_its_columns_back() {
    let json = r#"{"live":[[17,{"value":5}]],"free":[[0,3]],"retired":[]}"#;
    let mut hub: WrappedHub = serde_json::from_str(json).unwrap();
    assert_eq!(*hub.columns().value, [0, 5]);
    assert_eq!(format!("{:?}", hub.alloc()), "0v3");
}

#[test]
fn a_handle_is_its_text_and_only_issued_ones_are_read() {
    type Id = Handle<(), u16, 4, 4>;
    let mut pool = IdPool::<Id>::new();
    let id = pool.alloc();
    assert_eq!(
        serde_json::to_string(&[Some(id), None]).unwrap(),
        "[\"0v1\",null]"
    );
    for bits in 0..=if cfg!(miri) { 0x1ff } else { u16::MAX } {
        let read = serde_json::from_str::<Id>(&bits.to_string()).ok();
        let text = serde_json::from_str::<Id>(&format!("\"{bits}\"")).ok();
        let dangling = (bits == Id::DANGLING.to_bits()).then_some(Id::DANGLING);
        let issued = Id::from_bits(bits).or(dangling);
        assert_eq!((read, text), (issued, issued), "{bits:#06x}");
        if let Some(id) = issued {
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(json, format!("\"{id}\""));
            assert_eq!(serde_json::from_str::<Id>(&json).unwrap(), id);
        }
    }
    for json in ["65536", "-1", "1e3", "null", "[]", "18446744073709551615"] {
        assert!(serde_json::from_str::<Id>(json).is_err(), "{json}");
    }
    let wide = Handle::<()>::from_bits(7 << 32 | 9).unwrap();
    let json = serde_json::to_string(&wide).unwrap();
    assert_eq!(serde_json::from_str::<Handle<()>>(&json).unwrap(), wide);
    let packed = postcard::to_allocvec(&wide).unwrap();
    assert_eq!(postcard::from_bytes::<Handle<()>>(&packed).unwrap(), wide);
}
