//! Replacing the ids in the fields of rows.

use alloc::vec::Vec;
use core::any::Any;

use super::{IdMap, Links, VisitLinks};
use crate::handle::AnyHandle;
use crate::hub::Hub;
use crate::record::IdAllocator;

/// Decides about ids that are not in the map of their type; see [`Hub::relink`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outside {
    /// The id is left as it is.
    Keep,
    /// An id directly in an `Option` becomes `None`. Any other id becomes dangling. Lists
    /// keep their length.
    Dangle,
}

/// One map of ids or several: `&IdMap<A>`, or a tuple, array or slice of them. A tuple has 1 to 8
/// elements, which may be tuples again.
///
/// If two maps are for one type of ids, the first one that contains an id counts. This trait
/// is sealed.
pub trait IdMaps: sealed::Lookup {}

impl<M: sealed::Lookup> IdMaps for M {}

/// The result of a search for an id in the maps.
#[derive(Debug, Clone, Copy)]
pub enum Found<H> {
    /// There is no map of its type.
    NoMap,
    /// There is a map of its type, which does not contain it.
    Outside,
    /// It is replaced by another id.
    New(H),
}

mod sealed {
    use super::{AnyHandle, Found};

    pub trait Lookup {
        /// Looks an id up.
        fn look_up<H: AnyHandle + 'static>(&self, old: H) -> Found<H>;

        /// Calls `each` with each new id of this type.
        fn each_new<H: AnyHandle + 'static>(&self, each: &mut impl FnMut(H));
    }
}

impl<T: IdAllocator<Id: 'static>> sealed::Lookup for &IdMap<T> {
    #[inline]
    fn look_up<H: AnyHandle + 'static>(&self, old: H) -> Found<H> {
        let Some(old) = (&old as &dyn Any).downcast_ref::<T::Id>() else {
            return Found::NoMap;
        };
        let new = self.get(*old);
        match new.as_ref().map(|new| new as &dyn Any) {
            Some(new) => new
                .downcast_ref()
                .map_or(Found::NoMap, |new| Found::New(*new)),
            None => Found::Outside,
        }
    }

    fn each_new<H: AnyHandle + 'static>(&self, each: &mut impl FnMut(H)) {
        for new in self.new_ids() {
            (&new as &dyn Any)
                .downcast_ref()
                .copied()
                .into_iter()
                .for_each(&mut *each);
        }
    }
}

impl<M: sealed::Lookup> sealed::Lookup for &[M] {
    fn look_up<H: AnyHandle + 'static>(&self, old: H) -> Found<H> {
        let mut found = Found::NoMap;
        for map in *self {
            match map.look_up(old) {
                Found::NoMap => {}
                Found::Outside => found = Found::Outside,
                new @ Found::New(_) => return new,
            }
        }
        found
    }

    fn each_new<H: AnyHandle + 'static>(&self, each: &mut impl FnMut(H)) {
        self.iter().for_each(|map| map.each_new(each));
    }
}

impl<M: sealed::Lookup, const N: usize> sealed::Lookup for [M; N] {
    fn look_up<H: AnyHandle + 'static>(&self, old: H) -> Found<H> {
        (&self[..]).look_up(old)
    }

    fn each_new<H: AnyHandle + 'static>(&self, each: &mut impl FnMut(H)) {
        (&self[..]).each_new(each);
    }
}

macro_rules! tuples {
    ($(($($map:ident)+))*) => {$(
        impl<$($map: sealed::Lookup),+> sealed::Lookup for ($($map,)+) {
            #[inline]
            #[expect(non_snake_case, reason = "a map is called as its type")]
            fn look_up<Old: AnyHandle + 'static>(&self, old: Old) -> Found<Old> {
                let ($($map,)+) = self;
                let mut found = Found::NoMap;
                $(match $map.look_up(old) {
                    Found::NoMap => {}
                    Found::Outside => found = Found::Outside,
                    new @ Found::New(_) => return new,
                })+
                found
            }

            #[expect(non_snake_case, reason = "a map is called as its type")]
            fn each_new<New: AnyHandle + 'static>(&self, each: &mut impl FnMut(New)) {
                let ($($map,)+) = self;
                $($map.each_new(each);)+
            }
        }
    )*};
}

