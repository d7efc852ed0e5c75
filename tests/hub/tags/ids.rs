//! The tag of a handle: its bits, its text, and what it takes part in.

use soa_runtime::generic::Word;
use soa_runtime::{AnyHandle, Handle, IdAllocator, ParseHandleError};

struct Here;
type Id = Handle<Here, u64, 24, 24, 16>;
type Small = Handle<Here, u16, 6, 4, 6>;
type NoGeneration = Handle<Here, u32, 20, 0, 12>;
type Wide = Handle<Here, u64, 16, 16, 32>;

const WHITE: Option<Id> = Id::from_parts_tagged(3, 1, 7);

#[test]
fn the_tag_is_above_the_generation() {
    let id = WHITE.unwrap();
    assert_eq!((id.index(), id.generation(), id.tag()), (3, 1, 7));
    assert_eq!(id.to_bits(), 7 << 48 | 1 << 24 | 3);
    assert_eq!(<Id as AnyHandle>::TAG_BITS, 16);
    assert_eq!(AnyHandle::tag(id), 7);
    assert_eq!(Handle::<Here>::from_parts(3, 1).unwrap().tag(), 0);
    assert_eq!(<Handle<Here> as AnyHandle>::TAG_BITS, 0);
    assert_eq!(size_of::<Option<Id>>(), 8);
}

/// Checks all ids of a type by every way to make one.
fn round_trip<W: Word + Into<u64>, const I: u32, const G: u32, const T: u32>(tags: &[u32]) {
    type Of<W, const I: u32, const G: u32, const T: u32> = Handle<Here, W, I, G, T>;
    let generations = match G {
        0 => 0..=0,
        1 => 1..=1,
        _ => 1..=3,
    };
    for &tag in tags {
        for generation in generations.clone() {
            for index in [0, 1, (1 << I) - 3] {
                let id =
                    Of::<W, I, G, T>::from_parts_tagged(index, generation, tag).expect("an id");
                assert_eq!(
                    (id.index(), id.generation(), id.tag()),
                    (index, generation, tag)
                );
                assert_eq!(Of::from_bits(id.to_bits()), Some(id));
                let text = match tag {
                    0 => format!("{index}v{generation}"),
                    _ => format!("{index}v{generation}@{tag}"),
                };
                assert_eq!(
                    (id.to_string(), format!("{id:?}")),
                    (text.clone(), text.clone())
                );
                assert_eq!(text.parse(), Ok(id));
                let number: u64 = id.to_bits().into();
                assert_eq!(number.to_string().parse(), Ok(id));
                assert_eq!(
                    serde_json::to_string(&id).expect("an id"),
                    format!("\"{text}\"")
                );
                assert_eq!(
                    serde_json::from_str::<Of<W, I, G, T>>(&number.to_string()).expect("an id"),
                    id
                );
                let bytes = postcard::to_allocvec(&id).expect("an id");
                assert_eq!(
                    postcard::from_bytes::<Of<W, I, G, T>>(&bytes).expect("an id"),
                    id
                );
                let bytes = rmp_serde::to_vec(&id).expect("an id");
                assert_eq!(
                    rmp_serde::from_slice::<Of<W, I, G, T>>(&bytes).expect("an id"),
                    id
                );
            }
        }
    }
}

#[test]
fn every_form_of_an_id_has_the_tag() {
    round_trip::<u64, 24, 24, 16>(&[0, 1, 7, 65535]);
    round_trip::<u16, 6, 4, 6>(&[0, 1, 63]);
    round_trip::<u32, 20, 0, 12>(&[0, 1, 4095]);
    round_trip::<u64, 16, 16, 32>(&[0, 1, u32::MAX - 1]);
    round_trip::<u64, 31, 1, 32>(&[0, u32::MAX - 1]);
}

