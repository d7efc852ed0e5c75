//! `gecs`: a world that its macro generates, with one archetype of five components.

use std::iter::zip;

use gecs::prelude::*;

use super::components::{Flags, Mass, Pos, components};
use crate::element::{Element, step, sum_f32, sum_pos};
use crate::figures::Kind;
use crate::store::{Change, Recycling, Store, sum_found};

use self::generated::Particles;

#[allow(
    clippy::all,
    clippy::pedantic,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    elided_lifetimes_in_paths,
    unused_qualifications,
    reason = "the macro's own code"
)]
mod generated {
    use gecs::prelude::*;

    use super::super::components::{Flags, Mass, NameId, Pos, Vel};

    ecs_world! {
        ecs_archetype!(Particles, dyn, Pos, Vel, Mass, Flags, NameId);
    }
}

/// Entities of one archetype in a generated world.
pub(crate) struct World(generated::EcsWorld);

impl Store for World {
    const NAME: &'static str = "gecs";
    const KIND: Kind = Kind::Peer;
    type Id = Entity<Particles>;

    fn with_capacity(rows: usize) -> Self {
        Self(generated::EcsWorld::with_capacity(rows))
    }

    #[inline]
    fn insert(&mut self, element: Element) -> Entity<Particles> {
        self.0.particles.create(components(element))
    }

    fn rows(&self) -> usize {
        self.0.particles.len()
    }

    fn sum_mass(&mut self) -> f32 {
        sum_f32(self.0.particles.get_slice::<Mass>(), |mass| mass.0)
    }

    fn integrate(&mut self, dt: f32) {
        let columns = self.0.particles.get_all_slices_mut();
        for (pos, vel) in zip(columns.pos, columns.vel) {
            step(&mut pos.0, vel.0, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.0.particles.get_slice::<Pos>().iter().map(|pos| &pos.0))
    }
}

impl Recycling for World {
    #[inline]
    fn remove(&mut self, id: Entity<Particles>) -> bool {
        self.0.particles.destroy(id).is_some()
    }

    fn walk(&mut self) -> impl Iterator<Item = (Entity<Particles>, u32)> {
        let columns = self.0.particles.get_all_slices_mut();
        zip(columns.entity, columns.flags).map(|(&id, flags)| (id, flags.0))
    }

    fn sum_flags_of(&mut self, ids: &[Entity<Particles>]) -> u32 {
        let particles = &self.0.particles;
        let flags = particles.borrow_slice::<Flags>();
        sum_found(ids, |id| Some(flags[particles.resolve(id)?].0))
    }

    fn change_rows(&mut self, mut change: impl Change) {
        let columns = self.0.particles.get_all_slices_mut();
        let motion = zip(columns.pos, columns.vel);
        let others = zip(zip(columns.mass, columns.flags), columns.name_id);
        for ((pos, vel), ((mass, flags), name_id)) in zip(motion, others) {
            let (mass, flags) = (&mut mass.0, &mut flags.0);
            change(&mut pos.0, &mut vel.0, mass, flags, &mut name_id.0);
        }
    }
}
