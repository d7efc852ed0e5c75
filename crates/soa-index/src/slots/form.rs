//! How a set of slots is stored: compressed, or with one bit for each slot.

use roaring::RoaringBitmap;

use super::words::Words;

/// The slots of a set.
#[derive(Clone)]
pub(super) enum Form {
    /// A compressed bitmap.
    Sparse(RoaringBitmap),
    /// One bit for each slot, which is faster to walk and to combine.
    Dense(Words),
}

use Form::{Dense, Sparse};

/// A set with at least this many slots is stored with one bit for each slot, if one slot in
/// `DENSE` is in it.
const MANY: usize = 512;
const DENSE: u64 = 32;

/// A set with one bit for each slot is compressed if fewer than one slot in this number is left.
const SPARSE: u64 = 256;

impl Form {
    /// Returns the lowest slot.
    pub(super) fn first(&self) -> Option<u32> {
        match self {
            Sparse(slots) => slots.min(),
            Dense(words) => words.iter().next(),
        }
    }

    pub(super) fn contains(&self, slot: u32) -> bool {
        match self {
            Sparse(slots) => slots.contains(slot),
            Dense(words) => words.contains(slot),
        }
    }

    /// Adds a slot, and returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, slot: u32) -> bool {
        match self {
            // Appending does not search, and rebuilds add slots in ascending order.
            Sparse(slots) => slots.try_push(slot).is_ok() || slots.insert(slot),
            Dense(words) => words.insert(slot),
        }
    }

    /// Removes a slot, and returns whether it was there.
    #[inline]
    pub(super) fn remove(&mut self, slot: u32) -> bool {
        match self {
            Sparse(slots) => slots.remove(slot),
            Dense(words) => words.remove(slot),
        }
    }

    /// Counts the slots.
    pub(super) fn count(&self) -> usize {
        match self {
            // Each of them is the slot of a row in memory.
            Sparse(slots) => usize::try_from(slots.len()).unwrap_or(usize::MAX),
            Dense(words) => words.count(),
        }
    }

    /// Changes the form if the other one fits this number of slots better.
    pub(super) fn fit(&mut self, len: usize) {
        match self {
            Sparse(slots) if len >= MANY => {
                let last = slots.max().unwrap_or_default();
                if len as u64 * DENSE > u64::from(last) {
                    let mut words = Words::up_to(last);
                    for slot in &*slots {
                        words.insert(slot);
                    }
                    *self = Dense(words);
                }
            }
            Dense(words) if (len as u64) < words.span() / SPARSE => *self = Sparse(sparse(words)),
            _ => {}
        }
    }

    /// Returns the bytes of the memory, about.
    pub(super) fn memory(&self) -> usize {
        let slots = match self {
            Sparse(slots) => slots.statistics(),
            Dense(words) => return words.memory(),
        };
        let bytes = slots.n_bytes_array_containers
            + slots.n_bytes_bitset_containers
            + slots.n_bytes_run_containers;
        // Each block of 65536 slots is described by a struct of about 32 bytes.
        usize::try_from(bytes).unwrap_or(usize::MAX) + slots.n_containers as usize * 32
    }

    /// Keeps the slots that are in both sets.
    pub(super) fn and(&mut self, other: &Form) {
        match (&mut *self, other) {
            (Sparse(slots), Sparse(other)) => *slots &= other,
            (Dense(words), Dense(other)) => words.and(other),
            (Sparse(slots), Dense(other)) => *slots = only(slots, |slot| other.contains(slot)),
            (Dense(words), Sparse(other)) => {
                *self = Sparse(only(other, |slot| words.contains(slot)));
            }
        }
    }

    /// Adds the slots of another set.
    pub(super) fn or(&mut self, other: &Form) {
        match (&mut *self, other) {
            (Sparse(slots), Sparse(other)) => *slots |= other,
            (Dense(words), Dense(other)) => words.or(other),
            (Dense(words), Sparse(other)) => {
                if other
                    .max()
                    .is_some_and(|last| u64::from(last) > 2 * words.span())
                {
                    // A bit for each slot up to the last would be too many.
                    *self = Sparse(sparse(words) | other);
                } else {
                    other.iter().for_each(|slot| _ = words.insert(slot));
                }
            }
            (Sparse(_), Dense(_)) => {
                let slots = core::mem::replace(self, other.clone());
                self.or(&slots);
            }
        }
    }

    /// Removes the slots of another set.
    pub(super) fn sub(&mut self, other: &Form) {
        match (self, other) {
            (Sparse(slots), Sparse(other)) => *slots -= other,
            (Dense(words), Dense(other)) => words.sub(other),
            (Dense(words), Sparse(other)) => other.iter().for_each(|slot| _ = words.remove(slot)),
            (Sparse(slots), Dense(other)) => *slots = only(slots, |slot| !other.contains(slot)),
        }
    }
}

/// Returns the slots of a set for which `keep` returns true.
fn only(slots: &RoaringBitmap, keep: impl Fn(u32) -> bool) -> RoaringBitmap {
    slots.iter().filter(|slot| keep(*slot)).collect()
}

fn sparse(words: &Words) -> RoaringBitmap {
    words.iter().collect()
}
