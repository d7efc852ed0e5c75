//! This project's hubs: both layouts, each with ids of 8 and of 4 bytes, and the slots layout
//! that leaves the values of freed rows in the holes.
//!
//! Ids of 4 bytes have 12 bits of generation, which a churning bench uses up. Those hubs wrap,
//! as most peers do.

use soa_runtime::{Hub, IdAllocator};

use super::{particle, recycling, store};
use crate::element::{Element, integrate_columns, sum_f32_column};
use crate::store::sum_found;

/// Declares a hub and makes it a contender.
macro_rules! hub {
    ($name:ident, $module:ident, $text:literal, [$($option:tt)*]) => {
        mod $module {
            use super::{IdAllocator, particle};

            particle!(#[derive(IdAllocator, Clone)] #[soa(derive(Clone), $($option)*)]);
        }

        store! {
            $name($module::ParticleHub), $text, Ours, $module::ParticleId,
            Some(|to, from| to.0.clone_from(&from.0)),
            |it, x| {
                with_capacity: Hub::with_capacity(x).into(),
                insert: it.insert(x.into()),
                rows: it.len(),
                sum_mass: sum_f32_column(it.columns().mass.as_slice()),
                integrate: {
                    let columns = it.columns_mut();
                    let motion = (columns.pos.into_mut_slice(), &*columns.vel.into_mut_slice());
                    integrate_columns(motion, x);
                },
                positions: it.columns().pos.as_slice(),
            }
            fn bulk(elements: &[Element]) -> Self {
                Self(elements.iter().copied().map($module::Particle::from).collect())
            }

            fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<Self::Id>) {
                let mut store = Self::with_capacity(0);
                let particles = elements.iter().copied().map($module::Particle::from);
                let ids = store.0.insert_many(particles);
                (store, ids)
            }
        }

        recycling! {
            $name, $module::ParticleId,
            |it, x| {
                remove: it.dealloc(x),
                walk: it.iter().map(|(id, row)| (id, *row.flags)),
                sum_flags_of: {
                    let flags = it.columns().flags;
                    sum_found(x, |id| flags.get(id).copied())
                },
                change_rows: for (_, row) in it.iter_mut() {
                    x(row.pos, row.vel, row.mass, row.flags, row.name_id);
                },
            }
            fn retain(&mut self, keep: impl Fn(u32) -> bool) {
                self.0.retain(|_, row| keep(*row.flags));
            }
        }
    };
}

hub! { Slots, slots, "soa slots", [layout = slots] }
hub! { Kept, kept, "soa slots, holes kept", [holes = kept] }
hub! { Aligned, aligned, "soa slots, align = 64", [align = 64] }
hub! { Dense, dense, "soa dense", [layout = dense] }
hub! {
    Slots4, slots4, "soa slots, 4-byte id",
    [layout = slots, bits(index = 20, generation = 12), exhausted = wrap]
}
hub! {
    Dense4, dense4, "soa dense, 4-byte id",
    [layout = dense, bits(index = 20, generation = 12), exhausted = wrap]
}
