//! The two policies of an id pool, as types: which free slot comes next, and
//! what becomes of a slot whose generations are used up.

/// Which free slot the next id takes; one of [`Lifo`] and [`Fifo`]. Sealed.
pub trait Recycle: sealed::Sealed {
    /// Whether a freed slot goes to the end of the queue.
    #[doc(hidden)]
    const QUEUE: bool;
    /// How many slots must be free before one is reused.
    #[doc(hidden)]
    const MIN_FREE: u32;
}

/// The slot freed last is reused first: the memory touched last is the next to
/// be written. The default.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, Lifo};
///
/// let mut pool = IdPool::<Handle<()>, Lifo>::new();
/// let (a, b) = (pool.alloc()?, pool.alloc()?);
/// pool.dealloc(a);
/// pool.dealloc(b);
/// assert_eq!(pool.alloc()?.index(), b.index());
/// # Ok::<(), soa_runtime::AllocError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifo;

/// The slot freed first is reused first, and only once `MIN_FREE` slots are
/// free, so that a slot's generations are spent slowly.
///
/// With `N` free slots kept back, a handle with `G` generation bits repeats no
/// earlier than `N * 2^G` frees later, after Bitsquid's id table (2011). When
/// the index bits are used up, a free slot is reused even if fewer are free.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Fifo, Handle, IdPool};
///
/// let mut pool = IdPool::<Handle<()>, Fifo<2>>::new();
/// let (a, b) = (pool.alloc()?, pool.alloc()?);
/// pool.dealloc(a);
/// assert_eq!(pool.alloc()?.index(), 2); // one free slot is too few
/// pool.dealloc(b);
/// assert_eq!(pool.alloc()?.index(), a.index()); // two are enough
/// # Ok::<(), soa_runtime::AllocError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fifo<const MIN_FREE: u32 = 1>;

impl Recycle for Lifo {
    const QUEUE: bool = false;
    const MIN_FREE: u32 = 1;
}

impl<const MIN_FREE: u32> Recycle for Fifo<MIN_FREE> {
    const QUEUE: bool = true;
    const MIN_FREE: u32 = MIN_FREE;
}

/// What becomes of a slot whose generations are used up; one of [`Retire`] and
/// [`Wrap`]. Sealed.
pub trait Exhausted: sealed::Sealed {
    /// Whether the generations start over.
    #[doc(hidden)]
    const WRAPS: bool;
}

/// The slot is never used again, so an id never comes back to life; a retired
/// slot costs its bytes. The default.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, Lifo, Retire};
///
/// let mut pool = IdPool::<Handle<(), u16, 8, 2>, Lifo, Retire>::new();
/// for generation in 1..=3 {
///     let id = pool.alloc()?;
///     assert_eq!((id.index(), id.generation()), (0, generation));
///     pool.dealloc(id);
/// }
/// assert_eq!(pool.alloc()?.index(), 1); // slot 0 is retired
/// # Ok::<(), soa_runtime::AllocError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retire;

/// The slot's generations start over: no slot is ever lost, and an id as old as
/// all generations of its slot is taken for the new one.
///
/// # Examples
///
/// ```
/// use soa_runtime::{Handle, IdPool, Lifo, Wrap};
///
/// let mut pool = IdPool::<Handle<(), u16, 8, 2>, Lifo, Wrap>::new();
/// let old = pool.alloc()?;
/// pool.dealloc(old);
/// for _ in 0..2 {
///     let id = pool.alloc()?;
///     pool.dealloc(id);
/// }
/// assert!(!pool.contains(old));
/// assert_eq!(pool.alloc()?, old); // the same bits again
/// # Ok::<(), soa_runtime::AllocError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrap;

impl Exhausted for Retire {
    const WRAPS: bool = false;
}

impl Exhausted for Wrap {
    const WRAPS: bool = true;
}

/// What freeing a row leaves in its columns, if the row stays.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HolePolicy {
    /// The defaults.
    Defaults,
    /// In columns that need no drop what was there, in others the defaults.
    Kept,
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Lifo {}
    impl<const MIN_FREE: u32> Sealed for super::Fifo<MIN_FREE> {}
    impl Sealed for super::Retire {}
    impl Sealed for super::Wrap {}
}
