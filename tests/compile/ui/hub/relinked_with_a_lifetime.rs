use soa_runtime::{IdAllocator, IdMap, Outside};

#[derive(IdAllocator)]
struct Word<'t> {
    text: &'t str,
}

/// Another record, so that there is a map.
#[derive(IdAllocator)]
struct Texture {
    #[soa(links)]
    next: Option<TextureId>,
}


fn main() {
    let mut words = WordHub::new();
    words.relink([], &IdMap::<Texture>::default(), Outside::Keep);
}
