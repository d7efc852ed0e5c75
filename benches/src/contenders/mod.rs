//! The contenders, one file per peer; each file shows its own to who visits them.

pub(crate) mod components;
mod gecs;
mod hecs;
pub(crate) mod limits;
mod map;
pub(crate) mod ours;
mod secondaries;
mod slab;
mod slotmaps;
mod soa_derive;
mod soa_rs;
mod thunderdome;
mod vector;

use crate::store::Visit;

/// Shows all contenders to a visitor, in the order of the reports.
pub(crate) fn every(visitor: &mut impl Visit) {
    limits::show(visitor);
    ours::show(visitor);
    slotmaps::show(visitor);
    secondaries::show(visitor);
    thunderdome::show(visitor);
    slab::show(visitor);
    hecs::show(visitor);
    gecs::show(visitor);
    soa_rs::show(visitor);
    soa_derive::show(visitor);
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
