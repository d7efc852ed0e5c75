//! This project's hubs: both layouts, each with ids of 8 and of 4 bytes, and the slots layout
//! that leaves the values of freed rows in the holes.
//!
//! Ids of 4 bytes have 12 bits of generation, which a churning bench uses up. Those hubs wrap,
//! as most peers do.

use soa_runtime::{Hub, IdAllocator};

use super::particle;
use crate::element::{Element, integrate_columns, sum_f32_column, sum_pos, sum_u32};
use crate::figures::Kind;
use crate::store::{Change, Recycling, Store, sum_by_walk, sum_found};

/// Declares one hub and makes it a contender.
macro_rules! contender {
    ($name:ident, $module:ident, $text:literal, [$($option:tt)*]) => {
        mod $module {
            use super::{IdAllocator, particle};

            particle!(#[derive(IdAllocator, Clone)] #[soa(derive(Clone), $($option)*)]);
        }

        pub(crate) struct $name($module::ParticleHub);

        impl Store for $name {
            const NAME: &'static str = $text;
            const KIND: Kind = Kind::Ours;
            const COPY: Option<fn(&mut Self, &Self)> = Some(|to, from| to.0.clone_from(&from.0));
            type Id = $module::ParticleId;

            fn with_capacity(rows: usize) -> Self {
                Self(Hub::with_capacity(rows).into())
            }

            #[inline]
            fn insert(&mut self, element: Element) -> Self::Id {
                self.0.insert(element.into())
            }

            fn rows(&self) -> usize {
                self.0.len()
            }

            fn sum_mass(&mut self) -> f32 {
                sum_f32_column(self.0.columns().mass.as_slice())
            }

            fn integrate(&mut self, dt: f32) {
                let columns = self.0.columns_mut();
                let motion = (columns.pos.into_mut_slice(), &*columns.vel.into_mut_slice());
                integrate_columns(motion, dt);
            }

            fn sum_positions(&mut self) -> f64 {
                sum_pos(self.0.columns().pos.as_slice())
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

        impl Recycling for $name {
            const WALKS: &'static [(&'static str, fn(&mut Self) -> u32)] = &[
                (", iter", sum_by_walk),
                (", iter_live", |store| {
                    let flags = store.0.columns().flags;
                    let values = flags.iter_live().map(|(_, &flags)| flags);
                    values.fold(0, u32::wrapping_add)
                }),
                (", by runs", |store| {
                    let flags = store.0.columns().flags;
                    let runs = flags.rows().live_ranges();
                    runs.map(|run| sum_u32(&flags.as_slice()[run], |&flags| flags))
                        .fold(0, u32::wrapping_add)
                }),
            ];
            const LOOKUPS: &'static [(&'static str, fn(&mut Self, &[Self::Id]) -> u32)] = &[
                ("", Self::sum_flags_of),
                (", whole row", |store, ids| {
                    sum_found(ids, |id| Some(*store.0.get(id)?.flags))
                }),
            ];

            #[inline]
            fn remove(&mut self, id: Self::Id) -> bool {
                self.0.dealloc(id)
            }

            fn walk(&mut self) -> impl Iterator<Item = (Self::Id, u32)> {
                self.0.iter().map(|(id, row)| (id, *row.flags))
            }

            fn sum_flags_of(&mut self, ids: &[Self::Id]) -> u32 {
                let flags = self.0.columns().flags;
                sum_found(ids, |id| flags.get(id).copied())
            }

            fn change_rows(&mut self, mut change: impl Change) {
                for (_, row) in self.0.iter_mut() {
                    change(row.pos, row.vel, row.mass, row.flags, row.name_id);
                }
            }

            fn retain(&mut self, keep: impl Fn(u32) -> bool) {
                self.0.retain(|_, row| keep(*row.flags));
            }
        }
    };
}

contender!(Slots, slots, "soa slots", [layout = slots]);
contender!(Kept, kept, "soa slots, holes kept", [holes = kept]);
contender!(Dense, dense, "soa dense", [layout = dense]);
contender!(
    Slots4,
    slots4,
    "soa slots, 4-byte id",
    [
        layout = slots,
        bits(index = 20, generation = 12),
        exhausted = wrap
    ]
);
contender!(
    Dense4,
    dense4,
    "soa dense, 4-byte id",
    [
        layout = dense,
        bits(index = 20, generation = 12),
        exhausted = wrap
    ]
);
