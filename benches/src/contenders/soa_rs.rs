//! `soa-rs`: columns in one allocation, without handles; an id is an index.

use soa_rs::Soa;

use super::vector::vector;
use crate::store::{Slices, Visit};

use self::generated::Particle;

#[allow(
    clippy::pedantic,
    dead_code,
    unreachable_pub,
    reason = "the derive's own code"
)]
mod generated {
    use soa_rs::{SoaClone, Soars};

    super::super::particle!(#[derive(Soars, SoaClone)]);
}

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.store::<SoaRs>();
    visitor.copying::<SoaRs>();
}

vector!(SoaRs(Soa<Particle>), "soa-rs (no handles)");

impl Slices for SoaRs {
    fn mass(&mut self) -> &[f32] {
        self.0.mass()
    }

    fn flags(&mut self) -> &[u32] {
        self.0.flags()
    }

    fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]) {
        let columns = self.0.slices_mut();
        (columns.pos, columns.vel)
    }
}
