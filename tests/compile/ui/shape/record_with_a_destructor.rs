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

#[derive(IdAllocator)]
struct Generic<T> {
    texel: Vec<T>,
}

impl<T> Drop for Generic<T> {
    fn drop(&mut self) {}
}

#[derive(IdAllocator)]
struct OfNumbers {
    gpu: u32,
}

impl Drop for OfNumbers {
    fn drop(&mut self) {}
}

#[derive(IdAllocator)]
struct WithALifetime<'n> {
    #[soa(default = "")]
    name: &'n str,
}

impl Drop for WithALifetime<'_> {
    fn drop(&mut self) {}
}

fn main() {}
