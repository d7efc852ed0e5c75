//! The columns of a hub, for closures that choose one.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

use super::Hub;
use crate::record::{Columns, IdAllocator};

/// The columns of a hub, for a closure that chooses one of them.
///
/// It dereferences to the columns of the record, so the closure can be written as
/// `|units| units.hp`. Readers that keep such a closure take it as
/// `impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F>`. With [`Columns`] in
/// this place the compiler refuses the bound, because that type does not name the lifetime
/// `'a` for every record (E0582).
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::LentColumns;
/// use soa_runtime::{Column, Hub, IdAllocator};
///
/// /// Adds up a column of any record.
/// struct Total<T: IdAllocator + 'static> {
///     pick: Box<dyn for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, u32>>,
/// }
///
/// impl<T: IdAllocator> Total<T> {
///     fn of(pick: impl for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, u32> + 'static) -> Self {
///         Total { pick: Box::new(pick) }
///     }
///
///     fn ask(&self, hub: &Hub<T>) -> u32 {
///         let column = (self.pick)(LentColumns::new(hub));
///         column.iter_live().map(|(_, value)| value).sum()
///     }
/// }
///
/// #[derive(IdAllocator)]
/// struct Unit { hp: u32, gold: u32 }
///
/// let units = UnitHub::from(vec![Unit { hp: 3, gold: 10 }, Unit { hp: 4, gold: 0 }]);
/// let (hp, gold) = (Total::<Unit>::of(|units| units.hp), Total::<Unit>::of(|units| units.gold));
/// assert_eq!((hp.ask(&units), gold.ask(&units)), (7, 10));
/// ```
pub struct LentColumns<'a, T: IdAllocator + 'static> {
    columns: Columns<'a, T>,
    /// Names the lifetime, so that a closure can return a column with the same one.
    hub: PhantomData<&'a Hub<T>>,
}

impl<'a, T: IdAllocator> LentColumns<'a, T> {
    /// Lends the columns of a hub. O(columns).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::generic::LentColumns;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Unit { hp: u32 }
    /// let units = UnitHub::from(vec![Unit { hp: 3 }]);
    /// assert_eq!(*LentColumns::new(&units).hp, [3]);
    /// ```
    #[must_use]
    #[inline]
    pub fn new(hub: &'a Hub<T>) -> Self {
        LentColumns {
            columns: hub.columns(),
            hub: PhantomData,
        }
    }
}

impl<'a, T: IdAllocator> Deref for LentColumns<'a, T> {
    type Target = Columns<'a, T>;

    #[inline]
    fn deref(&self) -> &Columns<'a, T> {
        &self.columns
    }
}

impl<'a, T: IdAllocator> Clone for LentColumns<'a, T>
where
    Columns<'a, T>: Clone,
{
    fn clone(&self) -> Self {
        LentColumns {
            columns: self.columns.clone(),
            hub: PhantomData,
        }
    }
}

impl<'a, T: IdAllocator> Copy for LentColumns<'a, T> where Columns<'a, T>: Copy {}

impl<T: IdAllocator> fmt::Debug for LentColumns<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LentColumns").finish_non_exhaustive()
    }
}
