//! A mirror's ids have the tag of its source.

use soa_runtime::{DeltaError, IdAllocator, Mirror, OwnedDelta, Tick};

use super::{apply, assert_follows, follow, packed};

use crate::layouts::in_both_layouts;

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(tracked, bits(index = 12, generation = 4, tag = 8))]
        #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
        struct Part {
            #[soa(tracked)]
            hp: i32,
        }
    }

    #[test]
    fn the_ids_of_the_source_are_live_in_the_mirror() {
        let (mut parts, mut copy) = (PartHub::with_tag(7), Mirror::<Part>::new());
        follow(&mut parts, &mut copy);
        assert_eq!((copy.tag(), copy.slots()), (7, 0));
        let ids: Vec<PartId> = (0..100).map(|hp| parts.insert(Part { hp })).collect();
        follow(&mut parts, &mut copy);
        assert_follows(&parts, &copy);
        assert_eq!((copy.tag(), *copy.row(ids[3]).hp), (7, 3));
        let untagged = PartId::from_parts(ids[3].index(), ids[3].generation()).unwrap();
        assert!(!copy.contains(untagged));

        for id in ids.iter().step_by(2) {
            parts.dealloc(*id);
        }
        parts.columns_mut().hp[ids[1]] = -1;
        parts.extend((0..10).map(|hp| Part { hp }));
        follow(&mut parts, &mut copy);
        assert_follows(&parts, &copy);
        // All slots go, and the tag stays.
        parts.clone_from(&PartHub::with_tag(7));
        follow(&mut parts, &mut copy);
        assert_eq!((copy.slots(), copy.tag()), (0, 7));
        parts.insert(Part { hp: 9 });
        follow(&mut parts, &mut copy);
        assert_follows(&parts, &copy);
    }

    #[test]
    fn formats_with_names_have_the_tag() {
        let mut parts = PartHub::with_tag(7);
        let id = parts.insert(Part { hp: 1 });
        parts.advance();
        let json = serde_json::to_string(&parts.delta(Tick::START)).unwrap();
        assert!(json.ends_with(r#""tag":7}"#), "{json}");
        let mut copy = Mirror::<Part>::new();
        copy.apply(&mut serde_json::Deserializer::from_str(&json)).unwrap();
        assert!(copy.contains(id));

        for bad in [r#""tag":256}"#, r#""tag":-1}"#] {
            let bad = json.replace(r#""tag":7}"#, bad);
            assert!(serde_json::from_str::<OwnedDelta<Part>>(&bad).is_err(), "{bad}");
        }
        let without = json.replace(r#","tag":7}"#, "}");
        let error = serde_json::from_str::<OwnedDelta<Part>>(&without).unwrap_err();
        assert!(error.to_string().starts_with("missing field `tag`"), "{error}");
    }

    #[test]
    fn a_delta_with_another_tag_is_refused() {
        let (mut parts, mut copy) = (PartHub::with_tag(7), Mirror::<Part>::new());
        let mut others = PartHub::with_tag(2);
        for hub in [&mut parts, &mut others] {
            hub.insert(Part { hp: 1 });
        }
        follow(&mut parts, &mut copy);
        others.advance();
        others.advance();
        let bytes = packed(&others.delta(Tick::START));
        assert!(apply(&mut copy, &bytes).is_err());
        let delta: OwnedDelta<Part> = postcard::from_bytes(&bytes).unwrap();
        let error = copy.apply_owned(delta).unwrap_err();
        assert_eq!(error, DeltaError::OtherTag { tag: 2, expected: 7 });
        assert_eq!(
            error.to_string(),
            "the delta is of a hub with tag 2, but the mirror has tag 7; expected a new mirror"
        );
        assert_follows(&parts, &copy);
    }
}
