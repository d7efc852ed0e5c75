//! A tag has as many bits as the id of the parent.

use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8))]
struct Small {}

#[derive(IdAllocator)]
#[soa(bits(index = 20, generation = 8))]
struct Medium {}

#[derive(IdAllocator)]
struct Large {}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Small)]
struct OfSmall {}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 16), parent = Medium)]
struct OfMedium {}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Large)]
struct OfLarge {}

fn main() {}
