//! What a contender can do.

use crate::case::Kind;
use crate::element::{Element, sum_u32};

/// A container of [`Element`]s.
///
/// Each contender runs the loop that its own documentation would have a user write. Loops take
/// `&mut self` because some contenders lend a column only from there.
pub(crate) trait Store: Sized + 'static {
    const NAME: &'static str;
    const KIND: Kind;
    /// Makes one store a copy of another one in the memory that it has.
    const COPY: Option<fn(&mut Self, &Self)> = None;
    /// Finds a row again; an index if there is no handle.
    type Id: Copy + Eq;

    fn with_capacity(rows: usize) -> Self;
    fn insert(&mut self, element: Element) -> Self::Id;
    fn rows(&self) -> usize;
    fn sum_mass(&mut self) -> f32;
    fn integrate(&mut self, dt: f32);
    /// Returns the sum of all coordinates, by which contenders are compared.
    fn sum_positions(&mut self) -> f64;

    /// Builds a store from a slice in the fastest way there is.
    fn bulk(elements: &[Element]) -> Self {
        Self::bulk_with_ids(elements).0
    }

    /// Builds a store from a slice and returns the ids of the elements.
    fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<Self::Id>) {
        let mut store = Self::with_capacity(elements.len());
        let ids = elements.iter().map(|&element| store.insert(element));
        let ids = ids.collect();
        (store, ids)
    }
}

/// A store that frees rows one at a time and uses their slots again.
pub(crate) trait Recycling: Store {
    fn remove(&mut self, id: Self::Id) -> bool;

    /// Yields the ids and `flags` of the live rows.
    fn walk(&mut self) -> impl Iterator<Item = (Self::Id, u32)>;

    /// Returns the sum of `flags` over the ids that are live.
    fn sum_flags_of(&mut self, ids: &[Self::Id]) -> u32;

    /// Changes all fields of all live rows.
    fn change_rows(&mut self, change: impl Change);

    /// Frees the rows whose `flags` are not to be kept.
    fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        let gone = self.walk().filter(|&(_, flags)| !keep(flags));
        let gone: Vec<Self::Id> = gone.map(|(id, _)| id).collect();
        for id in gone {
            self.remove(id);
        }
    }
}

pub(crate) fn sum_by_walk<S: Recycling>(store: &mut S) -> u32 {
    let flags = store.walk().map(|(_, flags)| flags);
    flags.fold(0, u32::wrapping_add)
}

/// Sums the `flags` that `get` finds.
#[inline]
pub(crate) fn sum_found<I: Copy>(ids: &[I], get: impl Fn(I) -> Option<u32>) -> u32 {
    sum_u32(ids, |&id| get(id).unwrap_or(0))
}

/// A change of the five fields of a row.
pub(crate) trait Change:
    FnMut(&mut [f32; 3], &mut [f32; 3], &mut f32, &mut u32, &mut u64)
{
}

impl<F: FnMut(&mut [f32; 3], &mut [f32; 3], &mut f32, &mut u32, &mut u64)> Change for F {}
