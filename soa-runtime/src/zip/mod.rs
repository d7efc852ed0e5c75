//! Walks over several columns of one hub at once, over its live rows.

#[cfg(feature = "rayon")]
mod parallel;

#[cfg(feature = "rayon")]
pub use parallel::{ParZipLive, par_zip_live};

use core::ops::Range;

use crate::column::{Column, ColumnKind, ColumnMut};
use crate::live::{Walk, cloned, left, walks};
use crate::record::{IdAllocator, LiveRows};
#[cfg(feature = "rayon")]
use crate::store::Divide;
use crate::store::Lend;

/// Returns an iterator over the values of the live rows in several columns of one
/// hub, with their ids, in the order of the rows.
///
/// `columns` is a tuple of 1 to 12 columns in any mix of `&Column`, `&ColumnMut`
/// and `&mut ColumnMut`. O(rows) for the whole walk.
///
/// Without holes, `for_each` and similar methods are as fast as over zipped slices.
///
/// Zipping the iterators of single columns yourself, for example with
/// [`Iterator::zip`], pairs wrong values if one of them skips holes and another
/// does not. This function always pairs the values of one row.
///
/// # Panics
///
/// Panics if the columns belong to different hubs. For hubs without slots it yields
/// nothing instead.
///
/// # Examples
///
/// ```
/// use soa_runtime::{IdAllocator, zip_live};
///
/// #[derive(IdAllocator)]
/// struct Body {
///     position: f32,
///     velocity: f32,
/// }
///
/// let mut bodies = BodyHub::new();
/// let ids: Vec<BodyId> = (0..3_u8)
///     .map(|n| bodies.insert(Body { position: 0.0, velocity: n.into() }))
///     .collect();
/// bodies.dealloc(ids[1]);
///
/// let mut columns = bodies.columns_mut();
/// zip_live((&mut columns.position, &columns.velocity))
///     .for_each(|(_, (position, velocity))| *position += velocity * 0.5);
/// assert_eq!(columns.position[ids[2]], 1.0);
/// ```
#[track_caller]
pub fn zip_live<'k, C: ZipColumns<'k>>(columns: C) -> ZipLive<'k, C> {
    let (rows, cells) = columns.open();
    ZipLive {
        walk: Walk::new(rows.names(), cells),
    }
}

/// An iterator over the values of the live rows in several columns with their ids,
/// in the order of the rows; see [`zip_live`].
///
/// It is `Clone` if all columns are shared.
///
/// # Examples
///
/// ```
/// # use soa_runtime::{IdAllocator, zip_live};
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32, layers: u32 }
/// let textures: TextureHub = (1..4).map(|mips| Texture { mips, layers: 6 }).collect();
/// let columns = textures.columns();
/// let mut walk = zip_live((&columns.mips, &columns.layers));
/// assert_eq!(walk.clone().map(|(_, (mips, layers))| mips * layers).sum::<u32>(), 36);
/// assert_eq!(walk.next_back().map(|(id, values)| (id.index(), values)), Some((2, (&3, &6))));
/// assert_eq!(walk.len(), 2);
/// ```
pub struct ZipLive<'k, C: ZipColumns<'k>> {
    walk: Walk<'k, IdOf<'k, C>, LayoutOf<'k, C>, C::Cells>,
}

type IdOf<'k, C> = <<C as ZipColumns<'k>>::Record as IdAllocator>::Id;
type LayoutOf<'k, C> = <<C as ZipColumns<'k>>::Record as IdAllocator>::Layout;

/// A tuple of columns of one hub, for [`zip_live`].
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of columns of one hub",
    note = "write a tuple of 1 to 12 references to columns: `(&columns.a, &mut columns.b)`, with a trailing comma if there is only one"
)]
pub trait ZipColumns<'k>: sealed::Tuple {
    /// The record of the columns.
    type Record: IdAllocator;
    /// One reference per column.
    type Items;
    #[doc(hidden)]
    type Cells: Lend<Item = Self::Items>;

    #[doc(hidden)]
    #[track_caller]
    fn open(self) -> (LiveRows<'k, Self::Record>, Self::Cells);
}

/// A borrowed column, for [`zip_live`].
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reference to a column",
    note = "write `&columns.a`, or `&mut columns.a` to change its values"
)]
pub trait ZipColumn<'k>: sealed::Column {
    /// The record of the column.
    type Record: IdAllocator;
    /// A reference to a value.
    type Item;
    #[doc(hidden)]
    type Cells: Lend<Item = Self::Item>;

    #[doc(hidden)]
    fn open(self) -> (LiveRows<'k, Self::Record>, Self::Cells);
}

impl<'k, 'a: 'k, T: IdAllocator, F, K: ColumnKind> ZipColumn<'k> for &Column<'a, T, F, K> {
    type Record = T;
    type Item = &'a F;
    type Cells = &'a [F];

    #[inline]
    fn open(self) -> (LiveRows<'k, T>, &'a [F]) {
        (self.rows(), self.as_slice())
    }
}

