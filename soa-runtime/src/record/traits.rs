//! What the derive states about a struct: the record, its shape, and the rows that are lent.
//! They are in one file because each is defined by the others.

use super::ColumnInfo;
use super::ticking::{RecordsSlots, Ticking};
use crate::handle::AnyHandle;
use crate::ids::{Dense, Layout, Names, Slots, Table};
use crate::memory::{self, CloneFields, Facts, Fields};
use crate::slot_table::{Exhausted, HolePolicy, Recycle};

/// A struct that a [`Hub`](crate::Hub) can store, with one column per field.
///
/// Implement this trait with the derive. Its hidden items are not part of the
/// public interface. They list the fields of the struct, and the hub relies on the
/// list: the hub is `Send`, `Sync` and covariant if the struct is, which would be
/// wrong with a list of other fields. For this reason the list is an implementation
/// of an unsafe trait, and the expansion checks it against the struct.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Sprite {
///     #[soa(default = 1.0)]
///     scale: f32,
///     layer: u8,
/// }
///
/// let mut sprites = SpriteHub::new();
/// let id = sprites.alloc();
/// assert_eq!((*sprites.row(id).scale, *sprites.row(id).layer), (1.0, 0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored in a hub",
    label = "not a hub's record",
    note = "write `#[derive(IdAllocator)]` on the struct `{Self}`"
)]
pub trait IdAllocator: Sized + for<'a> Views<'a> {
    /// The handle of a row.
    type Id: AnyHandle;
    /// The layout, which selects where the rows are.
    type Layout: Layout;
    /// The policy that chooses the next free slot.
    type Recycle: Recycle;
    /// The policy for slots whose generations are used up.
    type Exhausted: Exhausted;
    /// What the hub records as changed.
    #[doc(hidden)]
    type Ticking: Ticking;
    /// The name of the generated hub, for messages.
    const HUB: &'static str;
    /// The columns in the order of the fields. An inspector or a log can use them
    /// to describe any record.
    const COLUMNS: &'static [ColumnInfo];
    /// What freeing a row leaves in its columns.
    #[doc(hidden)]
    const LEFT_BEHIND: HolePolicy = HolePolicy::Defaults;

    /// Returns the shape of the record, whose type may contain private types.
    #[doc(hidden)]
    fn shape() -> impl Shape<Record = Self>;
}

/// A record whose hub also records which slots changed hands.
///
/// The derive implements this trait if `#[soa(tracked)]` is on the struct. Then
/// [`Hub::slots_changed_since`](crate::Hub::slots_changed_since) and
/// [`Hub::rows_changed_since`](crate::Hub::rows_changed_since) exist.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::TrackedRecord;
/// use soa_runtime::{Hub, IdAllocator, Tick};
///
/// fn changed<T: TrackedRecord>(hub: &Hub<T>, since: Tick) -> usize {
///     hub.slots_changed_since(since).count()
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { hp: u32 }
///
/// let mut units = UnitHub::new();
/// units.alloc_many(3);
/// assert_eq!(changed(&units, Tick::START), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "the hub of `{Self}` does not record which slots changed hands",
    label = "the struct is not `tracked`",
    note = "write `#[soa(tracked)]` on the struct `{Self}`"
)]
pub trait TrackedRecord: IdAllocator<Ticking: RecordsSlots> {}

/// A record whose hub records every change of its rows, so that a reader can keep a whole
/// copy of the hub up to date.
///
/// The derive implements this trait for a [`TrackedRecord`] of which every field is tracked or
/// has `#[serde(skip)]`, which leaves it out of every copy. `#[soa(tracked = all)]` on the
/// struct tracks all fields. A struct without fields needs only `tracked`.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::TrackedWhole;
/// use soa_runtime::{Hub, IdAllocator, Tick};
///
/// /// Returns whether a file that was written at `tick` has everything.
/// fn is_saved<T: TrackedWhole>(hub: &Hub<T>, tick: Tick) -> bool {
///     hub.slots_changed_since(tick).next().is_none() && hub.rows_changed_since(tick).next().is_none()
/// }
///
/// #[derive(IdAllocator)]
/// #[soa(tracked = all)]
/// struct Unit { hp: u32, name: String }
///
/// let mut units = UnitHub::new();
/// let id = units.alloc();
/// let tick = units.advance();
/// assert!(is_saved(&units, tick));
/// units.row_mut(id).name.push('a');
/// assert!(!is_saved(&units, tick));
/// ```
#[diagnostic::on_unimplemented(
    message = "the hub of `{Self}` does not record every change",
    label = "not tracked as a whole",
    note = "write `#[soa(tracked = all)]` on the struct `{Self}`, or `#[serde(skip)]` on the fields that no copy needs"
)]
pub trait TrackedWhole: TrackedRecord {}

