//! What all indexes have in common.

/// Implements the functions that create an index from closures. Their documentation is given; the
/// type has a function `of`, which takes their first parameter, if they have one, and the keys in a
/// box.
macro_rules! picks {
    (
        [$($generics:tt)*] $index:ty, $key:ty, ($($parameter:ident: $type:ty)?);
        $(#[$new:meta])* new;
        $(#[$by:meta])* by;
        $(#[$by2:meta])* by2;
        $(#[$by3:meta])* by3;
    ) => {
        impl<$($generics)*> $index {
            $(#[$new])*
            #[must_use]
            #[track_caller]
            pub fn new(
                $($parameter: $type,)?
                pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, $key>
                    + Send
                    + Sync
                    + 'static,
            ) -> Self {
                Self::of($($parameter,)? crate::keys::column(pick))
            }

            $(#[$by])*
            #[must_use]
            #[track_caller]
            pub fn by<A: 'static>(
                $($parameter: $type,)?
                pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, A>
                    + Send
                    + Sync
                    + 'static,
                key: impl Fn(&A) -> $key + Send + Sync + 'static,
            ) -> Self {
                Self::of($($parameter,)? crate::keys::by(pick, key))
            }

            $(#[$by2])*
            #[must_use]
            #[track_caller]
            pub fn by2<A: 'static, B: 'static>(
                $($parameter: $type,)?
                pick: impl for<'a> Fn(
                        LentColumns<'a, T>,
                    ) -> (TrackedColumn<'a, T, A>, TrackedColumn<'a, T, B>)
                    + Send
                    + Sync
                    + 'static,
                key: impl Fn(&A, &B) -> $key + Send + Sync + 'static,
            ) -> Self {
                Self::of($($parameter,)? crate::keys::by2(pick, key))
            }

            $(#[$by3])*
            #[must_use]
            #[track_caller]
            pub fn by3<A: 'static, B: 'static, C: 'static>(
                $($parameter: $type,)?
                pick: impl for<'a> Fn(
                        LentColumns<'a, T>,
                    ) -> (
                        TrackedColumn<'a, T, A>,
                        TrackedColumn<'a, T, B>,
                        TrackedColumn<'a, T, C>,
                    )
                    + Send
                    + Sync
                    + 'static,
                key: impl Fn(&A, &B, &C) -> $key + Send + Sync + 'static,
            ) -> Self {
                Self::of($($parameter,)? crate::keys::by3(pick, key))
            }
        }
    };
}

/// Implements what does not depend on the questions of an index: keeping it up to date, its sizes,
/// and `Debug`. The type has a field `follower`, whose structure has `memory`. `$new` creates the
/// index of the examples.
macro_rules! upkeep {
    ([$($generics:tt)*] $index:ty; $name:literal, $new:literal) => {
        impl<$($generics)*> $index {
            /// Brings the index up to date, and returns the number of rows that were looked at:
            /// at most two for each row that changed, and none for rows that were only written in
            /// other columns.
            ///
            /// [`at`](Self::at) does this too. Call it where there is time, for example on another
            /// thread while other systems read the hub.
            ///
            /// # Panics
            ///
            /// Panics if a closure or an implementation of a trait for the key panics. The next
            /// call then reads all rows.
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("# use soa_index::", $name, ";")]
            /// # use soa_runtime::IdAllocator;
            /// #[derive(IdAllocator)]
            /// #[soa(tracked)]
            /// struct Unit {
            ///     #[soa(tracked)]
            ///     team: u8,
            ///     #[soa(tracked)]
            ///     pos: [f32; 2],
            ///     #[soa(tracked)]
            ///     leader: Option<UnitId>,
            ///     #[soa(tracked)]
            ///     hp: u32,
            /// }
            ///
            #[doc = concat!("let mut index = ", $new, ";")]
            /// let mut units = UnitHub::new();
            /// let ids = units.alloc_many(1000);
            /// units.advance();
            /// assert_eq!(index.refresh(&units), 1000);
            /// assert_eq!(index.refresh(&units), 0);
            ///
            /// let mut row = units.row_mut(ids[7]);
            /// (*row.team, *row.pos, *row.leader) = (3, [3.0, 4.0], Some(ids[8]));
            /// *units.row_mut(ids[9]).hp = 10; // a column that the index does not read
            /// assert_eq!(index.refresh(&units), 1);
            /// ```
            pub fn refresh(&mut self, hub: &Hub<T>) -> usize {
                self.follower.refresh(hub)
            }

            /// Forgets all rows, and frees the memory. The next [`at`](Self::at) reads all rows.
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("# use soa_index::", $name, ";")]
            /// # use soa_runtime::IdAllocator;
            /// # #[derive(IdAllocator)]
            /// # #[soa(tracked)]
            /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] leader: Option<UnitId> }
            #[doc = concat!("let mut index = ", $new, ";")]
            /// let mut units = UnitHub::new();
            /// units.alloc_many(1000);
            /// index.refresh(&units);
            /// index.clear();
            /// assert_eq!((index.len(), index.memory()), (0, 0));
            /// ```
            pub fn clear(&mut self) {
                self.follower.clear();
            }

            /// Returns the number of live rows of the hub, as of the last refresh. O(1).
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("# use soa_index::", $name, ";")]
            /// # use soa_runtime::IdAllocator;
            /// # #[derive(IdAllocator)]
            /// # #[soa(tracked)]
            /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] leader: Option<UnitId> }
            #[doc = concat!("let mut index = ", $new, ";")]
            /// let mut units = UnitHub::new();
            /// units.alloc_many(3);
            /// assert_eq!(index.len(), 0);
            /// index.refresh(&units);
            /// assert_eq!(index.len(), 3);
            /// ```
            #[must_use]
            pub fn len(&self) -> usize {
                self.follower.len()
            }

            /// Returns whether the hub had no live row, as of the last refresh. O(1).
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("# use soa_index::", $name, ";")]
            /// # use soa_runtime::IdAllocator;
            /// # #[derive(IdAllocator)]
            /// # #[soa(tracked)]
            /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] leader: Option<UnitId> }
            #[doc = concat!("let mut index = ", $new, ";")]
            /// assert!(index.is_empty());
            /// index.refresh(&[1, 2].map(|team| Unit { team, pos: [0.0; 2], leader: None }).into_iter().collect::<UnitHub>());
            /// assert!(!index.is_empty());
            /// ```
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Returns the bytes of memory that the index has allocated, without what the keys have
            /// allocated themselves. The memory of trees and bitmaps is an estimate.
            ///
            /// It visits each group of rows that have the same key.
            ///
            /// # Examples
            ///
            /// ```
            #[doc = concat!("# use soa_index::", $name, ";")]
            /// # use soa_runtime::IdAllocator;
            /// # #[derive(IdAllocator)]
            /// # #[soa(tracked)]
            /// # struct Unit { #[soa(tracked)] team: u8, #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] leader: Option<UnitId> }
            #[doc = concat!("let mut index = ", $new, ";")]
            /// let mut units = UnitHub::new();
            /// units.alloc_many(1000);
            /// index.refresh(&units);
            /// assert!((4000..80_000).contains(&index.memory()));
            /// ```
            #[must_use]
            pub fn memory(&self) -> usize {
                self.follower.structure.memory() + self.follower.memory()
            }
        }

        impl<$($generics)*> core::fmt::Debug for $index {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.follower.debug($name, f)
            }
        }
    };
}

