//! Ids as keys of slotmap's secondary maps, whose index 0 is not for users.

use std::hash::{BuildHasher, RandomState};

use slotmap::{DefaultKey, Key, KeyData, SecondaryMap, SparseSecondaryMap};
use soa_runtime::generic::Word;
use soa_runtime::{Handle, IdAllocator, SlotKey};

const M: u32 = u32::MAX;

/// The one index that has no key: one higher it would be the null key's.
const NO_KEY: u32 = M - 1;

#[derive(IdAllocator)]
struct Texture {
    mips: u32,
}

/// Through a key and back, for every kind of handle that slotmap may see.
fn is_a_key<W: Word, const I: u32, const G: u32>(bits: impl IntoIterator<Item = W>) {
    type Id<W, const I: u32, const G: u32> = Handle<Texture, W, I, G>;
    let mut handles = 0;
    for handle in bits.into_iter().filter_map(Id::<W, I, G>::from_bits) {
        handles += 1;
        let key = SlotKey::from(handle);
        assert_eq!(key.is_null(), handle.index() == NO_KEY);
        assert_eq!(key.data() == KeyData::default(), key.is_null());
        if !key.is_null() {
            assert_eq!(Id::<W, I, G>::from(key), handle);
            assert_ne!(
                key.data().as_ffi() & u64::from(u32::MAX),
                0,
                "slotmap's own index"
            );
        }
    }
    assert!(handles > 0, "some bits are a handle");
    let null = SlotKey::<Texture>::null();
    assert_eq!(SlotKey::from(Id::<W, I, G>::DANGLING), null);
    assert_eq!(Id::<W, I, G>::from(null), Handle::DANGLING);
}

#[test]
fn an_id_is_a_key_without_loss() {
    let corners = [
        0,
        1,
        2,
        5,
        (1 << 20) - 2,
        (1 << 20) - 1,
        M >> 1,
        M - 2,
        NO_KEY,
    ];
    let most = if cfg!(miri) { 0x1ff } else { u16::MAX };
    is_a_key::<u16, 4, 4>(0..=most);
    is_a_key::<u16, 8, 0>(0..=most);
    is_a_key::<u32, 20, 12>(
        corners
            .iter()
            .flat_map(|index| (0..12).map(move |shift| (index & 0xf_ffff) | 1 << (20 + shift))),
    );
    is_a_key::<u32, 32, 0>(corners);
    is_a_key::<u64, 32, 32>(corners.iter().flat_map(|index| {
        corners.map(|generation| u64::from(generation) << 32 | u64::from(*index))
    }));
}

#[test]
fn a_key_that_no_pool_has_issued_is_dangling() {
    type Small = Handle<(), u16, 4, 4>;
    let key = |number: u32, version: u32| {
        SlotKey::<()>::from(KeyData::from_ffi(
            u64::from(version) << 32 | u64::from(number),
        ))
    };
    // Slotmap's own index, the null key's, and what the handle's bits cannot name.
    let foreign = [(0, 3), (M, 3), (M, 1), (16, 3), (1, 1), (1, 33), (4, M)];
    for (number, version) in foreign {
        let id = Small::from(key(number, version));
        assert_eq!(id, Small::DANGLING, "{number} {version}");
    }
    assert_eq!(Small::from(key(1, 3)).to_string(), "0v1");
    assert_eq!(Small::from(key(15, 31)).to_string(), "14v15");

    let wide = Handle::<()>::from;
    for (number, version) in [(0, 3), (u32::MAX, 3), (5, 1)] {
        let id = wide(key(number, version));
        assert_eq!(id, Handle::DANGLING, "{number} {version}");
    }
    let last = Handle::<()>::from_bits(1 << 32 | u64::from(NO_KEY)).unwrap();
    assert!(SlotKey::from(last).is_null());
    let before = Handle::<()>::from_bits(1 << 32 | u64::from(NO_KEY - 1)).unwrap();
    assert_eq!(wide(before.into()), before);
}

/// Every implementation that slotmap requires of a key does what the key's data does.
#[test]
fn a_key_behaves_as_its_data() {
    let hasher = RandomState::new();
    let numbers = [0, 1, 7, NO_KEY, u32::MAX];
    let data: Vec<_> = numbers
        .iter()
        .flat_map(|number| [1_u64, 3, 4, u64::from(u32::MAX)].map(|version| (version, *number)))
        .map(|(version, number)| KeyData::from_ffi(version << 32 | u64::from(number)))
        .collect();
    for one in &data {
        let key = SlotKey::<str>::from(*one);
        assert_eq!(
            (key.data(), key.is_null()),
            (*one, DefaultKey::from(*one).is_null())
        );
        assert_eq!(format!("{key:?}"), format!("{one:?}"));
        assert_eq!(hasher.hash_one(key), hasher.hash_one(one));
        let json = serde_json::to_string(&key).unwrap();
        assert_eq!(json, serde_json::to_string(one).unwrap());
        let read: SlotKey<str> = serde_json::from_str(&json).unwrap();
        assert_eq!(read.data(), serde_json::from_str::<KeyData>(&json).unwrap());
        for two in &data {
            let other = SlotKey::<str>::from(*two);
            assert_eq!(key == other, one == two);
            assert_eq!(key.cmp(&other), one.cmp(two));
            assert_eq!(key.partial_cmp(&other), one.partial_cmp(two));
        }
    }
    assert_eq!(SlotKey::<str>::default().data(), KeyData::default());
}

/// The whole of it as a program writes it, in both maps.
#[test]
fn an_id_of_a_freed_slot_finds_nothing_and_a_newer_one_replaces() {
    let mut hub = TextureHub::new();
    let old = hub.insert(texture(1));
    let mut names = SecondaryMap::<SlotKey<Texture>, &str>::new();
    let mut sparse = SparseSecondaryMap::<SlotKey<Texture>, &str>::new();
    names.insert(old.into(), "old");
    sparse.insert(old.into(), "old");
    hub.dealloc(old);
    let new = hub.insert(texture(2));
    assert_eq!(new.index(), old.index());
    assert_eq!(
        (names.get(new.into()), sparse.get(new.into())),
        (None, None)
    );
    names.insert(new.into(), "new");
    sparse.insert(new.into(), "new");
    assert_eq!(
        (names.get(old.into()), sparse.get(old.into())),
        (None, None)
    );
    assert_eq!((names[new.into()], sparse[new.into()]), ("new", "new"));
    names.insert(old.into(), "late");
    sparse.insert(old.into(), "late");
    assert_eq!((names[new.into()], sparse[new.into()]), ("new", "new"));
    for key in names.keys().chain(sparse.keys()) {
        assert_eq!(hub.row_of(key.into()), Some(0));
    }
}

/// slotmap stores index `2^32 - 3` as its last one; a secondary map would need 4 billion slots.
#[test]
fn the_last_index_that_has_a_key_is_found_in_a_sparse_map() {
    let id = |index| Handle::<Texture>::from_parts(index, 1).unwrap();
    let mut names = SparseSecondaryMap::<SlotKey<Texture>, u32>::new();
    assert_eq!(names.insert(id(NO_KEY - 1).into(), 1), None);
    assert_eq!(names.insert(id(NO_KEY).into(), 2), None);
    assert_eq!(names.get(id(NO_KEY - 1).into()), Some(&1));
    assert_eq!((names.get(id(NO_KEY).into()), names.len()), (None, 1));
}

fn texture(mips: u32) -> Texture {
    Texture { mips }
}
