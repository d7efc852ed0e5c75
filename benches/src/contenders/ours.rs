//! Our hubs: both layouts, each with 8-byte and with 4-byte ids, and the slots
//! layout with what was there left in the holes.
//!
//! The 4-byte ids have 12 bits of generation, which a churning benchmark uses up;
//! those hubs wrap, as most peers do.

use soa_runtime::{Hub, IdAllocator};

use super::particle;
use crate::element::{self, Element, sum_u32};
use crate::harness::Kind;
use crate::store::{Change, Copying, OurHub, Recycling, Slices, Store, Visit};

pub(super) fn show(visitor: &mut impl Visit) {
    visitor.hub::<Slots>();
    visitor.copying::<Slots>();
    visitor.hub::<Slots4>();
    visitor.copying::<Slots4>();
    visitor.hub::<Dense>();
    visitor.copying::<Dense>();
    visitor.hub::<Dense4>();
    visitor.copying::<Dense4>();
}

/// Shows the hub whose holes keep what was there, which whole-column loops must skip.
pub(crate) fn show_kept(visitor: &mut impl Visit) {
    visitor.recycling::<Kept>();
}

/// Declares one hub and makes it a contender.
macro_rules! contender {
    ($name:ident, $module:ident, $text:literal, [$($option:tt)*]) => {
        mod $module {
            use super::{IdAllocator, particle};

            particle!(#[derive(IdAllocator, Clone)] #[soa(derive(Clone), $($option)*)]);
        }

        pub(super) struct $name($module::ParticleHub);

        impl Slices for $name {
            fn mass(&mut self) -> &[f32] {
                self.0.columns().mass.as_slice()
            }

            fn flags(&mut self) -> &[u32] {
                self.0.columns().flags.as_slice()
            }

            fn motion(&mut self) -> (&mut [[f32; 3]], &[[f32; 3]]) {
                let columns = self.0.columns_mut();
                (columns.pos.into_mut_slice(), columns.vel.into_mut_slice())
            }
        }

        impl Store for $name {
            const NAME: &'static str = $text;
            const KIND: Kind = Kind::Ours;
            type Id = $module::ParticleId;

            fn empty() -> Self {
                Self($module::ParticleHub::new())
            }

            fn reserved(rows: usize) -> Self {
                Self(Hub::with_capacity(rows).into())
            }

            fn bulk(elements: &[Element]) -> Self {
                Self(elements.iter().copied().map($module::Particle::from).collect())
            }

            fn bulk_with_ids(elements: &[Element]) -> (Self, Vec<Self::Id>) {
                let mut store = Self::empty();
                let particles = elements.iter().copied().map($module::Particle::from);
                let ids = store.0.insert_many(particles);
                (store, ids)
            }

            #[inline]
            fn insert(&mut self, element: Element) -> Self::Id {
                self.0.insert(element.into())
            }

            fn rows(&self) -> usize {
                self.0.len()
            }

            fn sum_flags_of(&mut self, ids: &[Self::Id]) -> u32 {
                let flags = self.0.columns().flags;
                sum_u32(ids, |&id| flags.get(id).copied().unwrap_or(0))
            }
        }

        impl Recycling for $name {
            #[inline]
            fn remove(&mut self, id: Self::Id) -> bool {
                self.0.dealloc(id)
            }

            fn walk(&mut self) -> impl Iterator<Item = (Self::Id, u32)> {
                self.0.iter().map(|(id, row)| (id, *row.flags))
            }

            fn ids(&mut self) -> impl Iterator<Item = Self::Id> {
                self.0.ids()
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

        impl Copying for $name {
            fn copy_from(&mut self, source: &Self) {
                self.0.clone_from(&source.0);
            }
        }

        impl OurHub for $name {
            fn sum_flags_by_row(&mut self, ids: &[Self::Id]) -> u32 {
                sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| *row.flags))
            }

            fn sum_flags_by_values(&mut self) -> u32 {
                let flags = self.0.columns().flags;
                let values = flags.iter_live().map(|(_, &flags)| flags);
                values.fold(0, u32::wrapping_add)
            }

            fn sum_mass_by_runs(&mut self) -> f32 {
                let mass = self.0.columns().mass;
                let runs = mass.rows().live_ranges();
                runs.map(|run| mass.as_slice()[run].iter().sum::<f32>()).sum()
            }

            fn sum_flags_by_runs(&mut self) -> u32 {
                let flags = self.0.columns().flags;
                let runs = flags.rows().live_ranges();
                runs.map(|run| sum_u32(&flags.as_slice()[run], |&flags| flags))
                    .fold(0, u32::wrapping_add)
            }

            fn integrate_by_runs(&mut self, dt: f32) {
                let mut columns = self.0.columns_mut();
                let runs = columns.rows().live_ranges();
                let (pos, vel) = (columns.pos.as_mut_slice(), columns.vel.as_slice());
                for run in runs {
                    element::integrate(&mut pos[run.clone()], &vel[run], dt);
                }
            }
        }
    };
}

contender!(Slots, slots, "soa slots", [layout = slots]);
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
contender!(Kept, kept, "soa slots, holes kept", [holes = kept]);
contender!(Dense, dense, "soa dense", [layout = dense]);
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
