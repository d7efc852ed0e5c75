//! Ids without columns: the same handles and policies, for one's own arrays.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::error::AllocError;
use crate::handle::AnyHandle;
use crate::ids::{Keys, Slots};
use crate::live::{Walk, walks};
use crate::policy::{Exhausted, Lifo, Recycle, Retire};
use crate::slot_table::{self, FreeList, NextSlot, WordOf};

/// A pool of recycled ids for arrays of one's own, indexed by
/// [`Handle::index`](crate::Handle::index).
///
/// One word per slot and no other allocation; an empty pool owns no memory. The
/// policies `R` and `E` are those of the hubs.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool};
///
/// struct VertexBuffer;
/// type VertexBufferId = Handle<VertexBuffer, u32, 12, 20>;
///
/// let mut ids = IdPool::<VertexBufferId>::new();
/// let mut sizes = [0; 4096];
///
/// let id = ids.alloc()?;
/// sizes[id.index() as usize] = 640;
/// assert!(ids.contains(id));
/// assert!(ids.dealloc(id));
/// assert!(!ids.contains(id));
/// assert!(!ids.dealloc(id));
/// # Ok::<(), soa_runtime::AllocError>(())
/// ```
pub struct IdPool<H: AnyHandle, R: Recycle = Lifo, E: Exhausted = Retire> {
    words: Vec<WordOf<H>>,
    free: FreeList,
    live: u32,
    policy: PhantomData<fn() -> (R, E)>,
}

impl<H: AnyHandle, R: Recycle, E: Exhausted> IdPool<H, R, E> {
    /// Creates a pool without ids and without memory.
    ///
    /// It does not compile with a [`Fifo`](crate::Fifo) of no slots, or of more
    /// than the id's index bits tell apart.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// static POOL: IdPool<Handle<()>> = IdPool::new();
    /// assert!(POOL.is_empty());
    /// ```
    pub const fn new() -> Self {
        const {
            assert!(
                1 <= R::MIN_FREE && R::MIN_FREE <= H::LIMIT,
                "a `Fifo` keeps back at least one slot, and no more than the id's index bits tell apart"
            );
        }
        IdPool {
            words: Vec::new(),
            free: FreeList::EMPTY,
            live: 0,
            policy: PhantomData,
        }
    }

    /// Issues an id. O(1), amortised where it takes a fresh slot.
    ///
    /// # Panics
    ///
    /// If the ids are used up, or there is no memory; see [`try_alloc`](IdPool::try_alloc).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// struct Bone;
    /// let mut bones = IdPool::<Handle<Bone>>::new();
    /// let id = bones.alloc();
    /// assert!(bones.contains(id));
    /// ```
    #[inline]
    #[track_caller]
    pub fn alloc(&mut self) -> H {
        match self.try_alloc() {
            Ok(id) => id,
            Err(error) => refuse(error),
        }
    }

    /// Issues an id: a recycled slot as the policy says, else a fresh one. O(1),
    /// amortised.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if every index is live or retired,
    /// [`AllocError::OutOfMemory`] if the table cannot grow. Nothing has changed then.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// assert_eq!(pool.try_alloc()?.index(), 0);
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn try_alloc(&mut self) -> Result<H, AllocError> {
        let handle = match self.free.next::<H, R>(self.next_index(), self.live)? {
            NextSlot::Recycled(slot) => {
                let vacancy = self.free.preview(&self.words, slot);
                self.free.take(&mut self.words, vacancy)
            }
            NextSlot::Fresh(slot) => {
                let handle = H::assemble(slot, H::FIRST_GENERATION);
                self.words
                    .try_reserve(1)
                    .map_err(|_| AllocError::OutOfMemory)?;
                self.words.push(handle.to_bits());
                handle
            }
        };
        self.live += 1;
        Ok(handle)
    }

    /// Takes an id back; its slot is recycled and the id stale. Returns whether
    /// the id was live; a stale one changes nothing. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let id = pool.alloc()?;
    /// assert!(pool.dealloc(id));
    /// assert!(!pool.dealloc(id));
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn dealloc(&mut self, id: H) -> bool {
        let live = self.contains(id);
        if live {
            self.live -= 1;
            self.free.put::<H, R, E>(&mut self.words, None, id);
        }
        live
    }

    /// Takes all ids back, in the order of their slots. O(slots).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let id = pool.alloc()?;
    /// pool.clear();
    /// assert!(pool.is_empty() && !pool.contains(id));
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    pub fn clear(&mut self) {
        for slot in 0..self.next_index() {
            if let Some(id) = slot_table::handle_at::<H>(&self.words, slot) {
                self.dealloc(id);
            }
        }
    }

