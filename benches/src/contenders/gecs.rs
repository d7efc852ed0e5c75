//! `gecs`: a world that its macro generates, with one archetype of five components. It finds a
//! component by its type, so every field needs a type of its own, and `[f32; 3]` cannot be
//! flattened.

use std::iter::zip;

use gecs::prelude::*;

use super::{recycling, store};
use crate::element::{step, sum_f32};
use crate::store::sum_found;

use self::generated::{EcsWorld, Flags, Mass, NameId, Particles, Pos, Vel};

#[allow(
    clippy::all,
    clippy::pedantic,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    elided_lifetimes_in_paths,
    unused_qualifications,
    reason = "the macro's own code, and its components"
)]
mod generated {
    use gecs::prelude::*;

    pub struct Pos(pub [f32; 3]);
    pub struct Vel(pub [f32; 3]);
    pub struct Mass(pub f32);
    pub struct Flags(pub u32);
    pub struct NameId(pub u64);

    ecs_world! {
        ecs_archetype!(Particles, dyn, Pos, Vel, Mass, Flags, NameId);
    }
}

store! {
    World(EcsWorld), "gecs", Peer, Entity<Particles>, None,
    |it, x| {
        with_capacity: EcsWorld::with_capacity(x),
        insert: {
            let (pos, vel, mass, flags, name_id) = x.fields();
            let (pos, vel, mass) = (Pos(pos), Vel(vel), Mass(mass));
            it.particles.create((pos, vel, mass, Flags(flags), NameId(name_id)))
        },
        rows: it.particles.len(),
        sum_mass: sum_f32(it.particles.get_slice::<Mass>(), |mass| mass.0),
        integrate: {
            let columns = it.particles.get_all_slices_mut();
            for (pos, vel) in zip(columns.pos, columns.vel) {
                step(&mut pos.0, vel.0, x);
            }
        },
        positions: it.particles.get_slice::<Pos>().iter().map(|pos| &pos.0),
    }
}

recycling! {
    World, Entity<Particles>,
    |it, x| {
        remove: it.particles.destroy(x).is_some(),
        walk: {
            let columns = it.particles.get_all_slices_mut();
            zip(columns.entity, columns.flags).map(|(&id, flags)| (id, flags.0))
        },
        sum_flags_of: {
            let flags = it.particles.borrow_slice::<Flags>();
            sum_found(x, |id| Some(flags[it.particles.resolve(id)?].0))
        },
        change_rows: {
            let columns = it.particles.get_all_slices_mut();
            let motion = zip(columns.pos, columns.vel);
            let others = zip(zip(columns.mass, columns.flags), columns.name_id);
            for ((pos, vel), ((mass, flags), name_id)) in zip(motion, others) {
                let (mass, flags) = (&mut mass.0, &mut flags.0);
                x(&mut pos.0, &mut vel.0, mass, flags, &mut name_id.0);
            }
        },
    }
}
