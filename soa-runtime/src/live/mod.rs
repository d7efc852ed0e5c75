//! Walks over the live rows: row by row, from both ends, or run by run.

#![expect(clippy::inline_always, reason = "a debug build inlines nothing else")]

mod cursor;
mod marking;
mod runs;

pub(crate) use cursor::{Cursor, Span};
pub(crate) use marking::Marking;
pub use runs::{LiveMasks, LiveRanges};

use crate::handle::AnyHandle;
use crate::ids::{Layout, Names};
#[cfg(feature = "rayon")]
use crate::store::Divide;
use crate::store::Lend;

/// The live rows with their ids, in the order of the rows, from both ends.
pub(crate) struct Walk<'a, H: AnyHandle, L: Layout, S> {
    names: Names<'a, H, L>,
    cursor: Cursor,
    source: S,
}

impl<'a, H: AnyHandle, L: Layout, S> Walk<'a, H, L, S> {
    /// Creates a walk over all live rows of `names`, for which `source` lends
    /// values.
    #[inline]
    pub(crate) fn new(names: Names<'a, H, L>, source: S) -> Self {
        Walk {
            cursor: Cursor::new(&names),
            names,
            source,
        }
    }
}

#[cfg(feature = "rayon")]
impl<H: AnyHandle, L: Layout, S: Divide> Walk<'_, H, L, S> {
    /// Splits a walk that has passed no row into two halves. The second half is `None` if there
    /// are few rows.
    pub(crate) fn split(self) -> (Self, Option<Self>) {
        match self.cursor.split(&self.names) {
            None => (self, None),
            Some(parts) => {
                let (before, after) = self.divide(parts);
                (before, Some(after))
            }
        }
    }

    /// Splits a walk without holes that has passed no row into the first `index`
    /// rows and the other rows.
    pub(crate) fn split_at(self, index: usize) -> (Self, Self) {
        let parts = self.cursor.split_at::<L>(index);
        self.divide(parts)
    }

    /// Divides the source where the rows were divided.
    fn divide(self, (before, row, after): (Cursor, usize, Cursor)) -> (Self, Self) {
        let names = self.names;
        let (left, right) = self.source.divide(row);
        let part = |cursor, source| Walk {
            names,
            cursor,
            source,
        };
        (part(before, left), part(after, right))
    }
}

impl<H: AnyHandle, L: Layout, S: Lend> Iterator for Walk<'_, H, L, S> {
    type Item = (H, S::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        match self.cursor.next(&self.names) {
            Some(row) => Some((self.names.id_of(row), self.source.front(row))),
            None => None,
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.cursor.left(), Some(self.cursor.left()))
    }

    #[inline]
    fn count(self) -> usize {
        self.cursor.left()
    }

    /// Passes rows without lending them.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        for _ in 0..n {
            self.cursor.next(&self.names)?;
        }
        self.next()
    }

    /// Whole runs at once, so that a loop over them is one over slices.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        for span in self.cursor.spans(self.names) {
            match span {
                Span::Run(rows) => {
                    let ids = self.names.ids_of(rows.clone());
                    folded = ids.zip(self.source.run(rows)).fold(folded, &mut f);
                }
                Span::Bits(first, mut bits) => {
                    while bits != 0 {
                        let row = first + bits.trailing_zeros() as usize;
                        bits &= bits - 1;
                        folded = f(folded, (self.names.id_of(row), self.source.front(row)));
                    }
                }
            }
        }
        folded
    }
}

impl<H: AnyHandle, L: Layout, S: Lend> DoubleEndedIterator for Walk<'_, H, L, S> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let row = self.cursor.next_back(&self.names)?;
        Some((self.names.id_of(row), self.source.back(row)))
    }

    /// Passes rows without lending them.
    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        for _ in 0..n {
            self.cursor.next_back(&self.names)?;
        }
        self.next_back()
    }
}

impl<H: AnyHandle, L: Layout, S: Clone> Clone for Walk<'_, H, L, S> {
    fn clone(&self) -> Self {
        Walk {
            source: self.source.clone(),
            ..*self
        }
    }
}

