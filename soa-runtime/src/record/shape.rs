//! The fields of a record as the derive states them: hidden from users.

use super::rows::Rows;
use super::traits::{Columns, ColumnsMut, DefaultRow, IdAllocator, Row, RowMut};
use crate::ids::{Dense, Keys, Layout, Slots};
use crate::memory::{self, CloneFields, Facts, Fields};

/// A struct taken apart into its fields and put together again.
///
/// What it is taken apart into are facts that unsafe code relies on, and so not
/// stated here but in an unsafe trait; no more than values passes through these
/// functions.
#[doc(hidden)]
pub trait Shape: Facts<Record: IdAllocator> {
    /// Takes the record apart.
    fn split(record: Self::Record) -> Self::Fields;

    /// Puts the record together.
    fn join(fields: Self::Fields) -> Self::Record;

    /// Names the references of a row.
    fn row<'a>(refs: Refs<'a, Self>) -> Row<'a, Self::Record>
    where
        Self: 'a;

    /// Names the unique references of a row.
    fn row_mut<'a>(refs: RefsMut<'a, Self>) -> RowMut<'a, Self::Record>
    where
        Self: 'a;

    /// Lends the references of a row shared.
    fn row_as_ref<'r, 'a: 'r>(row: &'r RowMut<'a, Self::Record>) -> Row<'r, Self::Record>
    where
        Self: 'a;

    /// Names the columns.
    fn columns<'a>(
        rows: Rows<'a, Self::Record>,
        slices: Slices<'a, Self>,
    ) -> Columns<'a, Self::Record>
    where
        Self: 'a;

    /// Names the unique columns.
    fn columns_mut<'a>(
        rows: Rows<'a, Self::Record>,
        slices: SlicesMut<'a, Self>,
    ) -> ColumnsMut<'a, Self::Record>
    where
        Self: 'a;

    /// Lends the columns shared.
    fn columns_as_ref<'r, 'a: 'r>(
        columns: &'r ColumnsMut<'a, Self::Record>,
    ) -> Columns<'r, Self::Record>
    where
        Self: 'a;
}

/// The references of a row, in the shape of the fields.
pub type Refs<'a, S> = Lent<'a, S, memory::RowRef>;
/// The mutable references of a row, in the shape of the fields.
pub type RefsMut<'a, S> = Lent<'a, S, memory::RowMut>;
/// The columns, in the shape of the fields.
pub type Slices<'a, S> = Lent<'a, S, memory::ColumnsRef>;
/// The mutable columns, in the shape of the fields.
pub type SlicesMut<'a, S> = Lent<'a, S, memory::ColumnsMut>;

/// The fields, as `K` lends them.
type Lent<'a, S, K> = <<S as Facts>::Fields as Fields>::Lent<'a, K>;

/// What resolves the ids of `T`'s hub.
pub type KeysOf<'a, T> = Keys<'a, <T as IdAllocator>::Id, <T as IdAllocator>::Layout>;

/// The ids of the record of `S`.
pub(crate) type HandleOf<S> = <<S as Facts>::Record as IdAllocator>::Id;
/// The layout of the record of `S`.
pub(crate) type LayoutOf<S> = <<S as Facts>::Record as IdAllocator>::Layout;
/// Which free slot of the record of `S` comes next.
pub(crate) type RecycleOf<S> = <<S as Facts>::Record as IdAllocator>::Recycle;
/// What becomes of a slot of the record of `S` whose generations are used up.
pub(crate) type ExhaustedOf<S> = <<S as Facts>::Record as IdAllocator>::Exhausted;

/// What the layout leaves in the place of a freed row of `T`.
#[doc(hidden)]
pub trait HoleOf<T>: Layout {
    /// The hole's content, if the layout has holes.
    fn hole() -> Option<T>;
}

impl<T: DefaultRow> HoleOf<T> for Slots {
    #[inline]
    fn hole() -> Option<T> {
        Some(T::default_row())
    }
}

impl<T> HoleOf<T> for Dense {
    #[inline]
    fn hole() -> Option<T> {
        None
    }
}

/// What is done with fields that can be cloned.
#[doc(hidden)]
pub trait WithCloneShape<T: IdAllocator> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn call<S: Shape<Record = T, Fields: CloneFields>>(self, shape: S) -> Self::Output;
}

/// The default of a column without a `default = ..`.
///
/// Implemented for every `Default`; it exists for its message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the column type `{Self}` has no default",
    label = "`Default` is not implemented for `{Self}`",
    note = "either say it: `#[soa(default = ..)]` on this field",
    note = "or make the field an `Option<{Self}>`",
    note = "or mark the field `#[soa(required)]` and the struct `#[soa(layout = dense)]`; rows are then made with `insert`"
)]
pub trait ColumnDefault {
    /// The column's default.
    fn column_default() -> Self;
}

#[diagnostic::do_not_recommend]
impl<F: Default> ColumnDefault for F {
    #[inline]
    fn column_default() -> F {
        F::default()
    }
}
