//! What a store has beside the types of its columns.

use crate::memory::{Base, Block};
use crate::slot_table::FreeList;
use crate::ticks::Clock;

/// The memory and the counts of one store, by which ids are looked up. It is written by its
/// store only, which has the invariants. While columns are lent it is only read.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) block: Block,
    /// The number of live rows.
    pub(crate) live: u32,
    /// The tag of all ids, which is 0 if they have none.
    pub(crate) tag: u32,
    pub(crate) free: FreeList,
    /// Whether the block has back links through the free list.
    pub(crate) has_back_links: bool,
    /// The open tick, and which hub it is. A hub that tracks nothing stays at the start. (A field
    /// of a type that depends on the record would make the hub invariant.)
    pub(crate) clock: Clock,
}

impl Core {
    /// Creates the core of a store without memory whose ids have this tag.
    pub(crate) const fn of_tag(tag: u32) -> Self {
        Core {
            block: Block::new(),
            live: 0,
            tag,
            free: FreeList::EMPTY,
            has_back_links: false,
            clock: Clock::START,
        }
    }

    /// Returns the start of the block, its capacity and the stamp of what is written now.
    #[inline(always)]
    pub(crate) fn base(&self) -> Base {
        self.block.base(self.clock.stamp())
    }
}
