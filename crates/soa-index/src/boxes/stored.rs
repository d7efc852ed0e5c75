//! All rows of an index of boxes.

use alloc::vec::Vec;

use soa_runtime::AnyHandle;
use soa_runtime::generic::TrackedRecord;

use super::node::Corners;
use super::tree::Tree;
use crate::follow::{Changed, Reader, Structure};
use crate::keys::slots_of;

/// Copies of the ids and boxes of rows, by slot, and a tree of the boxes.
#[derive(Debug, Clone)]
pub(super) struct Stored<I, const D: usize> {
    /// The id of the row in each slot. It is dangling if there is none.
    ids: Vec<I>,
    /// The box of the row in each slot.
    boxes: Vec<Corners<D>>,
    /// The number of rows.
    len: u32,
    /// The boxes that have a place.
    tree: Tree<D>,
    /// What [`Tree::refit`] returned when the tree was built.
    extents: [f64; 2],
}

impl<I: AnyHandle, const D: usize> Stored<I, D> {
    pub(super) const fn new() -> Self {
        Stored {
            ids: Vec::new(),
            boxes: Vec::new(),
            len: 0,
            tree: Tree::new(),
            extents: [0.0; 2],
        }
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        self.ids.capacity() * size_of::<I>()
            + self.boxes.capacity() * size_of::<Corners<D>>()
            + self.tree.memory()
    }

    pub(super) fn tree(&self) -> &Tree<D> {
        &self.tree
    }

    /// Returns the id in a slot, which has a row.
    #[inline]
    pub(super) fn id(&self, slot: u32) -> I {
        self.ids[slot as usize]
    }

    fn has(&self, slot: u32) -> bool {
        let id = self.ids.get(slot as usize);
        id.is_some_and(|id| *id != I::DANGLING)
    }

    fn slots(&self) -> u32 {
        u32::try_from(self.ids.len()).unwrap_or(u32::MAX)
    }

    /// Stores a row, but leaves its box where it is in the tree. Returns whether it has a place.
    fn store(&mut self, id: I, corners: &Corners<D>) -> bool {
        let slot = id.index();
        if self.ids.len() <= slot as usize {
            self.ids.resize(slot as usize + 1, I::DANGLING);
            self.boxes.resize(slot as usize + 1, [[0.0; D]; 2]);
        }
        self.len += u32::from(!self.has(slot));
        (self.ids[slot as usize], self.boxes[slot as usize]) = (id, *corners);
        let has_place = is_box(corners);
        if !has_place {
            self.tree.remove(slot);
        }
        has_place
    }

    /// Removes the row of a slot, if there is one.
    fn remove(&mut self, slot: u32) {
        if self.has(slot) {
            self.ids[slot as usize] = I::DANGLING;
            self.len -= 1;
            self.tree.remove(slot);
        }
    }

    /// Moves the boxes in the tree to where the rows are.
    fn settle(&mut self) {
        /// How much larger the leaves may become before the tree is built again.
        const WORSE: f64 = 1.5;

        let slots = 0..self.slots();
        let missing = slots.filter(|slot| self.has_place(*slot) && !self.tree.has(*slot));
        let missing = missing.collect::<Vec<_>>();
        if missing.len() > self.tree.len() as usize / 8 || self.tree.is_sparse() {
            self.build();
            return;
        }
        let extents = self.tree.refit(&self.boxes);
        // The second one grows if all rows come together in other places.
        if (0..2).any(|n| extents[n] > WORSE * self.extents[n]) {
            self.build();
            return;
        }
        for slot in missing {
            self.tree.put(slot, &self.boxes[slot as usize]);
        }
    }

    fn has_place(&self, slot: u32) -> bool {
        self.has(slot) && is_box(&self.boxes[slot as usize])
    }

    /// Builds the tree again.
    fn build(&mut self) {
        let slots = (0..self.slots()).filter(|slot| self.has_place(*slot));
        let items = slots.map(|slot| (slot, self.boxes[slot as usize]));
        let mut items = items.collect::<Vec<_>>();
        self.tree.build(&mut items);
        self.extents = self.tree.refit(&self.boxes);
    }

    /// Returns the rows without a place, ascending.
    pub(super) fn unplaced(&self) -> Vec<I> {
        let none = self.len == self.tree.len();
        let slots = 0..if none { 0 } else { self.slots() };
        let unplaced = slots.filter(|slot| self.has(*slot) && !self.tree.has(*slot));
        unplaced.map(|slot| self.id(slot)).collect()
    }
}

/// Returns whether corners are those of a box with a place.
fn is_box<const D: usize>([low, high]: &Corners<D>) -> bool {
    let is_finite = low.iter().chain(high).all(|x| x.is_finite());
    is_finite && low.iter().zip(high).all(|(low, high)| low <= high)
}

/// So few rows are always moved one by one.
const FEW: usize = 64;

impl<T: TrackedRecord + 'static, const D: usize> Structure<T, Corners<D>> for Stored<T::Id, D> {
    fn rebuild(&mut self, rows: &Reader<'_, T, Corners<D>>) {
        if rows.hub.len() < self.len as usize / 2 {
            *self = Stored::new();
        }
        for slot in 0..self.slots() {
            if rows.hub.id_of_slot(slot).is_none() {
                self.remove(slot);
            }
        }
        self.ids.truncate(slots_of(rows.hub) as usize);
        self.boxes.truncate(self.ids.len());
        rows.all(&mut |row, corners| {
            self.store(row.id, &corners);
        });
        self.settle();
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, Corners<D>>) {
        // Refitting all boxes takes as long as moving about an eighth of them one by one.
        let many = changed.len() > FEW + rows.hub.len() / 8;
        rows.slots(changed, &mut |slot| match slot {
            Changed::Row(row, corners) => {
                if self.store(row.id, &corners) && !many {
                    self.tree.put(row.id.index(), &corners);
                }
            }
            Changed::Vacant(slot) => self.remove(slot),
        });
        if many {
            self.settle();
        } else if self.tree.is_sparse() {
            self.build();
        }
    }

    fn clear(&mut self) {
        *self = Stored::new();
    }

    fn has(&self, slot: u32) -> bool {
        Stored::has(self, slot)
    }

    fn slots(&self) -> u32 {
        Stored::slots(self)
    }
}
