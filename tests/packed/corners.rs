//! Stale and foreign ids, cleared buffers, recycled bytes, and the auto traits.

use std::rc::Rc;

use soa_runtime::packed::{
    Block, BlockId, BlockMut, PackedBuffer, PackedError, Rejected, iter::Iter,
};
use static_assertions::{assert_impl_all, assert_not_impl_any};

use crate::support::{ROOM, assert_consistent, manual, policies};

assert_impl_all!(PackedBuffer<u32>: Send, Sync);
assert_not_impl_any!(PackedBuffer<Rc<u32>>: Send, Sync);
assert_impl_all!(BlockId<Rc<u32>>: Send, Sync, Copy, Eq, Ord, std::hash::Hash, std::fmt::Debug);
assert_impl_all!(Block<'static, Rc<u32>>: Copy);
assert_impl_all!(PackedError: std::error::Error, Copy);
assert_impl_all!(Rejected<u32>: std::error::Error);
assert_impl_all!(BlockMut<'static, u32>: Send, Sync);
assert_impl_all!(BlockMut<'static, u32, ()>: Send, Sync);
assert_impl_all!(Iter<'static, Rc<u32>>: Clone, ExactSizeIterator, DoubleEndedIterator);

/// Views of longer borrows can be used where shorter ones are expected.
fn _views_are_covariant<'a>(
    block: Block<'static, &'static str>,
    block_mut: BlockMut<'static, u32>,
    iter: Iter<'static, u32, ()>,
) -> (Block<'a, &'a str>, BlockMut<'a, u32>, Iter<'a, u32, ()>) {
    (block, block_mut, iter)
}

#[test]
fn a_stale_id_changes_nothing() {
    let mut buffer = PackedBuffer::with_config(manual(64));
    let id = buffer.alloc(8, 1).expect(ROOM);
    assert_eq!(buffer.remove(id), Some(1));
    let other = buffer.insert(&[5; 8], 2).expect(ROOM);
    assert_eq!(id.index(), other.index());
    for stale in [id, BlockId::DANGLING] {
        assert!(!buffer.contains(stale));
        assert!(buffer.get(stale).is_none() && buffer.get_mut(stale).is_none());
        assert_eq!(buffer.element_offset::<u8>(stale), None);
        assert_eq!(buffer.remove(stale), None);
        assert_eq!(buffer.remove_many([stale, stale]), 0);
        assert_eq!(buffer.resize(stale, 4), Err(PackedError::Stale));
    }
    assert_eq!(buffer.get(other).expect("it is live").bytes(), [5; 8]);
}

#[test]
fn fresh_blocks_are_zero_where_others_were() {
    for config in policies(256, 4) {
        let mut buffer = PackedBuffer::with_config(config);
        let ids = [(); 4].map(|()| buffer.insert(&[0xff; 64], ()).expect(ROOM));
        buffer.remove_many([ids[1], ids[3]]);
        let id = buffer.alloc(61, ()).expect(ROOM);
        assert_eq!(buffer.get(id).expect("it is live").bytes(), [0; 61]);
        buffer.resize(ids[0], 10).expect("it shrinks");
        buffer.resize(ids[0], 64).expect(ROOM);
        let block = buffer.get(ids[0]).expect("it is live");
        assert_eq!(
            (&block.bytes()[..10], &block.bytes()[10..]),
            (&[0xff; 10][..], &[0; 54][..])
        );
        assert_consistent(&buffer, 4);
    }
}
