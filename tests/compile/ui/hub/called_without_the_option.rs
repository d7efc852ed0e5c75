//! Calls that an option of the struct makes possible, and indexing that nothing does.

use std::hash::DefaultHasher;

use soa_runtime::IdAllocator;

#[derive(IdAllocator, Debug, Hash)]
struct Texture {
    mips: u32,
    name: String,
}

fn clone(textures: TextureHub) {
    let _ = textures.clone().len();
    let _ = TextureHub::from(Clone::clone(&*textures));
}

fn copy_rows(textures: &TextureHub) {
    for (_, row) in textures.iter() {
        let _ = row.to_record().name;
    }
}

fn compare(textures: &TextureHub) {
    let _ = *textures == TextureHub::new();
    let first = textures.iter().next();
    let _ = first.is_some_and(|(_, row)| row == row);
}

fn show(textures: &TextureHub) {
    for (_, row) in textures.iter() {
        println!("{row:?}");
    }
    println!("{:?}", textures.columns());
    let _ = textures.table();
}

fn hash(textures: &TextureHub) {
    textures.hash_state(&mut DefaultHasher::new());
}

fn tag() {
    TextureHub::with_tag(7);
}

fn sort(textures: &mut TextureHub) {
    textures.sort_by(|a, b| a.mips.cmp(b.mips));
    textures.sort_by_key(|texture| *texture.mips);
    textures.swap_rows(0, 1);
}

/// A row is a view, so it cannot be lent by an index. The message names the right calls.
fn index(textures: &mut TextureHub, id: TextureId) {
    let _ = textures.columns().mips[id.index()];
    println!("{}", textures[id].mips);
    textures[id].mips = 7;
}

fn main() {}
