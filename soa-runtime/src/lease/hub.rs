//! The hub's side: taking leases, and settling them.

use alloc::vec::Vec;

use super::Lease;
use super::places::Places;
use super::ticket::Ticket;
use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::hub::{Hub, refuse};
use crate::record::Vacate;

/// Rows from other threads.
impl<T: Vacate> Hub<T> {
    /// Takes `rows` ids out of the hub, with room for their rows: those that so
    /// many calls of [`Hub::reserve_id`] would return. O(rows).
    ///
    /// The lease borrows nothing, so the hub can be used meanwhile, other leases
    /// be taken, and the lease be sent to another thread. [`Hub::settle`] takes it
    /// back.
    ///
    /// # Panics
    ///
    /// If the id's index bits cannot tell so many more rows apart, or there is no
    /// memory; and if a default panics. [`Hub::try_lease`] returns the first two as
    /// errors.
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
    ///     (lease, id) // the id is known before the row is in the hub
    /// });
    /// let (lease, id) = worker.join().expect("it does not panic");
    /// textures.settle([lease]);
    /// assert_eq!((*textures.row(id).mips, textures.slots()), (4, 1));
    /// ```
    #[track_caller]
    pub fn lease(&mut self, rows: usize) -> Lease<T> {
        match self.try_lease(rows) {
            Ok(lease) => lease,
            Err(error) => refuse::<T>(error),
        }
    }

    /// Takes `rows` ids out of the hub, with room for their rows: those that so
    /// many calls of [`Hub::reserve_id`] would return. All or none. O(rows).
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the id's index bits cannot tell so many more rows
    /// apart, [`AllocError::OutOfMemory`] if there is no memory. Nothing has changed
    /// then, and neither if a default panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, IdAllocator};
    /// #[derive(IdAllocator)]
    /// #[soa(bits(index = 2, generation = 6))]
    /// struct Player { score: u32 }
    ///
    /// let mut players = PlayerHub::new();
    /// assert_eq!(players.try_lease(4).unwrap_err(), AllocError::Full { limit: 3 });
    /// assert_eq!(players.try_lease(3)?.left(), 3);
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    pub fn try_lease(&mut self, rows: usize) -> Result<Lease<T>, AllocError> {
        let supply = self.store.supply(rows)?;
        let mut ids = with_capacity(rows)?;
        let records = with_capacity(rows)?;
        let mut places = Places::with_capacity(supply.recycled + supply.kept_back)?;
        let never_issued = self.store.typed_mut().reserve_ids(supply, &mut ids)?;
        for (place, &id) in (0..).zip(&ids) {
            if !never_issued.contains(&(place as usize)) {
                places.note(id, place);
            }
        }
        Ok(Lease {
            ticket: Ticket::take(),
            ids,
            never_issued,
            places,
            rows: records,
            removed: 0,
            notes: Vec::new(),
        })
    }

    /// Takes leases back and makes their rows live: the rows of each in the order
    /// made and the leases in the order taken, whatever order they come in, so that
    /// the hub does not tell which thread was the faster. O(rows of the leases).
    ///
    /// First the rows, and the ids of rows that were removed are freed. Then the ids
    /// that were not used return, as if they had never been taken: to the front of
    /// the free slots, or, if they are of fresh slots behind all others, to nowhere.
    /// Last, what [`Lease::dealloc`] has noted is freed.
    ///
    /// Returns the rows, in the same order, that have no place: as their id was freed
    /// or filled meanwhile, or is not withheld in this hub.
    ///
    /// # Panics
    ///
    /// If a default or a value's `Drop` panics. The rows done stay, the others are
    /// dropped, ids not reached stay withheld, and notes not reached are forgotten.
    /// If `leases` itself panics, none is settled.
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
    /// assert!(returned.iter().map(|(id, _)| *id).eq([early])); // freed meanwhile
    /// assert_eq!(*textures.columns().mips, [0, 4, 5]); // the fourth slot is forgotten
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

    /// Moves the rows of a lease into the hub, those that have no place to
    /// `returned`, and frees the ids of rows that were removed.
    fn make_live(&mut self, lease: &mut Lease<T>, returned: &mut Vec<(T::Id, T)>) {
        let used = lease.rows.len();
        for (&id, row) in lease.ids[..used].iter().zip(&mut lease.rows) {
            match row.take().map(|record| self.fill(id, record)) {
                Some(Ok(())) => {}
                Some(Err(error)) => returned.push((id, error.value)),
                // Were it live by now, it would be a row of somebody else.
                None => {
                    self.store.typed_mut().free_withheld(id);
                }
            }
        }
    }

    /// Gives the hub the ids back that a lease has not used, the last one first.
    fn take_unused(&mut self, lease: &Lease<T>) {
        for place in (lease.rows.len()..lease.ids.len()).rev() {
            let id = lease.ids[place];
            if !self.is_withheld(id) {
                continue; // it was freed or filled meanwhile
            }
            let is_last = id.index() as usize + 1 == self.slots();
            if is_last && lease.never_issued.contains(&place) {
                self.store.typed_mut().forget_last(id);
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
