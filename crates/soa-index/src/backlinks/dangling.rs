//! Links to rows that are not live.

use soa_runtime::{Hub, IdAllocator};

use super::table::Table;

/// An iterator over the links to rows that are not live; see
/// [`BacklinksView::dangling`](crate::BacklinksView::dangling).
///
/// # Examples
///
/// ```
/// use soa_index::{Backlinks, iter::Dangling};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Node { #[soa(tracked)] parent: Option<NodeId> }
///
/// fn report(dangling: Dangling<'_, '_, Node, Node>) -> Vec<String> {
///     dangling.map(|(id, parent)| format!("{id} has the parent {parent}")).collect()
/// }
/// let mut nodes = NodeHub::new();
/// let scene = nodes.insert(Node { parent: None });
/// nodes.insert(Node { parent: Some(scene) });
/// nodes.dealloc(scene);
/// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
/// assert_eq!(report(children.at(&nodes).dangling(&nodes)), ["1v1 has the parent 0v1"]);
/// ```
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Dangling<'i, 'h, T: IdAllocator, U: IdAllocator> {
    table: &'i Table<T::Id, U::Id>,
    targets: &'h Hub<U>,
    /// The slot whose links are looked at.
    slot: usize,
    /// The links of this slot that are left.
    links: &'i [U::Id],
}

impl<'i, 'h, T: IdAllocator, U: IdAllocator> Dangling<'i, 'h, T, U> {
    pub(super) fn new(table: &'i Table<T::Id, U::Id>, targets: &'h Hub<U>) -> Self {
        Dangling {
            table,
            targets,
            slot: 0,
            links: table.links(0),
        }
    }
}

impl<T: IdAllocator, U: IdAllocator> Iterator for Dangling<'_, '_, T, U> {
    type Item = (T::Id, U::Id);

    fn next(&mut self) -> Option<Self::Item> {
        let ids = self.table.ids();
        while self.slot < ids.len() {
            while let Some((target, links)) = self.links.split_first() {
                self.links = links;
                if !self.targets.contains(*target) {
                    return Some((ids[self.slot], *target));
                }
            }
            self.slot += 1;
            self.links = self.table.links(self.slot);
        }
        None
    }
}

lazy! { ['i, 'h, T: IdAllocator, U: IdAllocator] Dangling<'i, 'h, T, U> { table, targets, slot, links } }
