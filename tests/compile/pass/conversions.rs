//! The newtype behaves as a collection.
#![deny(warnings)]

use soa_runtime::{Hub, IdAllocator};

#[derive(IdAllocator, Debug, Clone, PartialEq)]
struct Texture {
    mips: u32,
}

static EMPTY: TextureHub = TextureHub::new();

fn total(hub: &Hub<Texture>) -> u32 {
    hub.columns().mips.iter().sum()
}

#[test]
fn compiles_and_runs() {
    let mut textures: TextureHub = (1..4).map(|mips| Texture { mips }).collect();
    textures.extend([Texture { mips: 4 }]);
    for (_, texture) in &mut textures {
        *texture.mips *= 10;
    }
    let mips: Vec<u32> = (&textures).into_iter().map(|(_, row)| *row.mips).collect();
    assert_eq!((mips, total(&textures)), (vec![10, 20, 30, 40], 100));

    let row = textures.iter().next().map(|(_, row)| row);
    let copy = row;
    assert_eq!(row.map(|row| *row.mips), copy.map(|row| *row.mips));
    let columns = textures.columns();
    let same = columns;
    assert_eq!(columns.mips.len(), same.mips.len());

    let hub: Hub<Texture> = textures.into();
    let textures = TextureHub::from(hub);
    assert_eq!(
        (textures.len(), EMPTY.len(), TextureHub::default().len()),
        (4, 0, 0)
    );
}