tuples! {
    (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
}

/// Replaces the ids that the maps contain.
struct Relink<'m, M> {
    maps: &'m M,
    outside: Outside,
    /// The number of ids that were outside.
    left_out: usize,
    /// The number of ids that were written.
    changed: usize,
    /// `true` if the last id was made dangling.
    dangled: bool,
}

impl<M: IdMaps> VisitLinks for Relink<'_, M> {
    #[inline]
    fn link<H: AnyHandle + 'static>(&mut self, id: &mut H) {
        self.dangled = false;
        if *id == H::DANGLING {
            return;
        }
        match self.maps.look_up(*id) {
            Found::NoMap => {}
            Found::New(new) => {
                *id = new;
                self.changed += 1;
            }
            Found::Outside => {
                self.left_out += 1;
                if self.outside == Outside::Dangle {
                    *id = H::DANGLING;
                    self.changed += 1;
                    self.dangled = true;
                }
            }
        }
    }

    fn changed(&self) -> Option<usize> {
        Some(self.changed)
    }

    #[inline]
    fn has_dangled(&self) -> bool {
        self.dangled
    }
}

impl<T: IdAllocator> Hub<T> {
    /// Replaces the ids in the fields of these rows that are marked `#[soa(links)]` by the
    /// ids in the maps. Returns the number of ids that are outside. O(ids in the rows).
    ///
    /// An id is outside if there is a map of its type that does not contain it. `outside`
    /// selects what happens to it. Ids of types without a map, and dangling ids, are left as
    /// they are and not counted. In tracked columns, the rows in which an id was replaced
    /// count as changed.
    ///
    /// Stale ids are skipped. Give each row once: a second pass would take new ids for old
    /// ones. The ids in the rows must be ids of the hubs that the maps were made from; two
    /// ids do not show from which of several hubs of one record type they are, unless the hubs have
    /// different [tags](Hub::with_tag).
    ///
    /// # Examples
    ///
    /// ```
    /// # use soa_runtime::{IdAllocator, Outside};
    /// #[derive(IdAllocator)]
    /// #[soa(derive(Clone))]
    /// struct Node {
    ///     #[soa(links)]
    ///     parent: Option<NodeId>,
    /// }
    ///
    /// let mut prefab = NodeHub::new();
    /// let root = prefab.insert(Node { parent: None });
    /// let leaf = prefab.insert(Node { parent: Some(root) });
    ///
    /// let mut scene = NodeHub::new();
    /// scene.alloc();
    /// let map = scene.copy_rows(&prefab);
    /// let outside = scene.relink(map.new_ids(), &map, Outside::Keep);
    /// let new_leaf = map.get(leaf).unwrap();
    /// assert_eq!((*scene.row(new_leaf).parent, outside), (map.get(root), 0));
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "the maps are references")]
    pub fn relink(
        &mut self,
        ids: impl IntoIterator<Item = T::Id>,
        maps: impl IdMaps,
        outside: Outside,
    ) -> usize
    where
        T: Links,
    {
        relink(self, ids, &maps, outside).0
    }
}

/// Replaces the ids in these rows, and returns the number of ids outside and the number of rows.
fn relink<T: IdAllocator + Links>(
    hub: &mut Hub<T>,
    ids: impl IntoIterator<Item = T::Id>,
    maps: &impl IdMaps,
    outside: Outside,
) -> (usize, usize) {
    let mut relink = Relink {
        maps,
        outside,
        left_out: 0,
        changed: 0,
        dangled: false,
    };
    let mut rows = 0;
    for id in ids {
        if let Some(row) = hub.get_mut(id) {
            T::visit_row_links(row, &mut relink);
            rows += 1;
        }
    }
    (relink.left_out, rows)
}

/// Replaces the ids in all rows whose ids are new ids of the maps, once. Returns the number of rows.
pub(crate) fn relink_all<T: IdAllocator<Id: 'static> + Links>(
    hub: &mut Hub<T>,
    maps: &impl IdMaps,
    outside: Outside,
) -> usize {
    let mut ids: Vec<T::Id> = Vec::new();
    maps.each_new(&mut |id| ids.push(id));
    ids.sort_unstable();
    ids.dedup();
    relink(hub, ids, maps, outside).1
}
