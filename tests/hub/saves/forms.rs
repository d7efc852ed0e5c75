//! The two forms of a snapshot and of an id: which reader takes which, and with which
//! sentence the others are refused.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use soa_runtime::{Handle, IdAllocator, ParseHandleError};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    bits(index = 4, generation = 4),
    derive(Clone, Debug, PartialEq, Serialize, Deserialize)
)]
struct Small {
    value: u8,
}

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(
    layout = dense,
    bits(index = 4, generation = 4),
    derive(Clone, Debug, PartialEq, Serialize, Deserialize)
)]
struct Packed {
    value: u8,
}

type Wide = Handle<()>;
type Narrow = Handle<(), u16, 4, 4>;
type Bare = Handle<(), u16, 8, 0>;
type Tagged = Handle<(), u64, 24, 24, 16>;

/// A live row in slot 1, slot 0 free in its second generation, slot 2 reserved.
const TEXT: [&str; 4] = [
    r#""live": [["1v1", {"value": 5}]]"#,
    r#""free": [[0, 2]]"#,
    r#""retired": []"#,
    r#""withheld": ["2v1"]"#,
];

/// The same.
const BINARY: [&str; 4] = [
    r#""slots": [3, 0, 1]"#,
    r#""free": [0]"#,
    r#""rows": [{"value": 5}]"#,
    r#""withheld": [4]"#,
];

fn object(lists: &[&str]) -> String {
    format!("{{{}}}", lists.join(", "))
}

fn hub<H: DeserializeOwned>(lists: &[&str]) -> Result<H, String> {
    serde_json::from_str(&object(lists)).map_err(|error| error.to_string())
}

/// The hub that both constants describe.
fn expected() -> SmallHub {
    let mut hub = SmallHub::new();
    let ids = [0, 5].map(|value| hub.insert(Small { value }));
    hub.reserve_id();
    assert!(hub.dealloc(ids[0]));
    hub
}

#[test]
fn the_lists_of_a_form_come_in_any_order() {
    let hub = expected();
    assert_eq!(
        serde_json::to_string(&hub).unwrap().replace(' ', ""),
        object(&TEXT).replace(' ', "")
    );
    for lists in [TEXT, BINARY] {
        for turn in 0..4 {
            let mut turned = lists;
            turned.rotate_left(turn);
            assert_eq!(self::hub(&turned).as_ref(), Ok(&hub), "{turned:?}");
            turned.reverse();
            assert_eq!(self::hub(&turned).as_ref(), Ok(&hub), "{turned:?}");
        }
    }
    // Without names the order is the one in which they are written.
    for lists in [TEXT, BINARY] {
        let values = lists.map(|list| list.split_once(": ").unwrap().1);
        let json = format!("[{}]", values.join(", "));
        assert_eq!(
            serde_json::from_str::<SmallHub>(&json).as_ref().ok(),
            Some(&hub),
            "{json}"
        );
    }
    assert_eq!(
        serde_json::from_str::<SmallHub>("[[], [], []]").ok(),
        Some(SmallHub::new())
    );
    let only_free = serde_json::from_str::<SmallHub>("[[], [[0, 3]], [], []]").unwrap();
    assert_eq!((only_free.stats().free, only_free.len()), (1, 0));
}