impl<'k, 'b: 'k, T: IdAllocator, F, K: ColumnKind> ZipColumn<'k> for &'b ColumnMut<'_, T, F, K> {
    type Record = T;
    type Item = &'b F;
    type Cells = &'b [F];

    #[inline]
    fn open(self) -> (LiveRows<'k, T>, &'b [F]) {
        (self.rows(), self.as_slice())
    }
}

/// A tracked column records the rows that it lends.
impl<'k, 'b: 'k, T: IdAllocator, F, K: ColumnKind> ZipColumn<'k>
    for &'b mut ColumnMut<'_, T, F, K>
{
    type Record = T;
    type Item = &'b mut F;
    type Cells = K::Lending<'b, F>;

    #[inline]
    fn open(self) -> (LiveRows<'k, T>, K::Lending<'b, F>) {
        (self.rows(), self.lending())
    }
}

/// Panics because the columns belong to different hubs.
#[cold]
#[inline(never)]
#[track_caller]
fn refuse<T: IdAllocator>() -> ! {
    panic!(
        "`zip_live` of columns of different hubs: each {} has its own rows",
        T::HUB
    )
}

/// Combines one or several iterators into one.
macro_rules! zipped {
    ($first:expr; $a:ident) => {
        $first.map(|$a| ($a,))
    };
    ($first:expr; $a:ident, $($rest:ident),+) => {
        $first$(.zip($rest))+.map(|zipped!(@nested [$a] $($rest),+)| ($a, $($rest),+))
    };
    (@nested [$($nested:tt)+]) => { $($nested)+ };
    (@nested [$($nested:tt)+] $next:ident $(, $rest:ident)*) => {
        zipped!(@nested [($($nested)+, $next)] $($rest),*)
    };
}

macro_rules! tuples {
    ($first:ident $a:ident $(, $column:ident $b:ident)*) => {
        impl<$first: Lend, $($column: Lend),*> Lend for ($first, $($column,)*) {
            type Item = ($first::Item, $($column::Item,)*);

            #[inline(always)]
            fn front(&mut self, row: usize) -> Self::Item {
                let ($a, $($b,)*) = self;
                ($a.front(row), $($b.front(row),)*)
            }

            #[inline]
            fn back(&mut self, row: usize) -> Self::Item {
                let ($a, $($b,)*) = self;
                ($a.back(row), $($b.back(row),)*)
            }

            #[inline]
            fn run(&mut self, rows: Range<usize>) -> impl Iterator<Item = Self::Item> {
                let ($a, $($b,)*) = self;
                $(let $b = $b.run(rows.clone());)*
                zipped!($a.run(rows); $a $(, $b)*)
            }
        }

        #[cfg(feature = "rayon")]
        impl<$first: Divide, $($column: Divide),*> Divide for ($first, $($column,)*) {
            fn divide(self, row: usize) -> (Self, Self) {
                let ($a, $($b,)*) = self;
                let ($a, $($b,)*) = ($a.divide(row), $($b.divide(row),)*);
                (($a.0, $($b.0,)*), ($a.1, $($b.1,)*))
            }
        }

        impl<$first, $($column),*> sealed::Tuple for ($first, $($column,)*) {}

        impl<'k, T, $first, $($column),*> ZipColumns<'k> for ($first, $($column,)*)
        where
            T: IdAllocator,
            $first: ZipColumn<'k, Record = T>,
            $($column: ZipColumn<'k, Record = T>,)*
        {
            type Record = T;
            type Items = ($first::Item, $($column::Item,)*);
            type Cells = ($first::Cells, $($column::Cells,)*);

            #[inline]
            #[track_caller]
            fn open(self) -> (LiveRows<'k, T>, Self::Cells) {
                let ($a, $($b,)*) = self;
                let (rows, $a) = $a.open();
                $(
                    let (others, $b) = $b.open();
                    if !rows.is_of_the_hub_of(&others) {
                        refuse::<T>();
                    }
                )*
                (rows, ($a, $($b,)*))
            }
        }
    };
}

tuples!(A a);
tuples!(A a, B b);
tuples!(A a, B b, C c);
tuples!(A a, B b, C c, D d);
tuples!(A a, B b, C c, D d, E e);
tuples!(A a, B b, C c, D d, E e, F f);
tuples!(A a, B b, C c, D d, E e, F f, G g);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k);
tuples!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l);

walks!(impl['k, C: ZipColumns<'k>] ZipLive<'k, C>, (IdOf<'k, C>, C::Items));

cloned!(impl['k, C: ZipColumns<'k, Cells: Clone>] ZipLive<'k, C>);

left!(impl['k, C: ZipColumns<'k>] ZipLive<'k, C>, "ZipLive");

mod sealed {
    pub trait Tuple {}
    pub trait Column {}
    impl<T: super::IdAllocator, F, K: super::ColumnKind> Column for &super::Column<'_, T, F, K> {}
    impl<T: super::IdAllocator, F, K: super::ColumnKind> Column for &super::ColumnMut<'_, T, F, K> {}
    impl<T: super::IdAllocator, F, K: super::ColumnKind> Column for &mut super::ColumnMut<'_, T, F, K> {}
}
