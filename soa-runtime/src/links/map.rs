//! The map from the old ids of rows to their new ids, and the methods that copy rows and return it.

use alloc::vec::{self, Vec};
use core::iter::Copied;
use core::{fmt, slice};

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::hub::{Hub, group};
use crate::ids::Positions;
use crate::memory::CloneFields;
use crate::record::{CloneRow, IdAllocator, Shape, Vacate, WithCloneShape};
use crate::store::{Typed, refuse};

/// The new ids of rows that were copied or moved into a hub, by their old ids.
///
/// [`Hub::copy_rows`](crate::Hub::copy_rows) and [`Hub::append`](crate::Hub::append) return
/// it, and [`Hub::relink`](crate::Hub::relink) reads it. The map does not contain ids with
/// other generations of the copied slots. Two maps are equal if they have the same pairs, in any
/// order.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, IdMap};
///
/// #[derive(IdAllocator)]
/// #[soa(derive(Clone))]
/// struct Texture { mips: u32 }
///
/// let prefab: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
/// let mut scene: TextureHub = (0..9).map(|mips| Texture { mips }).collect();
/// let map: IdMap<Texture> = scene.copy_rows(&prefab);
/// for (old, new) in &map {
///     assert_eq!(prefab.row(old).mips, scene.row(new).mips);
///     assert_eq!(map.get(old), Some(new));
/// }
/// assert!(map.new_ids().all(|id| scene.contains(id)));
/// assert_eq!(map.len(), 3);
/// ```
pub struct IdMap<T: IdAllocator> {
    /// Old and new ids, in the order in which the rows were made.
    pairs: Vec<(T::Id, T::Id)>,
    /// The positions of the old ids in `pairs`. It has no room while their indices ascend.
    table: Positions,
}

impl<T: IdAllocator> IdMap<T> {
    /// Returns a map from all ids of a hub to ids that follow, by [`IdMap::set_new_ids`] or
    /// [`IdMap::pairs_mut`]. It asks for all the memory that the map needs.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::OutOfMemory`] if there is not so much memory.
    pub(super) fn from_all_ids(hub: &Hub<T>) -> Result<Self, AllocError> {
        let mut map = IdMap::<T>::default();
        map.pairs
            .try_reserve_exact(hub.len())
            .map_err(|_| AllocError::OutOfMemory)?;
        map.pairs
            .extend(hub.ids().map(|old| (old, T::Id::DANGLING)));
        if !map.pairs.is_sorted_by_key(|(old, _)| old.index()) {
            map.fill()?;
        }
        Ok(map)
    }

    /// Returns the new id of the row whose id was `old`, or `None` if the map does not contain
    /// it. O(1), or O(log rows) if the old ids were given in the order of their indices with
    /// gaps.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdAllocator, IdMap};
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let [a, b, c] = [1, 2, 3].map(|index| TextureId::from_parts(index, 1).unwrap());
    /// let map: IdMap<Texture> = [(a, b)].into_iter().collect();
    /// assert_eq!((map.get(a), map.get(c)), (Some(b), None));
    /// assert_eq!(map.get(TextureId::from_parts(1, 2).unwrap()), None);
    /// ```
    #[inline]
    pub fn get(&self, old: T::Id) -> Option<T::Id> {
        self.find(old).map(|place| self.pairs[place].1)
    }

