use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<#[soa(required)] T> {
    texel: Option<T>,
}

fn main() {}
