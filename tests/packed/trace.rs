//! Random calls as data, so that a failing run shrinks to a few of them.

use proptest::prelude::*;

/// The number of copies, each with a reader of its own.
pub(crate) const COPIES: usize = 3;

/// One call. A block is named by a number, taken modulo those that were ever made.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    /// A length and a stride.
    Alloc(usize, usize),
    Insert(Vec<u8>),
    /// Elements of 1, 2, 12 or 20 bytes.
    InsertSlice {
        element: usize,
        count: usize,
        byte: u8,
    },
    Resize(usize, usize),
    Replace(usize, Vec<u8>),
    Release(usize),
    ReleaseMany(Vec<usize>),
    Write {
        block: usize,
        at: usize,
        len: usize,
        byte: u8,
    },
    Compact,
    CompactStep(usize),
    /// A copy repeats the changes.
    Update(usize),
    /// The reader of a copy is forgotten, and a new one takes its place.
    Restart(usize),
    GrowTo(usize),
    Clear,
}

pub(crate) fn calls(most: usize) -> impl Strategy<Value = Vec<Call>> {
    prop::collection::vec(call(), 1..most)
}

fn call() -> impl Strategy<Value = Call> {
    let len = prop_oneof![8 => 0..64_usize, 2 => 64..400_usize, 1 => Just(0)];
    let stride = prop::sample::select(vec![0, 1, 1, 1, 4, 5, 12, 33]);
    let block = any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    let (one, two, three) = (block.clone(), block.clone(), block.clone());
    prop_oneof![
        8 => (len.clone(), stride).prop_map(|(len, stride)| Call::Alloc(len, stride)),
        12 => prop::collection::vec(any::<u8>(), 0..120).prop_map(Call::Insert),
        8 => (0..4_usize, 0..12_usize, any::<u8>()).prop_map(|(kind, count, byte)| {
            Call::InsertSlice { element: [1, 2, 12, 20][kind], count, byte }
        }),
        8 => (one.clone(), len).prop_map(|(block, len)| Call::Resize(block, len)),
        3 => (one, prop::collection::vec(any::<u8>(), 0..120))
            .prop_map(|(block, bytes)| Call::Replace(block, bytes)),
        18 => two.prop_map(Call::Release),
        3 => prop::collection::vec(block, 0..12).prop_map(Call::ReleaseMany),
        8 => (three, 0..64_usize, 1..20_usize, any::<u8>()).prop_map(|(block, at, len, byte)| {
            Call::Write { block, at, len, byte }
        }),
        2 => Just(Call::Compact),
        8 => (0..200_usize).prop_map(Call::CompactStep),
        8 => (0..COPIES).prop_map(Call::Update),
        1 => (0..COPIES).prop_map(Call::Restart),
        1 => (0..4000_usize).prop_map(Call::GrowTo),
        1 => Just(Call::Clear),
    ]
}
