//! How blocks are found, and what the space says about itself.

use super::block::{SpaceBlock, SpaceBlockMut};
use super::iter::{SpaceIter, SpaceIterMut};
use super::{BlockId, PackedSpace};
use crate::packed::stats::PackedStats;

impl<M> PackedSpace<M> {
    /// Whether the id names a living block: one compare. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, ())?;
    /// assert!(space.contains(id));
    /// space.release(id);
    /// assert!(!space.contains(id));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn contains(&self, id: BlockId<M>) -> bool {
        self.ids.contains(id)
    }

    /// The block of an id; `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{BlockId, PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, "cube")?;
    /// assert_eq!(*space.get(id).unwrap().meta(), "cube");
    /// assert!(space.get(BlockId::DANGLING).is_none());
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn get(&self, id: BlockId<M>) -> Option<SpaceBlock<'_, M>> {
        let slot = self.live(id)?;
        Some(SpaceBlock {
            place: self.spans.place(slot),
            meta: &self.residents[slot.index()].meta,
        })
    }

    /// The block of an id, exclusively; `None` if it is stale. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, 1)?;
    /// *space.get_mut(id).unwrap().meta_mut() = 7;
    /// assert_eq!(*space.get(id).unwrap().meta(), 7);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    #[inline]
    pub fn get_mut(&mut self, id: BlockId<M>) -> Option<SpaceBlockMut<'_, M>> {
        let slot = self.live(id)?;
        Some(SpaceBlockMut {
            place: &self.spans.places[slot.index()],
            meta: self.residents[slot.index()].meta.as_mut()?,
        })
    }

    /// In a space that counts bytes, the block's first element as an index into the
    /// memory as a whole, for a draw call's base vertex; `None` if the id is stale or the
    /// block does not start at a multiple of the element's size. One made by
    /// [`alloc_strided`](Self::alloc_strided) with that size always does. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(256, 8);
    /// space.alloc(24, ())?;
    /// let id = space.alloc_strided(2 * 20, 20, ())?;
    /// assert_eq!(space.first::<[u8; 20]>(id), Some(2)); // at offset 40
    /// assert_eq!(space.first::<[u8; 12]>(id), None);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn first<P>(&self, id: BlockId<M>) -> Option<usize> {
        let offset = self.get(id)?.offset();
        let index = offset.checked_div(size_of::<P>())?;
        (index * size_of::<P>() == offset).then_some(index)
    }

    /// The blocks and their ids, in memory order. O(blocks), over linked runs of 29.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// for name in ["a", "b", "c"] {
    ///     space.alloc(8, name)?;
    /// }
    /// assert!(space.iter().map(|(_, block)| *block.meta()).eq(["a", "b", "c"]));
    /// assert!(space.iter().rev().map(|(_, block)| block.offset()).eq([16, 8, 0]));
    /// # Ok::<(), Rejected<&str>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> SpaceIter<'_, M> {
        SpaceIter::new(self)
    }

    /// The blocks and their ids, exclusively, in memory order. It allocates a pointer for
    /// each slot; [`for_each_mut`](Self::for_each_mut) does not.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, 1)?;
    /// for (_, mut block) in space.iter_mut() {
    ///     *block.meta_mut() += 1;
    /// }
    /// assert_eq!(*space.get(id).unwrap().meta(), 2);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    pub fn iter_mut(&mut self) -> SpaceIterMut<'_, M> {
        SpaceIterMut::new(self)
    }

    /// Calls `visit` for the metadata of each block, in memory order. O(blocks), and
    /// allocates nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let id = space.alloc(8, 1)?;
    /// space.for_each_mut(|meta| *meta += 1);
    /// assert_eq!(*space.get(id).unwrap().meta(), 2);
    /// # Ok::<(), Rejected<i32>>(())
    /// ```
    pub fn for_each_mut(&mut self, mut visit: impl FnMut(&mut M)) {
        let residents = &mut self.residents;
        self.spans.order.iter().fold((), |(), slot| {
            if let Some(meta) = &mut residents[slot.index()].meta {
                visit(meta);
            }
        });
    }

    /// The sum of the blocks' lengths, in units. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// space.alloc(3, ())?;
    /// space.alloc(8, ())?;
    /// assert_eq!(space.allocated_bytes(), 11);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn allocated_bytes(&self) -> usize {
        self.allocated
    }

    /// The end of the last block and its padding, in units; 0 without one. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// assert_eq!(space.top(), 0);
    /// space.alloc(3, ())?;
    /// assert_eq!(space.top(), 4);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn top(&self) -> usize {
        self.spans.top as usize
    }

    /// The length of the space, in units; a multiple of its grain. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::PackedSpace;
    /// let space = PackedSpace::<()>::with_capacity(63, 8);
    /// assert_eq!(space.capacity(), 60);
    /// ```
    #[inline]
    pub fn capacity(&self) -> usize {
        self.spans.capacity as usize
    }

    /// How many blocks live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// let ids = [space.alloc(8, ())?, space.alloc(8, ())?];
    /// space.release(ids[0]);
    /// assert_eq!(space.len(), 1);
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether no block lives. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{PackedSpace, Rejected};
    /// let mut space = PackedSpace::with_capacity(64, 8);
    /// assert!(space.is_empty());
    /// space.alloc(0, ())?; // a block of no length is one, too
    /// assert!(!space.is_empty());
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// What the space is filled with, in units. O(holes of the largest size class).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::packed::{Compaction, PackedConfig, PackedSpace, Rejected};
    /// # let config = PackedConfig { bytes: 64, compaction: Compaction::Manual, ..Default::default() };
    /// # let mut space = PackedSpace::with_config(config);
    /// let ids = [space.alloc(16, ())?, space.alloc(14, ())?];
    /// space.release(ids[0]);
    /// let stats = space.stats();
    /// assert_eq!((stats.live, stats.holes, stats.hole_bytes), (1, 1, 16));
    /// assert_eq!((stats.largest_hole, stats.slack), (16, 2));
    /// # Ok::<(), Rejected<()>>(())
    /// ```
    pub fn stats(&self) -> PackedStats {
        let spans = &self.spans;
        let largest_hole = spans.largest_hole();
        let free = spans.capacity - spans.used;
        let longest = largest_hole.max(spans.capacity - spans.top);
        PackedStats {
            live: self.len(),
            holes: spans.holes(),
            hole_bytes: spans.waste() as usize,
            largest_hole: largest_hole as usize,
            slack: spans.used as usize - self.allocated,
            moved: self.log.moved(),
            fragmentation: match free {
                0 => 0.0,
                free => 1.0 - f64::from(longest) / f64::from(free),
            },
        }
    }
}
