use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture<'__soa, __SoaFormat: Default> {
    name: &'__soa str,
    format: __SoaFormat,
}

fn main() {}
