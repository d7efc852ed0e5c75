//! The reasons why an id was refused, as the message of a panic and as an
//! error.

use core::error::Error;
use core::fmt;

use crate::error::{IdText, OtherTag};
use crate::handle::AnyHandle;
use crate::record::{IdAllocator, LiveRows};
use crate::slot_table::SlotState;

/// An error for an id that is not live in its hub; see
/// [`Hub::try_row`](crate::Hub::try_row).
///
/// The error records what was found at the time of the lookup, so its message
/// does not change when the hub changes. It has no type parameters, so `?` can
/// pass it through code that does not mention the hub.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32 }
///
/// let mut textures = TextureHub::new();
/// let id = textures.alloc();
/// textures.dealloc(id);
/// textures.alloc(); // reuses the same slot
/// let error = textures.try_row(id).err().expect("the id is stale");
/// textures.clear();
/// assert_eq!(error.to_string(), "stale id 0v1 of TextureHub: slot 0 is at generation 2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaleIdError {
    hub: &'static str,
    id: IdText,
    found: Found,
}

/// A record that [`Hub::replace`](crate::Hub::replace) hands back, with the reason.
///
/// # Examples
///
/// ```
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// struct Texture { mips: u32 }
///
/// let mut textures = TextureHub::new();
/// let id = textures.alloc();
/// textures.dealloc(id);
/// let error = textures.replace(id, Texture { mips: 4 }).err().expect("the id is stale");
/// assert_eq!(error.record.mips, 4);
/// assert_eq!(error.source, textures.try_row(id).err().expect("the id is stale"));
/// let text = "the record was not replaced: stale id 0v1 of TextureHub: slot 0 is at generation 2, free";
/// assert_eq!(error.to_string(), text);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ReplaceError<T> {
    /// The record, unchanged.
    pub record: T,
    /// Why the id has no row.
    pub source: StaleIdError,
}

impl<T> fmt::Debug for ReplaceError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplaceError")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl<T> fmt::Display for ReplaceError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the record was not replaced: {}", self.source)
    }
}

impl<T> Error for ReplaceError<T> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}

/// What was found in the slot that the id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    /// There is no slot, because the id is the dangling id.
    NoSlot,
    /// The hub has this tag, and the id has another one.
    Tag(u32),
    /// The table has this number of slots, and the slot of the id is past the
    /// end.
    OnlySlots(u32),
    Retired,
    Free,
    FreeAt(u32),
    LiveAt(u32),
    /// The id itself, which was issued without a row.
    Reserved,
    ReservedAt(u32),
}

impl StaleIdError {
    /// Looks up why `id` is not live.
    pub(crate) fn of<T: IdAllocator>(rows: LiveRows<'_, T>, id: T::Id) -> Self {
        let table = rows.table();
        let (index, slots) = (id.index(), table.slot_count());
        let found = if id == T::Id::DANGLING {
            Found::NoSlot
        } else if id.tag() != table.tag() {
            Found::Tag(table.tag())
        } else if index >= slots {
            Found::OnlySlots(slots)
        } else if table.is_reserved(id) {
            Found::Reserved
        } else {
            match table.state(index) {
                SlotState::Retired => Found::Retired,
                _ if T::Id::GENERATION_BITS == 0 => Found::Free,
                SlotState::Free { generation, .. } => Found::FreeAt(generation),
                SlotState::Live { generation } => Found::LiveAt(generation),
                SlotState::Reserved { generation } => Found::ReservedAt(generation),
            }
        };
        StaleIdError {
            hub: T::HUB,
            id: IdText {
                index,
                generation: id.generation(),
                tag: id.tag(),
            },
            found,
        }
    }
}

impl fmt::Display for StaleIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StaleIdError { hub, id, found } = *self;
        let slot = id.index;
        match found {
            Found::NoSlot => return write!(f, "dangling id of {hub}: it names no slot"),
            Found::Tag(tag) => return OtherTag { hub, id, tag }.fmt(f),
            Found::Reserved => {
                return write!(f, "id {id} of {hub} is reserved: it has no row yet");
            }
            Found::OnlySlots(_) => f.write_str("foreign")?,
            _ => f.write_str("stale")?,
        }
        write!(f, " id {id} of {hub}: slot {slot} is ")?;
        match found {
            Found::NoSlot | Found::Tag(_) | Found::Reserved => Ok(()),
            Found::OnlySlots(slots) => write!(f, "not one of its {slots}"),
            Found::Retired => f.write_str("retired"),
            Found::Free => f.write_str("free"),
            Found::FreeAt(generation) => write!(f, "at generation {generation}, free"),
            Found::LiveAt(generation) => write!(f, "at generation {generation}"),
            Found::ReservedAt(generation) => write!(f, "at generation {generation}, reserved"),
        }
    }
}

impl Error for StaleIdError {}

/// Panics because `id` is not live. The message names the hub, the id and the
/// cause.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn panic<T: IdAllocator>(rows: LiveRows<'_, T>, id: T::Id) -> ! {
    panic!("{}", StaleIdError::of(rows, id))
}
