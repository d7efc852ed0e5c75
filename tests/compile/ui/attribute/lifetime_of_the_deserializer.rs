use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Texture<'de> {
    name: &'de str,
}

fn main() {}