    /// Returns an iterator over the old and the new ids, in the order in which the rows were
    /// made.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (T::Id, T::Id)> + ExactSizeIterator + Clone {
        self.pairs.iter().copied()
    }

    /// Returns an iterator over the new ids, in the order in which the rows were made.
    pub fn new_ids(&self) -> impl DoubleEndedIterator<Item = T::Id> + ExactSizeIterator + Clone {
        self.pairs.iter().map(|(_, new)| *new)
    }

    /// Returns the number of rows. O(1).
    #[inline]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns whether no row was copied or moved. O(1).
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Adds a row, or changes the new id of a row that the map contains.
    #[inline]
    pub(super) fn insert(&mut self, old: T::Id, new: T::Id) {
        let ascends = self
            .pairs
            .last()
            .is_none_or(|(last, _)| last.index() < old.index());
        if ascends && self.table.room() == 0 {
            self.pairs.push((old, new));
        } else {
            self.insert_anywhere(old, new);
        }
    }

    #[cold]
    fn insert_anywhere(&mut self, old: T::Id, new: T::Id) {
        if let Some(place) = self.find(old) {
            self.pairs[place].1 = new;
            return;
        }
        self.pairs.push((old, new));
        if self.pairs.len() <= self.table.room() {
            self.table.enter(old.index(), self.pairs.len() - 1);
        } else {
            self.fill().expect("there is memory for the map");
        }
    }

    /// Replaces the table by one with all pairs.
    fn fill(&mut self) -> Result<(), AllocError> {
        self.table = Positions::with_room(self.pairs.len())?;
        for (position, (old, _)) in self.pairs.iter().enumerate() {
            self.table.enter(old.index(), position);
        }
        Ok(())
    }

    /// Returns the old ids, and the new ids to be changed.
    pub(super) fn pairs_mut(&mut self) -> impl Iterator<Item = (T::Id, &mut T::Id)> {
        self.pairs.iter_mut().map(|(old, new)| (*old, new))
    }

    /// Replaces the new ids by as many others, in the same order.
    pub(super) fn set_new_ids(&mut self, ids: impl IntoIterator<Item = T::Id>) {
        for (pair, id) in self.pairs.iter_mut().zip(ids) {
            pair.1 = id;
        }
    }

    /// Returns the position of an old id in `pairs`.
    #[inline]
    fn find(&self, old: T::Id) -> Option<usize> {
        if self.table.room() > 0 {
            return (self.table).find(old.index(), |position| self.pairs[position].0 == old);
        }
        // The indices ascend, so a pair's position is at most the distance of its index from
        // the first index. Without gaps it is exactly that distance.
        let first = self.pairs.first()?.0.index();
        let most = old.index().checked_sub(first)? as usize;
        if self.pairs.get(most).is_some_and(|(id, _)| *id == old) {
            return Some(most);
        }
        let before = &self.pairs[..self.pairs.len().min(most)];
        let place = before.binary_search_by_key(&old.index(), |(id, _)| id.index());
        place.ok().filter(|place| self.pairs[*place].0 == old)
    }
}

impl<T: IdAllocator> Default for IdMap<T> {
    fn default() -> Self {
        IdMap {
            pairs: Vec::new(),
            table: Positions::default(),
        }
    }
}

impl<T: IdAllocator> Clone for IdMap<T> {
    fn clone(&self) -> Self {
        IdMap {
            pairs: self.pairs.clone(),
            table: self.table.clone(),
        }
    }
}

impl<T: IdAllocator> PartialEq for IdMap<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(old, new)| other.get(old) == Some(new))
    }
}

impl<T: IdAllocator> Eq for IdMap<T> {}

impl<'a, T: IdAllocator> IntoIterator for &'a IdMap<T> {
    type Item = (T::Id, T::Id);
    type IntoIter = Copied<slice::Iter<'a, (T::Id, T::Id)>>;

    /// Returns an iterator over the old and the new ids, in the order in which the rows were
    /// made.
    fn into_iter(self) -> Self::IntoIter {
        self.pairs.iter().copied()
    }
}

impl<T: IdAllocator> IntoIterator for IdMap<T> {
    type Item = (T::Id, T::Id);
    type IntoIter = vec::IntoIter<(T::Id, T::Id)>;

    /// Returns an iterator over the old and the new ids, in the order in which the rows were
    /// made.
    fn into_iter(self) -> Self::IntoIter {
        self.pairs.into_iter()
    }
}

impl<T: IdAllocator> fmt::Debug for IdMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T: IdAllocator> Extend<(T::Id, T::Id)> for IdMap<T> {
    /// Adds old and new ids. If two pairs have the same old id, the later one counts.
    fn extend<P: IntoIterator<Item = (T::Id, T::Id)>>(&mut self, pairs: P) {
        for (old, new) in pairs {
            self.insert(old, new);
        }
    }
}

impl<T: IdAllocator> FromIterator<(T::Id, T::Id)> for IdMap<T> {
    /// Collects old and new ids. If two pairs have the same old id, the later one counts.
    fn from_iter<P: IntoIterator<Item = (T::Id, T::Id)>>(pairs: P) -> Self {
        let mut map = IdMap::default();
        map.extend(pairs);
        map
    }
}

