//! Following a hub: what an index stores of it, and what it reads again.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use soa_runtime::generic::TrackedRecord;
use soa_runtime::{AnyHandle, Hub, Incarnation, Tick};

use crate::keys::{Key, Keys, Place, Rows, slots_of};

/// What an index stores of the rows of a hub of `T` with the keys `K`.
///
/// A [`Follower`] keeps it equal to the hub. If user code panics in one of these methods, the next
/// call is `rebuild`, so a method may leave anything in place as long as `rebuild` copes with it.
pub(crate) trait Structure<T: TrackedRecord + 'static, K> {
    /// Replaces everything by the rows of the hub.
    fn rebuild(&mut self, rows: &Reader<'_, T, K>);

    /// Reads the rows of these slots again. Some of the slots have no row, or may exist no more. A
    /// slot can be listed twice, and its row and its id can be the same as before.
    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, K>);

    /// Forgets all rows, and frees the memory.
    fn clear(&mut self);

    /// Returns whether a row of this slot is stored.
    fn has(&self, slot: u32) -> bool;

    /// Returns a number of slots: no row is stored of this slot or a later one.
    fn slots(&self) -> u32;
}

/// A slot that changed.
pub(crate) enum Changed<'a, T: TrackedRecord, K> {
    /// It has this row, with this key.
    Row(Place<T>, Key<'a, K>),
    /// It has no row.
    Vacant(u32),
}

/// Reads the keys of a hub's rows.
pub(crate) struct Reader<'a, T: TrackedRecord + 'static, K> {
    pub(crate) hub: &'a Hub<T>,
    keys: &'a dyn Keys<T, K>,
}

impl<'a, T: TrackedRecord + 'static, K> Reader<'a, T, K> {
    /// Calls `each` with every live row, in ascending order of the slots.
    pub(crate) fn all(&self, each: &mut dyn FnMut(Place<T>, Key<'_, K>)) {
        self.keys.read(self.hub, Rows::All, each);
    }

    /// Calls `each` with the live rows among these slots, in the order of the slots.
    pub(crate) fn of(&self, slots: &[u32], each: &mut dyn FnMut(Place<T>, Key<'_, K>)) {
        self.keys.read(self.hub, Rows::Of(slots), each);
    }

    /// Calls `each` with every one of these slots, in their order.
    pub(crate) fn slots(&self, slots: &[u32], each: &mut dyn FnMut(Changed<'_, T, K>)) {
        let mut left = slots.iter().copied();
        self.of(slots, &mut |place, key| {
            let slot = place.id.index();
            // The slots that `of` left out have no row.
            let vacant = left.by_ref().take_while(|left| *left != slot);
            vacant.for_each(|slot| each(Changed::Vacant(slot)));
            each(Changed::Row(place, key));
        });
        left.for_each(|slot| each(Changed::Vacant(slot)));
    }

    /// Returns the column of which each value is the key of its row, if there is one.
    pub(crate) fn column(&self) -> Option<&'a [K]> {
        self.keys.column(self.hub)
    }
}

/// The hub and the moment that a structure is equal to.
#[derive(Debug, Clone, Copy)]
struct Seen {
    incarnation: Incarnation,
    tick: Tick,
}

/// A structure that follows hubs.
pub(crate) struct Follower<T: TrackedRecord + 'static, K, S> {
    keys: Box<dyn Keys<T, K>>,
    pub(crate) structure: S,
    /// `None` while the structure changes, so that a panic in user code makes the next refresh
    /// start from scratch.
    seen: Option<Seen>,
    /// The number of live rows at the last refresh.
    rows: usize,
    /// The slots to be read again. It is kept for its memory.
    changed: Vec<u32>,
}

/// The largest number of slots for which `changed` keeps its memory.
const KEPT: usize = 1 << 14;

impl<T: TrackedRecord + 'static, K, S: Structure<T, K>> Follower<T, K, S> {
    pub(crate) fn new(keys: Box<dyn Keys<T, K>>, structure: S) -> Self {
        Follower {
            keys,
            structure,
            seen: None,
            rows: 0,
            changed: Vec::new(),
        }
    }

    /// Returns the number of live rows at the last refresh.
    pub(crate) fn len(&self) -> usize {
        self.rows
    }

    /// Returns the closures.
    pub(crate) fn keys(&self) -> &dyn Keys<T, K> {
        &*self.keys
    }

    /// Forgets all rows, and frees their memory.
    pub(crate) fn clear(&mut self) {
        (self.seen, self.rows, self.changed) = (None, 0, Vec::new());
        self.structure.clear();
    }

    /// Returns the bytes of the memory beside the structure.
    pub(crate) fn memory(&self) -> usize {
        self.changed.capacity() * size_of::<u32>()
    }

    /// Makes the structure equal to the hub, and returns the number of rows that were looked at.
    pub(crate) fn refresh(&mut self, hub: &Hub<T>) -> usize {
        let incarnation = hub.incarnation();
        // Every row was written after `Tick::START`.
        let known = self
            .seen
            .take()
            .filter(|seen| incarnation == Some(seen.incarnation) && seen.tick != Tick::START);
        let looked_at = match known {
            Some(seen) if self.collect(hub, seen.tick).is_continue() => self.update(hub),
            _ => self.rebuild(hub),
        };
        if self.changed.capacity() > KEPT {
            self.changed = Vec::new();
        }
        self.rows = hub.len();
        let seen = incarnation.zip(hub.last_tick());
        self.seen = seen.map(|(incarnation, tick)| Seen { incarnation, tick });
        looked_at
    }

    /// Lists the slots that changed after `since` ended. Breaks if starting from scratch looks at no more
    /// rows.
    fn collect(&mut self, hub: &Hub<T>, since: Tick) -> ControlFlow<()> {
        let (changed, structure) = (&mut self.changed, &self.structure);
        changed.clear();
        // The rows that were written, and the slots that changed hands, are changed rows. So a
        // rebuild looks at no more than two rows for each of them.
        let most = hub.len().div_ceil(2);
        let many = |found: usize| {
            if found < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };

        let gone = slots_of(hub)..structure.slots();
        changed.extend(gone.filter(|slot| structure.has(*slot)));
        for (slot, id) in hub.slots_changed_since(since) {
            if id.is_some() || structure.has(slot) {
                changed.push(slot);
                many(changed.len())?;
            }
        }
        let (of_slots, holes) = (changed.len(), hub.id_bits().len() - hub.len());
        self.keys.written(hub, since, &mut |rows| {
            many(rows.len().saturating_sub(holes))?;
            for row in rows {
                // A hole was freed before or just now, and then its slot changed hands.
                if let Some(id) = hub.id_at(row) {
                    changed.push(id.index());
                    many(changed.len() - of_slots)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    fn update(&mut self, hub: &Hub<T>) -> usize {
        if !self.changed.is_empty() {
            let keys = &*self.keys;
            self.structure.update(&self.changed, &Reader { hub, keys });
        }
        self.changed.len()
    }

    fn rebuild(&mut self, hub: &Hub<T>) -> usize {
        if hub.is_empty() {
            self.structure.clear();
        } else {
            let keys = &*self.keys;
            self.structure.rebuild(&Reader { hub, keys });
        }
        hub.len()
    }

    /// Writes the name of an index, its hub, and the number of rows.
    pub(crate) fn debug(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(name)
            .field("hub", &T::HUB)
            .field("len", &self.rows)
            .finish_non_exhaustive()
    }
}
