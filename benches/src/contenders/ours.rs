//! Our hubs: both layouts, each with 8-byte and with 4-byte ids.
//!
//! The 4-byte ids have 12 bits of generation, which a churning benchmark uses up;
//! those hubs wrap, as most peers do.

use soa_runtime::{Hub, IdAllocator};

use crate::element::{
    self, Element, integrate_columns, sum_f32_column, sum_pos, sum_u32, sum_u32_column,
};
use crate::harness::Kind;
use crate::store::{OurHub, Recycling, Store};

/// Declares one hub and makes it a contender.
macro_rules! contender {
    ($name:ident, $module:ident, $text:literal, [$($option:tt)*]) => {
        mod $module {
            use super::IdAllocator;

            #[derive(IdAllocator)]
            #[soa($($option)*)]
            pub(crate) struct Particle {
                pub(crate) pos: [f32; 3],
                pub(crate) vel: [f32; 3],
                pub(crate) mass: f32,
                pub(crate) flags: u32,
                pub(crate) name_id: u64,
            }

            impl From<super::Element> for Particle {
                #[inline]
                fn from(element: super::Element) -> Self {
                    let super::Element { pos, vel, mass, flags, name_id } = element;
                    Self { pos, vel, mass, flags, name_id }
                }
            }
        }

        pub(crate) struct $name($module::ParticleHub);

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

            #[inline]
            fn insert(&mut self, element: Element) -> Self::Id {
                self.0.insert(element.into())
            }

            fn rows(&self) -> usize {
                self.0.len()
            }

            fn sum_mass(&mut self) -> f32 {
                sum_f32_column(&self.0.columns().mass)
            }

            fn sum_flags(&mut self) -> u32 {
                sum_u32_column(&self.0.columns().flags)
            }

            fn integrate(&mut self, dt: f32) {
                let mut columns = self.0.columns_mut();
                integrate_columns(&mut columns.pos, &columns.vel, dt);
            }

            fn sum_positions(&mut self) -> f64 {
                sum_pos(self.0.columns().pos.iter())
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
        }

        impl OurHub for $name {
            const BY_ROW: &'static str = concat!($text, ", whole row");
            const BY_RUNS: &'static str = concat!($text, ", by runs");

            fn sum_flags_by_row(&mut self, ids: &[Self::Id]) -> u32 {
                sum_u32(ids, |&id| self.0.get(id).map_or(0, |row| *row.flags))
            }

            fn sum_mass_by_runs(&mut self) -> f32 {
                let mass = self.0.columns().mass;
                let runs = mass.live_ranges();
                runs.map(|run| mass.as_slice()[run].iter().sum::<f32>()).sum()
            }

            fn sum_flags_by_runs(&mut self) -> u32 {
                let flags = self.0.columns().flags;
                let runs = flags.live_ranges();
                runs.map(|run| sum_u32(&flags.as_slice()[run], |&flags| flags))
                    .fold(0, u32::wrapping_add)
            }

            fn integrate_by_runs(&mut self, dt: f32) {
                let mut columns = self.0.columns_mut();
                let runs = columns.pos.live_ranges();
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
