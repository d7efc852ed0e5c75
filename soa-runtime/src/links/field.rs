//! A mutable field of a row, which the derive visits.

use super::{Links, VisitLinks};
use crate::ticks::TrackedMut;

/// A field of a row, plain or tracked.
#[doc(hidden)]
pub trait LinkedField {
    /// Visits the ids in the field.
    fn visit_field(self, visit: &mut impl VisitLinks);
}

impl<F: Links> LinkedField for &mut F {
    #[inline]
    fn visit_field(self, visit: &mut impl VisitLinks) {
        self.visit_links(visit);
    }
}

/// Stamps the row if an id was changed, or if the visitor does not count changes.
impl<F: Links> LinkedField for TrackedMut<'_, F> {
    fn visit_field(self, visit: &mut impl VisitLinks) {
        TrackedMut::change(self, |value| {
            let before = visit.changed();
            value.visit_links(visit);
            before.is_none() || visit.changed() != before
        });
    }
}
