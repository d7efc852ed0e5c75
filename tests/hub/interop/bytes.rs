//! Ids in buffers of bytes, by `bytemuck`.

use soa_runtime::IdAllocator;
use soa_runtime::generic::DefaultRow;

#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq), bits(index = 4, generation = 4))]
struct Texture {
    #[soa(default = 1)]
    mips: u32,
    name: String,
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
    // All the ids there are have 8 bits.
    let words: Vec<u16> = (0..=if cfg!(miri) { 0x1ff } else { u16::MAX }).collect();
    let forged: &[Option<TextureId>] = bytemuck::cast_slice(&words);
    let (live, stale): (Vec<_>, Vec<_>) =
        (forged.iter().flatten().copied()).partition(|id| hub.contains(*id));
    assert!(hub.ids().eq(live), "the live ids and no others");
    let before = hub.clone();
    for id in stale {
        assert!(!hub.dealloc(id) && hub.get(id).is_none());
        assert!(!format!("{id:?}").is_empty());
    }
    assert_eq!(hub, before);
}

#[test]
fn an_id_with_bits_that_no_part_has_is_not_reserved() {
    let mut textures = TextureHub::new();
    let id = textures.reserve_id();
    let forged: TextureId = bytemuck::cast::<u16, Option<TextureId>>(id.to_bits() | 0x8000)
        .expect("it is not the word of no id");
    assert!(!textures.is_reserved(forged) && textures.is_reserved(id));
    assert!(!textures.dealloc(forged));
    assert!(textures.fill(forged, Texture::default_row()).is_err());
    assert!(textures.fill(id, Texture::default_row()).is_ok());
    assert!(textures.contains(id));
}
