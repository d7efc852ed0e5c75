//! Iterators of an index of boxes.

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use soa_runtime::IdAllocator;

use super::ray::Hits;
use super::stored::Stored;

/// An iterator over rows with boxes, in ascending order of their slots; see
/// [`BoxesView::overlapping`](crate::BoxesView::overlapping).
///
/// # Examples
///
/// ```
/// use soa_index::{Boxes, iter::BoxIds};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
///
/// fn last(mut found: BoxIds<'_, Unit>) -> Option<UnitId> {
///     found.next_back()
/// }
/// let mut units = UnitHub::new();
/// let unit = units.insert(Unit { bounds: [[1.0, 1.0], [3.0, 4.0]] });
/// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
/// assert_eq!(last(boxes.at(&units).containing([2.0, 4.0])), Some(unit));
/// ```
#[must_use = "the rows were found, and nobody reads them"]
pub struct BoxIds<'h, T: IdAllocator> {
    found: vec::IntoIter<T::Id>,
    hub: PhantomData<&'h ()>,
}

impl<T: IdAllocator> BoxIds<'_, T> {
    pub(super) fn new(found: Vec<T::Id>) -> Self {
        let (found, hub) = (found.into_iter(), PhantomData);
        BoxIds { found, hub }
    }
}

yields! { [T: IdAllocator] BoxIds<'_, T>, T::Id, |this, id| Some(id) }
impl<T: IdAllocator> ExactSizeIterator for BoxIds<'_, T> {}
lazy! { ['h, T: IdAllocator] BoxIds<'h, T> { found, hub } }

/// An iterator over pairs of rows whose boxes touch, in ascending order of their slots; see
/// [`BoxesView::pairs`](crate::BoxesView::pairs).
///
/// # Examples
///
/// ```
/// use soa_index::{Boxes, iter::BoxPairs};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
///
/// fn count(pairs: BoxPairs<'_, '_, Unit, 2>) -> usize {
///     pairs.len()
/// }
/// let mut units = UnitHub::new();
/// units.insert_many([0.0, 1.0, 5.0].map(|x| Unit { bounds: [[x, 0.0], [x + 1.0, 1.0]] }));
/// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
/// assert_eq!(count(boxes.at(&units).pairs()), 1);
/// ```
#[must_use = "the rows were found, and nobody reads them"]
pub struct BoxPairs<'i, 'h, T: IdAllocator, const D: usize> {
    stored: &'i Stored<T::Id, D>,
    /// The slots of each pair, the lower one in the high bits.
    found: vec::IntoIter<u64>,
    hub: PhantomData<&'h ()>,
}

impl<'i, T: IdAllocator, const D: usize> BoxPairs<'i, '_, T, D> {
    pub(super) fn new(stored: &'i Stored<T::Id, D>, found: Vec<u64>) -> Self {
        let (found, hub) = (found.into_iter(), PhantomData);
        BoxPairs { stored, found, hub }
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are slots")]
    fn ids(&self, pair: u64) -> (T::Id, T::Id) {
        (
            self.stored.id((pair >> 32) as u32),
            self.stored.id(pair as u32),
        )
    }
}

yields! {
    [T: IdAllocator, const D: usize] BoxPairs<'_, '_, T, D>, (T::Id, T::Id), |this, pair| Some(this.ids(pair))
}
impl<T: IdAllocator, const D: usize> ExactSizeIterator for BoxPairs<'_, '_, T, D> {}
lazy! { ['i, 'h, T: IdAllocator, const D: usize] BoxPairs<'i, 'h, T, D> { stored, found, hub } }

/// An iterator over the rows whose boxes a ray enters, with where it does; see
/// [`BoxesView::ray`](crate::BoxesView::ray).
///
/// # Examples
///
/// ```
/// use soa_index::{Boxes, iter::RayHits};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] bounds: [[f32; 2]; 2] }
///
/// fn behind(mut hits: RayHits<'_, '_, Unit, 2>, wall: UnitId) -> Option<UnitId> {
///     hits.find(|(id, _)| *id == wall)?;
///     hits.next().map(|(id, _)| id)
/// }
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([5.0, 1.0].map(|x| Unit { bounds: [[x, 0.0], [x + 1.0, 1.0]] }));
/// let mut boxes = Boxes::<Unit, 2>::new(|units| units.bounds);
/// let hits = boxes.at(&units).ray([0.0, 0.5], [1.0, 0.0], f32::INFINITY);
/// assert_eq!(behind(hits, ids[1]), Some(ids[0]));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct RayHits<'i, 'h, T: IdAllocator, const D: usize> {
    stored: &'i Stored<T::Id, D>,
    hits: Hits<'i, D>,
    hub: PhantomData<&'h ()>,
}

impl<'i, T: IdAllocator, const D: usize> RayHits<'i, '_, T, D> {
    pub(super) fn new(stored: &'i Stored<T::Id, D>, hits: Hits<'i, D>) -> Self {
        let hub = PhantomData;
        RayHits { stored, hits, hub }
    }
}

impl<T: IdAllocator, const D: usize> Iterator for RayHits<'_, '_, T, D> {
    type Item = (T::Id, f32);

    fn next(&mut self) -> Option<Self::Item> {
        let (slot, enter) = self.hits.next()?;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "where a ray enters is returned as an `f32`"
        )]
        let enter = enter as f32;
        Some((self.stored.id(slot), enter))
    }
}

lazy! { ['i, 'h, T: IdAllocator, const D: usize] RayHits<'i, 'h, T, D> { stored, hits, hub } }
