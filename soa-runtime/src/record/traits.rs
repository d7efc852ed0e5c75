//! The traits that describe a record, and the traits that a program can require of
//! one.

use super::ColumnInfo;
use super::shape::{HoleOf, Shape, WithCloneShape};
use super::ticking::{RecordsSlots, Ticking};
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::policy::{Exhausted, HolePolicy, Recycle};

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
/// use soa_runtime::{Hub, IdAllocator, Tick, TrackedRecord};
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
/// struct tracks all fields. A struct without fields needs `tracked` alone.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Hub, IdAllocator, Tick, TrackedWhole};
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
/// use soa_runtime::{DefaultRow, Hub, IdAllocator};
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
/// use soa_runtime::{Hub, IdAllocator, Vacate};
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
/// use soa_runtime::{CloneRow, Hub, IdAllocator};
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
