use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(bits(index = 1, generation = 0))]
struct BitsForOneSlot {}

#[derive(IdAllocator)]
#[soa(bits(index = 33, generation = 40))]
struct BitsThatDoNotFit {}

#[derive(IdAllocator)]
#[soa(bits(index = 0))]
struct BitsWithoutAnIndex {}

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 0), exhausted = retire)]
struct ExhaustedWithoutGenerations {}

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 0))]
struct MinFreeOfNothing {}

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 0))]
struct TagOfNoBits {}

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag = 33))]
struct TagOfTooManyBits {}

fn main() {}
