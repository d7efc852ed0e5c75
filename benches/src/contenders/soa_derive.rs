//! `soa_derive`: a `Vec` a field, without handles; an id is an index.

use crate::element::{
    Element, integrate_columns, sum_f32_column, sum_pos, sum_u32, sum_u32_column,
};
use crate::harness::Kind;
use crate::store::Store;

use self::generated::{Particle, ParticleVec};

#[allow(
    clippy::pedantic,
    unreachable_pub,
    missing_docs,
    reason = "the derive's own code"
)]
mod generated {
    use soa_derive::StructOfArray;

    #[derive(StructOfArray)]
    pub(crate) struct Particle {
        pub(crate) pos: [f32; 3],
        pub(crate) vel: [f32; 3],
        pub(crate) mass: f32,
        pub(crate) flags: u32,
        pub(crate) name_id: u64,
    }
}

impl From<Element> for Particle {
    #[inline]
    fn from(element: Element) -> Self {
        let Element {
            pos,
            vel,
            mass,
            flags,
            name_id,
        } = element;
        Self {
            pos,
            vel,
            mass,
            flags,
            name_id,
        }
    }
}

/// Columns in the derived `ParticleVec`.
pub(crate) struct SoaDerive(ParticleVec);

impl Store for SoaDerive {
    const NAME: &'static str = "soa_derive (no handles)";
    const KIND: Kind = Kind::Peer;
    type Id = usize;

    fn empty() -> Self {
        Self(ParticleVec::new())
    }

    fn reserved(rows: usize) -> Self {
        Self(ParticleVec::with_capacity(rows))
    }

    fn bulk(elements: &[Element]) -> Self {
        Self(elements.iter().copied().map(Particle::from).collect())
    }

    #[inline]
    fn insert(&mut self, element: Element) -> usize {
        self.0.push(element.into());
        self.0.len() - 1
    }

    fn rows(&self) -> usize {
        self.0.len()
    }

    fn sum_mass(&mut self) -> f32 {
        sum_f32_column(&self.0.mass)
    }

    fn sum_flags(&mut self) -> u32 {
        sum_u32_column(&self.0.flags)
    }

    fn integrate(&mut self, dt: f32) {
        integrate_columns(&mut self.0.pos, &self.0.vel, dt);
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(&self.0.pos)
    }

    fn sum_flags_of(&mut self, ids: &[usize]) -> u32 {
        sum_u32(ids, |&id| self.0.flags.get(id).copied().unwrap_or(0))
    }
}
