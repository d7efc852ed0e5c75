use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq, Eq))]
enum Texture<'a, T: Clone> {
    Flat(&'a T),
    Cube { faces: [T; 6] },
}

fn main() {
    let textures: TextureHub<'_, u32> = TextureHub::new();
    let copy = textures.clone();
    for (_, row) in &copy {
        println!("{row:?}");
    }
}