    /// Makes room for `additional` more ids, so that issuing them allocates nothing.
    ///
    /// # Errors
    ///
    /// [`AllocError::Full`] if the index bits cannot tell so many apart,
    /// [`AllocError::OutOfMemory`] if the table cannot grow.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{AllocError, Handle, IdPool};
    /// let mut pool = IdPool::<Handle<(), u16, 4, 4>>::new();
    /// pool.try_reserve(15)?;
    /// assert_eq!(pool.try_reserve(16), Err(AllocError::Full { limit: 15 }));
    /// # Ok::<(), AllocError>(())
    /// ```
    pub fn try_reserve(&mut self, additional: usize) -> Result<(), AllocError> {
        let slots = self.next_index();
        let supply = self.free.supply::<H, R>(slots, self.live, additional)?;
        self.words
            .try_reserve(supply.fresh as usize)
            .map_err(|_| AllocError::OutOfMemory)
    }

    /// Whether `id` is live: one compare. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// assert!(!pool.contains(Handle::DANGLING));
    /// let id = pool.alloc()?;
    /// assert!(pool.contains(id));
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn contains(&self, id: H) -> bool {
        slot_table::is_live(&self.words, id)
    }

    /// How many ids are live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// pool.alloc()?;
    /// assert_eq!(pool.len(), 1);
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.live as usize
    }

    /// Whether no id is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// assert!(pool.is_empty());
    /// pool.alloc()?;
    /// assert!(!pool.is_empty());
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many slots were ever used: one more than the largest index issued. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let id = pool.alloc()?;
    /// pool.dealloc(id);
    /// assert_eq!((pool.len(), pool.slots()), (0, 1));
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn slots(&self) -> usize {
        self.words.len()
    }

    /// How many slots are retired: never used again, as their generations are
    /// used up. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<(), u16, 4, 1>>::new();
    /// let id = pool.alloc()?;
    /// pool.dealloc(id); // it had the only generation of its slot
    /// assert_eq!((pool.retired(), pool.slots()), (1, 1));
    /// assert_eq!(pool.alloc()?.index(), 1);
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    #[inline]
    pub fn retired(&self) -> usize {
        self.free.aside() as usize
    }

    /// How many slots there are, as indices count them.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most H::LIMIT, which is a u32"
    )]
    fn next_index(&self) -> u32 {
        self.words.len() as u32
    }

    /// The live ids, in the order of their indices.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let ids = [pool.alloc()?, pool.alloc()?, pool.alloc()?];
    /// pool.dealloc(ids[1]);
    /// assert!(pool.iter().eq([ids[0], ids[2]]));
    /// assert_eq!(pool.iter().len(), 2);
    /// # Ok::<(), soa_runtime::AllocError>(())
    /// ```
    pub fn iter(&self) -> PoolIds<'_, H> {
        PoolIds {
            walk: Walk::new(
                Keys::of_slots(&self.words, &[], self.live, self.free.tail()),
                (),
            ),
        }
    }
}

/// Panics because no id could be issued.
#[cold]
#[inline(never)]
#[track_caller]
fn refuse(error: AllocError) -> ! {
    panic!("the pool has no room: {error}")
}

impl<H: AnyHandle, R: Recycle, E: Exhausted> Default for IdPool<H, R, E> {
    fn default() -> Self {
        IdPool::new()
    }
}

impl<H: AnyHandle, R: Recycle, E: Exhausted> Clone for IdPool<H, R, E> {
    fn clone(&self) -> Self {
        IdPool {
            words: self.words.clone(),
            free: self.free.clone(),
            ..*self
        }
    }
}

impl<H: AnyHandle, R: Recycle, E: Exhausted> fmt::Debug for IdPool<H, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<'a, H: AnyHandle, R: Recycle, E: Exhausted> IntoIterator for &'a IdPool<H, R, E> {
    type Item = H;
    type IntoIter = PoolIds<'a, H>;

    fn into_iter(self) -> PoolIds<'a, H> {
        self.iter()
    }
}

/// The live ids of a pool; see [`IdPool::iter`].
pub struct PoolIds<'a, H: AnyHandle> {
    walk: Walk<'a, H, Slots, ()>,
}

walks!(impl['a, H: AnyHandle] PoolIds<'a, H>, H, |(id, ())| id);

impl<H: AnyHandle> Clone for PoolIds<'_, H> {
    fn clone(&self) -> Self {
        PoolIds {
            walk: self.walk.clone(),
        }
    }
}

impl<H: AnyHandle> fmt::Debug for PoolIds<'_, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
