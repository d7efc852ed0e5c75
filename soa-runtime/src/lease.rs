//! A lease: ids of a hub and capacity for their rows, away from the hub.
//!
//! It owns its contents and refers to its hub only by the ids. Another thread can
//! make rows with it and send their ids on, without a lock, while the hub is in
//! use.

use alloc::vec::Vec;
use core::ops::Range;
#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64 as Counter;
#[cfg(not(target_has_atomic = "64"))]
use core::sync::atomic::AtomicUsize as Counter;
use core::sync::atomic::Ordering;

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::ids::Positions;
use crate::record::{IdAllocator, Vacate};
use crate::store::refuse;

/// Ids that were taken out of a hub, and the rows that are inserted for them.
///
/// [`Hub::lease`](crate::Hub::lease) returns a lease, and
/// [`Hub::settle`](crate::Hub::settle) takes it back. A lease borrows nothing and
/// is `Send` when `T` is. A thread can insert rows and use their ids without a
/// lock. The hub does not contain the rows until the lease is settled. Dropping a
/// lease drops its rows. Its ids stay reserved until
/// [`Hub::free_reserved`](crate::Hub::free_reserved).
///
/// A lease does not record which hub of its type it came from. Settling it in
/// another hub is a mistake: rows whose ids happen to be reserved there become live
/// there, and all other rows are handed back. Ids that the lease has not used may
/// then be issued twice. If the two hubs have different [tags](crate::Hub::with_tag),
/// nothing of this happens: all rows are handed back, and neither hub changes.
///
/// # Examples
///
/// ```
/// # use soa_runtime::IdAllocator;
/// # #[derive(IdAllocator)]
/// # struct Texture { mips: u32 }
/// let mut textures = TextureHub::new();
/// let mut leases = [textures.lease(2), textures.lease(2)];
/// std::thread::scope(|scope| {
///     for lease in &mut leases {
///         scope.spawn(|| lease.insert(Texture { mips: 4 }));
///     }
/// });
/// let id = textures.insert(Texture { mips: 1 }); // the hub is usable all the time
/// assert_eq!(id.index(), 4);
/// assert!(textures.settle(leases).is_empty()); // no row was refused
/// let ids: Vec<u32> = textures.ids().map(|id| id.index()).collect();
/// assert_eq!(ids, [0, 2, 4]); // independent of which thread was faster
/// ```
#[must_use = "the ids of a lease stay reserved until `settle` or `free_reserved`"]
pub struct Lease<T: IdAllocator> {
    ticket: Ticket,
    /// The ids, in the order taken.
    ids: Vec<T::Id>,
    /// The range of the ids whose slots never had an id before, so that their indices ascend by one.
    never_issued: Range<usize>,
    /// The positions of the other ids.
    recycled: Positions,
    /// Rows for the first `rows.len()` ids. `None` marks a removed row. Capacity is
    /// reserved for one row per id.
    rows: Vec<Option<T>>,
    removed: usize,
    /// Ids of other owners that `settle` must free.
    notes: Vec<T::Id>,
}

impl<T: IdAllocator> Lease<T> {
    /// Inserts a row under the next id. Does not allocate. O(1).
    ///
    /// # Panics
    ///
    /// Panics if no id is left. The message names the hub. [`Lease::try_insert`]
    /// hands the record back instead.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(1);
    /// let id = lease.insert(Texture { mips: 4 });
    /// assert!(!textures.contains(id));
    /// assert!(textures.settle([lease]).is_empty()); // no row was refused
    /// assert_eq!(*textures.row(id).mips, 4);
    /// ```
    #[inline]
    #[track_caller]
    pub fn insert(&mut self, record: T) -> T::Id {
        self.insert_with(|_| record)
    }

    /// Inserts a row under the next id. Does not allocate. O(1).
    ///
    /// # Errors
    ///
    /// Hands the record back if no id is left.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(1);
    /// assert!(lease.try_insert(Texture { mips: 4 }).is_ok());
    /// assert_eq!(lease.try_insert(Texture { mips: 5 }), Err(Texture { mips: 5 }));
    /// # textures.settle([lease]);
    /// ```
    #[inline]
    pub fn try_insert(&mut self, record: T) -> Result<T::Id, T> {
        match self.next_id() {
            Some(id) => {
                self.rows.push(Some(record));
                Ok(id)
            }
            None => Err(record),
        }
    }

