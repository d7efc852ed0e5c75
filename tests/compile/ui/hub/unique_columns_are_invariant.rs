use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<'a> {
    name: &'a str,
}

fn shorten<'short>(
    columns: TextureColumnsMut<'short, 'static>,
) -> TextureColumnsMut<'short, 'short> {
    columns
}

fn main() {}
