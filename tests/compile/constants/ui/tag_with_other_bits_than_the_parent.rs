//! A tag has as many bits as the id of the parent.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8))]
struct Small {
    name: String,
}

#[derive(IdAllocator)]
#[soa(bits(index = 20, generation = 8))]
struct Medium {
    name: String,
}

#[derive(IdAllocator)]
struct Large {
    name: String,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Small)]
struct OfSmall {
    value: u8,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 16), parent = Medium)]
struct OfMedium {
    value: u8,
}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Large)]
struct OfLarge {
    value: u8,
}

fn main() {}
