//! Writing a column, whether it is tracked or not.

use soa_runtime::{ColumnMut, IdAllocator, TrackedColumnMut};

/// A mutable column of `F`, which may be tracked.
///
/// It is implemented for both kinds of columns, so that one closure chooses either:
/// `|units| &mut units.pos`. This trait is sealed.
///
/// # Examples
///
/// ```
/// use soa_python::WriteColumn;
/// # use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Unit { #[soa(tracked)] hp: u32, gold: u32 }
///
/// fn pay(column: &mut dyn WriteColumn<u32>) {
///     column.all_mut().fill(7);
/// }
///
/// let mut units = UnitHub::new();
/// units.alloc_many(2);
/// let mut columns = units.columns_mut();
/// pay(&mut columns.hp);
/// pay(&mut columns.gold);
/// assert_eq!((&*columns.hp, &*columns.gold), (&[7, 7][..], &[7, 7][..]));
/// ```
///
/// No other type can be a column:
///
/// ```compile_fail,E0277
/// struct Mine(Vec<u32>);
///
/// // error: the trait bound `Mine: write::sealed::Sealed` is not satisfied
/// impl soa_python::WriteColumn<u32> for Mine {
///     fn all(&self) -> &[u32] { &self.0 }
///     fn all_mut(&mut self) -> &mut [u32] { self.0.push(7); &mut self.0 }
///     fn row_mut(&mut self, row: usize) -> Option<&mut u32> { self.0.get_mut(row) }
/// }
/// ```
pub trait WriteColumn<F>: sealed::Sealed {
    /// Returns the values of all rows.
    fn all(&self) -> &[F];

    /// Returns the values of all rows, mutably. A tracked column records all rows as changed.
    fn all_mut(&mut self) -> &mut [F];

    /// Returns the value of a row, mutably, or `None` past the end. A tracked column records the
    /// row as changed.
    fn row_mut(&mut self, row: usize) -> Option<&mut F>;
}

impl<T: IdAllocator, F> WriteColumn<F> for ColumnMut<'_, T, F> {
    fn all(&self) -> &[F] {
        self.as_slice()
    }

    fn all_mut(&mut self) -> &mut [F] {
        self.as_mut_slice()
    }

    fn row_mut(&mut self, row: usize) -> Option<&mut F> {
        self.get_mut(row)
    }
}

impl<T: IdAllocator, F> WriteColumn<F> for TrackedColumnMut<'_, T, F> {
    fn all(&self) -> &[F] {
        self.as_slice()
    }

    fn all_mut(&mut self) -> &mut [F] {
        TrackedColumnMut::all_mut(self)
    }

    fn row_mut(&mut self, row: usize) -> Option<&mut F> {
        self.get_mut(row)
    }
}

mod sealed {
    use soa_runtime::{ColumnMut, IdAllocator, TrackedColumnMut};

    pub trait Sealed {}
    impl<T: IdAllocator, F> Sealed for ColumnMut<'_, T, F> {}
    impl<T: IdAllocator, F> Sealed for TrackedColumnMut<'_, T, F> {}
}