    /// Inserts the record that `make` returns for the id of its row. Does not
    /// allocate. O(1).
    ///
    /// If `make` panics, nothing has changed.
    ///
    /// # Panics
    ///
    /// Panics if no id is left. The message names the hub, and `make` is not
    /// called.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdAllocator};
    /// #[derive(IdAllocator)]
    /// struct Node { me: Option<NodeId> }
    ///
    /// let mut nodes = NodeHub::new();
    /// let mut lease = nodes.lease(1);
    /// let id = lease.insert_with(|id| Node { me: Some(id) });
    /// assert_eq!(lease.get(id).map(|node| node.me), Some(Some(id)));
    /// # nodes.settle([lease]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn insert_with(&mut self, make: impl FnOnce(T::Id) -> T) -> T::Id {
        let Some(id) = self.next_id() else {
            used_up::<T>();
        };
        self.rows.push(Some(make(id)));
        id
    }

    #[inline]
    fn next_id(&self) -> Option<T::Id> {
        self.ids.get(self.rows.len()).copied()
    }

    /// Returns the row of `id`, or `None` if the lease has no row of this id. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let other = textures.insert(Texture { mips: 1 });
    /// let mut lease = textures.lease(2);
    /// let id = lease.insert(Texture { mips: 4 });
    /// assert_eq!(lease.get(id).map(|texture| texture.mips), Some(4));
    /// assert!(lease.get(other).is_none());
    /// # textures.settle([lease]);
    /// ```
    #[inline]
    pub fn get(&self, id: T::Id) -> Option<&T> {
        self.rows.get(self.place_of(id)?)?.as_ref()
    }

    /// Returns the row of `id` mutably, or `None` if the lease has no row of this
    /// id. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(1);
    /// let id = lease.insert(Texture { mips: 4 });
    /// if let Some(texture) = lease.get_mut(id) {
    ///     texture.mips = 5;
    /// }
    /// assert!(textures.settle([lease]).is_empty()); // no row was refused
    /// assert_eq!(*textures.row(id).mips, 5);
    /// ```
    #[inline]
    pub fn get_mut(&mut self, id: T::Id) -> Option<&mut T> {
        let place = self.place_of(id)?;
        self.rows.get_mut(place)?.as_mut()
    }

    /// Removes and returns the row of `id`, or returns `None` if the lease has no
    /// row of this id. O(1).
    ///
    /// The id is used up: [`Lease::left`] does not change, and `settle` frees the
    /// id.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator, Debug, PartialEq)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(2);
    /// let id = lease.insert(Texture { mips: 4 });
    /// assert_eq!(lease.remove(id), Some(Texture { mips: 4 }));
    /// assert_eq!((lease.remove(id), lease.len(), lease.left()), (None, 0, 1));
    /// # textures.settle([lease]);
    /// ```
    pub fn remove(&mut self, id: T::Id) -> Option<T> {
        let place = self.place_of(id)?;
        let record = self.rows.get_mut(place)?.take();
        self.removed += usize::from(record.is_some());
        record
    }

    /// Frees an id, and returns whether the lease had its row. O(1), amortised.
    ///
    /// The row is dropped if the lease has it. Otherwise the lease records the id,
    /// and `settle` frees it as its last step.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let old = textures.insert(Texture { mips: 1 });
    /// let mut lease = textures.lease(1);
    /// let new = lease.insert(Texture { mips: 4 });
    /// lease.dealloc(old); // the new row replaces it
    /// assert!(textures.settle([lease]).is_empty()); // no row was refused
    /// assert!(textures.ids().eq([new]));
    /// ```
    pub fn dealloc(&mut self, id: T::Id) -> bool {
        let own = self.remove(id).is_some();
        if !own {
            self.notes.push(id);
        }
        own
    }

    /// Returns the number of rows that can still be inserted. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(2);
    /// lease.insert(Texture { mips: 4 });
    /// assert_eq!(lease.left(), 1);
    /// # textures.settle([lease]);
    /// ```
    #[inline]
    pub fn left(&self) -> usize {
        self.ids.len() - self.rows.len()
    }

    /// Returns the number of rows in the lease: inserted and not removed. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(2);
    /// lease.insert(Texture { mips: 4 });
    /// assert_eq!(lease.len(), 1);
    /// # textures.settle([lease]);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len() - self.removed
    }

    /// Returns whether the lease has no rows. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let lease = textures.lease(2);
    /// assert!(lease.is_empty());
    /// # textures.settle([lease]);
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns an iterator over the rows of the lease with their ids, in the order
    /// in which they were inserted.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(2);
    /// let ids = [4, 5].map(|mips| lease.insert(Texture { mips }));
    /// assert!(lease.iter().map(|(id, texture)| (id, texture.mips)).eq([(ids[0], 4), (ids[1], 5)]));
    /// # textures.settle([lease]);
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (T::Id, &T)> {
        let rows = self.ids.iter().zip(&self.rows);
        rows.filter_map(|(id, row)| Some((*id, row.as_ref()?)))
    }

    /// Returns the position of `id` among the ids of the lease.
    #[inline]
    fn place_of(&self, id: T::Id) -> Option<usize> {
        let (first, index) = (self.never_issued.start, id.index());
        let from_first = self.ids[self.never_issued.clone()].first();
        let place = from_first
            .and_then(|id| index.checked_sub(id.index()))
            .map(|distance| first + distance as usize)
            .filter(|place| self.never_issued.contains(place))
            .or_else(|| {
                self.recycled
                    .find(index, |place| self.ids[place].index() == index)
            })?;
        (self.ids[place] == id).then_some(place)
    }
}

