//! The answers of an index of links.

use core::marker::PhantomData;

use soa_runtime::generic::TrackedRecord;
use soa_runtime::{Hub, IdAllocator};

use super::dangling::Dangling;
use super::referrers::Referrers;
use super::table::Table;
use super::tree::{Descendants, Roots};

/// The answers of a [`Backlinks`](crate::Backlinks) about the hub at one moment.
///
/// # Examples
///
/// ```
/// use soa_index::{Backlinks, BacklinksView};
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # #[soa(tracked)]
/// # struct Node { #[soa(tracked)] parent: Option<NodeId> }
///
/// fn is_leaf(children: BacklinksView<'_, '_, Node, Node>, node: NodeId) -> bool {
///     children.count(node) == 0
/// }
///
/// let mut nodes = NodeHub::new();
/// let scene = nodes.insert(Node { parent: None });
/// let house = nodes.insert(Node { parent: Some(scene) });
/// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
/// let view = children.at(&nodes);
/// assert!(is_leaf(view, house) && !is_leaf(view, scene));
/// ```
#[must_use = "a view only answers questions"]
pub struct BacklinksView<'i, 'h, T: TrackedRecord + 'static, U: IdAllocator> {
    table: &'i Table<T::Id, U::Id>,
    hub: PhantomData<&'h ()>,
}

impl<'i, 'h, T: TrackedRecord + 'static, U: IdAllocator> BacklinksView<'i, 'h, T, U> {
    pub(super) fn new(table: &'i Table<T::Id, U::Id>) -> Self {
        let hub = PhantomData;
        BacklinksView { table, hub }
    }

    /// Iterates over the rows that link to an id, in ascending order of their slots. A row with
    /// several links to the id is yielded once.
    ///
    /// The id is found by its bits, and need not be live: after a texture was freed, its users are
    /// still linked to it. O(1), and O(1) for each row.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// struct Texture { width: u32 }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Material { #[soa(tracked)] textures: Vec<TextureId> }
    ///
    /// let mut textures = TextureHub::new();
    /// let [rust, wood] = [512, 256].map(|width| textures.insert(Texture { width }));
    /// let mut materials = MaterialHub::new();
    /// let door = materials.insert(Material { textures: vec![wood, rust, wood] });
    ///
    /// let mut users = Backlinks::<Material, Texture>::new(|materials| materials.textures);
    /// assert!(users.at(&materials).of(wood).eq([door]));
    /// textures.dealloc(wood);
    /// assert!(users.at(&materials).of(wood).eq([door])); // which needs another texture
    /// ```
    #[inline]
    pub fn of(self, target: U::Id) -> Referrers<'i, 'h, T> {
        Referrers::new(self.table, target)
    }

    /// Returns the number of rows that link to an id, live or not. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] enemies: [UnitId; 2] }
    ///
    /// let mut units = UnitHub::new();
    /// let ada = units.alloc();
    /// units.insert_many([[ada, ada], [UnitId::DANGLING, ada]].map(|enemies| Unit { enemies }));
    ///
    /// let mut attackers = Backlinks::<Unit, Unit>::new(|units| units.enemies);
    /// let view = attackers.at(&units);
    /// assert_eq!(view.count(ada), 2); // two rows with three links
    /// assert_eq!(view.count(UnitId::DANGLING), 0); // which is not a link
    /// ```
    #[must_use]
    #[inline]
    pub fn count(self, target: U::Id) -> usize {
        self.table.count(target)
    }

    /// Iterates over the links to rows that are not live in `targets`: pairs of a row and the id in
    /// it, one for each link, in ascending order of the rows' slots and then in the order of the
    /// field. [`DANGLING`](soa_runtime::Handle::DANGLING) is not a link.
    ///
    /// O(slots + links).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { width: u32 }
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Material { #[soa(tracked)] textures: Vec<TextureId> }
    ///
    /// let mut textures = TextureHub::new();
    /// let [rust, wood] = [512, 256].map(|width| textures.insert(Texture { width }));
    /// let mut materials = MaterialHub::new();
    /// let door = materials.insert(Material { textures: vec![wood, rust, wood] });
    /// textures.dealloc(wood);
    ///
    /// let mut users = Backlinks::<Material, Texture>::new(|materials| materials.textures);
    /// let view = users.at(&materials);
    /// assert!(view.dangling(&textures).eq([(door, wood), (door, wood)]));
    /// ```
    pub fn dangling(self, targets: &'h Hub<U>) -> Dangling<'i, 'h, T, U> {
        Dangling::new(self.table, targets)
    }
}

/// Links within one hub.
#[expect(
    clippy::mismatching_type_param_order,
    reason = "both hubs have the same rows"
)]
impl<'i, 'h, T: TrackedRecord + 'static> BacklinksView<'i, 'h, T, T> {
    /// Iterates over the rows without a link to a live row, in ascending order of their slots.
    ///
    /// O(slots + links).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Node { #[soa(tracked)] parent: Option<NodeId> }
    ///
    /// let mut nodes = NodeHub::new();
    /// let scene = nodes.insert(Node { parent: None });
    /// let house = nodes.insert(Node { parent: Some(scene) });
    /// let door = nodes.insert(Node { parent: Some(house) });
    ///
    /// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
    /// assert!(children.at(&nodes).roots().eq([scene]));
    /// nodes.dealloc(house);
    /// assert!(children.at(&nodes).roots().eq([scene, door])); // the door has lost its house
    /// ```
    pub fn roots(self) -> Roots<'i, 'h, T> {
        Roots::new(self.table)
    }

    /// Iterates over the rows that link to an id, the rows that link to these, and so on: depth
    /// first, the rows that link to the same id in ascending order of their slots. Each row is
    /// yielded once, also if there are several ways to it. The row of `id` itself is not yielded,
    /// and circles end. As in [`of`](Self::of), the id need not be live.
    ///
    /// O(1) for each link that is followed. It takes memory for each row of the path from `id`, and
    /// for each row that was yielded if rows have several links.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Node { #[soa(tracked)] parent: Option<NodeId> }
    ///
    /// let mut nodes = NodeHub::new();
    /// let scene = nodes.insert(Node { parent: None });
    /// let house = nodes.insert(Node { parent: Some(scene) });
    /// let tree = nodes.insert(Node { parent: Some(scene) });
    /// let door = nodes.insert(Node { parent: Some(house) });
    ///
    /// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
    /// assert!(children.at(&nodes).descendants(scene).eq([house, door, tree]));
    ///
    /// let below: Vec<NodeId> = children.at(&nodes).descendants(house).collect();
    /// nodes.dealloc_many(below.into_iter().chain([house])); // the house with all that is in it
    /// assert_eq!(nodes.len(), 2);
    /// ```
    pub fn descendants(self, id: T::Id) -> Descendants<'i, 'h, T> {
        Descendants::new(self.table, id)
    }
}

view! {
    ['i, 'h, T: TrackedRecord + 'static, U: IdAllocator] BacklinksView<'i, 'h, T, U>; "BacklinksView"
}
