use std::sync::RwLock;

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<'a> {
    mips: u32,
    name: &'a str,
}

static TEXTURES: RwLock<TextureHub<'static>> = RwLock::new(TextureHub::new());

fn columns_are_held_across_a_change(textures: &mut TextureHub<'_>) {
    let columns = textures.columns();
    textures.alloc();
    println!("{}", columns.name.len());
}

fn a_row_is_held_across_a_change<'a>(textures: &mut TextureHub<'a>, id: TextureId<'a>) {
    let row = textures.row(id);
    textures.dealloc(id);
    println!("{}", row.name);
}

fn an_iterator_outlives_the_hub() {
    let rows = {
        let textures = TextureHub::new();
        textures.iter()
    };
    println!("{}", rows.count());
}

fn a_row_outlives_the_lock() {
    let id = TEXTURES.write().expect("nobody panics").alloc();
    let row = TEXTURES.read().expect("nobody panics").row(id);
    println!("{}", row.mips);
}

fn a_value_outlives_the_lock(id: TextureId<'static>) -> &'static u32 {
    TEXTURES.read().expect("nobody panics").row(id).mips
}

fn a_row_is_made_longer_lived(row: TextureRow<'_, 'static>) -> &'static u32 {
    row.mips
}

fn mutable_columns_are_invariant<'short>(
    columns: TextureColumnsMut<'short, 'static>,
) -> TextureColumnsMut<'short, 'short> {
    columns
}

struct Guard<'a> {
    hub: Option<&'a mut GuardedHub<'a>>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(hub) = &mut self.hub {
            hub.clear();
        }
    }
}

#[derive(IdAllocator)]
struct Guarded<'a> {
    #[soa(default = Guard { hub: None })]
    guard: Guard<'a>,
}

fn a_destructor_uses_its_own_hub() {
    let mut guarded = GuardedHub::new();
    let id = guarded.alloc();
    guarded.row_mut(id).guard.hub = Some(&mut guarded);
    guarded.dealloc(id);
}

fn main() {}
