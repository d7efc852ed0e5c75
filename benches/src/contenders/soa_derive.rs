//! `soa_derive`: a `Vec` for each field, without handles; an id is an index.

use super::vector::vector;
use crate::store::{Slices, Visit};

use self::generated::{Particle, ParticleVec};

#[allow(
    clippy::pedantic,
    unreachable_pub,
    missing_docs,
    reason = "the derive's own code"
)]
mod generated {
    use soa_derive::StructOfArray;

    super::super::particle!(#[derive(StructOfArray)] #[soa_derive(Clone)]);
}

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.store::<SoaDerive>();
    visitor.copying::<SoaDerive>();
}

vector!(SoaDerive(ParticleVec), "soa_derive (no handles)");

impl Slices for SoaDerive {
    fn mass(&mut self) -> &[f32] {
        &self.0.mass
    }

    fn flags(&mut self) -> &[u32] {
        &self.0.flags
    }

    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]) {
        (&mut self.0.pos, &self.0.vel)
    }
}
