//! An id of another record, with another marker or other bits, and a key of a slotmap.

use slotmap::SecondaryMap;
use soa_runtime::{Handle, IdAllocator, SlotKey};

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 16))]
struct Texture {}

#[derive(IdAllocator)]
struct Shader {
    stages: u32,
}

struct NodeTag;
struct LeafTag;

#[derive(IdAllocator)]
#[soa(marker = NodeTag)]
struct Node<T> {
    value: Option<T>,
}

#[derive(IdAllocator)]
#[soa(marker = LeafTag)]
struct Leaf {}

fn of_another_record(textures: &mut TextureHub, shaders: &mut ShaderHub) {
    let id = textures.alloc();
    shaders.dealloc(id);
    println!("{}", shaders.columns().stages[id]);
    shaders.columns_mut().stages[id] = 7;
    let without_tag: Handle<Texture, u64, 24, 24> = Handle::DANGLING;
    textures.get(without_tag);
}

fn with_another_marker(nodes: &mut NodeHub<u32>, leaf: LeafId) {
    nodes.dealloc(leaf);
    let _ = nodes.columns().value[leaf];
}

fn as_a_key_of_slotmap(shaders: &ShaderHub) {
    let mut lengths = SecondaryMap::<ShaderId, u32>::new();
    let mut names = SecondaryMap::<SlotKey<Shader>, &str>::new();
    names.insert(ShaderId::DANGLING, "Ada");
    for key in names.keys() {
        shaders.get(key);
    }
}

fn main() {}
