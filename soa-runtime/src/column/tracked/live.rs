//! Walking the live rows of a tracked column.

use core::fmt;
use core::ops::Range;

use super::TrackedColumnMut;
use crate::column::IterLive;
#[cfg(feature = "rayon")]
use crate::live::Divide;
use crate::live::{Lend, Walk, walks};
use crate::marks::Mark;
use crate::record::IdAllocator;
use crate::store::ValuesMut;

impl<T: IdAllocator, F> TrackedColumnMut<'_, T, F> {
    /// The values of the live rows with their ids, in the order of the rows. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// let mut lights: LightHub = (0..3).map(|colour| Light { colour }).collect();
    /// let ids: Vec<LightId> = lights.ids().collect();
    /// lights.dealloc(ids[1]);
    /// assert!(lights.columns_mut().colour.iter_live().eq([(ids[0], &0), (ids[2], &2)]));
    /// ```
    #[inline]
    pub fn iter_live(&self) -> IterLive<'_, T, F> {
        self.column.iter_live()
    }

    /// Returns the values of the live rows with their ids, mutably, in the order of the
    /// rows; marks each as it hands it out. O(rows).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Reader};
    /// # #[derive(IdAllocator)]
    /// # struct Light { #[soa(tracked)] colour: u32 }
    /// # const GPU: Reader = Reader::new(0);
    /// let mut lights = LightHub::new();
    /// lights.alloc_many(10);
    /// let mut columns = lights.columns_mut();
    /// columns.colour.take_changes(GPU, 0);
    /// for (_, colour) in columns.colour.iter_live_mut().take(4) {
    ///     *colour += 1;
    /// }
    /// assert_eq!(columns.colour.take_changes(GPU, 0), [0..4]);
    /// ```
    #[inline]
    pub fn iter_live_mut(&mut self) -> TrackedLiveMut<'_, T, F> {
        TrackedLiveMut {
            walk: Walk::new(self.keys(), self.marking()),
        }
    }

    /// Lends all rows mutably, one after the other.
    #[inline]
    pub(crate) fn marking(&mut self) -> Marking<'_, F> {
        Marking {
            values: ValuesMut::new(self.column.cells.values()),
            marks: ValuesMut::new(self.marks),
        }
    }
}

/// The values of the live rows in a tracked column with their ids, lent mutably
/// and marked as they are lent; what
/// [`TrackedColumnMut::iter_live_mut`](crate::TrackedColumnMut::iter_live_mut) returns.
///
/// # Examples
///
/// ```
/// use soa_runtime::Reader;
/// use soa_runtime::iter::TrackedLiveMut;
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Light { #[soa(tracked)] colour: u32 }
///
/// fn dim(colours: TrackedLiveMut<'_, Light, u32>) {
///     colours.for_each(|(_, colour)| *colour /= 2);
/// }
///
/// const GPU: Reader = Reader::new(0);
///
/// let mut lights: LightHub = [2, 8].map(|colour| Light { colour }).into_iter().collect();
/// let mut columns = lights.columns_mut();
/// let _ = columns.colour.take_changes(GPU, 0);
/// dim(columns.colour.iter_live_mut());
/// assert_eq!((columns.colour.changed(GPU), columns.colour.as_slice()), (2, &[1, 4][..]));
/// ```
pub struct TrackedLiveMut<'a, T: IdAllocator, F> {
    walk: Walk<'a, T::Id, T::Layout, Marking<'a, F>>,
}

/// Lends values and marks their rows.
#[derive(Debug)]
pub struct Marking<'a, F> {
    values: ValuesMut<'a, F>,
    marks: ValuesMut<'a, Mark>,
}

impl<'a, F> Lend for Marking<'a, F> {
    type Item = &'a mut F;

    #[inline]
    fn front(&mut self, row: usize) -> &'a mut F {
        self.marks.front(row).set();
        self.values.front(row)
    }

    #[inline]
    fn back(&mut self, row: usize) -> &'a mut F {
        self.marks.back(row).set();
        self.values.back(row)
    }

    #[inline]
    fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = &'a mut F> {
        let marks = self.marks.run(rows.clone());
        self.values.run(rows).zip(marks).map(|(value, mark)| {
            mark.set();
            value
        })
    }
}

#[cfg(feature = "rayon")]
impl<F> Divide for Marking<'_, F> {
    fn divide(self, row: usize) -> (Self, Self) {
        let (values, other_values) = self.values.divide(row);
        let (marks, other_marks) = self.marks.divide(row);
        let other = Marking {
            values: other_values,
            marks: other_marks,
        };
        (Marking { values, marks }, other)
    }
}

walks!(impl['a, T: IdAllocator, F] TrackedLiveMut<'a, T, F>, (T::Id, &'a mut F), |item| item);

impl<T: IdAllocator, F> fmt::Debug for TrackedLiveMut<'_, T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrackedLiveMut")
            .field("left", &self.len())
            .finish()
    }
}
