use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    name: String,
}

impl Drop for Texture {
    fn drop(&mut self) {
        println!("{}", self.name);
    }
}

fn main() {}
