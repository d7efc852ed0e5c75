//! The tag of a handle: its bits, its text, and what it takes part in.

use soa_runtime::{AnyHandle, Handle, IdAllocator};

struct Here;
type Id = Handle<Here, u64, 24, 24, 16>;
type Small = Handle<Here, u16, 6, 4, 6>;
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

#[test]
fn a_tag_that_does_not_fit_makes_no_id() {
    assert_eq!(Id::from_parts_tagged(3, 1, 1 << 16), None);
    assert_eq!(Handle::<Here>::from_parts_tagged(3, 1, 1), None);
    // The one tag of 32 bits that is left out.
    assert_eq!(Wide::from_parts_tagged(3, 1, u32::MAX), None);
    assert_eq!(Wide::from_bits(!0 << 32 | 1 << 16 | 3), None);
}

#[test]
fn the_dangling_id_is_dangling_whatever_the_tag() {
    assert_eq!(Id::from_bits(Id::DANGLING.to_bits()), None);
    assert_eq!(Id::DANGLING.to_string(), "dangling");
    assert_eq!("dangling".parse(), Ok(Id::DANGLING));
    let json = serde_json::to_string(&Id::DANGLING).unwrap();
    assert_eq!(json, "\"dangling\"");
    let bytes = postcard::to_allocvec(&Id::DANGLING).unwrap();
    assert_eq!(bytes, [0, 0, 0]);
    assert_eq!(postcard::from_bytes::<Id>(&bytes).unwrap(), Id::DANGLING);
    assert_eq!(Id::default(), Id::DANGLING);
}

#[test]
fn a_binary_id_is_three_numbers() {
    let id = WHITE.unwrap();
    assert_eq!(postcard::to_allocvec(&id).unwrap(), [3, 1, 7]);
    // An id that was never issued, the dangling one with a tag, and a tag of 7 bits.
    assert!(postcard::from_bytes::<Id>(&[3, 0, 7]).is_err());
    assert!(postcard::from_bytes::<Id>(&[0, 0, 7]).is_err());
    assert!(postcard::from_bytes::<Small>(&[3, 1, 64]).is_err());
    // A reader of text takes the parts, too.
    assert_eq!(serde_json::from_str::<Id>("[3, 1, 7]").unwrap(), id);
    assert!(serde_json::from_str::<Id>("[3, 1, 65536]").is_err());
    assert!(serde_json::from_str::<Id>("\"3v1@65536\"").is_err());
}

#[test]
fn optional_ids_are_plain_data() {
    let ids = [WHITE, None];
    let words: &[u64] = bytemuck::cast_slice(bytemuck::cast_slice::<_, u8>(&ids));
    assert_eq!(words, [WHITE.unwrap().to_bits(), 0]);
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
