//! What a contender can do, and the list of all contenders.

use crate::contenders::{
    gecs, hecs, limits, ours, slab, slotmaps, soa_derive, soa_rs, thunderdome,
};
use crate::element::Element;
use crate::harness::Kind;

/// A container of [`Element`]s.
///
/// Loops are part of the interface, so that each contender runs the loop that its
/// own documentation would have a user write. They take `&mut self`, as some
/// contenders lend a column only from there.
pub(crate) trait Store: Sized + 'static {
    const NAME: &'static str;
    const KIND: Kind;
    /// How a row is found again; an index where there is no handle.
    type Id: Copy;

    fn empty() -> Self;
    fn reserved(rows: usize) -> Self;
    /// Builds a store from a slice by the fastest way there is.
    fn bulk(elements: &[Element]) -> Self;
    fn insert(&mut self, element: Element) -> Self::Id;
    fn rows(&self) -> usize;
    fn sum_mass(&mut self) -> f32;
    fn sum_flags(&mut self) -> u32;
    fn integrate(&mut self, dt: f32);
    /// The sum of all coordinates, to compare contenders by.
    fn sum_positions(&mut self) -> f64;
    /// The sum of `flags` over the ids that are live.
    fn sum_flags_of(&mut self, ids: &[Self::Id]) -> u32;
}

/// A store that frees rows one at a time and uses their place again.
pub(crate) trait Recycling: Store {
    fn remove(&mut self, id: Self::Id) -> bool;
}

/// One of our own hubs, with what it alone offers.
pub(crate) trait OurHub: Recycling {
    const BY_ROW: &'static str;
    const BY_RUNS: &'static str;

    fn sum_flags_by_row(&mut self, ids: &[Self::Id]) -> u32;
    fn sum_mass_by_runs(&mut self) -> f32;
    fn sum_flags_by_runs(&mut self) -> u32;
    fn integrate_by_runs(&mut self, dt: f32);
}

/// Does something for each kind of store.
pub(crate) trait Visit {
    fn store<S: Store>(&mut self);
}

/// Does something for each kind of store that recycles.
pub(crate) trait VisitRecycling {
    fn store<S: Recycling>(&mut self);
}

/// Does something for each of our hubs.
pub(crate) trait VisitHubs {
    fn hub<S: OurHub>(&mut self);
}

/// Visits all stores.
pub(crate) fn every_store(visitor: &mut impl Visit) {
    struct AsStore<'a, V>(&'a mut V);
    impl<V: Visit> VisitRecycling for AsStore<'_, V> {
        fn store<S: Recycling>(&mut self) {
            self.0.store::<S>();
        }
    }
    every_recycling_store(&mut AsStore(visitor));
    visitor.store::<soa_rs::SoaRs>();
    visitor.store::<soa_derive::SoaDerive>();
}

/// Visits the stores that recycle.
pub(crate) fn every_recycling_store(visitor: &mut impl VisitRecycling) {
    struct AsStore<'a, V>(&'a mut V);
    impl<V: VisitRecycling> VisitHubs for AsStore<'_, V> {
        fn hub<S: OurHub>(&mut self) {
            self.0.store::<S>();
        }
    }
    visitor.store::<limits::PlainColumns>();
    visitor.store::<limits::PlainRows>();
    every_hub(&mut AsStore(visitor));
    visitor.store::<slotmaps::Basic>();
    visitor.store::<slotmaps::Dense>();
    visitor.store::<slotmaps::WithSecondaries>();
    visitor.store::<thunderdome::Arena>();
    visitor.store::<slab::Slab>();
    visitor.store::<hecs::World>();
    visitor.store::<gecs::World>();
}

/// Visits our hubs.
pub(crate) fn every_hub(visitor: &mut impl VisitHubs) {
    visitor.hub::<ours::Slots>();
    visitor.hub::<ours::Slots4>();
    visitor.hub::<ours::Dense>();
    visitor.hub::<ours::Dense4>();
}
