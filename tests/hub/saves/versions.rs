//! Version 2 of a struct reads what version 1 wrote. This test wrote the files with
//! `SOA_BLESS=1`, and they must not change. In the files
//! `*_1.json` an id is a number, its bits, because that was the form before ids were text.

use std::path::PathBuf;
use std::{env, fs};

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::AnyHandle;

mod one {
    #[derive(soa_runtime::IdAllocator)]
    #[soa(derive(Serialize, Deserialize), recycle = fifo)]
    pub(super) struct Texture {
        pub(super) name: String,
        pub(super) mip_levels: u32,
        pub(super) atlas: Option<TextureId>,
        pub(super) path: String,
    }

    #[derive(soa_runtime::IdAllocator)]
    #[soa(derive(Serialize, Deserialize), layout = dense, bits(index = 12, generation = 4))]
    pub(super) struct Sprite {
        pub(super) layer: u8,
        #[soa(default = SpriteId::DANGLING)]
        pub(super) next: SpriteId,
    }
}

mod two {
    /// `mip_levels` has a new name, `path` is gone, three fields are new.
    #[derive(soa_runtime::IdAllocator)]
    #[soa(derive(Serialize, Deserialize), recycle = fifo)]
    pub(super) struct Texture {
        #[serde(default = "nameless")]
        pub(super) title: String,
        pub(super) name: String,
        #[serde(rename = "mips", alias = "mip_levels")]
        pub(super) mips: u32,
        pub(super) atlas: Option<TextureId>,
        #[serde(default)]
        #[soa(default = 1)]
        pub(super) layers: u32,
        #[serde(skip)]
        #[soa(default = "not loaded")]
        pub(super) state: &'static str,
    }

    fn nameless() -> String {
        "nameless".to_owned()
    }

    #[derive(soa_runtime::IdAllocator)]
    #[soa(derive(Serialize, Deserialize), layout = dense, bits(index = 12, generation = 4))]
    pub(super) struct Sprite {
        pub(super) next: SpriteId,
        pub(super) layer: u8,
        #[soa(required)]
        #[serde(default = "opaque")]
        pub(super) alpha: f32,
    }

    fn opaque() -> f32 {
        1.0
    }
}

/// Four rows, of which two were freed in turn, one of them twice.
fn textures() -> one::TextureHub {
    let mut textures = one::TextureHub::new();
    let mut atlas = None;
    for (name, mips) in [("brick", 4), ("sand", 5), ("moss", 6), ("ice", 7)] {
        atlas = Some(textures.insert(one::Texture {
            name: name.to_owned(),
            mip_levels: mips,
            atlas,
            path: format!("{name}.png"),
        }));
    }
    for place in [2, 0, 0] {
        let id = textures.ids().nth(place).expect("the row is there");
        textures.dealloc(id);
    }
    let id = textures.alloc();
    textures.dealloc(id);
    textures
}

/// Three rows out of the order of their slots, and a retired slot.
fn sprites() -> one::SpriteHub {
    let mut sprites = one::SpriteHub::new();
    for _ in 0..15 {
        let id = sprites.alloc();
        sprites.dealloc(id);
    }
    for layer in 1..=4 {
        let next = sprites.ids().next_back().unwrap_or_default();
        sprites.insert(one::Sprite { layer, next });
    }
    let first = sprites.ids().next().expect("the row is there");
    sprites.dealloc(first);
    sprites
}

fn files() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/hub/saves/files")
}

/// The file as it was once written, which is what is written now.
fn file(name: &str, written: &[u8]) -> Vec<u8> {
    let path = files().join(name);
    if env::var_os("SOA_BLESS").is_some() {
        fs::write(&path, written).expect("the file can be written");
    }
    let file = fs::read(&path).expect("the file is in the repository");
    assert!(file == written, "{name} is written in another way now");
    file
}

fn cbor<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).expect("it is written");
    bytes
}

