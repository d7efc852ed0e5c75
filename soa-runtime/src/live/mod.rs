//! Walks over the live rows: row by row, from both ends, or run by run.

#![expect(clippy::inline_always, reason = "a debug build inlines nothing else")]

mod cursor;
mod lend;
mod marking;
mod runs;

pub(crate) use cursor::{Cursor, Span};
#[cfg(feature = "rayon")]
pub(crate) use lend::Divide;
pub(crate) use lend::Lend;
pub(crate) use marking::Marking;
pub use runs::{LiveMasks, LiveRanges};

use crate::handle::AnyHandle;
use crate::ids::{Layout, Names};

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

    /// Splits a walk that has passed no row into two halves. The function `split`
    /// splits its source at a row. The second half is `None` if there are few rows.
    #[cfg(feature = "rayon")]
    pub(crate) fn split(self, split: impl FnOnce(S, usize) -> (S, S)) -> (Self, Option<Self>) {
        let Walk {
            names,
            cursor,
            source,
        } = self;
        let part = |cursor, source| Walk {
            names,
            cursor,
            source,
        };
        match cursor.split(&names) {
            None => (part(cursor, source), None),
            Some((before, middle, behind)) => {
                let (left, right) = split(source, middle);
                (part(before, left), Some(part(behind, right)))
            }
        }
    }

    /// Splits a walk without holes that has passed no row into the first `index`
    /// rows and the other rows. The function `split` splits its source at a row.
    #[cfg(feature = "rayon")]
    pub(crate) fn split_at(
        self,
        index: usize,
        split: impl FnOnce(S, usize) -> (S, S),
    ) -> (Self, Self) {
        let names = self.names;
        let (before, middle, behind) = self.cursor.split_at::<L>(index);
        let (left, right) = split(self.source, middle);
        let part = |cursor, source| Walk {
            names,
            cursor,
            source,
        };
        (part(before, left), part(behind, right))
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
