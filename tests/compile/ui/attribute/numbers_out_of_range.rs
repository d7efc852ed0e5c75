use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(align = 0)]
struct AlignOfNothing {}

#[derive(IdAllocator)]
#[soa(align = 48)]
struct AlignThatIsNoPowerOfTwo {}

#[derive(IdAllocator)]
#[soa(align = 8192)]
struct AlignBeyondAPage {}

#[derive(IdAllocator)]
#[soa(align = 5000000000)]
struct AlignBeyondAnyNumber {}

#[derive(IdAllocator)]
#[soa(align = "64")]
struct AlignInQuotes {}

#[derive(IdAllocator)]
#[soa(align = 4096)]
struct AsLargeAsPossible {}

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
#[soa(bits(index = 24, generation = 24, tag = 0))]
struct TagOfNoBits {}

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8, tag = 33))]
struct TagOfTooManyBits {}

#[derive(IdAllocator)]
#[soa(bits(index = 24, generation = 24, tag = 17))]
struct TagThatDoesNotFit {}

#[derive(IdAllocator)]
#[soa(bits(tag = 16, index = 32))]
struct TagBesideAnIndex {}

#[derive(IdAllocator)]
#[soa(bits(tag = 16))]
struct TagAlone {}

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 0))]
struct MinFreeOfNothing {}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 12), recycle = fifo(min_free = 16))]
struct MinFreeBeyondTheSlots {}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 0), recycle = fifo(min_free = 15))]
struct MinFreeOfAllSlots {}

#[derive(IdAllocator)]
#[soa(recycle = fifo(min_free = 5000000000))]
struct MinFreeBeyondAnyNumber {}

#[derive(IdAllocator)]
#[soa(bits(index = 4, generation = 0), recycle = fifo(min_free = 14))]
struct AsManyAsThereAre {}

fn main() {
    // The expansion beside the error has tags.
    TagThatDoesNotFitHub::with_tag(1);
}
