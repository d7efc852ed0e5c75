//! Copying and moving rows from one hub to another.

use alloc::vec::Vec;

use super::IdMap;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::hub::{Hub, group};
use crate::memory::CloneFields;
use crate::record::{CloneRow, IdAllocator, Shape, Vacate, WithCloneShape};
use crate::store::{Typed, refuse};

/// Copying rows of another hub.
impl<T: IdAllocator> Hub<T> {
    /// Copies all live rows of `other` into this hub, in their order. Returns a map from
    /// their old ids to their new ids. Reserved ids are not copied. O(slots of `other`).
    ///
    /// The copied fields still contain ids of `other`. [`Hub::relink`] replaces them.
    /// [`guide::prefabs`](crate::guide::prefabs) shows both steps.
    ///
    /// # Panics
    ///
    /// Panics if the id's index bits cannot address that many rows, or if there is no memory
    /// for them or for the map; [`Hub::try_copy_rows`] returns the error instead. Panics if a
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
        match self.try_copy_rows(other) {
            Ok(map) => map,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Copies all live rows of `other` into this hub, as [`Hub::copy_rows`] does.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if the id's index bits cannot address that many rows, and
    /// [`AllocError::OutOfMemory`] if there is no memory for them, or for the map. In both cases
    /// no row was made.
    ///
    /// # Panics
    ///
    /// Panics if a field's `clone` panics. No row was made then. For a panic in a
    /// `Drop`, see [`Hub::copy_rows`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6), derive(Clone))]
    /// struct Player { score: u32 }
    ///
    /// let two: PlayerHub = (0..2).map(|score| Player { score }).collect();
    /// let mut players = two.clone();
    /// assert_eq!(players.try_copy_rows(&two).unwrap_err(), AllocError::Full { limit: 3 });
    /// assert_eq!(players.len(), 2);
    /// ```
    pub fn try_copy_rows(&mut self, other: &Hub<T>) -> Result<IdMap<T>, AllocError>
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

    /// Copies the rows of these ids of `other` into this hub, in the order of the ids. Returns
    /// a map from the old ids to the new ids. Stale ids are skipped, and an id that is given
    /// twice is copied once. O(ids).
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Hub::copy_rows`]. No row was made then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct Texture { mips: u32 }
    ///
    /// let mut prefab = TextureHub::new();
    /// let ids = prefab.insert_many((0..3).map(|mips| Texture { mips }));
    /// prefab.dealloc(ids[0]);
    /// let mut scene = TextureHub::new();
    /// let map = scene.copy_rows_of(&prefab, [ids[2], ids[0], ids[1], ids[2]]);
    /// assert_eq!(*scene.columns().mips, [2, 1]);
    /// assert_eq!(map.get(ids[0]), None);
    /// ```
    #[track_caller]
    pub fn copy_rows_of(&mut self, other: &Hub<T>, ids: impl IntoIterator<Item = T::Id>) -> IdMap<T>
    where
        T: CloneRow,
    {
        let (mut map, mut records) = (IdMap::default(), Vec::new());
        for id in ids {
            match other.get(id) {
                Some(row) if map.get(id).is_none() => {
                    records.push(T::clone_row(row));
                    map.insert(id, T::Id::DANGLING);
                }
                _ => {}
            }
        }
        self.reserve(records.len());
        map.set_new_ids(self.insert_many(records));
        map
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
