//! Iterators of an index of places.

use alloc::collections::btree_map;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;

use soa_runtime::IdAllocator;

use super::found::Found;
use super::nearest::Outwards;
use super::shape::{Ball, Block};
use super::strays::{Rank, Strays};

/// Declares an iterator over the rows in a shape.
macro_rules! found {
    ($(#[$doc:meta])* $name:ident, $shape:ident) => {
        $(#[$doc])*
        #[must_use = "iterators are lazy and do nothing unless consumed"]
        pub struct $name<'i, 'h, T: IdAllocator, const D: usize> {
            found: Found<'i, $shape<D>, T::Id, D>,
            hub: PhantomData<&'h ()>,
        }

        impl<'i, T: IdAllocator, const D: usize> $name<'i, '_, T, D> {
            #[inline]
            pub(super) fn new(found: Found<'i, $shape<D>, T::Id, D>) -> Self {
                $name { found, hub: PhantomData }
            }
        }

        impl<T: IdAllocator, const D: usize> Iterator for $name<'_, '_, T, D> {
            type Item = T::Id;

            #[inline]
            fn next(&mut self) -> Option<T::Id> {
                self.found.next()
            }

            #[inline]
            fn fold<B, F: FnMut(B, T::Id) -> B>(self, init: B, f: F) -> B {
                self.found.fold(init, f)
            }
        }

        lazy! { ['i, 'h, T: IdAllocator, const D: usize] $name<'i, 'h, T, D> { found, hub } }
    };
}

found! {
    /// An iterator over the rows within a distance of a point, sorted by cell and then by slot; see
    /// [`GridView::within`](crate::GridView::within).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::{Grid, iter::Within};
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// fn anyone(mut found: Within<'_, '_, Unit, 2>) -> Option<UnitId> {
    ///     found.next()
    /// }
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { pos: [3.0, 4.0] });
    /// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    /// assert_eq!(anyone(near.at(&units).within([3.0, 3.0], 1.0)), Some(unit));
    /// ```
    Within, Ball
}

found! {
    /// An iterator over the rows between two corners, sorted by cell and then by slot; see
    /// [`GridView::inside`](crate::GridView::inside).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::{Grid, iter::Inside};
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// fn anyone(mut found: Inside<'_, '_, Unit, 2>) -> Option<UnitId> {
    ///     found.next()
    /// }
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { pos: [3.0, 4.0] });
    /// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    /// assert_eq!(anyone(near.at(&units).inside([3.0; 2], [4.0; 2])), Some(unit));
    /// ```
    Inside, Block
}

/// An iterator over the rows that are nearest to a point, with their distances; see
/// [`GridView::nearest_n`](crate::GridView::nearest_n).
///
/// # Examples
///
/// ```
/// use soa_index::{Grid, iter::Nearest};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
///
/// fn furthest(mut found: Nearest<'_, Unit>) -> Option<f32> {
///     found.next_back().map(|(_, distance)| distance)
/// }
/// let mut units = UnitHub::new();
/// units.insert_many([[3.0, 4.0], [1.0, 0.0]].map(|pos| Unit { pos }));
/// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
/// assert_eq!(furthest(near.at(&units).nearest_n([0.0, 0.0], 5)), Some(5.0));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Nearest<'h, T: IdAllocator> {
    found: vec::IntoIter<(T::Id, f32)>,
    hub: PhantomData<&'h ()>,
}

impl<T: IdAllocator> Nearest<'_, T> {
    pub(super) fn new(found: Vec<(T::Id, f32)>) -> Self {
        let found = found.into_iter();
        Nearest {
            found,
            hub: PhantomData,
        }
    }

    /// Returns the rows that are left, with their distances.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Grid;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let unit = units.insert(Unit { pos: [3.0, 4.0] });
    /// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
    /// assert_eq!(near.at(&units).nearest_n([0.0, 0.0], 2).as_slice(), [(unit, 5.0)]);
    /// ```
    #[must_use]
    pub fn as_slice(&self) -> &[(T::Id, f32)] {
        self.found.as_slice()
    }
}

