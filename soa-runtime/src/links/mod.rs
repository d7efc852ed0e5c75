//! Ids in the fields of rows: which fields have them, and how they follow rows that are
//! copied or moved to another hub.

mod map;
mod relink;
mod values;

pub use map::IdMap;
pub(crate) use relink::relink_all;
pub use relink::{IdMaps, Outside};

use crate::handle::AnyHandle;
use crate::record::{IdAllocator, RowMut};
use crate::ticks::TrackedMut;

/// A value that may contain ids of rows.
///
/// The derive implements it for every record, over the fields that are marked
/// `#[soa(links)]`, and for the record's hub. It is implemented for ids, and for numbers and
/// strings, which contain no ids. It is also implemented for the usual containers: `Option`,
/// `Box`, `Vec`, arrays, tuples, and the values of maps. If a field needs another
/// implementation, give it a type of its own.
///
/// Records with a lifetime do not implement it.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::VisitLinks;
/// use soa_runtime::{AnyHandle, Handle, Links};
///
/// struct Node;
///
/// /// Where something hangs.
/// struct Anchor {
///     node: Handle<Node>,
///     offset: [f32; 2],
/// }
///
/// impl Links for Anchor {
///     fn visit_links(&mut self, visit: &mut impl VisitLinks) {
///         self.node.visit_links(visit);
///     }
/// }
///
/// struct Count(usize);
///
/// impl VisitLinks for Count {
///     fn link<H: AnyHandle + 'static>(&mut self, _: &mut H) {
///         self.0 += 1;
///     }
/// }
///
/// let mut anchors = [(); 3].map(|()| Anchor { node: Handle::DANGLING, offset: [0.0; 2] });
/// let mut count = Count(0);
/// anchors.visit_links(&mut count);
/// assert_eq!(count.0, 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "the ids in `{Self}` cannot be visited",
    label = "`Links` is not implemented for `{Self}`",
    note = "a record with a lifetime cannot be relinked, because its ids have no type that can be compared with another",
    note = "if it is the type of a field with `#[soa(links)]`, implement `Links` for it, or leave the word out"
)]
pub trait Links {
    /// `true` if the value itself is an id.
    #[doc(hidden)]
    const IS_ID: bool = false;

    /// Visits every id in the value.
    fn visit_links(&mut self, visit: &mut impl VisitLinks);

    /// Visits every id in the marked fields of a row. The derive implements it for every
    /// record.
    #[doc(hidden)]
    fn visit_row_links(row: RowMut<'_, Self>, visit: &mut impl VisitLinks)
    where
        Self: IdAllocator,
    {
        let _ = (row, visit);
    }
}

/// A visitor of each id in a value.
///
/// # Examples
///
/// ```
/// use soa_runtime::generic::VisitLinks;
/// use soa_runtime::{AnyHandle, IdAllocator, Links};
///
/// #[derive(IdAllocator)]
/// struct Node {
///     #[soa(links)]
///     parent: Option<NodeId>,
///     #[soa(links)]
///     children: Vec<NodeId>,
/// }
///
/// /// The indices of the visited ids of all types.
/// #[derive(Default)]
/// struct Indices(Vec<u32>);
///
/// impl VisitLinks for Indices {
///     fn link<H: AnyHandle + 'static>(&mut self, id: &mut H) {
///         self.0.push(id.index());
///     }
/// }
///
/// let mut nodes = NodeHub::new();
/// let [a, b] = [nodes.alloc(), nodes.alloc()];
/// *nodes.row_mut(b).parent = Some(a);
/// nodes.row_mut(a).children.push(b);
/// let mut indices = Indices::default();
/// nodes.visit_links(&mut indices);
/// assert_eq!(indices.0, [1, 0]);
/// ```
pub trait VisitLinks {
    /// Visits an id, and may change it.
    fn link<H: AnyHandle + 'static>(&mut self, id: &mut H);

    /// Returns the number of ids that were changed so far, if the visitor counts them.
    #[doc(hidden)]
    fn changed(&self) -> Option<usize> {
        None
    }

    /// Returns whether the last id lost its row, so that an option around it becomes
    /// `None`.
    #[doc(hidden)]
    fn has_dangled(&self) -> bool {
        false
    }
}

/// A field of a row, plain or tracked.
#[doc(hidden)]
pub trait LinkedField {
    /// Visits the ids in the field.
    fn visit_field(self, visit: &mut impl VisitLinks);
}

impl<F: Links> LinkedField for &mut F {
    #[inline]
    fn visit_field(self, visit: &mut impl VisitLinks) {
        self.visit_links(visit);
    }
}

/// Stamps the row if an id was changed, or if the visitor does not count changes.
impl<F: Links> LinkedField for TrackedMut<'_, F> {
    fn visit_field(self, visit: &mut impl VisitLinks) {
        TrackedMut::change(self, |value| {
            let before = visit.changed();
            value.visit_links(visit);
            before.is_none() || visit.changed() != before
        });
    }
}

/// Implements `Links` for a record, over its marked fields, and for its hub.
///
/// The fields are expressions of the derive. The compiler does not lint the use of a deprecated
/// field there, as it would here.
#[doc(hidden)]
#[macro_export]
macro_rules! __links {
    (
        $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*] [$($hub_clause:tt)*]
        in $view:ident => $([$field:expr])*
    ) => {
        #[automatically_derived]
        impl $($generics)* $crate::Links for $record $($clause)* {
            #[inline]
            fn visit_links(&mut self, visit: &mut impl $crate::generic::VisitLinks) {
                let $view = self;
                let _ = (&$view, &visit);
                $($crate::Links::visit_links(&mut $field, visit);)*
            }

            #[inline]
            fn visit_row_links(
                row: $crate::RowMut<'_, Self>,
                visit: &mut impl $crate::generic::VisitLinks,
            ) {
                let $view = row;
                let _ = (&$view, &visit);
                $($crate::__private::LinkedField::visit_field($field, visit);)*
            }
        }

        #[automatically_derived]
        impl $($generics)* $crate::Links for $hub $($arguments)* $($hub_clause)* {
            #[inline]
            fn visit_links(&mut self, visit: &mut impl $crate::generic::VisitLinks) {
                $crate::Links::visit_links(&mut self.0, visit);
            }
        }
    };
}
