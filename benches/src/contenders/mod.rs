//! The contenders.

pub(crate) mod components;
mod gecs;
pub(crate) mod maps;
mod ours;
mod secondaries;
pub(crate) mod vectors;

use crate::store::Visit;

pub(crate) use self::ours::Kept;

/// Shows all contenders to a visitor, in the order of the pages.
pub(crate) fn every(visitor: &mut impl Visit) {
    visitor.store::<vectors::PlainColumns>();
    visitor.recycling::<maps::PlainRows>();
    visitor.recycling::<ours::Slots>();
    visitor.recycling::<ours::Slots4>();
    visitor.recycling::<ours::Dense>();
    visitor.recycling::<ours::Dense4>();
    visitor.recycling::<maps::Basic>();
    visitor.recycling::<maps::Dense>();
    visitor.recycling::<secondaries::WithSecondaries>();
    visitor.recycling::<maps::Arena>();
    visitor.recycling::<maps::Slab>();
    visitor.recycling::<gecs::World>();
    visitor.store::<vectors::SoaRs>();
}

/// Declares a struct with the fields of `Element`, for the derive of a contender.
macro_rules! particle {
    ($(#[$attribute:meta])*) => {
        $(#[$attribute])*
        pub(crate) struct Particle {
            pub(crate) pos: [f32; 3],
            pub(crate) vel: [f32; 3],
            pub(crate) mass: f32,
            pub(crate) flags: u32,
            pub(crate) name_id: u64,
        }

        impl From<crate::element::Element> for Particle {
            #[inline]
            fn from(element: crate::element::Element) -> Self {
                let (pos, vel, mass, flags, name_id) = element.fields();
                Self { pos, vel, mass, flags, name_id }
            }
        }
    };
}
pub(crate) use particle;
