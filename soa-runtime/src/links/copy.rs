//! Copying and moving rows from one hub to another.

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
