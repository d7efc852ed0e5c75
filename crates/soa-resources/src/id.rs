//! The ids: an index, a generation and a pool in 8 bytes.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU64;

use soa_runtime::Handle;

/// The bits of a slot in a library's table; the pool is above them.
type Slot = Handle<(), u64, INDEX_BITS, GENERATION_BITS>;

pub(crate) const INDEX_BITS: u32 = 32;
pub(crate) const GENERATION_BITS: u32 = 24;
const POOL_SHIFT: u32 = INDEX_BITS + GENERATION_BITS;

/// A resource of any library: 32 bits of index, 24 of generation and 8 of pool.
///
/// This is the resource id of Nebula. A list of resources of several kinds stores it, and so does a
/// script or a save, if the pool of the library is [fixed](crate::Config::pool). The pool identifies
/// the library.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::{Note, NoteHub};
/// # use soa_resources::*;
/// use soa_resources::AnyResource;
///
/// # let mut notes = NoteHub::new();
/// # let blank = notes.insert(Note::from(String::new()));
/// # let stand_in = StandIn { placeholder: blank, error: blank };
/// let config = Config::new().pool(7);
/// let mut library = Library::with_config(Text::<Note>::new(), Memory::new(), stand_in, config);
/// let id = library.request("a.txt", Tag(1));
///
/// let any = library.erase(id);
/// assert_eq!((any.pool(), any.index(), any.generation()), (7, 0, 1));
/// assert_eq!(any.to_bits(), 7 << 56 | 1 << 32);
/// assert_eq!(AnyResource::from_bits(any.to_bits()), Some(any));
/// assert_eq!(library.typed(any), Some(id));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyResource(NonZeroU64);

impl AnyResource {
    pub(crate) fn new(slot: u64, pool: u8) -> Self {
        let bits = slot | u64::from(pool) << POOL_SHIFT;
        Self(NonZeroU64::new(bits).expect("a slot's bits have a generation, which starts at 1"))
    }

    /// Returns the pool of the library that issued the id.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert_eq!(library.erase(id).pool(), library.pool());
    /// ```
    pub fn pool(self) -> u8 {
        self.0.get().to_be_bytes()[0]
    }

    /// Returns the index of the slot in the library's table.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert_eq!(library.erase(id).index(), 0);
    /// ```
    pub fn index(self) -> u32 {
        self.slot().index()
    }

    /// Returns the generation of the slot, which counts from 1.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// assert!(library.erase(id).generation() > 0);
    /// ```
    pub fn generation(self) -> u32 {
        self.slot().generation()
    }

    /// Returns the id as a number, for a script or a file.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// let id = library.request("a.txt", Tag(1));
    /// let bits = library.erase(id).to_bits(); // for a script
    /// assert_eq!(soa_resources::AnyResource::from_bits(bits), Some(library.erase(id)));
    /// ```
    pub fn to_bits(self) -> u64 {
        self.0.get()
    }

    /// Returns the id with these bits, if a library could have issued it. Any bits
    /// are harmless: an id that is not live is stale everywhere.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{AnyResource, Memory};
    /// # let (_, library) = start(Memory::new());
    /// let forged = AnyResource::from_bits(0x00AB_CDEF_0000_0001);
    /// let id = forged.and_then(|any| library.typed(any));
    /// assert!(id.is_none_or(|id| library.state(id).is_none())); // any bits are harmless
    /// ```
    pub fn from_bits(bits: u64) -> Option<Self> {
        Slot::from_bits(bits & ((1 << POOL_SHIFT) - 1))?;
        NonZeroU64::new(bits).map(Self)
    }

    fn slot(self) -> Slot {
        Slot::from_bits(self.slot_bits_in(self.pool())).expect("checked when the id was made")
    }

    /// Returns the bits of the slot if the id is of `pool`, and otherwise bits that no
    /// slot has.
    #[inline]
    pub(crate) fn slot_bits_in(self, pool: u8) -> u64 {
        self.0.get() ^ u64::from(pool) << POOL_SHIFT
    }
}

impl fmt::Debug for AnyResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of pool {}", self.slot(), self.pool())
    }
}

/// A resource of a library of `L`. It takes 8 bytes, also in an `Option`.
///
/// An id stays the same for as long as somebody holds the name, whatever is loaded,
/// replaced, evicted or failed under it. Afterwards it is stale forever.
///
/// # Examples
///
/// ```
/// # use soa_resources::examples::{Note, start};
/// # use soa_resources::*;
/// # let (_notes, mut library) = start(Memory::new());
/// let id: ResourceId<Text<Note>> = library.request("a.txt", Tag(1));
/// assert_eq!(library.request("a.txt", Tag(2)), id);
/// assert_eq!(size_of::<Option<ResourceId<Text<Note>>>>(), 8);
/// assert_eq!(format!("{id:?}"), format!("0v1 of pool {}", library.pool()));
/// ```
pub struct ResourceId<L> {
    any: AnyResource,
    library: PhantomData<fn() -> L>,
}

impl<L> ResourceId<L> {
    #[inline]
    pub(crate) fn new(any: AnyResource) -> Self {
        Self {
            any,
            library: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn any(self) -> AnyResource {
        self.any
    }

    /// Returns the index of the slot in the library's table, for side tables with one
    /// entry for each resource.
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_resources::examples::start;
    /// # use soa_resources::{Memory, Tag};
    /// # let (_, mut library) = start(Memory::new());
    /// assert_eq!(library.request("a.txt", Tag(1)).index(), 0);
    /// assert_eq!(library.request("b.txt", Tag(1)).index(), 1);
    /// ```
    pub fn index(self) -> u32 {
        self.any.index()
    }
}

impl<L> From<ResourceId<L>> for AnyResource {
    fn from(id: ResourceId<L>) -> Self {
        id.any
    }
}

impl<L> Clone for ResourceId<L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for ResourceId<L> {}

impl<L> PartialEq for ResourceId<L> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.any == other.any
    }
}

impl<L> Eq for ResourceId<L> {}

impl<L> PartialOrd for ResourceId<L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<L> Ord for ResourceId<L> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.any.cmp(&other.any)
    }
}

impl<L> Hash for ResourceId<L> {
    #[inline]
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.any.hash(state);
    }
}

impl<L> fmt::Debug for ResourceId<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.any.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::AnyResource;

    #[test]
    fn the_pool_is_above_the_slot() {
        let any = AnyResource::new(3 << 32 | 5, 7);
        assert_eq!(any.to_bits(), 7 << 56 | 3 << 32 | 5);
        assert_eq!((any.pool(), any.generation(), any.index()), (7, 3, 5));
        assert_eq!(AnyResource::from_bits(any.to_bits()), Some(any));
        assert_eq!(AnyResource::from_bits(7 << 56 | 5), None, "no generation");
    }
}