/// Somebody sorted the rows of a save, for example.
#[test]
fn the_rows_of_a_text_come_in_any_order() {
    let hub: SmallHub = (0..6).map(|value| Small { value }).collect();
    let mut rows: Vec<u8> = (0..6).collect();
    for seed in 0..500 {
        fastrand::Rng::with_seed(seed).shuffle(&mut rows);
        let row = |row: &u8| format!(r#"["{row}v1", {{"value": {row}}}]"#);
        let rows: Vec<String> = rows.iter().map(row).collect();
        let live = format!(r#""live": [{}]"#, rows.join(", "));
        let lists = [&live, r#""free": []"#, TEXT[2]];
        assert_eq!(self::hub(&lists).as_ref(), Ok(&hub), "{live}");
    }
}

#[test]
fn every_form_of_an_id_is_read_in_a_list() {
    // The id 1v1 as text, as the text of a number, as a number and as a pair.
    for id in [r#""1v1""#, r#""17""#, "17", "[1, 1]"] {
        let live = format!(r#""live": [[{id}, {{"value": 5}}]]"#);
        let lists = [&live, TEXT[1], TEXT[2], r#""withheld": [[2, 1]]"#];
        assert_eq!(hub::<SmallHub>(&lists), hub(&TEXT), "{id}");
    }
    for reserved in [r#""2v1""#, r#""18""#, "18", "[2, 1]"] {
        let reserved = format!(r#""withheld": [{reserved}]"#);
        assert_eq!(
            hub::<SmallHub>(&[TEXT[0], TEXT[1], TEXT[2], &reserved]),
            hub(&TEXT)
        );
    }
    // With dense rows, a row of the binary form stands after its slot.
    let lists = [
        r#""slots": [0]"#,
        r#""free": []"#,
        r#""rows": [[0, {"value": 5}]]"#,
    ];
    let dense: PackedHub = hub(&lists).unwrap();
    assert_eq!(*dense.columns().value, [5]);
}

#[test]
fn what_is_of_two_forms_or_there_twice_is_refused() {
    let [live, free, retired, reserved] = TEXT;
    let [slots, jumps, rows, jumps_reserved] = BINARY;
    let huge = r#""free": [9223372036854775808]"#;
    let held = |ids: &str| format!(r#""withheld": [{ids}]"#);
    let refused: [(&[&str], &str); 34] = [
        (&[live, free, retired, slots], "of two forms"),
        (&[live, free, retired, rows], "of two forms"),
        (&[slots, jumps, rows, live], "of two forms"),
        (&[slots, jumps, rows, retired], "of two forms"),
        (&[slots, free, rows, jumps_reserved], "of two forms"),
        (&[slots, jumps, rows, reserved], "of two forms"),
        (&[live, jumps, retired, reserved], "of two forms"),
        (
            &[r#""free": [[0, 2], 1]"#, live, retired],
            "mixes the two forms",
        ),
        (
            &[r#""free": [1, [0, 2]]"#, slots, rows],
            "mixes the two forms",
        ),
        (
            &[r#""withheld": [17, "2v1"]"#, live, free, retired],
            "mixes the two forms",
        ),
        (
            &[r#""withheld": [[2, 1], 17]"#, live, free, retired],
            "mixes the two forms",
        ),
        (&[live, live, free, retired], "duplicate field `live`"),
        (&[live, free, retired, free], "duplicate field `free`"),
        (&[slots, jumps, jumps, rows], "duplicate field `free`"),
        (&[slots, jumps, rows, rows], "duplicate field `rows`"),
        (&[], "missing field `live`"),
        (&[free], "missing field `live`"),
        (&[live, retired], "missing field `free`"),
        (&[live, free], "missing field `retired`"),
        (&[slots, jumps], "missing field `rows`"),
        (&[rows, jumps], "missing field `slots`"),
        (
            &[r#""more": 1"#],
            "unknown field `more`, expected one of `live`",
        ),
        (&[r#""live": null"#], "invalid type: null"),
        (
            &[r#""free": "0v1""#],
            r#"invalid type: string "0v1", expected a list of a snapshot"#,
        ),
        (
            &[r#""free": [true]"#],
            "invalid type: boolean `true`, expected a number or a pair",
        ),
        (&[slots, rows, huge], "free list"),
        (
            &[&held("16,16"), live, free, retired],
            "a slot occurs twice",
        ),
        (&[&held("17"), live, free, retired], "a slot occurs twice"),
        (&[&held("32"), live, free, retired], "a slot occurs twice"),
        (&[&held("19"), live, free, retired], "a slot is missing"),
        (&[&held("65535"), live, free, retired], "a slot is missing"),
        (
            &[&held("0"), live, free, retired],
            "invalid value: integer `0`",
        ),
        (&[reserved, reserved], "duplicate field `withheld`"),
        (
            &[live, retired, r#""free": [-1]"#],
            "invalid value: integer `-1`",
        ),
    ];
    for (lists, reason) in refused {
        let error = hub::<SmallHub>(lists).unwrap_err();
        assert!(error.contains(reason), "{lists:?} is refused with: {error}");
    }
    let unnamed = [
        ("[]", "invalid length 0, expected a snapshot of a hub"),
        ("[[]]", "invalid length 1"),
        ("[[], []]", "invalid length 2"),
        (
            r#"[[0, ["0v1", {"value": 1}]], [], []]"#,
            "mixes the two forms",
        ),
        ("[[1], [[0, 2]], [], []]", "of two forms"),
        (r#"[[["0v1", {"value": 1}]], [0], [], []]"#, "of two forms"),
        ("[[], [0], [], []]", "of two forms"),
        ("7", "expected a snapshot of a hub"),
        // Only a hub with tag bits has a tag.
        ("[[], [], [], [], 0]", "trailing characters"),
    ];
    for (json, reason) in unnamed {
        let error = serde_json::from_str::<SmallHub>(json)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{json} is refused with: {error}");
    }
}

#[test]
fn lies_are_refused_in_every_form() {
    let row = r#"{"value": 5}"#;
    let text = |id: &str| format!(r#"{{"live": [[{id}, {row}]], "free": [], "retired": []}}"#);
    assert!(serde_json::from_str::<SmallHub>(&text(r#""0v1""#)).is_ok());
    let ids = r#""0v0"|"0v16"|"15v1"|"1v1"|"dangling"|"16384"|[0, 0]|[0, 16]|[15, 1]|[0]|[0, 1, 1]|
        [0, -1]|9223372036854775808|1.0|null|{}|true|"0v1 "|"""#;
    for id in ids.split('|') {
        let json = text(id);
        assert!(serde_json::from_str::<SmallHub>(&json).is_err(), "{json}");
    }
    let binary = |slots: &str, free: &str| {
        format!(r#"{{"slots": [{slots}], "free": [{free}], "rows": [], "withheld": []}}"#)
    };
    assert!(serde_json::from_str::<SmallHub>(&binary("1", "0")).is_ok());
    let lists = [
        ("31", "0"),
        ("0", ""),
        ("1", "2"),
        ("1", "0, 0"),
        ("1", "18446744073709551615"),
        ("256", ""),
        ("9223372036854775809", "0"),
        ("1", "9223372036854775807"),
        ("1, 1", "0, 9223372036854775808"),
    ];
    for (slots, free) in lists {
        let json = binary(slots, free);
        assert!(serde_json::from_str::<SmallHub>(&json).is_err(), "{json}");
    }
}

#[test]
fn a_length_that_lies_reserves_no_memory() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "it is only read")]
    enum Save {
        Hub(SmallHub),
        Ids(Vec<Narrow>),
    }

    // An array of 2^32 - 1 items in msgpack, and one of 2^63 in CBOR, which ends at once.
    let arrays: [&[u8]; 2] = [
        &[0xdd, 0xff, 0xff, 0xff, 0xff],
        &[0x9b, 0x80, 0, 0, 0, 0, 0, 0, 0],
    ];
    for array in arrays {
        // As the hub itself, and as its first list.
        for before in [&[][..], &[0x94], &[0x84]] {
            let bytes = [before, array, &[0]].concat();
            assert!(rmp_serde::from_slice::<SmallHub>(&bytes).is_err());
            assert!(rmp_serde::from_slice::<Save>(&bytes).is_err());
            assert!(ciborium::from_reader::<SmallHub, _>(&bytes[..]).is_err());
            assert!(ciborium::from_reader::<Save, _>(&bytes[..]).is_err());
        }
    }
}

#[test]
fn a_format_that_is_not_for_humans_is_read_in_the_binary_form_alone() {
    let hub = expected();
    let text = serde_json::to_value(&hub).unwrap();
    let bytes = rmp_serde::to_vec_named(&text).unwrap();
    assert!(rmp_serde::from_slice::<SmallHub>(&bytes).is_err());
    let binary = rmp_serde::to_vec_named(&hub).unwrap();
    assert_eq!(rmp_serde::from_slice::<SmallHub>(&binary).unwrap(), hub);
    let id = Narrow::from_parts(3, 2).unwrap();
    for wrong in [
        &rmp_serde::to_vec("3v2").unwrap(),
        &rmp_serde::to_vec(&id.to_bits()).unwrap(),
    ] {
        assert!(rmp_serde::from_slice::<Narrow>(wrong).is_err());
    }
    let bare = Bare::from_parts(3, 0).unwrap();
    for wrong in [
        &rmp_serde::to_vec("3v0").unwrap(),
        &rmp_serde::to_vec(&(3, 0)).unwrap(),
    ] {
        assert!(rmp_serde::from_slice::<Bare>(wrong).is_err());
    }
    // In both a number is the bits, and a pair index and generation.
    assert_eq!(rmp_serde::to_vec(&id).unwrap(), [0x92, 3, 2]);
    assert_eq!(rmp_serde::to_vec(&bare).unwrap(), [4]);
    assert_eq!(serde_json::from_str::<Bare>("4").unwrap(), bare);
    assert_eq!(serde_json::from_str::<Bare>("[3, 0]").unwrap(), bare);
    // Without generations 0 twice is the first id, and not the dangling one.
    assert_eq!(
        serde_json::from_str::<Bare>("[0, 0]").ok(),
        Bare::from_parts(0, 0)
    );
}

/// Everything that the text of an id may be, and must not be.
fn texts<H>(good: &[(&str, H)], foreign: &str)
where
    H: soa_runtime::AnyHandle + Serialize + DeserializeOwned,
{
    for (text, id) in good {
        assert_eq!(text.parse::<H>().as_ref(), Ok(id), "{text}");
        assert_eq!(
            serde_json::from_str::<H>(&format!("\"{text}\"")).unwrap(),
            *id
        );
    }
    for (texts, reason) in [
        (MALFORMED, ParseHandleError::Malformed),
        (foreign, ParseHandleError::NeverIssued),
    ] {
        for text in texts.split('|') {
            assert_eq!(text.parse::<H>(), Err(reason), "{text}");
            let json = serde_json::to_string(text).unwrap();
            let error = serde_json::from_str::<H>(&json).unwrap_err().to_string();
            let shown = format!("invalid value: string {json}, expected an id with");
            assert!(error.starts_with(&shown), "{error}");
        }
    }
}

/// Texts that are no id of any type, separated by bars.
const MALFORMED: &str = "|v|1v|v1|01v1|1v01|00v1|+1v1|1v+1|-1v1|1v-1| 1v1|1v1 |1 v1|1V1|1v1v1|1.0|1e3|\
    0x11|017|+17|-17| 17|17 |Dangling|dangling |null|1_000|\u{661}v1|1v1\n|1v1@0|3v1@|3v1@07|3v1@+7|\
    3v1@ 7|3v1@7@7|3@7v1|@7|3v@7";

#[test]
fn the_text_of_an_id_is_the_one_that_display_prints() {
    let narrow = |index, generation| Narrow::from_parts(index, generation).unwrap();
    texts(
        &[
            ("0v1", narrow(0, 1)),
            ("14v15", narrow(14, 15)),
            ("dangling", Narrow::DANGLING),
            ("16", narrow(0, 1)),
            ("65535", Narrow::DANGLING),
        ],
        "0|0v0|15v1|0v16|65536|256|3v1@7|1v18446744073709551616|99999999999999999999999",
    );
    let bare = |index| Bare::from_parts(index, 0).unwrap();
    texts(
        &[
            ("0v0", bare(0)),
            ("5v0", bare(5)),
            ("6", bare(5)),
            ("dangling", Bare::DANGLING),
        ],
        "0|5v1|255v0|254v1|256",
    );
    let wide = |index, generation| Wide::from_parts(index, generation).unwrap();
    texts(
        &[
            ("2v1", wide(2, 1)),
            ("4294967294v2147483647", wide(u32::MAX - 1, u32::MAX >> 1)),
            ("4294967298", wide(2, 1)),
            ("18446744073709551615", Wide::DANGLING),
        ],
        "4294967295v1|0v2147483648|18446744073709551616|9223372036854775808",
    );
    let tagged = Tagged::from_parts_tagged(3, 1, 7).unwrap();
    texts(
        &[("3v1@7", tagged), ("dangling", Tagged::DANGLING)],
        "3v1@65536|3v0@7|3v1@99999999999999999999",
    );
    for id in [wide(2, 1), Wide::DANGLING] {
        assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{id}\""));
    }
    assert_eq!(serde_json::to_string(&bare(5)).unwrap(), "\"5v0\"");
    // An id that was never issued is written as the dangling one.
    let forged: Option<Narrow> = bytemuck::cast(5_u16);
    assert_eq!(serde_json::to_string(&forged).unwrap(), "\"dangling\"");
}

#[test]
fn maps_whose_keys_were_numbers_are_read() {
    use std::collections::BTreeMap;
    let map: BTreeMap<Wide, u8> = serde_json::from_str(r#"{"4294967298": 1, "3v1": 2}"#).unwrap();
    let ids: Vec<_> = map.keys().map(ToString::to_string).collect();
    assert_eq!(ids, ["2v1", "3v1"]);
    assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"2v1":1,"3v1":2}"#);
}

/// The messages of a text format and of a binary one.
fn told<H: DeserializeOwned>(json: &str) -> [String; 2] {
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    let bytes = rmp_serde::to_vec_named(&value).unwrap();
    let packed = rmp_serde::from_slice::<H>(&bytes).err().unwrap();
    [
        serde_json::from_str::<H>(json).err().unwrap().to_string(),
        packed.to_string(),
    ]
}

#[test]
fn no_message_names_a_generated_type() {
    let wrong = r#"7|[]|[7]|[[7], 7]|{"live": 7}|{"live": [7]}|{"live": [["0v1", 7]]}|
        {"live": [["0v1", []]]}|{"live": [["0v1", {}]]}|{"free": 7}|{"free": ["x"]}|{"free": [{}]}|
        {"free": [[7]]}|{"slots": 7}|{"slots": [[]]}|{"rows": [7]}|{"rows": [[]]}|
        {"withheld": [{}]}|{"withheld": [true]}|{"retired": [[]]}"#;
    let told: Vec<_> = wrong
        .split('|')
        .flat_map(|json| [told::<SmallHub>(json), told::<PackedHub>(json)].concat())
        .collect();
    for message in &told {
        let generated = [
            "Soa", "Lists", "Record", "Placed", "Number", "Either", "Saved",
        ];
        assert!(
            !generated.iter().any(|name| message.contains(name)),
            "{message}"
        );
    }
    assert!(
        told.iter()
            .any(|message| message.contains("expected struct Small")),
        "{told:#?}"
    );
}
