//! Ids in the fields of rows: which fields have them, and how they follow rows that are
//! copied or moved to another hub.

mod copy;
mod field;
mod macros;
mod map;
mod relink;
mod values;

pub use field::LinkedField;
pub use map::IdMap;
pub(crate) use relink::relink_all;
pub use relink::{IdMaps, Outside};

use crate::handle::AnyHandle;
use crate::record::{IdAllocator, RowMut};

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
