//! What a store has beside the types of its columns.

use crate::memory::Block;
use crate::slot_table::FreeList;

/// The memory and the counts of one store, by which ids are looked up. It is written by its
/// store alone, which has the invariants. While columns are lent it is only read.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) block: Block,
    /// The number of live rows.
    pub(crate) live: u32,
    pub(crate) free: FreeList,
}

impl Core {
    /// Creates the core of a store without memory whose ids have this tag.
    pub(crate) const fn of_tag(tag: u32) -> Self {
        Core {
            block: Block::new(),
            live: 0,
            free: FreeList::of_tag(tag),
        }
    }
}
