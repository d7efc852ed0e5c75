//! A hub cannot be indexed, because a row is not one value in memory. The implementation exists
//! for its message, which names the right calls.

use core::ops::Index;

use super::Hub;
use crate::record::IdAllocator;

/// What a hub can be indexed by: nothing.
#[diagnostic::on_unimplemented(
    message = "a hub cannot be indexed by `{Self}`, because a row is not one value in memory",
    label = "use `row(id)` or `row_mut(id)` for a row",
    note = "for one value of a row, index its column: `hub.columns().hp[id]`, or `hub.columns_mut().hp[id] = value`"
)]
pub trait HubIndex {}

#[doc(hidden)]
impl<T: IdAllocator, N: HubIndex> Index<N> for Hub<T> {
    // The record, so that `hub[id].hp` is no second error.
    type Output = T;

    fn index(&self, _: N) -> &T {
        unreachable!()
    }
}