/// What is read of the files of version 1: in text with ids as numbers and as text, and
/// in a binary format that names fields.
fn read<T: DeserializeOwned>(name: &str, written: &impl Serialize) -> [T; 3] {
    let text = serde_json::to_string_pretty(written).expect("it is written") + "\n";
    let text = file(&format!("{name}_text_ids.json"), text.as_bytes());
    let numbers = fs::read(files().join(format!("{name}.json"))).expect("the file is there");
    let binary = file(&format!("{name}.cbor"), &cbor(written));
    [
        serde_json::from_slice(&numbers).expect("the text with numbers is read"),
        serde_json::from_slice(&text).expect("the text is read"),
        ciborium::from_reader(&binary[..]).expect("the binary file is read"),
    ]
}

/// The bits of ids of either version.
fn bits<H: AnyHandle<Word: Into<u64>>>(ids: impl IntoIterator<Item = H>) -> Vec<u64> {
    ids.into_iter().map(|id| id.to_bits().into()).collect()
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn version_two_reads_what_version_one_wrote() {
    let old = textures();
    for mut new in read::<two::TextureHub>("textures_1", &old) {
        assert_eq!(bits(new.ids()), bits(old.ids()));
        assert_eq!(new.len(), 1);
        for ((_, new), (_, old)) in new.iter().zip(old.iter()) {
            assert_eq!((new.name, new.mips), (old.name, old.mip_levels));
            assert_eq!((&**new.title, *new.layers), ("nameless", 1));
            assert_eq!(*new.state, "not loaded");
            assert_eq!(bits(*new.atlas), bits(*old.atlas));
        }
        let mut old = textures();
        let next = [old.alloc(), old.alloc(), old.alloc(), old.alloc()];
        assert_eq!(bits(next), bits([(); 4].map(|()| new.alloc())));
    }

    let old = sprites();
    for mut new in read::<two::SpriteHub>("sprites_1", &old) {
        assert_eq!(bits(new.ids()), bits(old.ids()));
        assert_eq!(
            new.columns().layer.as_slice(),
            old.columns().layer.as_slice()
        );
        assert!(*new.columns().alpha == [1.0; 3] && new.stats().retired == 1);
        let next = new.columns().next;
        let is_last = next.contains(&two::SpriteId::DANGLING);
        assert!(!is_last, "the first sprite was the one without a next");
        let mut old = sprites();
        let layer = one::Sprite {
            layer: 9,
            next: one::SpriteId::DANGLING,
        };
        let alpha = two::Sprite {
            layer: 9,
            next: two::SpriteId::DANGLING,
            alpha: 0.5,
        };
        assert_eq!(new.insert(alpha).to_bits(), old.insert(layer).to_bits());
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn a_format_without_names_is_of_one_version() {
    let written = postcard::to_allocvec(&textures()).unwrap();
    let packed = file("textures_1.postcard", &written);
    let same: one::TextureHub = postcard::from_bytes(&packed).unwrap();
    assert_eq!(postcard::to_allocvec(&same).unwrap(), packed);
    assert!(postcard::from_bytes::<two::TextureHub>(&packed).is_err());
    let written = postcard::to_allocvec(&sprites()).unwrap();
    let packed = file("sprites_1.postcard", &written);
    let same: one::SpriteHub = postcard::from_bytes(&packed).unwrap();
    assert_eq!(postcard::to_allocvec(&same).unwrap(), packed);
}

#[test]
fn the_binary_form_is_the_documented_one() {
    let mut hub = one::SpriteHub::new();
    let ids: Vec<_> = (0..3).map(|_| hub.alloc()).collect();
    hub.dealloc(ids[0]);
    // The first slot is free, and its second generation comes next.
    let slots = [3, 1 << 1 | 1, 0, 0];
    let free = [1, 0];
    // The distance from slot 0 to slot 2 is two, and from slot 3 back to slot 1 it is two as well.
    let rows = [2, 2 * 2, 0, 0, 0, 2 * 2 - 1, 0, 0, 0];
    let reserved = [0];
    let expected = [&slots[..], &free, &rows, &reserved].concat();
    assert_eq!(postcard::to_allocvec(&hub).unwrap(), expected);
}
