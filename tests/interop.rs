//! Handles and hubs in other crates' hands: bytemuck, rayon.

use rayon::prelude::*;
use soa_runtime::IdAllocator;

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
        assert!(!format!("{id:?}").is_empty());
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
