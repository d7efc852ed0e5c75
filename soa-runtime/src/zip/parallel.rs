//! Parallel walks with rayon over several columns of one hub.

use super::{ZipColumns, ZipLive, zip_live};
use crate::ids::Dense;
use crate::live::parallel;
use crate::record::IdAllocator;
use crate::store::Divide;

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

parallel! {
    impl['k, C: ZipColumns<'k>] ParZipLive<'k, C> as ZipLive<'k, C>, "ParZipLive"
    where [C: ZipColumns<'k, Cells: Divide + Send, Items: Send>]
    [C::Record: IdAllocator<Layout = Dense>]
}
