use soa_runtime::IdAllocator;

struct Guard<'a> {
    hub: Option<&'a mut TextureHub<'a>>,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if let Some(hub) = &mut self.hub {
            hub.clear();
        }
    }
}

#[derive(IdAllocator)]
struct Texture<'a> {
    #[soa(default = Guard { hub: None })]
    guard: Guard<'a>,
}

fn main() {
    let mut textures = TextureHub::new();
    let id = textures.alloc();
    textures.row_mut(id).guard.hub = Some(&mut textures);
    textures.dealloc(id);
}
