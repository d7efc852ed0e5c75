//! The methods of a hub that take and settle leases.

use alloc::vec::Vec;

use super::Lease;
use super::ticket::Ticket;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::ids::Positions;
use crate::record::Vacate;
use crate::store::refuse;

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
