//! The links of each row, and the rows that link to each id.

use alloc::vec::Vec;
use core::mem;

use hashbrown::HashMap;
use soa_runtime::AnyHandle;
use soa_runtime::generic::TrackedRecord;

use super::links::Links;
use super::users::{Users, UsersIter};
use crate::follow::{Changed, Reader, Structure};

/// The links of rows with ids `I` to rows with ids `J`, in both directions.
#[derive(Debug)]
pub(super) struct Table<I, J> {
    /// The id in each slot, and a dangling one if the slot has no row.
    ids: Vec<I>,
    /// The links of the row in each slot.
    links: Vec<Links<J>>,
    /// The number of rows with several links.
    many: usize,
    users: HashMap<J, Users>,
}

impl<I: AnyHandle, J: AnyHandle> Table<I, J> {
    pub(super) fn new() -> Self {
        Table {
            ids: Vec::new(),
            links: Vec::new(),
            many: 0,
            users: HashMap::default(),
        }
    }

    /// Returns the bytes of its memory.
    pub(super) fn memory(&self) -> usize {
        let of_links: usize = self.links.iter().map(Links::memory).sum();
        let of_users: usize = self.users.values().map(Users::memory).sum();
        self.ids.capacity() * size_of::<I>()
            + self.links.capacity() * size_of::<Links<J>>()
            + of_links
            + self.users.allocation_size()
            + of_users
    }

    /// Returns the id in each slot, which is dangling if the slot has no row.
    #[inline]
    pub(super) fn ids(&self) -> &[I] {
        &self.ids
    }

    /// Returns the links of a slot, in the order in which its field lists them.
    #[inline]
    pub(super) fn links(&self, slot: usize) -> &[J] {
        self.links.get(slot).map_or(&[], Links::as_slice)
    }

    /// Returns whether a row has several links.
    pub(super) fn has_several_links(&self) -> bool {
        self.many > 0
    }

    /// Returns the slots of the rows that link to an id.
    #[inline]
    pub(super) fn users(&self, target: J) -> UsersIter<'_> {
        let users = self.users.get(&target);
        users.map_or_else(UsersIter::none, Users::iter)
    }

    /// Returns the number of rows that link to an id.
    #[inline]
    pub(super) fn count(&self, target: J) -> usize {
        self.users.get(&target).map_or(0, Users::len)
    }

    /// Writes the row of a slot.
    fn put(&mut self, id: I, links: Links<J>) {
        let slot = id.index();
        let at = slot as usize;
        if self.ids.len() <= at {
            self.ids.resize(at + 1, I::DANGLING);
            self.links.resize_with(at + 1, Links::default);
        }
        self.ids[at] = id;
        if self.links[at] == links {
            return;
        }
        self.unlink(slot);
        self.many += usize::from(links.are_many());
        for target in links.as_slice() {
            let users = self.users.entry(*target);
            users.or_insert(Users::One(slot)).insert(slot);
        }
        self.links[at] = links;
    }

    /// Removes the row of a slot, if there is one.
    fn remove(&mut self, slot: u32) {
        if let Some(id) = self.ids.get_mut(slot as usize) {
            *id = I::DANGLING;
            self.unlink(slot);
        }
    }

    /// Removes the links of a slot.
    fn unlink(&mut self, slot: u32) {
        let links = mem::take(&mut self.links[slot as usize]);
        self.many -= usize::from(links.are_many());
        for target in links.as_slice() {
            let users = self.users.get_mut(target);
            if users.is_some_and(|users| users.remove(slot)) {
                self.users.remove(target);
            }
        }
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.links.clear();
        self.many = 0;
        self.users.clear();
    }
}

impl<T, J> Structure<T, Links<J>> for Table<T::Id, J>
where
    T: TrackedRecord + 'static,
    J: AnyHandle,
{
    fn rebuild(&mut self, rows: &Reader<'_, T, Links<J>>) {
        self.clear();
        rows.all(&mut |row, links| self.put(row.id, links.into_owned()));
    }

    fn update(&mut self, changed: &[u32], rows: &Reader<'_, T, Links<J>>) {
        rows.slots(changed, &mut |slot| match slot {
            Changed::Row(row, links) => self.put(row.id, links.into_owned()),
            Changed::Vacant(slot) => self.remove(slot),
        });
    }

    fn clear(&mut self) {
        *self = Table::new();
    }

    fn has(&self, slot: u32) -> bool {
        let id = self.ids.get(slot as usize);
        id.is_some_and(|id| *id != T::Id::DANGLING)
    }

    fn slots(&self) -> u32 {
        u32::try_from(self.ids.len()).unwrap_or(u32::MAX)
    }
}
