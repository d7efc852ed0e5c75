//! The iterator that asks of each row whether it shall be freed.

use core::fmt;
use core::iter::FusedIterator;

use crate::ids::{Layout, LayoutKind};
use crate::layout;
use crate::live::Cursor;
use crate::record::{RowMut, Vacate, shape_of};
use crate::store::Store;

/// Frees the rows that a closure chooses and yields what was in them; see
/// [`Hub::extract_if`](crate::Hub::extract_if).
pub struct ExtractIf<'a, T: Vacate, P> {
    store: &'a mut Store<T>,
    extract: P,
    /// The rows that were not asked for yet, as far as the layout has holes.
    rows: Cursor,
    /// How many rows were asked for and stayed.
    stayed: usize,
}

impl<'a, T: Vacate, P> ExtractIf<'a, T, P> {
    pub(crate) fn new(store: &'a mut Store<T>, extract: P) -> Self {
        ExtractIf {
            rows: Cursor::new(&store.keys(shape_of::<T>())),
            store,
            extract,
            stayed: 0,
        }
    }
}

impl<T: Vacate, P> Iterator for ExtractIf<'_, T, P>
where
    P: FnMut(T::Id, RowMut<'_, T>) -> bool,
{
    type Item = (T::Id, T);

    /// Asks for the next live row; with the dense layout that is the one behind
    /// those that stayed, as the last row moves into the place of a freed one.
    #[inline]
    fn next(&mut self) -> Option<(T::Id, T)> {
        let shape = shape_of::<T>();
        loop {
            let keys = self.store.keys(shape);
            let next = self.rows.next(&keys)?;
            let row = match T::Layout::KIND {
                LayoutKind::Slots => next,
                LayoutKind::Dense => self.stayed,
            };
            let id = keys.id_of(row);
            // Were the closure to panic, the row would not be asked for again.
            self.stayed += 1;
            let lent = self.store.get_mut(shape, id)?;
            if (self.extract)(id, lent) {
                let record = layout::remove(self.store, id)?;
                self.stayed -= 1;
                return Some((id, record));
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.rows.left()))
    }
}

impl<T: Vacate, P> FusedIterator for ExtractIf<'_, T, P> where P: FnMut(T::Id, RowMut<'_, T>) -> bool
{}

impl<T: Vacate, P> fmt::Debug for ExtractIf<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf")
            .field("left", &self.rows.left())
            .finish_non_exhaustive()
    }
}
