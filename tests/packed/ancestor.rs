//! `Append` with `Eager` is what `MEngine`'s `DynamicPackedContainer` does, restated here
//! as literally as its lists allow: an array of blocks in allocation order, each
//! starting where the one before ends, after every release.

use proptest::prelude::*;
use soa_runtime::packed::{BlockId, Compaction, PackedBuffer, PackedConfig, Placement};

use crate::support::{cases, most};

const BYTES: usize = 4096;

/// The blocks in allocation order, and one run of bytes without holes.
#[derive(Default)]
struct Ancestor {
    blocks: Vec<(BlockId<u32>, usize, u32)>,
    bytes: Vec<u8>,
}

impl Ancestor {
    fn alloc(&mut self, id: BlockId<u32>, bytes: &[u8], user_data: u32) {
        self.blocks.push((id, bytes.len(), user_data));
        self.bytes.extend_from_slice(bytes);
    }

    /// Moves all bytes above the block down, and with them every later offset.
    fn release(&mut self, nth: usize) -> (BlockId<u32>, u32) {
        let offset: usize = self.blocks[..nth].iter().map(|&(_, len, _)| len).sum();
        let (id, len, user_data) = self.blocks.remove(nth);
        self.bytes.drain(offset..offset + len);
        (id, user_data)
    }
}

#[derive(Debug, Clone)]
enum Call {
    Alloc(Vec<u8>),
    Release(prop::sample::Index),
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200).prop_map(Call::Alloc),
        any::<prop::sample::Index>().prop_map(Call::Release),
    ]
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn append_and_eager_are_the_ancestors_offsets_and_bytes(
        calls in prop::collection::vec(call(), 1..most(200)),
    ) {
        let mut buffer = PackedBuffer::with_config(PackedConfig::new(BYTES, 4096).align(1).placement(Placement::Append).compaction(Compaction::Eager));
        let mut ancestor = Ancestor::default();
        for (user_data, call) in (0..).zip(calls) {
            match call {
                Call::Alloc(bytes) => match buffer.insert(&bytes, user_data) {
                    Ok(id) => ancestor.alloc(id, &bytes, user_data),
                    // Where the ancestor writes past its end.
                    Err(_) => prop_assert!(ancestor.bytes.len() + bytes.len() > BYTES),
                },
                Call::Release(index) if !ancestor.blocks.is_empty() => {
                    let (id, user_data) = ancestor.release(index.index(ancestor.blocks.len()));
                    prop_assert_eq!(buffer.remove(id), Some(user_data));
                    // Where the ancestor asserts, and corrupts both lists without.
                    prop_assert_eq!(buffer.remove(id), None);
                }
                Call::Release(_) => {}
            }
            prop_assert_eq!(buffer.as_bytes(), &ancestor.bytes[..]);
            prop_assert_eq!(buffer.allocated(), ancestor.bytes.len());
            let mut offset = 0;
            let mut walk = buffer.iter();
            for &(id, len, user_data) in &ancestor.blocks {
                let (walked, block) = walk.next().expect("as many blocks");
                prop_assert_eq!(walked, id);
                prop_assert_eq!((block.offset(), block.len()), (offset, len));
                prop_assert_eq!(*block.meta(), user_data);
                offset += len;
            }
            prop_assert!(walk.next().is_none());
        }
    }
}

/// The ancestor's counter fails at 65 536: a slot's handle of that generation was
/// taken for stale.
#[test]
#[cfg_attr(miri, ignore = "a long run of one call")]
fn one_slot_is_recycled_200_000_times() {
    let mut buffer = PackedBuffer::with_capacity(64, 1);
    let mut stale = BlockId::DANGLING;
    for turn in 0..200_000_u32 {
        let id = buffer.alloc(64, turn).expect("the only block was released");
        assert_ne!(id, stale);
        assert!(buffer.contains(id) && !buffer.contains(stale));
        assert_eq!(id.index(), 0);
        assert_eq!(buffer.remove(id), Some(turn));
        stale = id;
    }
    assert!(buffer.is_empty());
    assert_eq!(buffer.top(), 0);
}