/// Implements the iterator traits for a type that wraps a [`Walk`]. `$item`
/// converts the items of the walk, if the type has other items.
macro_rules! walks {
    (impl[$($generics:tt)*] $name:ty, $of:ty $(, $item:expr)?) => {
        impl<$($generics)*> Iterator for $name {
            type Item = $of;

            #[inline]
            fn next(&mut self) -> Option<$of> {
                self.walk.next()$(.map($item))?
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.walk.size_hint()
            }

            #[inline]
            fn count(self) -> usize {
                self.walk.count()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$of> {
                self.walk.nth(n)$(.map($item))?
            }

            #[inline]
            fn fold<Folded, Fold>(self, init: Folded, fold: Fold) -> Folded
            where
                Fold: FnMut(Folded, $of) -> Folded,
            {
                self.walk$(.map($item))?.fold(init, fold)
            }
        }

        impl<$($generics)*> DoubleEndedIterator for $name {
            #[inline]
            fn next_back(&mut self) -> Option<$of> {
                self.walk.next_back()$(.map($item))?
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<$of> {
                self.walk.nth_back(n)$(.map($item))?
            }
        }

        impl<$($generics)*> ExactSizeIterator for $name {}
        impl<$($generics)*> core::iter::FusedIterator for $name {}
    };
}

pub(crate) use walks;

/// Implements `Clone` for a type that wraps a [`Walk`].
macro_rules! cloned {
    (impl[$($generics:tt)*] $iterator:ty) => {
        impl<$($generics)*> Clone for $iterator {
            fn clone(&self) -> Self {
                let walk = self.walk.clone();
                Self { walk }
            }
        }
    };
}

pub(crate) use cloned;

/// Implements `Debug` for an iterator by the number of rows that are left.
macro_rules! left {
    (impl[$($generics:tt)*] $iterator:ty, $name:literal) => {
        impl<$($generics)*> core::fmt::Debug for $iterator {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct($name).field("left", &self.len()).finish()
            }
        }
    };
}

pub(crate) use left;

/// Implements the traits of rayon for a type that contains an iterator with a [`Walk`]. With dense
/// rows it is indexed, because the position of a row is known before the walk reaches it.
#[cfg(feature = "rayon")]
macro_rules! parallel {
    (
        impl[$($generics:tt)*] $parallel:ty as $walk:ty, $name:literal
        where [$($clause:tt)*] [$($dense:tt)*]
    ) => {
        impl<$($generics)*> core::fmt::Debug for $parallel {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple($name).field(&self.0).finish()
            }
        }

        impl<$($generics)*> rayon::iter::plumbing::UnindexedProducer for $walk
        where
            $($clause)*
        {
            type Item = <Self as Iterator>::Item;

            fn split(self) -> (Self, Option<Self>) {
                let (walk, rest) = self.walk.split();
                (Self { walk }, rest.map(|walk| Self { walk }))
            }

            fn fold_with<F: rayon::iter::plumbing::Folder<<Self as Iterator>::Item>>(
                self,
                folder: F,
            ) -> F {
                folder.consume_iter(self)
            }
        }

        impl<$($generics)*> rayon::iter::ParallelIterator for $parallel
        where
            $($clause)*
        {
            type Item = <$walk as Iterator>::Item;

            fn drive_unindexed<U: rayon::iter::plumbing::UnindexedConsumer<Self::Item>>(
                self,
                consumer: U,
            ) -> U::Result {
                rayon::iter::plumbing::bridge_unindexed(self.0, consumer)
            }
        }

        impl<$($generics)*> rayon::iter::plumbing::Producer for $walk
        where
            $($clause)*,
            $($dense)*
        {
            type Item = <Self as Iterator>::Item;
            type IntoIter = Self;

            fn into_iter(self) -> Self {
                self
            }

            fn split_at(self, index: usize) -> (Self, Self) {
                let (walk, rest) = self.walk.split_at(index);
                (Self { walk }, Self { walk: rest })
            }
        }

        impl<$($generics)*> rayon::iter::IndexedParallelIterator for $parallel
        where
            $($clause)*,
            $($dense)*
        {
            fn len(&self) -> usize {
                self.0.len()
            }

            fn drive<U: rayon::iter::plumbing::Consumer<Self::Item>>(
                self,
                consumer: U,
            ) -> U::Result {
                rayon::iter::plumbing::bridge(self, consumer)
            }

            fn with_producer<P: rayon::iter::plumbing::ProducerCallback<Self::Item>>(
                self,
                callback: P,
            ) -> P::Output {
                callback.callback(self.0)
            }
        }
    };
}

#[cfg(feature = "rayon")]
pub(crate) use parallel;
