use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Sprite {
    layer: u32,
}

fn main() {
    let mut sprites = SpriteHub::new();
    sprites.sort_by(|a, b| a.layer.cmp(b.layer));
    sprites.sort_by_key(|sprite| *sprite.layer);
    sprites.swap_rows(0, 1);
}
