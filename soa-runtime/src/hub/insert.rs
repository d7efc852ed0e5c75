//! Methods that insert rows: rows of defaults, single records, many records.

use alloc::vec::Vec;

use super::Hub;
use crate::error::{AllocError, InsertError};
use crate::handle::AnyHandle;
use crate::record::{DefaultRow, IdAllocator};

/// Methods that insert rows.
///
/// With the slots layout a row may take the place of a hole, whose values are dropped. If one
/// of their destructors panics, the row is freed again, because its id is not returned. Its
/// values stay in the hole until a row takes the slot.
impl<T: IdAllocator> Hub<T> {
    /// Inserts a row with every column at its default. O(1), amortised.
    ///
    /// # Panics
    ///
    /// Panics if every index is live, reserved or retired, or if memory runs out.
    /// [`Hub::try_alloc`] returns an error in these cases. Also panics if a default
    /// panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { #[soa(default = 1)] mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.alloc();
    /// assert_eq!(*textures.row(id).mips, 1);
    /// ```
    #[doc(alias = "create")]
    #[inline]
    #[track_caller]
    pub fn alloc(&mut self) -> T::Id
    where
        T: DefaultRow,
    {
        self.insert_with(|_| T::default_row())
    }

    /// Inserts a row with every column at its default. O(1), amortised.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if every index is live, reserved or retired, and
    /// [`AllocError::OutOfMemory`] if the block cannot grow. In both cases nothing
    /// has changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6))]
    /// struct Player { score: u32 }
    ///
    /// let mut players = PlayerHub::new();
    /// players.alloc_many(3);
    /// assert_eq!(players.try_alloc(), Err(AllocError::Full { limit: 3 }));
    /// ```
    #[inline]
    pub fn try_alloc(&mut self) -> Result<T::Id, AllocError>
    where
        T: DefaultRow,
    {
        let row = self.store.typed_mut().next_row::<false>()?;
        Ok(row.insert_with(|_| T::default_row()))
    }

    /// Inserts `rows` rows with every column at its default and returns their ids.
    /// O(rows).
    ///
    /// The capacity for all rows is reserved before the first row is inserted.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Hub::alloc`]. If a default panics, the rows
    /// inserted before stay live.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.alloc_many(100);
    /// assert_eq!((ids.len(), textures.len()), (100, 100));
    /// ```
    #[track_caller]
    pub fn alloc_many(&mut self, rows: usize) -> Vec<T::Id>
    where
        T: DefaultRow,
    {
        self.reserve(rows);
        core::iter::repeat_with(|| self.alloc())
            .take(rows)
            .collect()
    }

    /// Inserts a row and returns its id. O(1), amortised.
    ///
    /// # Panics
    ///
    /// Panics if every index is live, reserved or retired, or if memory runs out.
    /// [`Hub::try_insert`] hands the record back instead.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let id = textures.insert(Texture { mips: 4 });
    /// assert_eq!(*textures.row(id).mips, 4);
    /// ```
    #[doc(alias("add", "push", "spawn"))]
    #[inline]
    #[track_caller]
    pub fn insert(&mut self, record: T) -> T::Id {
        let Ok(row) = self.store.typed_mut().next_row::<true>() else {
            unreachable!("the hub has refused");
        };
        row.insert(record)
    }

    /// Inserts a row and returns its id. O(1), amortised.
    ///
    /// # Errors
    ///
    /// Hands the record back with [`AllocError::Full`] if every index is live, reserved or
    /// retired, or with [`AllocError::OutOfMemory`] if the block cannot grow. In
    /// both cases nothing has changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6))]
    /// struct Player { name: String }
    ///
    /// let mut players: PlayerHub = ["ada", "bob", "cyd"].map(|name| Player { name: name.into() }).into_iter().collect();
    /// let error = players.try_insert(Player { name: "dan".into() }).unwrap_err();
    /// assert_eq!(error.value.name, "dan");
    /// assert_eq!(error.source, AllocError::Full { limit: 3 });
    /// ```
    #[inline]
    pub fn try_insert(&mut self, record: T) -> Result<T::Id, InsertError<T>> {
        match self.store.typed_mut().next_row::<false>() {
            Ok(row) => Ok(row.insert(record)),
            Err(source) => Err(InsertError {
                value: record,
                source,
            }),
        }
    }