#[test]
fn all_bits_of_a_small_word_are_an_id_or_none() {
    let mut ids = 0;
    for bits in 0..=u16::MAX {
        let Some(id) = Small::from_bits(bits) else {
            continue;
        };
        ids += 1;
        let parts = Small::from_parts_tagged(id.index(), id.generation(), id.tag());
        assert_eq!(parts, Some(id));
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    assert_eq!(ids, 63 * 15 * 64, "indices, generations and tags");
    assert_eq!(
        NoGeneration::from_bits(1 << 20),
        None,
        "no index is 0 there"
    );
    assert_eq!(
        NoGeneration::from_bits(1 << 20 | 1).map(|id| (id.index(), id.tag())),
        Some((0, 1))
    );
}

#[test]
fn a_tag_that_does_not_fit_makes_no_id() {
    assert_eq!(Id::from_parts_tagged(3, 1, 1 << 16), None);
    assert_eq!(Handle::<Here>::from_parts_tagged(3, 1, 1), None);
    assert_eq!(
        Wide::from_parts_tagged(3, 1, u32::MAX),
        None,
        "the one tag that is left out"
    );
    assert_eq!(
        Wide::from_bits(u64::from(u32::MAX) << 32 | 1 << 16 | 3),
        None
    );
}

#[test]
fn the_dangling_id_is_dangling_whatever_the_tag() {
    assert_eq!(Id::from_bits(Id::DANGLING.to_bits()), None);
    assert_eq!(Id::DANGLING.to_string(), "dangling");
    assert_eq!("dangling".parse(), Ok(Id::DANGLING));
    assert_eq!(
        serde_json::to_string(&Id::DANGLING).unwrap(),
        "\"dangling\""
    );
    let bytes = postcard::to_allocvec(&Id::DANGLING).unwrap();
    assert_eq!(bytes, [0, 0, 0]);
    assert_eq!(postcard::from_bytes::<Id>(&bytes).unwrap(), Id::DANGLING);
    assert_eq!(Id::default(), Id::DANGLING);
}

#[test]
fn other_texts_are_refused() {
    use ParseHandleError::{Malformed, NeverIssued};
    for (text, error) in [
        ("3v1@0", Malformed),
        ("3v1@", Malformed),
        ("3v1@07", Malformed),
        ("3v1@+7", Malformed),
        ("3v1@ 7", Malformed),
        ("3v1@7@7", Malformed),
        ("3@7v1", Malformed),
        ("@7", Malformed),
        ("3v@7", Malformed),
        ("3v1@65536", NeverIssued),
        ("3v0@7", NeverIssued),
        ("3v1@99999999999999999999", NeverIssued),
    ] {
        assert_eq!(text.parse::<Id>(), Err(error), "{text}");
    }
    assert_eq!("3v1@7".parse::<Handle<Here>>(), Err(NeverIssued));
}

#[test]
fn a_binary_id_is_three_numbers() {
    let id = WHITE.unwrap();
    assert_eq!(postcard::to_allocvec(&id).unwrap(), [3, 1, 7]);
    assert!(
        postcard::from_bytes::<Id>(&[3, 0, 7]).is_err(),
        "it was never issued"
    );
    assert!(
        postcard::from_bytes::<Id>(&[0, 0, 7]).is_err(),
        "the dangling id has no tag"
    );
    assert!(
        postcard::from_bytes::<Small>(&[3, 1, 64]).is_err(),
        "6 bits"
    );
    // A reader of text takes the parts, too.
    assert_eq!(serde_json::from_str::<Id>("[3, 1, 7]").unwrap(), id);
    assert!(serde_json::from_str::<Id>("[3, 1, 65536]").is_err());
    assert!(serde_json::from_str::<Id>("\"3v1@65536\"").is_err());
}

#[test]
fn optional_ids_are_plain_data() {
    let ids = [WHITE, None];
    let bytes: &[u8] = bytemuck::cast_slice(&ids);
    assert_eq!(
        bytemuck::cast_slice::<u8, u64>(bytes),
        [WHITE.unwrap().to_bits(), 0]
    );
    // Any bits are harmless: they are live in no hub that has not issued them.
    let mut hub = ThingHub::with_tag(7);
    let id = hub.alloc();
    for shift in 0..64 {
        let forged: Option<ThingId> = bytemuck::cast(id.to_bits() ^ 1 << shift);
        assert!(!forged.is_some_and(|forged| hub.contains(forged)));
    }
}

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 16))]
struct Thing {
    value: u32,
}

#[test]
fn the_word_is_the_smallest_that_has_room() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 6, generation = 6, tag = 4))]
    struct Two {
        value: u32,
    }
    #[derive(IdAllocator)]
    #[soa(bits(index = 6, generation = 6, tag = 5))]
    struct Four {
        value: u32,
    }
    assert_eq!(
        [
            size_of::<TwoId>(),
            size_of::<FourId>(),
            size_of::<ThingId>()
        ],
        [2, 4, 8]
    );
}

/// With slotmap, a tag is a part of the version.
#[test]
fn a_secondary_map_refuses_the_key_of_another_hub() {
    use slotmap::{Key, SecondaryMap, SparseSecondaryMap};
    use soa_runtime::SlotKey;

    type Id31 = Handle<Here, u64, 24, 16, 15>;
    let [one, other] = [7, 8].map(|tag| SlotKey::from(Id31::from_parts_tagged(3, 1, tag).unwrap()));
    let mut names = SecondaryMap::new();
    let mut sparse = SparseSecondaryMap::new();
    names.insert(one, "one");
    sparse.insert(one, "one");
    assert_eq!((names.get(one), names.get(other)), (Some(&"one"), None));
    assert_eq!((sparse.get(one), sparse.get(other)), (Some(&"one"), None));
    assert!(names.keys().eq([one]));
    for tag in [0, 1, (1 << 15) - 1] {
        for generation in [1, 2, (1 << 16) - 1] {
            let id = Id31::from_parts_tagged(5, generation, tag).unwrap();
            assert_eq!(Id31::from(SlotKey::from(id)), id);
        }
    }
    assert_eq!(Id31::from(SlotKey::null()), Id31::DANGLING);
}
