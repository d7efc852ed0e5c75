//! The fields of a record as the derive states them. Hidden from users.

use super::rows::Rows;
use super::traits::{Columns, ColumnsMut, DefaultRow, IdAllocator, Row, RowMut};
use crate::handle::AnyHandle;
use crate::ids::{Dense, Keys, Layout, Slots};
use crate::memory::{self, CloneFields, Facts, Fields};

/// Splits a struct into its fields and joins them again.
///
/// Unsafe code relies on the list of fields. This safe trait therefore does not
/// state the list; the unsafe trait [`Facts`] does. Only values pass through the
/// functions of this trait.
#[doc(hidden)]
pub trait Shape: Facts<Record: IdAllocator> {
    /// Splits the record into its fields.
    fn split(record: Self::Record) -> Self::Fields;

    /// Joins the fields into a record.
    fn join(fields: Self::Fields) -> Self::Record;

    /// Names the references of a row.
    fn row<'a>(refs: Refs<'a, Self>) -> Row<'a, Self::Record>
    where
        Self: 'a;

    /// Names the mutable references of a row.
    fn row_mut<'a>(refs: RefsMut<'a, Self>) -> RowMut<'a, Self::Record>
    where
        Self: 'a;

    /// Reborrows the references of a row as shared.
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

    /// Names the mutable columns.
    fn columns_mut<'a>(
        rows: Rows<'a, Self::Record>,
        slices: SlicesMut<'a, Self>,
    ) -> ColumnsMut<'a, Self::Record>
    where
        Self: 'a;

    /// Reborrows the columns as shared.
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

/// The fields as lent by `K`.
type Lent<'a, S, K> = <<S as Facts>::Fields as Fields>::Lent<'a, K>;

/// The tables that resolve the ids of the hub of `T`.
pub type KeysOf<'a, T> = Keys<'a, <T as IdAllocator>::Id, <T as IdAllocator>::Layout>;

/// The ids of the record of `S`.
pub(crate) type HandleOf<S> = <<S as Facts>::Record as IdAllocator>::Id;
/// The same ids without the name of the record.
pub(crate) type BareOf<S> = <HandleOf<S> as AnyHandle>::Bare;
/// The layout of the record of `S`.
pub(crate) type LayoutOf<S> = <<S as Facts>::Record as IdAllocator>::Layout;
/// The policy that chooses the next free slot of the record of `S`.
pub(crate) type RecycleOf<S> = <<S as Facts>::Record as IdAllocator>::Recycle;
/// The policy for slots of the record of `S` whose generations are used up.
pub(crate) type ExhaustedOf<S> = <<S as Facts>::Record as IdAllocator>::Exhausted;

/// What the hub of the record of `S` records as changed.
pub(crate) type TickingOf<S> = <<S as Facts>::Record as IdAllocator>::Ticking;

/// Provides what the layout leaves in the place of a freed row of `T`.
#[doc(hidden)]
pub trait HoleOf<T>: Layout {
    /// Returns the contents of a hole. Not called if the layout has no holes.
    fn hole() -> T;
}

impl<T: DefaultRow> HoleOf<T> for Slots {
    #[expect(clippy::inline_always, reason = "a debug build inlines nothing else")]
    #[inline(always)]
    fn hole() -> T {
        T::default_row()
    }
}

impl<T> HoleOf<T> for Dense {
    fn hole() -> T {
        unreachable!("the dense layout has no holes")
    }
}

/// An operation on fields that can be cloned.
#[doc(hidden)]
pub trait WithCloneShape<T: IdAllocator> {
    /// The result of the operation.
    type Output;

    /// Runs the operation.
    fn call<S: Shape<Record = T, Fields: CloneFields>>(self, shape: S) -> Self::Output;
}

/// Provides the default of a column without a `default = ..`.
///
/// This trait is implemented for every type that implements `Default`. It exists
/// for its error message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the column type `{Self}` has no default",
    label = "`Default` is not implemented for `{Self}`",
    note = "either write `#[soa(default = ..)]` on this field",
    note = "or make the field an `Option<{Self}>`",
    note = "or mark the field `#[soa(required)]` and the struct `#[soa(layout = dense)]`; rows are then made with `insert`"
)]
pub trait ColumnDefault {
    /// Returns the default of the column.
    fn column_default() -> Self;
}

#[diagnostic::do_not_recommend]
impl<F: Default> ColumnDefault for F {
    #[expect(clippy::inline_always, reason = "a debug build inlines nothing else")]
    #[inline(always)]
    fn column_default() -> F {
        F::default()
    }
}
