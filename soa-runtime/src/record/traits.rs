//! What a program states of a record, and what it may ask of one.

use super::ColumnInfo;
use super::shape::{HoleOf, Shape, WithCloneShape};
use super::ticking::Ticking;
use crate::handle::AnyHandle;
use crate::ids::Layout;
use crate::policy::{Exhausted, HolePolicy, Recycle};

/// A struct that a [`Hub`](crate::Hub) can store, one column per field.
///
/// Derive it. Its hidden items are not part of the public interface: they list the
/// struct's fields, and the hub relies on the list. The hub is `Send`, `Sync` and
/// covariant if the struct is, which would be wrong with a list of other fields. So the
/// list is an implementation of an unsafe trait, and the expansion checks it against the
/// struct.
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
    message = "`{Self}` cannot be kept in a hub",
    label = "not a hub's record",
    note = "write `#[derive(IdAllocator)]` on the struct `{Self}`"
)]
pub trait IdAllocator: Sized + for<'a> Views<'a> {
    /// The handle of a row.
    type Id: AnyHandle;
    /// Where the rows are.
    type Layout: Layout;
    /// Which free slot comes next.
    type Recycle: Recycle;
    /// What becomes of a slot whose generations are used up.
    type Exhausted: Exhausted;
    /// What the hub records as changed.
    #[doc(hidden)]
    type Ticking: Ticking;
    /// The name of the generated hub, for messages.
    const HUB: &'static str;
    /// The columns, in the order of the fields: what an inspector or a log needs
    /// to know of a record that it has never seen.
    const COLUMNS: &'static [ColumnInfo];
    /// What freeing a row leaves in its columns.
    #[doc(hidden)]
    const LEFT_BEHIND: HolePolicy = HolePolicy::Defaults;

    /// The fields, in a type that may name private ones.
    #[doc(hidden)]
    fn shape() -> impl Shape<Record = Self>;
}

/// What a hub lends of its records for `'a`.
///
/// Implemented by the derive with the views it makes. `Implied` is never named:
/// as its default mentions `&'a Self`, "for every `'a`" means every one for
/// which the record lives, so that records may borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be kept in a hub",
    label = "not a hub's record",
    note = "write `#[derive(IdAllocator)]` on the struct `{Self}`"
)]
pub trait Views<'a, Implied = &'a Self> {
    /// One row: one reference per field.
    type Row;
    /// One row: one unique reference per field.
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
/// The four aliases are for code about any record.
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
/// A row of `T`, lent uniquely for `'a`: the generated `TextureRowMut` of a `Texture`.
pub type RowMut<'a, T> = <T as Views<'a>>::RowMut;
/// The columns of `T`, lent for `'a`: the generated `TextureColumns` of a `Texture`.
pub type Columns<'a, T> = <T as Views<'a>>::Columns;
/// The columns of `T`, lent uniquely for `'a`: the generated `TextureColumnsMut` of a `Texture`.
pub type ColumnsMut<'a, T> = <T as Views<'a>>::ColumnsMut;

/// A record whose fields all have a default, so that `alloc` can fill a row.
///
/// Implemented by the derive, unless a field is `required`.
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
    /// The record with every field at its default.
    fn default_row() -> Self;
}

/// A record whose rows can be freed: what is left in the row's place is known.
///
/// Implemented for every record of the dense layout, and for those of the slots
/// layout that have a [`DefaultRow`], which is what a hole holds.
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
    message = "rows of `{Self}` cannot be freed, because a hole of the slots layout holds the defaults",
    label = "this leaves a hole",
    note = "every field needs a default here: bound the type parameters by `Default`, or use `layout = dense`; in code for any record, bound it by `Vacate`"
)]
pub trait Vacate: IdAllocator {
    /// What stays in the place of a freed row, if the row stays there.
    #[doc(hidden)]
    fn hole() -> Option<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: IdAllocator<Layout: HoleOf<T>>> Vacate for T {
    #[inline]
    fn hole() -> Option<T> {
        <T::Layout as HoleOf<T>>::hole()
    }
}

/// A record that can be copied out of its row.
///
/// Implemented by the derive with `#[soa(derive(Clone))]`.
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
    /// A copy of the row, as the struct.
    fn clone_row(row: Row<'_, Self>) -> Self;

    /// Calls back with the fields, each of which can be cloned; the same as those of
    /// [`IdAllocator::shape`].
    ///
    /// They are not returned: that a field cannot be cloned would be said of the
    /// signature, before it is said where the field is cloned.
    #[doc(hidden)]
    fn with_clone_shape<W: WithCloneShape<Self>>(with: W) -> W::Output;
}
