//! A hub is covariant in what its records borrow, and goes where they go.
#![deny(warnings)]

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<'a> {
    name: &'a str,
}

fn shorten<'short>(hub: TextureHub<'static>) -> TextureHub<'short> {
    hub
}

fn shorten_row<'short>(row: TextureRow<'short, 'static>) -> TextureRow<'short, 'short> {
    row
}

fn is_send_and_sync<T: Send + Sync>(_: &T) {}

#[test]
fn compiles_and_runs() {
    let text = String::from("brick");
    let mut textures = shorten(TextureHub::new());
    let id = textures.insert(Texture { name: &text });
    is_send_and_sync(&textures);
    is_send_and_sync(&id);
    is_send_and_sync(&textures.row(id));
    is_send_and_sync(&textures.columns());
    let row: TextureRow<'_, 'static> = TextureRow { name: &"brick" };
    assert_eq!(shorten_row(row).name, &"brick");
}
