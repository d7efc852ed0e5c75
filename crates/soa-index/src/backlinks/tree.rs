//! The rows of a hub whose rows link to each other, as trees.

use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

use soa_runtime::{AnyHandle, IdAllocator};

use super::referrers::Referrers;
use super::table::Table;
use crate::slots::Slots;

/// An iterator over the rows without a link to a live row, in ascending order of their slots; see
/// [`BacklinksView::roots`](crate::BacklinksView::roots).
///
/// # Examples
///
/// ```
/// use soa_index::{Backlinks, iter::Roots};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Node { #[soa(tracked)] parent: Option<NodeId> }
///
/// fn root(mut roots: Roots<'_, '_, Node>) -> Option<NodeId> {
///     roots.next()
/// }
/// let mut nodes = NodeHub::new();
/// let scene = nodes.insert(Node { parent: None });
/// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
/// assert_eq!(root(children.at(&nodes).roots()), Some(scene));
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Roots<'i, 'h, T: IdAllocator> {
    table: &'i Table<T::Id, T::Id>,
    slots: Range<usize>,
    hub: PhantomData<&'h ()>,
}

impl<'i, T: IdAllocator> Roots<'i, '_, T> {
    pub(super) fn new(table: &'i Table<T::Id, T::Id>) -> Self {
        Roots {
            table,
            slots: 0..table.ids().len(),
            hub: PhantomData,
        }
    }

    /// Returns the row of a slot, if there is one and it has no link to a live row.
    fn root(table: &Table<T::Id, T::Id>, slot: usize) -> Option<T::Id> {
        let ids = table.ids();
        let is_live = |id: &T::Id| ids.get(id.index() as usize) == Some(id);
        let id = ids[slot];
        let is_root = id != T::Id::DANGLING && !table.links(slot).iter().any(is_live);
        is_root.then_some(id)
    }
}

impl<T: IdAllocator> Iterator for Roots<'_, '_, T> {
    type Item = T::Id;

    fn next(&mut self) -> Option<T::Id> {
        let table = self.table;
        self.slots.find_map(|slot| Self::root(table, slot))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.slots.len()))
    }
}

impl<T: IdAllocator> DoubleEndedIterator for Roots<'_, '_, T> {
    fn next_back(&mut self) -> Option<T::Id> {
        let table = self.table;
        (self.slots.by_ref().rev()).find_map(|slot| Self::root(table, slot))
    }
}

lazy! { ['i, 'h, T: IdAllocator] Roots<'i, 'h, T> { table, slots, hub } }

/// An iterator over the rows below a row, depth first; see
/// [`BacklinksView::descendants`](crate::BacklinksView::descendants).
///
/// # Examples
///
/// ```
/// use soa_index::{Backlinks, iter::Descendants};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Node { #[soa(tracked)] parent: Option<NodeId> }
///
/// fn size(below: Descendants<'_, '_, Node>) -> usize {
///     1 + below.count()
/// }
/// let mut nodes = NodeHub::new();
/// let scene = nodes.insert(Node { parent: None });
/// let house = nodes.insert(Node { parent: Some(scene) });
/// nodes.insert(Node { parent: Some(house) });
/// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
/// assert_eq!(size(children.at(&nodes).descendants(scene)), 3);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Descendants<'i, 'h, T: IdAllocator> {
    table: &'i Table<T::Id, T::Id>,
    root: T::Id,
    /// The rows that are left below each row of the path from the root.
    path: Vec<Referrers<'i, 'h, T>>,
    /// The slots of the rows that were yielded, if a row can be below several rows.
    seen: Option<Slots>,
}

impl<'i, T: IdAllocator> Descendants<'i, '_, T> {
    pub(super) fn new(table: &'i Table<T::Id, T::Id>, root: T::Id) -> Self {
        Descendants {
            table,
            root,
            path: vec![Referrers::new(table, root)],
            // A row with one link is below one row, and a circle of such rows comes back to the
            // root alone.
            seen: table.has_several_links().then(Slots::new),
        }
    }

    /// Returns whether a row is yielded for the first time.
    fn is_new(&mut self, id: T::Id) -> bool {
        let Some(seen) = &mut self.seen else {
            return true;
        };
        let is_new = !seen.contains(id.index());
        seen.insert(id.index());
        is_new
    }
}

impl<T: IdAllocator> Iterator for Descendants<'_, '_, T> {
    type Item = T::Id;

    fn next(&mut self) -> Option<T::Id> {
        while let Some(siblings) = self.path.last_mut() {
            let Some(id) = siblings.next() else {
                self.path.pop();
                continue;
            };
            if id != self.root && self.is_new(id) {
                let below = Referrers::new(self.table, id);
                if below.len() > 0 {
                    self.path.push(below);
                }
                return Some(id);
            }
        }
        None
    }
}

lazy! { ['i, 'h, T: IdAllocator] Descendants<'i, 'h, T> { table, root, path, seen } }
