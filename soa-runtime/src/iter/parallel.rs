//! The parallel walks over live rows for rayon.

use rayon::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge,
    bridge_unindexed,
};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};

use super::{Iter, IterMut};
use crate::ids::Dense;
use crate::record::{IdAllocator, Row, RowMut};

/// A parallel iterator over the live rows with their ids; see
/// [`Hub::par_iter`](crate::Hub::par_iter).
pub struct ParIter<'a, T: IdAllocator>(Iter<'a, T>);

/// A mutable parallel iterator over the live rows with their ids; see
/// [`Hub::par_iter_mut`](crate::Hub::par_iter_mut).
pub struct ParIterMut<'a, T: IdAllocator>(IterMut<'a, T>);

macro_rules! parallel {
    ($($name:ident, $iter:ident, $row:ident, $bound:ident;)*) => {$(
        impl<T: IdAllocator> core::fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.0).finish()
            }
        }

        impl<'a, T: IdAllocator> $name<'a, T> {
            pub(crate) fn new(rows: $iter<'a, T>) -> Self {
                $name(rows)
            }
        }

        impl<'a, T: IdAllocator + $bound> UnindexedProducer for $iter<'a, T> {
            type Item = (T::Id, $row<'a, T>);

            fn split(self) -> (Self, Option<Self>) {
                $iter::split(self)
            }

            fn fold_with<F: Folder<Self::Item>>(self, folder: F) -> F {
                folder.consume_iter(self)
            }
        }

        impl<'a, T: IdAllocator + $bound> ParallelIterator for $name<'a, T>
        where
            $row<'a, T>: Send,
        {
            type Item = (T::Id, $row<'a, T>);

            fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge_unindexed(self.0, consumer)
            }
        }

        /// Without holes, the position of a row is known before the walk reaches
        /// it.
        impl<'a, T: IdAllocator<Layout = Dense> + $bound> Producer for $iter<'a, T> {
            type Item = (T::Id, $row<'a, T>);
            type IntoIter = Self;

            fn into_iter(self) -> Self {
                self
            }

            fn split_at(self, index: usize) -> (Self, Self) {
                $iter::split_at(self, index)
            }
        }

        impl<'a, T: IdAllocator<Layout = Dense> + $bound> IndexedParallelIterator for $name<'a, T>
        where
            $row<'a, T>: Send,
        {
            fn len(&self) -> usize {
                self.0.len()
            }

            fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }

            fn with_producer<B: ProducerCallback<Self::Item>>(self, callback: B) -> B::Output {
                callback.callback(self.0)
            }
        }
    )*};
}

parallel! {
    ParIter, Iter, Row, Sync;
    ParIterMut, IterMut, RowMut, Send;
}
