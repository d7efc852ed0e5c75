//! Handles and hubs in other crates' hands: slotmap, bytemuck, rayon.

use rayon::prelude::*;
use slotmap::{Key, KeyData, SecondaryMap, SparseSecondaryMap};
use soa_runtime::{Handle, IdAllocator, Word};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq), bits(index = 4, generation = 4))]
struct Texture {
    #[soa(default = 1)]
    mips: u32,
    name: String,
}

/// Through a key's data and back, for every kind of handle that slotmap may see.
fn is_a_key<W: Word, const I: u32, const G: u32>(bits: impl IntoIterator<Item = W>) {
    let mut handles = 0;
    for handle in bits
        .into_iter()
        .filter_map(Handle::<Texture, W, I, G>::from_bits)
    {
        handles += 1;
        let data = handle.data();
        assert_eq!(Handle::<Texture, W, I, G>::from(data), handle);
        assert!(!handle.is_null());
        assert_ne!(data, KeyData::default());
    }
    assert!(handles > 0, "some bits are a handle");
    assert!(Handle::<Texture, W, I, G>::DANGLING.is_null());
    assert!(Handle::<Texture, W, I, G>::null().is_null());
    assert_eq!(
        Handle::<Texture, W, I, G>::from(KeyData::default()),
        Handle::DANGLING
    );
}

#[test]
fn a_handle_is_a_key_without_loss() {
    let corners = [
        0,
        1,
        2,
        5,
        (1 << 20) - 2,
        (1 << 20) - 1,
        (1 << 31) - 1,
        u32::MAX - 2,
        u32::MAX - 1,
    ];
    is_a_key::<u16, 4, 4>(0..=u16::MAX);
    is_a_key::<u16, 8, 0>(0..=u16::MAX);
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
fn keys_that_no_pool_has_issued_are_null() {
    type Small = Handle<(), u16, 4, 4>;
    for (index, version) in [(15, 1), (16, 3), (0, 33), (u32::MAX, 1), (3, u32::MAX)] {
        let data = KeyData::from_ffi(u64::from(version) << 32 | u64::from(index));
        let handle = Small::from(data);
        assert!(
            handle.is_null() || handle.data() == data,
            "{handle:?} of {index}, {version}"
        );
    }
    // Version 1 is generation 0, which a handle with generations does not have.
    assert!(Small::from(KeyData::from_ffi(1 << 32)).is_null());
}

#[test]
fn a_secondary_map_follows_the_ids_of_a_hub() {
    let mut textures = TextureHub::new();
    let ids = textures.alloc_many(5);
    let mut labels: SecondaryMap<TextureId, String> = SecondaryMap::new();
    let mut sparse: SparseSecondaryMap<TextureId, usize> = SparseSecondaryMap::new();
    for (number, id) in ids.iter().enumerate() {
        labels.insert(*id, number.to_string());
        sparse.insert(*id, number);
    }
    assert_eq!((labels[ids[3]].as_str(), sparse[ids[3]]), ("3", 3));
    assert!(labels.keys().eq(ids.iter().copied()));

    assert!(textures.dealloc(ids[3]));
    let fresh = textures.alloc();
    assert_eq!(fresh.index(), ids[3].index());
    assert!(!labels.contains_key(fresh) && !sparse.contains_key(fresh));
    labels.insert(fresh, "fresh".into());
    sparse.insert(fresh, 9);
    assert_eq!(
        (labels.get(ids[3]), sparse.get(ids[3])),
        (None, None),
        "the stale key is refused"
    );
    assert_eq!((labels[fresh].as_str(), sparse[fresh]), ("fresh", 9));
    labels.retain(|id, _| textures.contains(id));
    assert_eq!(labels.len(), 5);
    assert_eq!(labels.insert(TextureId::DANGLING, "none".into()), None);
    assert!(!labels.contains_key(TextureId::DANGLING));
}

#[test]
fn ids_go_into_buffers_and_come_back() {
    let mut textures = TextureHub::new();
    let ids = textures.alloc_many(3);
    let slots = [Some(ids[0]), None, Some(ids[2])];
    let words: &[u16] = bytemuck::cast_slice(&slots);
    assert_eq!(words, [16, 0, 18]);
    let back: &[Option<TextureId>] = bytemuck::cast_slice(words);
    assert_eq!(back, slots);
    assert_eq!(bytemuck::cast_slice::<TextureId, u8>(&ids).len(), 6);
    let zero: [Option<TextureId>; 4] = bytemuck::Zeroable::zeroed();
    assert_eq!(zero, [None; 4]);
}

#[test]
fn ids_made_of_any_bytes_are_refused_like_stale_ones() {
    let mut hub = TextureHub::new();
    let live = hub.alloc_many(15);
    hub.dealloc(live[4]);
    hub.dealloc(live[9]);
    let words: Vec<u16> = (0..=u16::MAX).collect();
    let forged: &[Option<TextureId>] = bytemuck::cast_slice(&words);
    let found: Vec<TextureId> = forged
        .iter()
        .flatten()
        .copied()
        .filter(|id| hub.contains(*id))
        .collect();
    assert_eq!(
        found,
        hub.ids().collect::<Vec<_>>(),
        "the live ids and no others"
    );
    let before = hub.clone();
    for id in forged
        .iter()
        .flatten()
        .filter(|id| !hub.contains(**id))
        .copied()
        .collect::<Vec<_>>()
    {
        assert!(!hub.dealloc(id) && hub.get(id).is_none());
        assert!(!format!("{id:?}").is_empty() && id.data() == id.data());
    }
    assert_eq!(hub, before);
}

#[derive(IdAllocator)]
struct Body {
    position: i64,
    #[soa(default = 1)]
    velocity: i64,
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Packed {
    position: i64,
    #[soa(default = 1)]
    velocity: i64,
}

#[test]
#[cfg_attr(miri, ignore = "the interpreter is too slow for a thread pool")]
fn rows_and_columns_are_walked_in_parallel() {
    macro_rules! walk {
        ($hub:ty) => {
            let mut hub = <$hub>::new();
            let ids = hub.alloc_many(5000);
            for id in ids
                .iter()
                .filter(|id| id.index() % 7 < 3 || (1000..3000).contains(&id.index()))
            {
                hub.dealloc(*id);
            }
            let expected: Vec<_> = hub.ids().collect();
            hub.par_iter_mut().for_each(|(id, row)| {
                *row.position += i64::from(id.index());
                *row.velocity += 1;
            });
            let mut found: Vec<_> = hub
                .par_iter()
                .map(|(id, row)| (id, *row.position))
                .collect();
            found.sort_by_key(|(id, _)| hub.row_of(*id));
            assert!(found.iter().map(|(id, _)| *id).eq(expected));
            assert!(
                found
                    .iter()
                    .all(|(id, position)| *position == i64::from(id.index()))
            );
            assert_eq!(hub.par_iter().count(), hub.len());

            let mut columns = hub.columns_mut();
            let velocity = columns.velocity.as_slice();
            columns
                .position
                .par_iter_mut()
                .zip(velocity)
                .for_each(|(position, velocity)| {
                    *position = *velocity;
                });
            let doubled = hub.par_iter().filter(|(_, row)| *row.position == 2).count();
            assert_eq!(doubled, hub.len());
            assert_eq!(<$hub>::new().par_iter().count(), 0);
        };
    }
    walk!(BodyHub);
    walk!(PackedHub);
}
