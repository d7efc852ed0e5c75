//! Parallel walks with rayon over several columns of one hub.

use core::fmt;

use rayon::iter::plumbing::{
    Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, UnindexedProducer, bridge,
    bridge_unindexed,
};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};

use super::{ZipColumns, ZipLive, zip_live};
use crate::ids::Dense;
use crate::live::Divide;
use crate::record::IdAllocator;

/// A parallel iterator over the values of the live rows in several columns with
/// their ids; see [`par_zip_live`].
pub struct ParZipLive<'k, C: ZipColumns<'k>>(ZipLive<'k, C>);

/// Returns a parallel iterator over the values of the live rows in several columns
/// of one hub, with their ids.
///
/// It visits the same rows as [`zip_live`](crate::zip_live()). With
/// `layout = dense` it is indexed, so it can be zipped, enumerated and collected in
/// order.
///
/// # Panics
///
/// Panics if the columns belong to different hubs.
///
/// # Examples
///
/// ```
/// use rayon::prelude::*;
/// use soa_runtime::{IdAllocator, par_zip_live};
///
/// #[derive(IdAllocator)]
/// struct Body {
///     position: u32,
///     velocity: u32,
/// }
///
/// let mut bodies: BodyHub = (0..1000).map(|n| Body { position: n, velocity: 1 }).collect();
/// let mut columns = bodies.columns_mut();
/// par_zip_live((&mut columns.position, &columns.velocity))
///     .for_each(|(_, (position, velocity))| *position += velocity);
/// assert_eq!(columns.position.iter().sum::<u32>(), 500_500);
/// ```
#[track_caller]
pub fn par_zip_live<'k, C: ZipColumns<'k>>(columns: C) -> ParZipLive<'k, C> {
    ParZipLive(zip_live(columns))
}

impl<'k, C: ZipColumns<'k>> fmt::Debug for ParZipLive<'k, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ParZipLive").field(&self.0).finish()
    }
}

/// The item of a walk over a tuple of columns.
type ItemOf<'k, C> = <ZipLive<'k, C> as Iterator>::Item;

impl<'k, C> UnindexedProducer for ZipLive<'k, C>
where
    C: ZipColumns<'k, Cells: Divide + Send, Items: Send>,
{
    type Item = ItemOf<'k, C>;

    fn split(self) -> (Self, Option<Self>) {
        ZipLive::split(self)
    }

    fn fold_with<F: Folder<Self::Item>>(self, folder: F) -> F {
        folder.consume_iter(self)
    }
}

impl<'k, C> ParallelIterator for ParZipLive<'k, C>
where
    C: ZipColumns<'k, Cells: Divide + Send, Items: Send>,
{
    type Item = ItemOf<'k, C>;

    fn drive_unindexed<R: UnindexedConsumer<Self::Item>>(self, consumer: R) -> R::Result {
        bridge_unindexed(self.0, consumer)
    }
}

/// Without holes, the position of a row is known before the walk reaches it.
impl<'k, C> Producer for ZipLive<'k, C>
where
    C: ZipColumns<'k, Cells: Divide + Send, Items: Send>,
    C::Record: IdAllocator<Layout = Dense>,
{
    type Item = ItemOf<'k, C>;
    type IntoIter = Self;

    fn into_iter(self) -> Self {
        self
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        ZipLive::split_at(self, index)
    }
}

impl<'k, C> IndexedParallelIterator for ParZipLive<'k, C>
where
    C: ZipColumns<'k, Cells: Divide + Send, Items: Send>,
    C::Record: IdAllocator<Layout = Dense>,
{
    fn len(&self) -> usize {
        self.0.len()
    }

    fn drive<R: Consumer<Self::Item>>(self, consumer: R) -> R::Result {
        bridge(self, consumer)
    }

    fn with_producer<R: ProducerCallback<Self::Item>>(self, callback: R) -> R::Output {
        callback.callback(self.0)
    }
}
