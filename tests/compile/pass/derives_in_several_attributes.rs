//! `derive` may be said again: the traits add up.
#![deny(warnings)]

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, PartialEq))]
#[cfg_attr(all(), soa(derive(Debug)))]
#[cfg_attr(any(), soa(derive(Eq, Unknown)))]
#[soa(layout = dense, derive(Serialize), derive(Deserialize))]
struct Texture {
    mips: u32,
}

#[test]
fn compiles_and_runs() {
    let mut textures = TextureHub::new();
    let id = textures.insert(Texture { mips: 4 });
    let json = serde_json::to_string(&textures).expect("it is written");
    let read: TextureHub = serde_json::from_str(&json).expect("it is read");
    assert_eq!(textures.clone(), read);
    assert_eq!(format!("{:?}", read.row(id)), "TextureRow { mips: 4 }");
}
