//! `thunderdome`: rows in a generational arena.

use thunderdome::Index;

use crate::element::{Element, step, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Recycling, Store};

/// Rows in an `Arena`.
#[derive(Debug)]
pub(crate) struct Arena(thunderdome::Arena<Element>);

impl Store for Arena {
    const NAME: &'static str = "thunderdome";
    const KIND: Kind = Kind::Peer;
    type Id = Index;

    fn empty() -> Self {
        Self(thunderdome::Arena::new())
    }

    fn reserved(rows: usize) -> Self {
        Self(thunderdome::Arena::with_capacity(rows))
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut store = Self::reserved(elements.len());
        for &element in elements {
            store.0.insert(element);
        }
        store
    }

    #[inline]
    fn insert(&mut self, element: Element) -> Index {
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

    fn sum_flags_of(&mut self, ids: &[Index]) -> u32 {
        sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| row.flags))
    }
}

impl Recycling for Arena {
    #[inline]
    fn remove(&mut self, id: Index) -> bool {
        self.0.remove(id).is_some()
    }
}