/// Copying rows of another hub.
impl<T: IdAllocator> Hub<T> {
    /// Copies all live rows of `other` into this hub, in their order. Returns a map from
    /// their old ids to their new ids. Reserved ids are not copied. O(slots of `other`).
    ///
    /// The copied fields still contain ids of `other`. [`Hub::relink`] replaces them.
    /// [`guide::prefabs`](crate::guide::prefabs) shows both steps, and how to copy some of the
    /// rows.
    ///
    /// # Panics
    ///
    /// Panics if the id's index bits cannot address that many rows, or if there is no memory
    /// for them or for the map; [`Hub::try_reserve`] returns an error in these cases. Panics if a
    /// field's `clone` panics. In each case no row was made.
    ///
    /// With the slots layout, a row replaces the default in a free slot. If the `Drop` of that
    /// default panics, the rows before it stay.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct Texture { mips: u32 }
    ///
    /// let prefab: TextureHub = (0..3).map(|mips| Texture { mips }).collect();
    /// let mut scene = TextureHub::new();
    /// scene.copy_rows(&prefab);
    /// scene.copy_rows(&prefab);
    /// assert_eq!(*scene.columns().mips, [0, 1, 2, 0, 1, 2]);
    /// ```
    #[track_caller]
    pub fn copy_rows(&mut self, other: &Hub<T>) -> IdMap<T>
    where
        T: CloneRow,
    {
        match self.copy_all(other) {
            Ok(map) => map,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Copies the rows, or none if there is an error.
    fn copy_all(&mut self, other: &Hub<T>) -> Result<IdMap<T>, AllocError>
    where
        T: CloneRow,
    {
        self.try_reserve(other.len())?;
        let mut map = IdMap::from_all_ids(other)?;
        let append = AppendClones {
            hub: self,
            source: other,
        };
        if let Some(first) = T::with_clone_shape(append) {
            let (generation, tag) = (T::Id::FIRST_GENERATION, self.tag());
            map.set_new_ids((first..).map(|slot| T::Id::assemble_tagged(slot, generation, tag)));
        } else {
            // A clone may panic, so all rows are cloned before the first one is made.
            let copies = other.try_clone()?.into_iter().map(|(_, record)| record);
            let mut pairs = map.pairs_mut();
            self.make_rows(copies, |first, rows| {
                let ids = group::<T>(first, rows).zip(&mut pairs);
                ids.for_each(|(id, (_, new))| *new = id);
            });
        }
        Ok(map)
    }

    /// Moves all live rows of `other` into this hub, in their order. Returns a map from their
    /// old ids to their new ids. The old ids are stale from then on. O(rows of `other`),
    /// amortised.
    ///
    /// # Panics
    ///
    /// Panics if the id's index bits cannot address that many rows, or if there is no memory
    /// for them. No row has moved then. With the slots layout, it also panics if a default
    /// panics. Then the preceding rows have moved, and the others stay in `other`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut scene: TextureHub = (0..2).map(|mips| Texture { mips }).collect();
    /// let mut loaded: TextureHub = (2..5).map(|mips| Texture { mips }).collect();
    /// let map = scene.append(&mut loaded);
    /// assert_eq!(map.new_ids().map(|id| *scene.row(id).mips).collect::<Vec<_>>(), [2, 3, 4]);
    /// assert_eq!((scene.len(), loaded.len()), (5, 0));
    /// ```
    #[track_caller]
    pub fn append(&mut self, other: &mut Self) -> IdMap<T>
    where
        T: Vacate,
    {
        self.reserve(other.len());
        let mut map = match IdMap::from_all_ids(other) {
            Ok(map) => map,
            Err(error) => refuse::<T>(error),
        };
        for (old, new) in map.pairs_mut() {
            let record = other.remove(old).expect("the id was live a moment ago");
            *new = self.insert(record);
        }
        map
    }
}

/// Copies the rows of one hub after the rows of another, in one pass if possible.
struct AppendClones<'h, T: IdAllocator> {
    hub: &'h mut Hub<T>,
    source: &'h Hub<T>,
}

impl<T: IdAllocator> WithCloneShape<T> for AppendClones<'_, T> {
    type Output = Option<u32>;

    #[inline]
    fn call<S: Shape<Record = T, Fields: CloneFields>>(self, shape: S) -> Option<u32> {
        Typed::of_clones(&mut self.hub.store, shape).append_clones(&self.source.store)
    }
}
