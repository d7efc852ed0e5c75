//! Which hub a tick belongs to.

use core::num::NonZero;

/// The number of a hub, which no other hub of the process has or had.
/// [`Hub::incarnation`](crate::Hub::incarnation) returns it.
///
/// A reader that follows a hub stores it beside the last [`Tick`](crate::Tick) that it has
/// seen. If the hub still has the same incarnation, the tick is one of that hub, and
/// `changed_since` reports all that the reader lacks. Otherwise another hub is in that place,
/// because it was loaded, cloned or swapped in, and the reader starts from scratch.
///
/// Incarnations are neither ordered nor saved: they mean nothing in another process.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::TrackedRecord;
/// use soa_runtime::{Hub, IdAllocator, Incarnation, Tick};
///
/// /// Counts the rows of a hub that changed since it was asked last.
/// #[derive(Default)]
/// struct Reader { hub: Option<Incarnation>, seen: Tick }
///
/// impl Reader {
///     fn changed<T: TrackedRecord>(&mut self, hub: &mut Hub<T>) -> usize {
///         if self.hub.is_none() || self.hub != hub.incarnation() {
///             *self = Reader { hub: hub.incarnation(), seen: Tick::START };
///         }
///         let changed = hub.rows_changed_since(self.seen).count();
///         self.seen = hub.advance();
///         changed
///     }
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] hp: u32 }
///
/// let (mut one, mut other, mut reader) = (UnitHub::new(), UnitHub::new(), Reader::default());
/// let ids = one.alloc_many(3);
/// other.alloc_many(5);
/// assert_eq!(reader.changed(&mut one), 3);
/// *one.row_mut(ids[0]).hp = 7;
/// assert_eq!(reader.changed(&mut one), 1);
///
/// core::mem::swap(&mut one, &mut other);
/// assert_eq!(reader.changed(&mut one), 5); // noticed, whatever the ticks are
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Incarnation(NonZero<u64>);

impl Incarnation {
    /// Returns an incarnation that no hub has, or `None` if the target has no atomic numbers
    /// of 64 bits.
    pub(crate) fn next() -> Option<Self> {
        #[cfg(target_has_atomic = "64")]
        {
            use core::sync::atomic::{AtomicU64, Ordering};

            static TAKEN: AtomicU64 = AtomicU64::new(0);

            // A process does not live long enough to take all numbers.
            let number = TAKEN.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
            NonZero::new(number).map(Incarnation)
        }
        #[cfg(not(target_has_atomic = "64"))]
        None
    }
}
