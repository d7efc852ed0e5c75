use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    gpu: u32,
}

impl Drop for Texture {
    fn drop(&mut self) {
        println!("{}", self.gpu);
    }
}

fn main() {}