/// The views that a hub lends of its records for `'a`.
///
/// The derive implements this trait with the views that it generates. `Implied` is
/// never named. Its default mentions `&'a Self`, so "for every `'a`" means every
/// lifetime that the record outlives. This allows records that borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored in a hub",
    label = "not a hub's record",
    note = "write `#[derive(IdAllocator)]` on the struct `{Self}`"
)]
pub trait Views<'a, Implied = &'a Self> {
    /// One row: one reference per field.
    type Row;
    /// One row: one mutable reference per field.
    type RowMut;
    /// All columns: one [`Column`](crate::Column) per field.
    type Columns;
    /// All columns: one [`ColumnMut`](crate::ColumnMut) per field.
    type ColumnsMut;
}

/// A row of `T`, lent for `'a`: the generated `TextureRow` of a `Texture`.
///
/// # Examples
///
/// The four aliases are for code that works with any record.
///
/// ```
/// use soa_runtime::{Hub, IdAllocator, Row};
///
/// fn first<T: IdAllocator>(hub: &Hub<T>) -> Option<Row<'_, T>> {
///     hub.iter().map(|(_, row)| row).next()
/// }
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32 }
///
/// let textures: TextureHub = [Texture { mips: 4 }].into_iter().collect();
/// assert_eq!(first(&textures).map(|row| *row.mips), Some(4));
/// ```
pub type Row<'a, T> = <T as Views<'a>>::Row;
/// A row of `T`, mutably borrowed for `'a`: the generated `TextureRowMut` of a
/// `Texture`.
pub type RowMut<'a, T> = <T as Views<'a>>::RowMut;
/// The columns of `T`, lent for `'a`: the generated `TextureColumns` of a `Texture`.
pub type Columns<'a, T> = <T as Views<'a>>::Columns;
/// The columns of `T`, mutably borrowed for `'a`: the generated `TextureColumnsMut`
/// of a `Texture`.
pub type ColumnsMut<'a, T> = <T as Views<'a>>::ColumnsMut;

/// A record whose fields all have a default, so `alloc` can fill a row.
///
/// The derive implements this trait, unless a field is `required`.
///
/// The default of a field is the expression of its `#[soa(default = ..)]`, or else
/// the `Default` of its type. A `Default` implementation of the struct itself and
/// `#[serde(default)]` have no effect here; see
/// [the derive](derive@crate::IdAllocator#three-kinds-of-defaults).
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::DefaultRow;
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn one_of_defaults<T: DefaultRow>() -> Hub<T> {
///     let mut hub = Hub::new();
///     hub.alloc();
///     hub
/// }
///
/// #[derive(IdAllocator)]
/// struct Texture {
///     #[soa(default = 1)]
///     mips: u32,
/// }
///
/// assert_eq!(*one_of_defaults::<Texture>().columns().mips, [1]);
/// assert_eq!(Texture::default_row().mips, 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has a required column, so a row cannot be made of defaults",
    label = "this needs a default for every column",
    note = "use `insert` with a whole `{Self}`, or give the `required` field a `default = ..`"
)]
pub trait DefaultRow: IdAllocator {
    /// Returns the record with every field at its default.
    fn default_row() -> Self;
}

/// A record whose rows can be freed, because the contents of a hole are known.
///
/// This trait is implemented for every record of the dense layout. In the slots
/// layout it is implemented for every record with a [`DefaultRow`], because a hole
/// contains the defaults.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::Vacate;
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn free_first<T: Vacate>(hub: &mut Hub<T>) -> Option<T> {
///     let id = hub.ids().next()?;
///     hub.remove(id)
/// }
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32 }
///
/// let mut textures: TextureHub = [Texture { mips: 4 }].into_iter().collect();
/// assert_eq!(free_first(&mut textures).map(|texture| texture.mips), Some(4));
/// ```
#[diagnostic::on_unimplemented(
    message = "rows of `{Self}` cannot be freed, because a hole of the slots layout contains the defaults",
    label = "this leaves a hole",
    note = "every field needs a default here: bound the type parameters by `Default`, or use `layout = dense`; in code for any record, add the bound `Vacate`"
)]
pub trait Vacate: IdAllocator {
    /// Returns what stays in the place of a freed row, for the slots layout.
    #[doc(hidden)]
    fn hole_of_slots() -> Self;
}

