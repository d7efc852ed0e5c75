//! Fields and options that are compiled in or not, and options in several attributes: derived traits add up.
#![deny(warnings)]
#![allow(clippy::non_minimal_cfg)]

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, PartialEq))]
#[cfg_attr(all(), soa(derive(Debug)))]
#[cfg_attr(any(), soa(derive(Eq, Unknown)))]
#[cfg_attr(all(), soa(layout = dense, derive(Serialize), derive(Deserialize)))]
#[cfg_attr(any(), soa(unknown))]
struct Texture {
    #[cfg(all())]
    #[cfg_attr(all(), soa(default = 2))]
    present: u32,
    #[cfg(any())]
    absent: Missing,
    #[cfg_attr(any(), soa(required))]
    always: u32,
}

#[test]
fn compiles_and_runs() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    let columns = textures.columns();
    assert_eq!((columns.present[id], columns.always[id]), (2, 0));
    let json = serde_json::to_string(&textures).expect("it is written");
    let read: TextureHub = serde_json::from_str(&json).expect("it is read");
    assert_eq!(textures.clone(), read);
    let row = format!("{:?}", read.row(id));
    assert_eq!(row, "TextureRow { present: 2, always: 0 }");
}
