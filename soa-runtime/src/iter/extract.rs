//! The iterator that frees the rows that a closure selects.

use core::fmt;
use core::iter::FusedIterator;

use crate::ids::Layout;
use crate::live::Cursor;
use crate::record::{RowMut, Vacate};
use crate::store::Store;

/// An iterator that frees the rows that a closure selects and yields their records;
/// see [`Hub::extract_if`](crate::Hub::extract_if).
pub struct ExtractIf<'a, T: Vacate, P> {
    store: &'a mut Store<T>,
    extract: P,
    /// The rows that were not visited yet, where the layout has holes.
    rows: Cursor,
    /// The number of visited rows that stayed.
    stayed: usize,
}

impl<'a, T: Vacate, P> ExtractIf<'a, T, P> {
    pub(crate) fn new(store: &'a mut Store<T>, extract: P) -> Self {
        ExtractIf {
            rows: Cursor::new(&store.typed().names()),
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

    /// Visits the next live row. In the dense layout this is the row after the rows
    /// that stayed, because the last row moves into the place of a freed row.
    #[inline]
    fn next(&mut self) -> Option<(T::Id, T)> {
        loop {
            let names = self.store.typed().names();
            let next = self.rows.next(&names)?;
            let row = if T::Layout::DENSE { self.stayed } else { next };
            let id = names.id_of(row);
            // If the closure panics, the row is not visited again.
            self.stayed += 1;
            let lent = self.store.typed_mut().get_mut(id)?;
            if (self.extract)(id, lent) {
                let record = self.store.typed_mut().remove(id)?;
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
