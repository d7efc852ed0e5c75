//! Ids without columns: the same handles and policies, for arrays that you
//! manage yourself.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::error::{AllocError, TagError};
use crate::handle::{AnyHandle, check_tag};
use crate::ids::{Names, Slots};
use crate::live::{Walk, cloned, walks};
use crate::slot_table::{self, FreeList, SlotTable, WordOf};
use crate::slot_table::{Exhausted, Lifo, Recycle, Retire};

/// A pool of recycled ids for arrays that you manage yourself, indexed by
/// [`Handle::index`](crate::Handle::index).
///
/// The pool stores one word per slot in a single allocation. An empty pool owns
/// no memory. The policies `R` and `E` are the same as for hubs.
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
/// let id = ids.alloc();
/// sizes[id.index() as usize] = 640;
/// assert!(ids.contains(id));
/// assert!(ids.dealloc(id));
/// assert!(!ids.contains(id));
/// assert!(!ids.dealloc(id));
/// ```
pub struct IdPool<H: AnyHandle, R: Recycle = Lifo, E: Exhausted = Retire> {
    words: Vec<WordOf<H>>,
    free: FreeList,
    live: u32,
    tag: u32,
    policy: PhantomData<fn() -> (R, E)>,
}

impl<H: AnyHandle, R: Recycle, E: Exhausted> IdPool<H, R, E> {
    /// Creates a pool without ids and without memory.
    ///
    /// The call does not compile with a [`Fifo`](crate::Fifo) that keeps back
    /// no slots, or more slots than the index bits of the id can address.
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
                "a `Fifo` keeps back at least one slot, and at most as many as the id's index bits can address"
            );
        }
        IdPool {
            words: Vec::new(),
            free: FreeList::EMPTY,
            live: 0,
            tag: 0,
            policy: PhantomData,
        }
    }

    /// Creates a pool without memory, whose ids all have this tag.
    ///
    /// An id with another tag is refused like a stale one. So several pools of one type
    /// can have ids that are not mistaken for each other.
    ///
    /// # Panics
    ///
    /// Panics if the tag bits of the id have no room for `tag`. The message names the
    /// largest tag. [`try_with_tag`](IdPool::try_with_tag) returns an error instead.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// type BoneId = Handle<[f32; 16], u32, 10, 10, 12>;
    /// let mut skeletons = [0, 1].map(IdPool::<BoneId>::with_tag);
    /// let ids = skeletons.each_mut().map(|bones| bones.alloc());
    /// assert_eq!(ids.map(|id| id.to_string()), ["0v1", "0v1@1"]);
    /// assert!(skeletons[1].contains(ids[1]) && !skeletons[1].contains(ids[0]));
    /// ```
    #[track_caller]
    pub fn with_tag(tag: u32) -> Self {
        match IdPool::try_with_tag(tag) {
            Ok(pool) => pool,
            Err(error) => panic!("the pool cannot be made: {error}"),
        }
    }

    /// Creates a pool without memory, whose ids all have this tag.
    ///
    /// # Errors
    ///
    /// Returns an error if the tag bits of the id have no room for `tag`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let pool = IdPool::<Handle<(), u32, 20, 8, 4>>::try_with_tag(15)?;
    /// assert_eq!(pool.tag(), 15);
    /// assert!(IdPool::<Handle<()>>::try_with_tag(1).is_err()); // it has no tag bits
    /// # Ok::<(), soa_runtime::TagError>(())
    /// ```
    pub fn try_with_tag(tag: u32) -> Result<Self, TagError> {
        check_tag::<H>(tag).map(|()| IdPool {
            tag,
            ..IdPool::new()
        })
    }

    /// Returns the tag that all ids of the pool have. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let pool = IdPool::<Handle<(), u32, 20, 8, 4>>::new();
    /// assert_eq!(pool.tag(), 0);
    /// ```
    #[inline]
    pub fn tag(&self) -> u32 {
        self.tag
    }

    /// Issues an id. O(1), amortised when it takes a new slot.
    ///
    /// # Panics
    ///
    /// Panics if the ids are used up or memory runs out.
    /// [`try_alloc`](IdPool::try_alloc) returns an error instead.
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

    /// Issues an id. O(1), amortised.
    ///
    /// The pool reuses a free slot if the policy provides one, and otherwise
    /// adds a new slot.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if every index is live or retired, and
    /// [`AllocError::OutOfMemory`] if the table cannot grow. In both cases
    /// nothing has changed.
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
        let slots = self.next_index();
        let handle = match self.free.recycled::<H, R>(slots, self.live) {
            Some(slot) => {
                let vacancy = self.free.preview::<H>(slot, self.words[slot as usize]);
                self.free.pass(vacancy);
                self.words[slot as usize] = vacancy.handle().to_bits();
                vacancy.handle()
            }
            None if slots >= H::LIMIT => return Err(AllocError::Full { limit: H::LIMIT }),
            None => {
                let handle = H::assemble_tagged(slots, H::FIRST_GENERATION, self.tag);
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

    /// Frees an id and recycles its slot. The id is stale from then on.
    ///
    /// Returns whether the id was live. A stale id changes nothing. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let id = pool.alloc();
    /// assert!(pool.dealloc(id));
    /// assert!(!pool.dealloc(id));
    /// ```
    #[inline]
    pub fn dealloc(&mut self, id: H) -> bool {
        let live = self.contains(id);
        if live {
            self.live -= 1;
            self.slots_mut().recycle::<R, E>(id);
        }
        live
    }

    /// Frees all ids in the order of their slots. O(slots).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let id = pool.alloc();
    /// pool.clear();
    /// assert!(pool.is_empty() && !pool.contains(id));
    /// ```
    pub fn clear(&mut self) {
        for slot in 0..self.next_index() {
            if let Some(id) = slot_table::handle_at::<H>(&self.words, slot) {
                self.dealloc(id);
            }
        }
    }

    /// Returns the id in a slot that is live.
    #[cfg(feature = "packed")]
    #[inline]
    pub(crate) fn id_in(&self, slot: u32) -> H {
        H::of_word(self.words[slot as usize])
    }

    /// Reserves capacity for `additional` more ids, so issuing them does not
    /// allocate.
    ///
    /// # Errors
    ///
    /// Returns [`AllocError::Full`] if the index bits cannot address that many
    /// ids, and [`AllocError::OutOfMemory`] if the table cannot grow.
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

    /// Returns whether `id` is live. One comparison, O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// assert!(!pool.contains(Handle::DANGLING));
    /// let id = pool.alloc();
    /// assert!(pool.contains(id));
    /// ```
    #[inline]
    pub fn contains(&self, id: H) -> bool {
        slot_table::find(&self.words, id).is_some()
    }

    /// Returns the number of live ids. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// pool.alloc();
    /// assert_eq!(pool.len(), 1);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.live as usize
    }

    /// Returns whether no id is live. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// assert!(pool.is_empty());
    /// pool.alloc();
    /// assert!(!pool.is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Returns the number of slots ever used, which is one more than the
    /// largest index issued. O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let id = pool.alloc();
    /// pool.dealloc(id);
    /// assert_eq!((pool.len(), pool.slots()), (0, 1));
    /// ```
    #[inline]
    pub fn slots(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of retired slots. O(1).
    ///
    /// A retired slot is never used again, because its generations are used up.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<(), u16, 4, 1>>::new();
    /// let id = pool.alloc();
    /// pool.dealloc(id); // its slot has only one generation
    /// assert_eq!((pool.retired(), pool.slots()), (1, 1));
    /// assert_eq!(pool.alloc().index(), 1);
    /// ```
    #[inline]
    pub fn retired(&self) -> usize {
        self.free.aside() as usize
    }

    /// Returns the number of slots as an index.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "at most H::LIMIT, which is a u32"
    )]
    fn next_index(&self) -> u32 {
        self.words.len() as u32
    }

    #[inline]
    fn slots_mut(&mut self) -> SlotTable<'_, H> {
        SlotTable {
            words: &mut self.words,
            free: &mut self.free,
            back: None,
        }
    }

    /// Returns an iterator over the live ids, in the order of their indices.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{Handle, IdPool};
    /// let mut pool = IdPool::<Handle<()>>::new();
    /// let ids = [pool.alloc(), pool.alloc(), pool.alloc()];
    /// pool.dealloc(ids[1]);
    /// assert!(pool.iter().eq([ids[0], ids[2]]));
    /// assert_eq!(pool.iter().len(), 2);
    /// ```
    pub fn iter(&self) -> PoolIds<'_, H> {
        PoolIds {
            walk: Walk::new(Names::new(&self.words, &[], self.live), ()),
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

/// An iterator over the live ids of a pool; see [`IdPool::iter`].
pub struct PoolIds<'a, H: AnyHandle> {
    walk: Walk<'a, H, Slots, ()>,
}

walks!(impl['a, H: AnyHandle] PoolIds<'a, H>, H, |(id, ())| id);

cloned!(impl['a, H: AnyHandle] PoolIds<'a, H>);

debug_list!([H: AnyHandle] PoolIds<'_, H>);
