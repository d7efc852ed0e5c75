//! Rows found by the ids that are in them.

mod dangling;
mod links;
mod referrers;
mod table;
mod targets;
mod tree;
mod users;
mod view;

pub use dangling::Dangling;
pub use referrers::Referrers;
pub use targets::Targets;
pub use tree::{Descendants, Roots};
pub use view::BacklinksView;

use alloc::boxed::Box;

use soa_runtime::generic::{LentColumns, TrackedRecord};
use soa_runtime::{ColumnsMut, Hub, IdAllocator, TrackedColumn};

use crate::follow::Follower;
use crate::keys::{self, Keys};
use links::Links;
use table::Table;

/// An index of rows of `T` by the ids of rows of `U` that are in them: the children of a node, the
/// users of a texture, the followers of a leader.
///
/// The rows of `T` contain the links, in a field that implements [`Targets`]. The index answers
/// from the other end. `U` can be `T` itself, and then the links form trees, or graphs of any
/// form.
///
/// The index copies the ids of the rows and their links. It takes 24 bytes for each slot, about 50
/// for each id that is linked to, and a few more for each further link. A row whose links changed
/// costs O(1) for each of them.
///
/// # Examples
///
/// ```
/// use soa_index::Backlinks;
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] leader: Option<UnitId>, hp: u32 }
///
/// let mut units = UnitHub::new();
/// let ada = units.insert(Unit { leader: None, hp: 10 });
/// let bob = units.insert(Unit { leader: Some(ada), hp: 10 });
/// let eve = units.insert(Unit { leader: Some(ada), hp: 10 });
/// units.advance();
///
/// let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);
/// assert!(followers.at(&units).of(ada).eq([bob, eve]));
///
/// *units.row_mut(eve).leader = Some(bob);
/// let view = followers.at(&units);
/// assert!(view.of(ada).eq([bob]));
/// assert!(view.descendants(ada).eq([bob, eve]));
///
/// units.dealloc(ada);
/// let view = followers.at(&units);
/// assert!(view.roots().eq([bob]));
/// assert!(view.dangling(&units).eq([(bob, ada)]));
/// ```
pub struct Backlinks<T: TrackedRecord + 'static, U: IdAllocator> {
    follower: LinkFollower<T, U>,
}

/// The links of the rows of a hub of `T` to rows of `U`, which follow the hub.
type LinkFollower<T, U> = Follower<
    T,
    Links<<U as IdAllocator>::Id>,
    Table<<T as IdAllocator>::Id, <U as IdAllocator>::Id>,
>;