yields! { [T: IdAllocator] Nearest<'_, T>, (T::Id, f32), |this, near| Some(near) }
impl<T: IdAllocator> ExactSizeIterator for Nearest<'_, T> {}
lazy! { ['h, T: IdAllocator] Nearest<'h, T> { found, hub } }

/// An iterator over the rows by their distance to a point, with their distances; see
/// [`GridView::outward`](crate::GridView::outward).
///
/// # Examples
///
/// ```
/// use soa_index::{Grid, iter::Outward};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
///
/// fn beyond(mut rows: Outward<'_, '_, Unit, 2>, distance: f32) -> Option<UnitId> {
///     rows.find(|(_, far)| *far > distance).map(|(id, _)| id)
/// }
/// let mut units = UnitHub::new();
/// let ids = units.insert_many([[3.0, 4.0], [1.0, 0.0]].map(|pos| Unit { pos }));
/// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
/// assert_eq!(beyond(near.at(&units).outward([0.0, 0.0]), 2.0), Some(ids[0]));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Outward<'i, 'h, T: IdAllocator, const D: usize> {
    rows: Outwards<'i, T::Id, D>,
    hub: PhantomData<&'h ()>,
}

impl<'i, T: IdAllocator, const D: usize> Outward<'i, '_, T, D> {
    pub(super) fn new(rows: Outwards<'i, T::Id, D>) -> Self {
        let hub = PhantomData;
        Outward { rows, hub }
    }
}

impl<T: IdAllocator, const D: usize> Iterator for Outward<'_, '_, T, D> {
    type Item = (T::Id, f32);

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

lazy! { ['i, 'h, T: IdAllocator, const D: usize] Outward<'i, 'h, T, D> { rows, hub } }

/// An iterator over the rows whose places are not finite; see
/// [`GridView::unplaced`](crate::GridView::unplaced).
///
/// # Examples
///
/// ```
/// use soa_index::{Grid, iter::Unplaced};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Unit { #[soa(tracked)] pos: [f32; 2] }
///
/// fn warn(unplaced: Unplaced<'_, '_, Unit, 2>) -> usize {
///     unplaced.len()
/// }
/// let mut units = UnitHub::new();
/// units.insert(Unit { pos: [f32::NAN, 4.0] });
/// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
/// assert_eq!(warn(near.at(&units).unplaced()), 1);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Unplaced<'i, 'h, T: IdAllocator, const D: usize> {
    rows: btree_map::Range<'i, Rank<D>, (T::Id, [f32; D])>,
    left: usize,
    hub: PhantomData<&'h ()>,
}

impl<'i, T: IdAllocator, const D: usize> Unplaced<'i, '_, T, D> {
    pub(super) fn new(strays: &'i Strays<T::Id, D>) -> Self {
        Unplaced {
            rows: strays.unplaced(),
            left: strays.unplaced_len(),
            hub: PhantomData,
        }
    }
}

impl<T: IdAllocator, const D: usize> Iterator for Unplaced<'_, '_, T, D> {
    type Item = T::Id;

    fn next(&mut self) -> Option<T::Id> {
        let (_, (id, _)) = self.rows.next()?;
        self.left -= 1;
        Some(*id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T: IdAllocator, const D: usize> DoubleEndedIterator for Unplaced<'_, '_, T, D> {
    fn next_back(&mut self) -> Option<T::Id> {
        let (_, (id, _)) = self.rows.next_back()?;
        self.left -= 1;
        Some(*id)
    }
}

impl<T: IdAllocator, const D: usize> ExactSizeIterator for Unplaced<'_, '_, T, D> {}
lazy! { ['i, 'h, T: IdAllocator, const D: usize] Unplaced<'i, 'h, T, D> { rows, left, hub } }