    /// Inserts the record that `make` returns for the id of its row. O(1),
    /// amortised.
    ///
    /// If `make` panics, nothing has changed.
    ///
    /// # Panics
    ///
    /// Panics without calling `make` if every index is live, reserved or retired, or if
    /// memory runs out. [`Hub::try_reserve`] returns an error in these cases.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdAllocator};
    /// #[derive(IdAllocator)]
    /// struct Node { me: Option<NodeId> }
    ///
    /// let mut nodes = NodeHub::new();
    /// let id = nodes.insert_with(|id| Node { me: Some(id) });
    /// assert_eq!(*nodes.row(id).me, Some(id));
    /// ```
    #[inline]
    #[track_caller]
    pub fn insert_with(&mut self, make: impl FnOnce(T::Id) -> T) -> T::Id {
        let Ok(row) = self.store.typed_mut().next_row::<true>() else {
            unreachable!("the hub has refused");
        };
        row.insert_with(make)
    }
}

/// Methods that insert many records.
impl<T: IdAllocator> Hub<T> {
    /// Inserts a row for each record and returns the ids. O(1) per record,
    /// amortised.
    ///
    /// The ids are the same as for repeated calls of [`Hub::insert`]. The iteration
    /// ends at the first `None`. Rows on new slots are written without reading the
    /// free list.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Hub::insert`]. The rows inserted before stay
    /// live, also if `records` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let ids = textures.insert_many((0..100).map(|mips| Texture { mips }));
    /// assert_eq!(*textures.row(ids[99]).mips, 99);
    /// assert!(textures.ids().eq(ids));
    /// ```
    #[track_caller]
    pub fn insert_many(&mut self, records: impl IntoIterator<Item = T>) -> Vec<T::Id> {
        let records = records.into_iter();
        let mut ids = Vec::new();
        self.make_rows(records, |first, rows| ids.extend(group::<T>(first, rows)));
        ids
    }

    /// Inserts a row for each record. `made` receives the first id and the number
    /// of the rows that were inserted at once. The other rows of the [`group`] are on
    /// the following slots.
    #[track_caller]
    pub(crate) fn make_rows(
        &mut self,
        records: impl Iterator<Item = T>,
        mut made: impl FnMut(T::Id, u32),
    ) {
        let mut records = records.fuse();
        // The hint may be wrong, so an error for the number it requests is ignored.
        let _ = self.try_reserve(records.size_hint().0);
        while let Some(record) = records.next() {
            made(self.insert(record), 1);
            if let Some(slot) = self.store.fresh_slot() {
                let rows = self.store.typed_mut().append_all(&mut records);
                made(self.store.typed().first_id(slot), rows);
            }
        }
    }
}

/// Returns the ids of rows that were inserted at once.
pub(crate) fn group<T: IdAllocator>(first: T::Id, rows: u32) -> impl Iterator<Item = T::Id> {
    let slots = first.index()..first.index() + rows;
    slots.map(move |slot| T::Id::assemble_tagged(slot, first.generation(), first.tag()))
}

impl<T: IdAllocator> FromIterator<T> for Hub<T> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(records: I) -> Self {
        let mut hub = Hub::new();
        hub.extend(records);
        hub
    }
}

impl<T: IdAllocator> From<Vec<T>> for Hub<T> {
    /// Inserts a row for each record.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Hub::insert`].
    fn from(records: Vec<T>) -> Self {
        records.into_iter().collect()
    }
}

impl<T: IdAllocator> Extend<T> for Hub<T> {
    /// Inserts a row for each record.
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Hub::insert`]. The rows inserted before stay
    /// live.
    #[track_caller]
    fn extend<I: IntoIterator<Item = T>>(&mut self, records: I) {
        self.make_rows(records.into_iter(), |_, _| {});
    }
}
