//! Deltas in every format, and inside other types.

use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};
use soa_runtime::{Applied, Delta, IdAllocator, Mirror, OwnedDelta, Tick};

use crate::{FORMATS, Format};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Unit {
    #[soa(tracked)]
    pos: [f32; 2],
    #[soa(tracked)]
    hp: i32,
    name: String,
}

fn unit(number: u8) -> Unit {
    Unit {
        pos: [f32::from(number), -1.5],
        hp: i32::from(number),
        name: format!("unit {number}"),
    }
}

/// A hub in three states, each with the tick of the state before.
fn life(mut look: impl FnMut(&UnitHub, Tick)) {
    let mut units = UnitHub::new();
    let ids: Vec<UnitId> = (0..20).map(|number| units.insert(unit(number))).collect();
    let first = units.advance();
    look(&units, Tick::START);

    units.dealloc(ids[3]);
    units.dealloc(ids[11]);
    units.insert(unit(99));
    units.columns_mut().pos[ids[7]] = [f32::MIN_POSITIVE, f32::MAX];
    units.columns_mut().hp[ids[0]] = i32::MIN;
    units.columns_mut().hp[ids[19]] = i32::MAX;
    let second = units.advance();
    look(&units, first);
    units.advance();
    look(&units, second);
}

/// Follows through all states, by `apply` in a format.
fn follows(mut apply: impl FnMut(&mut Mirror<Unit>, &Delta<'_, Unit>) -> Applied) {
    let mut mirror = Mirror::<Unit>::new();
    life(|units, since| {
        let delta = units.delta(since);
        assert_eq!(apply(&mut mirror, &delta), Applied::Now(delta.tick()));
        assert!(*mirror == **units, "the rows differ");
        assert_eq!(mirror.slots(), units.slots());
        assert_eq!(apply(&mut mirror, &delta), Applied::Old);
    });
}

#[test]
fn a_mirror_reads_deltas_from_each_format() {
    follows(|mirror, delta| {
        let text = serde_json::to_string(delta).unwrap();
        let mut json = serde_json::Deserializer::from_str(&text);
        mirror.apply(&mut json).unwrap()
    });
    follows(|mirror, delta| mirror.apply(serde_json::to_value(delta).unwrap()).unwrap());
    follows(|mirror, delta| {
        let bytes = postcard::to_allocvec(delta).unwrap();
        let mut postcard = postcard::Deserializer::from_bytes(&bytes);
        mirror.apply(&mut postcard).unwrap()
    });
    for named in [false, true] {
        follows(|mirror, delta| {
            let bytes = if named {
                rmp_serde::to_vec_named(delta).unwrap()
            } else {
                rmp_serde::to_vec(delta).unwrap()
            };
            let mut msgpack = rmp_serde::Deserializer::new(&bytes[..]);
            mirror.apply(&mut msgpack).unwrap()
        });
    }
    follows(|mirror, delta| {
        let text = ron::to_string(delta).unwrap();
        let mut ron = ron::Deserializer::from_str(&text).unwrap();
        mirror.apply(&mut ron).unwrap()
    });
    follows(|mirror, delta| {
        let text = toml::to_string(delta).unwrap();
        let toml = toml::Deserializer::parse(&text).unwrap();
        mirror.apply(toml).unwrap()
    });
    for format in FORMATS {
        follows(|mirror, delta| mirror.apply_owned(format.through(delta).unwrap()).unwrap());
    }
}

#[test]
fn a_delta_inside_a_plain_enum() {
    #[derive(Serialize)]
    enum Sent<'a> {
        #[expect(dead_code, reason = "the other packets of a game")]
        Chat(String),
        Units {
            frame: u32,
            delta: Delta<'a, Unit>,
        },
    }
    #[derive(Deserialize)]
    enum Received {
        #[expect(dead_code, reason = "the other packets of a game")]
        Chat(String),
        Units {
            frame: u32,
            delta: OwnedDelta<Unit>,
        },
    }
    for format in [Format::Postcard, Format::Json] {
        follows(|mirror, &delta| {
            let received = format.through(&Sent::Units { frame: 7, delta });
            let Received::Units { frame: 7, delta } = received.unwrap() else {
                panic!("another packet");
            };
            mirror.apply_owned(delta).unwrap()
        });
    }
}

