//! Types that give access to a hub.

use core::ops::Deref;

use super::Hub;
use crate::record::IdAllocator;

/// Gives access to a hub of `T`: implemented by [`Hub`], by everything that dereferences to one,
/// and by your own worlds of several hubs.
///
/// Code that shares a hub takes it as `H: AsHub<T>`. Generated hubs, `Mirror`s and `Box`es
/// implement this trait, because they dereference to a hub. Implement it for a world, once for each
/// kind of record.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use soa_runtime::generic::AsHub;
/// use soa_runtime::{Hub, IdAllocator};
///
/// #[derive(IdAllocator)]
/// struct Tree { height: f32 }
///
/// #[derive(Default)]
/// struct World { trees: TreeHub }
///
/// impl AsHub<Tree> for World {
///     fn as_hub(&self) -> &Hub<Tree> {
///         &self.trees
///     }
/// }
///
/// fn count<T: IdAllocator, H: AsHub<T>>(shared: Arc<H>) -> usize {
///     shared.as_hub().len()
/// }
///
/// assert_eq!(count::<Tree, _>(Arc::new(World::default())), 0);
/// assert_eq!(count(Arc::new(TreeHub::new())), 0);
/// assert_eq!(count(Arc::new(Hub::<Tree>::new())), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` contains no hub of `{T}`",
    label = "neither a hub nor a world of hubs",
    note = "implement `AsHub<..>` for `{Self}`, and return the hub"
)]
pub trait AsHub<T: IdAllocator> {
    /// Returns the hub.
    fn as_hub(&self) -> &Hub<T>;
}

impl<T: IdAllocator> AsHub<T> for Hub<T> {
    #[inline]
    fn as_hub(&self) -> &Hub<T> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator, H: Deref<Target = Hub<T>>> AsHub<T> for H {
    #[inline]
    fn as_hub(&self) -> &Hub<T> {
        self
    }
}