// Writes only the counts, because the rows need not be `Debug`.
debug_struct! {
    [T: IdAllocator] Lease<T>, "Lease",
    lease => { hub: T::HUB, len: lease.len(), left: lease.left() } finish_non_exhaustive
}

#[cold]
#[inline(never)]
#[track_caller]
fn used_up<T: IdAllocator>() -> ! {
    panic!("the lease of {} has no id left", T::HUB)
}

/// The number of a lease, larger than the numbers of all leases that its hub issued
/// before.
///
/// A hub has no space for a counter and needs none. Any counter that only increases
/// puts the leases of a hub in order, so the whole program shares one counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ticket(
    #[cfg(target_has_atomic = "64")] u64,
    #[cfg(not(target_has_atomic = "64"))] usize,
);

impl Ticket {
    fn take() -> Self {
        static NEXT: Counter = Counter::new(0);
        // The counter publishes no memory. Calls of one hub see it increase,
        // because every atomic guarantees that.
        Ticket(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Rows from other threads.
impl<T: Vacate> Hub<T> {
    /// Takes `rows` ids out of the hub, with capacity for their rows. O(rows).
    ///
    /// The ids are the same as for `rows` calls of [`Hub::reserve_id`]. The lease
    /// borrows nothing. Until [`Hub::settle`] takes it back, the hub can be used,
    /// other leases can be taken, and the lease can be sent to another thread. So a
    /// lease can also make rows in a loop over the hub.
    ///
    /// # Panics
    ///
    /// Panics if the index bits of the id cannot address that many more rows, or if
    /// memory runs out. [`Hub::try_reserve`] returns an error in these cases. Also
    /// panics if a default panics. In each case nothing has changed.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let mut lease = textures.lease(2);
    /// let worker = std::thread::spawn(move || {
    ///     let id = lease.insert(Texture { mips: 4 });
    ///     (lease, id) // the id exists before the row is in the hub
    /// });
    /// let (lease, id) = worker.join().expect("it does not panic");
    /// let refused = textures.settle([lease]);
    /// assert!(refused.is_empty());
    /// assert_eq!((*textures.row(id).mips, textures.slots()), (4, 1));
    /// ```
    #[track_caller]
    pub fn lease(&mut self, rows: usize) -> Lease<T> {
        match self.take_lease(rows) {
            Ok(lease) => lease,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Takes the ids, or none if there is an error.
    fn take_lease(&mut self, rows: usize) -> Result<Lease<T>, AllocError> {
        let supply = self.store.supply(rows)?;
        let mut ids = with_capacity(rows)?;
        let records = with_capacity(rows)?;
        let mut recycled = Positions::with_room((supply.recycled + supply.kept_back) as usize)?;
        let never_issued = self.store.typed_mut().reserve_ids(supply, &mut ids)?;
        for (place, id) in ids.iter().enumerate() {
            if !never_issued.contains(&place) {
                recycled.enter(id.index(), place);
            }
        }
        Ok(Lease {
            ticket: Ticket::take(),
            ids,
            never_issued,
            recycled,
            rows: records,
            removed: 0,
            notes: Vec::new(),
        })
    }

    /// Takes leases back and makes their rows live. O(rows of the leases).
    ///
    /// The result does not depend on which thread was faster. Leases are settled in
    /// the order in which they were taken, whatever their order in `leases`, and
    /// the rows of each lease in the order in which they were inserted.
    ///
    /// The call has three steps. First it makes the rows live, and frees the ids of
    /// rows that were removed. Then it returns the unused ids as if they had never
    /// been taken: ids of recycled slots go to the front of the free slots, and new
    /// slots at the end are removed. Last, it frees the ids that were passed to
    /// [`Lease::dealloc`].
    ///
    /// Until then an unused id belongs to its lease. If the hub filled it meanwhile
    /// ([`Hub::insert_at`]) and detached the row, it is returned like the others, and
    /// is issued again.
    ///
    /// Returns the rows that could not be made live, in the same order. The id of
    /// such a row was freed or filled in the meantime, or is not reserved in this
    /// hub.
    ///
    /// # Panics
    ///
    /// Panics if a default or the `Drop` of a value panics. Rows settled so far
    /// stay, and the other rows are dropped. Ids that were not reached stay
    /// reserved, and pending [`Lease::dealloc`] calls that were not reached are
    /// lost. If `leases` itself panics, nothing is settled.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # struct Texture { mips: u32 }
    /// let mut textures = TextureHub::new();
    /// let [mut a, mut b] = [textures.lease(2), textures.lease(2)];
    /// b.insert(Texture { mips: 5 });
    /// let early = a.insert(Texture { mips: 4 });
    /// a.insert(Texture { mips: 4 });
    /// textures.dealloc(early);
    ///
    /// let returned = textures.settle([b, a]);
    /// assert!(returned.iter().map(|(id, _)| *id).eq([early])); // freed in the meantime
    /// assert_eq!(*textures.columns().mips, [0, 4, 5]); // the fourth slot is removed
    /// ```
    #[must_use = "these rows found no place: their id was freed or filled in the meantime"]
    pub fn settle(&mut self, leases: impl IntoIterator<Item = Lease<T>>) -> Vec<(T::Id, T)> {
        let mut leases: Vec<Lease<T>> = leases.into_iter().collect();
        leases.sort_unstable_by_key(|lease| lease.ticket);
        let mut returned = Vec::new();
        for lease in &mut leases {
            self.make_live(lease, &mut returned);
        }
        for lease in leases.iter().rev() {
            self.take_unused(lease);
        }
        for &id in leases.iter().flat_map(|lease| &lease.notes) {
            self.dealloc(id);
        }
        returned
    }

    /// Moves the rows of a lease into the hub. Rows that cannot be made live go to
    /// `returned`. Frees the ids of rows that were removed.
    fn make_live(&mut self, lease: &mut Lease<T>, returned: &mut Vec<(T::Id, T)>) {
        let used = lease.rows.len();
        for (&id, row) in lease.ids[..used].iter().zip(&mut lease.rows) {
            match row.take().map(|record| self.fill(id, record)) {
                Some(Ok(())) => {}
                Some(Err(error)) => returned.push((id, error.value)),
                // Were it live by now, it would be a row of somebody else.
                None => {
                    self.store.typed_mut().free_reserved(id);
                }
            }
        }
    }

    /// Returns the unused ids of a lease to the hub, the last id first.
    fn take_unused(&mut self, lease: &Lease<T>) {
        for place in (lease.rows.len()..lease.ids.len()).rev() {
            let id = lease.ids[place];
            if !self.is_reserved(id) {
                continue; // freed or filled in the meantime
            }
            let is_last = id.index() as usize + 1 == self.slots();
            if is_last && lease.never_issued.contains(&place) {
                drop(self.store.typed_mut().take_last(id));
            } else {
                self.store.typed_mut().give_back(id);
            }
        }
    }
}

fn with_capacity<V>(values: usize) -> Result<Vec<V>, AllocError> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(values)
        .map_err(|_| AllocError::OutOfMemory)?;
    Ok(vec)
}