#[test]
fn a_delta_inside_tagged_untagged_and_flattened_types() {
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum SentTagged<'a> {
        Units(Delta<'a, Unit>),
    }
    #[derive(Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Units(OwnedDelta<Unit>),
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Units(OwnedDelta<Unit>),
    }
    #[derive(Serialize)]
    struct SentFlat<'a> {
        frame: u32,
        #[serde(flatten)]
        delta: Delta<'a, Unit>,
    }
    #[derive(Deserialize)]
    struct Flat {
        frame: u32,
        #[serde(flatten)]
        delta: OwnedDelta<Unit>,
    }
    for format in [Format::Json, Format::Msgpack, Format::Cbor] {
        follows(|mirror, &delta| {
            let Tagged::Units(delta) = format.through(&SentTagged::Units(delta)).unwrap();
            mirror.apply_owned(delta).unwrap()
        });
        follows(|mirror, delta| {
            let Untagged::Units(delta) = format.through(delta).unwrap();
            mirror.apply_owned(delta).unwrap()
        });
        follows(|mirror, &delta| {
            let flat: Flat = format.through(&SentFlat { frame: 7, delta }).unwrap();
            assert_eq!(flat.frame, 7);
            mirror.apply_owned(flat.delta).unwrap()
        });
    }
}

#[test]
fn a_mirror_is_a_seed_beside_other_values() {
    /// A packet of a tick, a delta, and a mark at the end.
    struct Packet<'m>(&'m mut Mirror<Unit>);

    impl<'de> serde::de::Visitor<'de> for Packet<'_> {
        type Value = (u32, Applied, u8);

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a packet")
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(
            self,
            mut parts: A,
        ) -> Result<Self::Value, A::Error> {
            let frame = parts.next_element()?.unwrap();
            let applied = parts.next_element_seed(self.0)?.unwrap();
            Ok((frame, applied, parts.next_element()?.unwrap()))
        }
    }

    impl<'de> DeserializeSeed<'de> for Packet<'_> {
        type Value = (u32, Applied, u8);

        fn deserialize<D: serde::Deserializer<'de>>(
            self,
            deserializer: D,
        ) -> Result<Self::Value, D::Error> {
            deserializer.deserialize_tuple(3, self)
        }
    }

    // An old delta is passed by, so that what follows it is found.
    follows(|mirror, &delta| {
        let bytes = postcard::to_allocvec(&(7_u32, delta, 9_u8)).unwrap();
        let packet = Packet(mirror).deserialize(&mut postcard::Deserializer::from_bytes(&bytes));
        let (7, applied, 9) = packet.unwrap() else {
            panic!("the values around the delta");
        };
        applied
    });
    follows(|mirror, &delta| {
        let text = serde_json::to_string(&(7_u32, delta, 9_u8)).unwrap();
        let packet = Packet(mirror).deserialize(&mut serde_json::Deserializer::from_str(&text));
        let (7, applied, 9) = packet.unwrap() else {
            panic!("the values around the delta");
        };
        applied
    });
}

#[test]
fn columns_have_their_names_where_the_format_has_names() {
    let mut units = UnitHub::new();
    let id = units.insert(Unit {
        pos: [0.5, 1.0],
        hp: 3,
        name: "ant".into(),
    });
    let seen = units.advance();
    assert_eq!(
        without_version(serde_json::to_value(units.delta(Tick::START)).unwrap()),
        serde_json::json!({
            "since": 0, "tick": 1, "slots": 1, "freed": [],
            "made": [[0, 1, {"pos": [0.5, 1.0], "hp": 3, "name": "ant"}]],
            "changed": {"pos": [], "hp": []},
        })
    );
    units.columns_mut().hp[id] = 4;
    units.advance();
    assert_eq!(
        without_version(serde_json::to_value(units.delta(seen)).unwrap()),
        serde_json::json!({
            "since": 1, "tick": 2, "slots": 1, "freed": [], "made": [],
            "changed": {"pos": [], "hp": [[0, 4]]},
        })
    );
}

fn without_version(mut delta: serde_json::Value) -> serde_json::Value {
    assert!(delta["version"].is_u64());
    delta.as_object_mut().unwrap().remove("version");
    delta
}
