//! `slab`: rows at recycled indices, without generations. A stale id is not
//! noticed there, so it takes part only where no id is stale.

use crate::element::{Element, step, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Recycling, Store};

/// Rows in a `Slab`.
#[derive(Debug)]
pub(crate) struct Slab(slab::Slab<Element>);

impl Store for Slab {
    const NAME: &'static str = "slab";
    const KIND: Kind = Kind::Peer;
    type Id = usize;

    fn empty() -> Self {
        Self(slab::Slab::new())
    }

    fn reserved(rows: usize) -> Self {
        Self(slab::Slab::with_capacity(rows))
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut store = Self::reserved(elements.len());
        for &element in elements {
            store.0.insert(element);
        }
        store
    }

    #[inline]
    fn insert(&mut self, element: Element) -> usize {
        self.0.insert(element)
    }

    fn rows(&self) -> usize {
        self.0.len()
    }

    fn sum_mass(&mut self) -> f32 {
        self.0.iter().map(|(_, row)| row.mass).sum()
    }

    fn sum_flags(&mut self) -> u32 {
        self.0
            .iter()
            .map(|(_, row)| row.flags)
            .fold(0, u32::wrapping_add)
    }

    fn integrate(&mut self, dt: f32) {
        for (_, row) in &mut self.0 {
            step(&mut row.pos, row.vel, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.0.iter().map(|(_, row)| &row.pos))
    }

    fn sum_flags_of(&mut self, ids: &[usize]) -> u32 {
        sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| row.flags))
    }
}

impl Recycling for Slab {
    #[inline]
    fn remove(&mut self, id: usize) -> bool {
        self.0.try_remove(id).is_some()
    }
}