impl<T, U> Backlinks<T, U>
where
    T: TrackedRecord + 'static,
    U: IdAllocator + 'static,
{
    /// Creates an index of the links in a column.
    ///
    /// The column must be `tracked`. Nothing is read before [`at`](Self::at).
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] leader: Option<UnitId> }
    ///
    /// let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);
    /// assert_eq!(followers.at(&UnitHub::new()).roots().next(), None);
    /// ```
    #[must_use]
    pub fn new<F: Targets<U> + 'static>(
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, F> + Send + Sync + 'static,
    ) -> Self {
        Self::of(keys::by(pick, |field: &F| Links::of::<U, F>(field)))
    }

    /// Creates an index of the links that `key` computes from a column.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// use soa_runtime::IdAllocator;
    ///
    /// struct Task { patient: UnitId, urgent: bool }
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Unit { #[soa(tracked)] task: Option<Task> }
    ///
    /// let mut units = UnitHub::new();
    /// let ada = units.insert(Unit { task: None });
    /// let bob = units.insert(Unit { task: Some(Task { patient: ada, urgent: true }) });
    ///
    /// let mut helpers = Backlinks::<Unit, Unit>::by(
    ///     |units| units.task,
    ///     |task| task.as_ref().filter(|task| task.urgent).map(|task| task.patient),
    /// );
    /// assert!(helpers.at(&units).of(ada).eq([bob]));
    /// ```
    #[must_use]
    pub fn by<A: 'static, F: Targets<U>>(
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> TrackedColumn<'a, T, A> + Send + Sync + 'static,
        key: impl Fn(&A) -> F + Send + Sync + 'static,
    ) -> Self {
        Self::of(keys::by(pick, move |a| Links::of(&key(a))))
    }

    /// Creates an index of the links that `key` computes from two columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Road { #[soa(tracked)] from: TownId, #[soa(tracked)] to: TownId }
    ///
    /// #[derive(IdAllocator)]
    /// struct Town { people: u32 }
    ///
    /// let mut towns = TownHub::new();
    /// let ids = towns.alloc_many(3);
    /// let mut roads = RoadHub::new();
    /// let road = roads.insert(Road { from: ids[0], to: ids[2] });
    ///
    /// let mut ends = Backlinks::<Road, Town>::by2(|roads| (roads.from, roads.to), |a, b| [*a, *b]);
    /// assert!(ends.at(&roads).of(ids[2]).eq([road]));
    /// ```
    #[must_use]
    pub fn by2<A: 'static, B: 'static, F: Targets<U>>(
        pick: impl for<'a> Fn(LentColumns<'a, T>) -> (TrackedColumn<'a, T, A>, TrackedColumn<'a, T, B>)
        + Send
        + Sync
        + 'static,
        key: impl Fn(&A, &B) -> F + Send + Sync + 'static,
    ) -> Self {
        Self::of(keys::by2(pick, move |a, b| Links::of(&key(a, b))))
    }

    /// Creates an index of the links that `key` computes from three columns.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Face { #[soa(tracked)] a: PointId, #[soa(tracked)] b: PointId, #[soa(tracked)] c: PointId }
    ///
    /// #[derive(IdAllocator)]
    /// struct Point { at: [f32; 3] }
    ///
    /// let mut points = PointHub::new();
    /// let ids = points.alloc_many(3);
    /// let mut faces = FaceHub::new();
    /// let face = faces.insert(Face { a: ids[0], b: ids[1], c: ids[2] });
    ///
    /// let mut corners = Backlinks::<Face, Point>::by3(
    ///     |faces| (faces.a, faces.b, faces.c),
    ///     |a, b, c| [*a, *b, *c],
    /// );
    /// assert!(corners.at(&faces).of(ids[1]).eq([face]));
    /// ```
    #[must_use]
    pub fn by3<A: 'static, B: 'static, C: 'static, F: Targets<U>>(
        pick: impl for<'a> Fn(
            LentColumns<'a, T>,
        ) -> (
            TrackedColumn<'a, T, A>,
            TrackedColumn<'a, T, B>,
            TrackedColumn<'a, T, C>,
        ) + Send
        + Sync
        + 'static,
        key: impl Fn(&A, &B, &C) -> F + Send + Sync + 'static,
    ) -> Self {
        Self::of(keys::by3(pick, move |a, b, c| Links::of(&key(a, b, c))))
    }

    fn of(keys: Box<dyn Keys<T, Links<U::Id>>>) -> Self {
        let follower = Follower::new(keys, Table::new());
        Backlinks { follower }
    }

    /// Brings the index up to date, and borrows the hub to answer questions.
    ///
    /// Amortised O(1) for each link of each row that changed since the last tick that the index
    /// saw; see the [crate's page](crate#what-it-costs). Another hub is noticed, and all of its
    /// rows are read.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] leader: Option<UnitId>, #[soa(tracked)] hp: u32 }
    ///
    /// let mut units = UnitHub::new();
    /// let ada = units.insert(Unit { leader: None, hp: 10 });
    /// units.insert_many([5, 6].map(|hp| Unit { leader: Some(ada), hp }));
    ///
    /// let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);
    /// let view = followers.at(&units); // no row can change while the view is used
    /// let hp = units.columns().hp;
    /// assert_eq!(view.of(ada).map(|id| hp[id]).sum::<u32>(), 11);
    /// ```
    ///
    /// An answer cannot be used after a change:
    ///
    /// ```compile_fail,E0502
    /// # use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] leader: Option<UnitId> }
    /// # let mut followers = Backlinks::<Unit, Unit>::new(|units| units.leader);
    /// # let mut units = UnitHub::new();
    /// let mut roots = followers.at(&units).roots();
    /// units.clear();
    /// roots.next();
    /// ```
    pub fn at<'h>(&mut self, hub: &'h Hub<T>) -> BacklinksView<'_, 'h, T, U> {
        self.refresh(hub);
        BacklinksView::new(&self.follower.structure)
    }

    /// Brings the index up to date, and returns the answers of this moment together with the
    /// columns, which can be written meanwhile, also in parallel.
    ///
    /// The index has copies of the ids and links, so that the view needs no hub. The next
    /// [`at`](Self::at) reads the rows that were written.
    ///
    /// # Panics
    ///
    /// Panics where [`refresh`](Self::refresh) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::Backlinks;
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Node { #[soa(tracked)] parent: Option<NodeId>, offset: f32, place: f32 }
    ///
    /// let mut nodes = NodeHub::new();
    /// let scene = nodes.insert(Node { parent: None, offset: 1.0, place: 1.0 });
    /// let house = nodes.insert(Node { parent: Some(scene), offset: 5.0, place: 0.0 });
    /// let door = nodes.insert(Node { parent: Some(house), offset: 2.0, place: 0.0 });
    ///
    /// let mut children = Backlinks::<Node, Node>::new(|nodes| nodes.parent);
    /// let (view, mut columns) = children.beside(&mut nodes);
    /// for id in view.descendants(scene) {
    ///     let parent = columns.parent[id].expect("only the scene has no parent");
    ///     columns.place[id] = columns.place[parent] + columns.offset[id];
    /// }
    /// assert_eq!(nodes.columns().place[door], 8.0);
    /// ```
    pub fn beside<'h>(
        &mut self,
        hub: &'h mut Hub<T>,
    ) -> (BacklinksView<'_, 'h, T, U>, ColumnsMut<'h, T>) {
        self.refresh(hub);
        (
            BacklinksView::new(&self.follower.structure),
            hub.columns_mut(),
        )
    }
}

upkeep! {
    [T: TrackedRecord + 'static, U: IdAllocator + 'static] Backlinks<T, U>;
    "Backlinks", "Backlinks::<Unit, Unit>::new(|units| units.leader)"
}
