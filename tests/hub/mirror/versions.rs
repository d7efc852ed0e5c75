//! Sender and receiver of different versions.

use soa_runtime::{Mirror, OwnedDelta, Tick};

mod one {
    #[derive(soa_runtime::IdAllocator)]
    #[soa(tracked, derive(Serialize, Deserialize))]
    pub(super) struct Unit {
        #[soa(tracked)]
        pub(super) place: u16,
        #[soa(tracked)]
        pub(super) morale: u8,
        pub(super) name: String,
    }
}

mod two {
    /// `place` has another name, `morale` is gone, three fields are new.
    #[derive(soa_runtime::IdAllocator)]
    #[soa(tracked, derive(Serialize, Deserialize))]
    pub(super) struct Unit {
        #[soa(tracked)]
        #[serde(alias = "place")]
        pub(super) position: u16,
        pub(super) name: String,
        #[soa(tracked, default = 7)]
        #[serde(default)]
        pub(super) armor: u8,
        #[soa(tracked)]
        pub(super) target: Option<u8>,
    }
}

mod strict {
    #[derive(soa_runtime::IdAllocator, Debug)]
    #[soa(tracked, derive(Deserialize))]
    #[serde(deny_unknown_fields)]
    pub(super) struct Unit {
        #[soa(tracked)]
        pub(super) place: u16,
        pub(super) name: String,
    }
}

mod lacking {
    #[derive(soa_runtime::IdAllocator, Debug)]
    #[soa(tracked, derive(Deserialize))]
    pub(super) struct Unit {
        #[soa(tracked)]
        pub(super) place: u16,
        #[soa(tracked)]
        pub(super) armor: u8,
        pub(super) name: String,
    }
}

mod small {
    /// The columns of `one`, and other bits.
    #[derive(soa_runtime::IdAllocator, Debug)]
    #[soa(tracked, bits(index = 8, generation = 3), derive(Deserialize))]
    pub(super) struct Unit {
        #[soa(tracked)]
        pub(super) place: u16,
        #[soa(tracked)]
        pub(super) morale: u8,
        pub(super) name: String,
    }
}

/// Declares a receiver with a field more, whose type is the token of a macro.
macro_rules! receiver {
    ($target:ty) => {
        mod given {
            #[derive(soa_runtime::IdAllocator)]
            #[soa(tracked, derive(Deserialize))]
            pub(super) struct Unit {
                #[soa(tracked)]
                pub(super) place: u16,
                pub(super) name: String,
                #[soa(tracked)]
                pub(super) target: $target,
            }
        }
    };
}

receiver!(Option<u8>);

fn sender() -> (one::UnitHub, one::UnitId, Tick) {
    let mut units = one::UnitHub::new();
    let id = units.insert(one::Unit {
        place: 1,
        morale: 2,
        name: "ant".into(),
    });
    let seen = units.advance();
    (units, id, seen)
}

#[test]
fn formats_with_names_bridge_versions() {
    let (mut units, id, seen) = sender();
    let mut packets = vec![serde_json::to_string(&units.delta(Tick::START)).unwrap()];
    units.columns_mut().place[id] = 5;
    units.columns_mut().morale[id] = 6;
    units.advance();
    packets.push(serde_json::to_string(&units.delta(seen)).unwrap());

    let mut copy = Mirror::<two::Unit>::new();
    for packet in &packets {
        copy.apply(&mut serde_json::Deserializer::from_str(packet))
            .unwrap();
    }
    let unit = copy.row(copy.ids().next().unwrap());
    assert_eq!((*unit.position, *unit.armor, *unit.target), (5, 7, None));
    assert_eq!(unit.name, "ant");

    let mut copy = Mirror::<given::Unit>::new();
    for packet in &packets {
        copy.apply(&mut serde_json::Deserializer::from_str(packet))
            .unwrap();
    }
    let unit = copy.row(copy.ids().next().unwrap());
    assert_eq!((*unit.place, &**unit.name, *unit.target), (5, "ant", None));

    let mut copy = Mirror::<two::Unit>::new();
    let named = rmp_serde::to_vec_named(&units.delta(Tick::START)).unwrap();
    copy.apply(&mut rmp_serde::Deserializer::new(&named[..]))
        .unwrap();
    assert_eq!(copy.len(), 1);
}

#[test]
fn formats_without_names_refuse_another_version() {
    let (units, ..) = sender();
    let bytes = super::packed(&units.delta(Tick::START));
    let mut same = Mirror::<one::Unit>::new();
    super::apply(&mut same, &bytes).unwrap();
    assert!(super::apply(&mut Mirror::<two::Unit>::new(), &bytes).is_err());
    assert!(super::apply(&mut Mirror::<small::Unit>::new(), &bytes).is_err());

    let bytes = rmp_serde::to_vec(&units.delta(Tick::START)).unwrap();
    let error = Mirror::<small::Unit>::new()
        .apply(&mut rmp_serde::Deserializer::new(&bytes[..]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the delta is of another version of `UnitHub`: its columns or the bits of its ids differ; \
         expected a sender of the same version, or a format that names fields"
    );
}

#[test]
fn unknown_and_missing_fields_are_refused_as_in_a_snapshot() {
    let (mut units, id, seen) = sender();
    let late = serde_json::to_value(units.delta(Tick::START)).unwrap();
    units.columns_mut().place[id] = 5;
    units.advance();
    let delta = serde_json::to_value(units.delta(seen)).unwrap();
    for packet in [&late, &delta] {
        let strict = serde_json::from_value::<OwnedDelta<strict::Unit>>(packet.clone());
        let error = strict.unwrap_err().to_string();
        assert!(error.starts_with("unknown field `morale`"), "{error}");
        let lacking = serde_json::from_value::<OwnedDelta<lacking::Unit>>(packet.clone());
        let error = lacking.unwrap_err().to_string();
        assert!(error.starts_with("missing field `armor`"), "{error}");
    }
}
