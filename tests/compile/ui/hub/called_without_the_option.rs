//! Calls that an option of the struct makes possible, options that a field or another option makes possible,
//! and calls that nothing does.

use std::hash::DefaultHasher;

use soa_inspect::Inspector;
use soa_runtime::{Hub, IdAllocator, IdMap, Outside};

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

#[derive(Default)]
struct Nothing;

#[derive(IdAllocator)]
#[soa(derive(Clone))]
struct Cloned {
    mips: u32,
    view: Nothing,
    names: Vec<Nothing>,
    #[soa(tracked)]
    seen: Nothing,
}

#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Shown {
    view: Nothing,
}

#[derive(IdAllocator)]
#[soa(derive(PartialEq, Eq))]
struct Compared {
    gamma: f32,
}

#[derive(IdAllocator)]
#[soa(derive(Hash))]
struct Hashed {
    mips: u32,
    gamma: f32,
}

#[derive(IdAllocator)]
#[soa(bits(index = 20, generation = 12), derive(Debug, Deserialize))]
struct Small {
    mips: u32,
}

fn columns_of_two_hubs_are_two_types(textures: &TextureHub, small: &SmallHub) {
    let mut columns = textures.columns();
    columns.mips = small.columns().mips;
}

fn convert_to_ids_of_other_bits(old: Hub<Texture>) -> Hub<Small> {
    old.convert(|old| Small { mips: old.mips })
}

fn edit(inspector: &Inspector, small: &mut SmallHub) {
    inspector.show_mut("small", small);
}

#[derive(IdAllocator)]
struct Word<'t> {
    text: &'t str,
}

/// Another record, so that there is a map.
#[derive(IdAllocator)]
struct Linked {
    #[soa(links)]
    next: Option<LinkedId>,
}

fn relink_with_a_lifetime(words: &mut WordHub<'_>) {
    words.relink([], &IdMap::<Linked>::default(), Outside::Keep);
}

fn free_in_generic_code<T: IdAllocator>(hub: &mut Hub<T>) {
    hub.clear();
}

fn of_a_struct_without_the_derive(_: &Hub<Nothing>) {}

fn main() {}