/// Implements the traits of an iterator over `found`, with what is yielded for each.
macro_rules! yields {
    ([$($generics:tt)*] $iterator:ty, $item:ty, |$this:ident, $one:ident| $yielded:expr) => {
        impl<$($generics)*> Iterator for $iterator {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let $this = self;
                let $one = $this.found.next()?;
                $yielded
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.found.size_hint()
            }
        }

        impl<$($generics)*> DoubleEndedIterator for $iterator {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let $this = self;
                let $one = $this.found.next_back()?;
                $yielded
            }
        }
    };
}

/// Implements `FusedIterator`, `Clone` and `Debug` for an iterator of these fields without bounds on
/// its parameters. `Debug` shows what is left.
macro_rules! lazy {
    ([$($generics:tt)*] $iterator:ident<$($argument:tt),*> { $($field:ident),* }) => {
        impl<$($generics)*> core::iter::FusedIterator for $iterator<$($argument),*> {}

        impl<$($generics)*> Clone for $iterator<$($argument),*> {
            fn clone(&self) -> Self {
                $iterator { $($field: Clone::clone(&self.$field)),* }
            }
        }

        impl<$($generics)*> core::fmt::Debug for $iterator<$($argument),*> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}

/// Implements `Clone`, `Copy` and `Debug` for a view without bounds on its parameters.
macro_rules! view {
    ([$($generics:tt)*] $view:ty; $name:literal) => {
        impl<$($generics)*> Clone for $view {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $view {}

        impl<$($generics)*> core::fmt::Debug for $view {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($name)
                    .field("hub", &T::HUB)
                    .finish_non_exhaustive()
            }
        }
    };
}
