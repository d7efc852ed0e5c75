//! The two policies of an id pool, as types. One chooses the next free slot,
//! the other decides what happens to a slot whose generations are used up.

use crate::memory::Sealed;

/// Selects the free slot that the next id takes: [`Lifo`] or [`Fifo`].
///
/// This trait is sealed.
pub trait Recycle: Sealed {
    /// `true` if a freed slot goes to the end of the queue.
    #[doc(hidden)]
    const QUEUE: bool;
    /// The number of slots that must be free before one is reused.
    #[doc(hidden)]
    const MIN_FREE: u32;
}

/// Reuses the most recently freed slot first. This is the default.
///
/// The memory that was touched last is the next to be written.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, Lifo};
///
/// let mut pool = IdPool::<Handle<()>, Lifo>::new();
/// let (a, b) = (pool.alloc(), pool.alloc());
/// pool.dealloc(a);
/// pool.dealloc(b);
/// assert_eq!(pool.alloc().index(), b.index());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifo;

/// Reuses the slot that was freed first, once `MIN_FREE` slots are free.
///
/// This policy uses up the generations of a slot slowly. With `N` free slots
/// kept back, a handle with `G` generation bits repeats no earlier than
/// `N * 2^G` frees later. Bitsquid's id table (2011) introduced this scheme.
/// When the index bits are used up, a free slot is reused even if fewer slots
/// are free.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Fifo, Handle, IdPool};
///
/// let mut pool = IdPool::<Handle<()>, Fifo<2>>::new();
/// let (a, b) = (pool.alloc(), pool.alloc());
/// pool.dealloc(a);
/// assert_eq!(pool.alloc().index(), 2); // one free slot is not enough
/// pool.dealloc(b);
/// assert_eq!(pool.alloc().index(), a.index()); // two are enough
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fifo<const MIN_FREE: u32 = 1>;

impl Sealed for Lifo {}
impl<const MIN_FREE: u32> Sealed for Fifo<MIN_FREE> {}

impl Recycle for Lifo {
    const QUEUE: bool = false;
    const MIN_FREE: u32 = 1;
}

impl<const MIN_FREE: u32> Recycle for Fifo<MIN_FREE> {
    const QUEUE: bool = true;
    const MIN_FREE: u32 = MIN_FREE;
}

/// Decides what happens to a slot whose generations are used up: [`Retire`] or
/// [`Wrap`].
///
/// This trait is sealed.
pub trait Exhausted: Sealed {
    /// `true` if the generations start over.
    #[doc(hidden)]
    const WRAPS: bool;
}

/// Never uses the slot again. This is the default.
///
/// An id can never become live again. A retired slot keeps occupying its
/// memory.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, Lifo, Retire};
///
/// let mut pool = IdPool::<Handle<(), u16, 8, 2>, Lifo, Retire>::new();
/// for generation in 1..=3 {
///     let id = pool.alloc();
///     assert_eq!((id.index(), id.generation()), (0, generation));
///     pool.dealloc(id);
/// }
/// assert_eq!(pool.alloc().index(), 1); // slot 0 is retired
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retire;

/// Starts the generations of the slot over.
///
/// No slot is ever lost. An id that is a full cycle of generations old is
/// mistaken for the new id of its slot.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, Lifo, Wrap};
///
/// let mut pool = IdPool::<Handle<(), u16, 8, 2>, Lifo, Wrap>::new();
/// let old = pool.alloc();
/// pool.dealloc(old);
/// for _ in 0..2 {
///     let id = pool.alloc();
///     pool.dealloc(id);
/// }
/// assert!(!pool.contains(old));
/// assert_eq!(pool.alloc(), old); // the same bits again
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrap;

impl Sealed for Retire {}
impl Sealed for Wrap {}

impl Exhausted for Retire {
    const WRAPS: bool = false;
}

impl Exhausted for Wrap {
    const WRAPS: bool = true;
}

/// What freeing a row leaves in its columns if the row stays.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolePolicy {
    /// Every column gets its default.
    Defaults,
    /// Columns whose type needs no drop keep the old value. Other columns get
    /// their default.
    Kept,
}
