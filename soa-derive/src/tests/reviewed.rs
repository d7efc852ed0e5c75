//! Whole expansions, beside those that were reviewed.

use std::path::Path;
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;

use super::{pretty, unparse};
use crate::world;

/// Compares an expansion with the one in `snapshot`.
fn check_snapshot(snapshot: &str, input: TokenStream) {
    check(snapshot, &pretty(input));
}

fn check(snapshot: &str, expansion: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("snapshots")
        .join(snapshot);
    if env::var_os("SOA_BLESS").is_some() {
        fs::write(&path, expansion).expect("the snapshot can be written");
    }
    let reviewed = fs::read_to_string(&path).expect("the snapshot is in the repository");
    assert!(
        expansion == reviewed,
        "the expansion differs from {snapshot}; review it, then run with SOA_BLESS=1:\n{expansion}"
    );
}

#[cfg(feature = "serde")]
#[test]
fn the_expansion_of_a_world_is_the_one_that_was_reviewed() {
    let game = quote! {
        #[world(mirror, crate = ::engine::soa)]
        pub(crate) struct Game<'a, T: Shown> {
            pub units: UnitHub<T>,
            #[world(name = "bullets")]
            r#shots: ShotHub,
            #[world(value)]
            title: &'a str,
            #[world(skip)]
            cache: Cache<T>,
        }
    };
    check("game.rs", &unparse(world::derive(game)));
}

#[test]
fn the_expansion_is_the_one_that_was_reviewed() {
    let texture = quote! {
        /// A texture as the renderer keeps it.
        pub struct Texture {
            /// Where shaders read it.
            pub view: Option<View>,
            #[soa(default = 1)]
            pub mips: u32,
            #[soa(default = Usage::Immutable)]
            usage: Usage,
            names: HashMap<u32, String>,
            pub(crate) label: String,
        }
    };
    check_snapshot("texture.rs", texture);
}

#[test]
fn the_expansion_of_tracked_columns_is_the_one_that_was_reviewed() {
    let instance = quote! {
        #[soa(layout = dense, derive(Debug))]
        struct Instance {
            #[soa(tracked)]
            transform: [f32; 16],
            #[soa(tracked, default = WHITE)]
            pub tint: u32,
            velocity: [f32; 3],
        }
    };
    check_snapshot("instance.rs", instance);
}

#[cfg(feature = "serde")]
#[test]
fn the_expansion_of_rows_that_travel_is_the_one_that_was_reviewed() {
    let unit = quote! {
        #[soa(tracked, derive(Serialize, Deserialize))]
        #[serde(rename_all = "camelCase")]
        struct Unit {
            #[soa(tracked)]
            #[serde(alias = "place")]
            map_pos: [f32; 2],
            #[soa(tracked)]
            #[serde(default, with = "hex")]
            colour: u32,
            #[soa(tracked)]
            #[serde(skip)]
            shown: u32,
            name: String,
        }
    };
    check_snapshot("unit.rs", unit);
}

#[test]
fn the_expansion_of_a_generic_record_is_the_one_that_was_reviewed() {
    let sprite = quote! {
        #[soa(crate = ::engine::soa, hub = Sprites, id = SpriteKey, marker = Marked<T>, align = 64)]
        #[soa(bits(index = 20, generation = 20, tag = 16))]
        #[soa(recycle = fifo(min_free = 64), exhausted = wrap, holes = kept)]
        #[soa(derive(Clone, Debug, PartialEq, Eq, Hash, Default))]
        pub struct Sprite<T: Copy, const N: usize>
        where
            T: Shown,
        {
            #[soa(links)]
            pub parent: Option<SpriteKey<T>>,
            #[soa(links, tracked)]
            children: Vec<Link<T>>,
            #[deprecated]
            r#type: Option<&'static str>,
            #[soa(default = [Self::FIRST; N])]
            frames: [<T as Shown>::Frame; N],
            inner: Box<[Self; 0]>,
        }
    };
    check_snapshot("sprite.rs", sprite);
}

#[cfg(feature = "serde")]
#[test]
fn the_expansion_of_a_record_that_is_saved_is_the_one_that_was_reviewed() {
    let shot = quote! {
        #[soa(layout = dense, tracked, derive(Serialize, Deserialize))]
        #[serde(rename = "Bullet", deny_unknown_fields)]
        struct Shot<'a, T> {
            #[soa(tracked)]
            target: Option<T>,
            #[soa(tracked, default = Self::SPEED)]
            #[serde(skip_deserializing, rename(serialize = "v"))]
            speed: f32,
            #[soa(tracked)]
            #[serde(skip_serializing, default = "owner")]
            owner: &'a str,
            #[soa(required)]
            #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
            colour: u32,
            #[serde(skip_serializing_if = "Vec::is_empty", default)]
            hits: Vec<T>,
        }
    };
    check_snapshot("shot.rs", shot);
}

#[test]
fn the_expansion_of_a_record_without_fields_is_the_one_that_was_reviewed() {
    let tag = quote! {
        #[soa(bits(index = 8, generation = 8, tag = 16), parent = Shader, derive(Debug))]
        pub struct Tag {}
    };
    check_snapshot("tag.rs", tag);
}

#[test]
fn the_expansion_of_a_whole_record_is_the_one_that_was_reviewed() {
    let whole = quote! {
        #[soa(tracked = all)]
        struct Star<T> {
            light: T,
            #[serde(skip)]
            shown: bool,
        }
    };
    check_snapshot("star.rs", whole);
}
