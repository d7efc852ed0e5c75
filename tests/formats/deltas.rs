//! Deltas in every format, and inside other types.

use serde::de::DeserializeSeed;
use serde::{Deserialize, Serialize};
use soa_runtime::{Applied, Delta, IdAllocator, Mirror, OwnedDelta, Tick};

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
fn json() {
    follows(|mirror, delta| {
        let text = serde_json::to_string(delta).unwrap();
        mirror
            .apply(&mut serde_json::Deserializer::from_str(&text))
            .unwrap()
    });
    follows(|mirror, delta| {
        let value = serde_json::to_value(delta).unwrap();
        mirror.apply(value).unwrap()
    });
}

#[test]
fn postcard() {
    follows(|mirror, delta| {
        let bytes = postcard::to_allocvec(delta).unwrap();
        mirror
            .apply(&mut postcard::Deserializer::from_bytes(&bytes))
            .unwrap()
    });
}

#[test]
fn cbor() {
    follows(|mirror, delta| {
        let mut bytes = Vec::new();
        ciborium::into_writer(delta, &mut bytes).unwrap();
        let delta: OwnedDelta<Unit> = ciborium::from_reader(&bytes[..]).unwrap();
        mirror.apply_owned(delta).unwrap()
    });
}

#[test]
fn msgpack_with_and_without_names() {
    follows(|mirror, delta| {
        let bytes = rmp_serde::to_vec(delta).unwrap();
        mirror
            .apply(&mut rmp_serde::Deserializer::new(&bytes[..]))
            .unwrap()
    });
    follows(|mirror, delta| {
        let bytes = rmp_serde::to_vec_named(delta).unwrap();
        mirror
            .apply(&mut rmp_serde::Deserializer::new(&bytes[..]))
            .unwrap()
    });
}

#[test]
fn ron() {
    follows(|mirror, delta| {
        let text = ron::to_string(delta).unwrap();
        mirror
            .apply(&mut ron::Deserializer::from_str(&text).unwrap())
            .unwrap()
    });
}

#[test]
fn toml() {
    follows(|mirror, delta| {
        let text = toml::to_string(delta).unwrap();
        mirror
            .apply(toml::Deserializer::parse(&text).unwrap())
            .unwrap()
    });
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
    fn of(received: Received) -> OwnedDelta<Unit> {
        match received {
            Received::Units { frame: 7, delta } => delta,
            _ => panic!("another packet"),
        }
    }

    follows(|mirror, &delta| {
        let bytes = postcard::to_allocvec(&Sent::Units { frame: 7, delta }).unwrap();
        mirror
            .apply_owned(of(postcard::from_bytes(&bytes).unwrap()))
            .unwrap()
    });
    follows(|mirror, &delta| {
        let text = serde_json::to_string(&Sent::Units { frame: 7, delta }).unwrap();
        mirror
            .apply_owned(of(serde_json::from_str(&text).unwrap()))
            .unwrap()
    });
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

    // Three formats that describe themselves.
    macro_rules! in_formats {
        ($wrap:expr, $unwrap:expr) => {
            follows(|mirror, &delta| {
                let text = serde_json::to_string(&$wrap(delta)).unwrap();
                mirror
                    .apply_owned($unwrap(serde_json::from_str(&text).unwrap()))
                    .unwrap()
            });
            follows(|mirror, &delta| {
                let bytes = rmp_serde::to_vec_named(&$wrap(delta)).unwrap();
                mirror
                    .apply_owned($unwrap(rmp_serde::from_slice(&bytes).unwrap()))
                    .unwrap()
            });
            follows(|mirror, &delta| {
                let mut bytes = Vec::new();
                ciborium::into_writer(&$wrap(delta), &mut bytes).unwrap();
                mirror
                    .apply_owned($unwrap(ciborium::from_reader(&bytes[..]).unwrap()))
                    .unwrap()
            });
        };
    }
    in_formats!(SentTagged::Units, |Tagged::Units(delta)| delta);
    in_formats!(|delta| delta, |Untagged::Units(delta)| delta);
    in_formats!(
        |delta| SentFlat { frame: 7, delta },
        |Flat { frame, delta }| {
            assert_eq!(frame, 7);
            delta
        }
    );
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
