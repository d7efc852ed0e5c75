//! `gecs`: a world that its macro generates, with one archetype of five
//! components. A component is known by its type, as in `hecs`.

use gecs::prelude::*;

use crate::element::{Element, step, sum_f32, sum_pos, sum_u32};
use crate::harness::Kind;
use crate::store::{Recycling, Store};

use self::generated::{Flags, Mass, NameId, Particles, Pos, Vel};

#[allow(clippy::all, clippy::pedantic, reason = "the macro's own code")]
#[allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    elided_lifetimes_in_paths,
    unused_qualifications,
    reason = "the macro's own code"
)]
mod generated {
    use gecs::prelude::*;

    pub struct Pos(pub [f32; 3]);
    pub struct Vel(pub [f32; 3]);
    pub struct Mass(pub f32);
    pub struct Flags(pub u32);
    #[expect(dead_code, reason = "stored, as by all contenders, and never read")]
    pub struct NameId(pub u64);

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

    fn empty() -> Self {
        Self(generated::EcsWorld::new())
    }

    fn reserved(rows: usize) -> Self {
        Self(generated::EcsWorld::with_capacity(rows))
    }

    fn bulk(elements: &[Element]) -> Self {
        let mut store = Self::reserved(elements.len());
        for &element in elements {
            store.insert(element);
        }
        store
    }

    #[inline]
    fn insert(&mut self, element: Element) -> Entity<Particles> {
        let Element {
            pos,
            vel,
            mass,
            flags,
            name_id,
        } = element;
        self.0.particles.create((
            Pos(pos),
            Vel(vel),
            Mass(mass),
            Flags(flags),
            NameId(name_id),
        ))
    }

    fn rows(&self) -> usize {
        self.0.particles.len()
    }

    fn sum_mass(&mut self) -> f32 {
        sum_f32(self.0.particles.get_slice::<Mass>(), |mass| mass.0)
    }

    fn sum_flags(&mut self) -> u32 {
        sum_u32(self.0.particles.get_slice::<Flags>(), |flags| flags.0)
    }

    fn integrate(&mut self, dt: f32) {
        let columns = self.0.particles.get_all_slices_mut();
        for (pos, vel) in columns.pos.iter_mut().zip(columns.vel.iter()) {
            step(&mut pos.0, vel.0, dt);
        }
    }

    fn sum_positions(&mut self) -> f64 {
        sum_pos(self.0.particles.get_slice::<Pos>().iter().map(|pos| &pos.0))
    }

    fn sum_flags_of(&mut self, ids: &[Entity<Particles>]) -> u32 {
        let particles = &self.0.particles;
        let flags = particles.borrow_slice::<Flags>();
        sum_u32(ids, |&id| {
            particles.resolve(id).map_or(0, |row| flags[row].0)
        })
    }
}

impl Recycling for World {
    #[inline]
    fn remove(&mut self, id: Entity<Particles>) -> bool {
        self.0.particles.destroy(id).is_some()
    }
}