/// Returns what stays in the place of a freed row, or `None` if the layout has no holes. A
/// function beside the trait, because an implementation by hand could say anything.
#[inline]
pub(crate) fn hole<T: Vacate>() -> Option<T> {
    if T::Layout::DENSE {
        None
    } else {
        Some(T::hole_of_slots())
    }
}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator<Layout: HoleOf<T>>> Vacate for T {
    #[expect(clippy::inline_always, reason = "a debug build inlines nothing else")]
    #[inline(always)]
    fn hole_of_slots() -> T {
        <T::Layout as HoleOf<T>>::hole()
    }
}

/// A record that can be copied out of its row.
///
/// The derive implements this trait with `#[soa(derive(Clone))]`.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::CloneRow;
/// use soa_runtime::{Hub, IdAllocator};
///
/// fn copies<T: CloneRow>(hub: &Hub<T>) -> Vec<T> {
///     hub.iter().map(|(_, row)| T::clone_row(row)).collect()
/// }
///
/// #[derive(IdAllocator, Debug, PartialEq)]
/// #[soa(derive(Clone))]
/// struct Texture { mips: u32 }
///
/// let textures: TextureHub = [Texture { mips: 4 }].into_iter().collect();
/// assert_eq!(copies(&textures), [Texture { mips: 4 }]);
/// ```
#[diagnostic::on_unimplemented(
    message = "the hub of `{Self}` cannot be cloned",
    label = "not `Clone`",
    note = "write `#[soa(derive(Clone))]` on the struct `{Self}`"
)]
pub trait CloneRow: IdAllocator {
    /// Returns a copy of the row as the struct.
    fn clone_row(row: Row<'_, Self>) -> Self;

    /// Calls `with` with the fields, each of which can be cloned. They are the same
    /// fields as the shape of [`IdAllocator::shape`].
    ///
    /// The fields are not returned. With a return type the compiler would report a
    /// field that cannot be cloned at the signature, before it reports the place
    /// where the field is cloned.
    #[doc(hidden)]
    fn with_clone_shape<W: WithCloneShape<Self>>(with: W) -> W::Output;
}

/// Names the parts of the views of a struct.
///
/// Unsafe code relies on the list of fields. This safe trait therefore does not
/// state the list; the unsafe trait [`Facts`] does. Only views pass through the
/// functions of this trait.
#[doc(hidden)]
pub trait Shape: Facts<Record: IdAllocator> {
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
        rows: LiveRows<'a, Self::Record>,
        slices: Slices<'a, Self>,
    ) -> Columns<'a, Self::Record>
    where
        Self: 'a;

    /// Names the mutable columns.
    fn columns_mut<'a>(
        rows: LiveRows<'a, Self::Record>,
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

/// The ids of the rows of a hub of `T`.
pub type NamesOf<'a, T> = Names<'a, <T as IdAllocator>::Id, <T as IdAllocator>::Layout>;

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

/// The live rows of a hub and their ids, for as long as the hub is borrowed.
///
/// The method [`rows()`](LiveRows#examples) of the columns returns this type. It is
/// `Copy`, so you can keep a copy while single columns are borrowed mutably.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Body {
///     position: f32,
///     #[soa(default = 1.0)]
///     velocity: f32,
/// }
///
/// let mut bodies = BodyHub::new();
/// let ids = bodies.alloc_many(3);
/// bodies.dealloc(ids[1]);
///
/// let mut columns = bodies.columns_mut();
/// let rows = columns.rows();
/// let velocity = &columns.velocity;
/// let position = columns.position.as_mut_slice();
/// for run in rows.live_ranges() {
///     for row in run {
///         position[row] += velocity[row];
///     }
/// }
/// assert_eq!(position, [1.0, 0.0, 1.0]);
/// assert!(rows.ids().eq([ids[0], ids[2]]));
/// ```
pub struct LiveRows<'a, T: IdAllocator> {
    /// The tables of a store of `T`.
    table: TableOf<'a, T>,
}

/// The tables in which the ids of a hub of `T` are looked up.
pub(crate) type TableOf<'a, T> = Table<'a, <T as IdAllocator>::Id, <T as IdAllocator>::Layout>;

impl<'a, T: IdAllocator> LiveRows<'a, T> {
    /// Borrows the tables of a store of `T`. Only `store` calls it, because its unsafe code
    /// relies on that.
    #[expect(clippy::inline_always, reason = "a debug build inlines nothing else")]
    #[inline(always)]
    pub(crate) fn of_table(table: TableOf<'a, T>) -> Self {
        LiveRows { table }
    }

    /// Returns the tables in which ids are looked up.
    #[expect(clippy::inline_always, reason = "a debug build inlines nothing else")]
    #[inline(always)]
    pub(crate) fn table(&self) -> &TableOf<'a, T> {
        &self.table
    }
}

copy!([T: IdAllocator] LiveRows<'_, T>);
