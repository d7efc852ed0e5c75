use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<'n> {
    #[soa(default = "")]
    name: &'n str,
}

impl Drop for Texture<'_> {
    fn drop(&mut self) {}
}

fn main() {}
