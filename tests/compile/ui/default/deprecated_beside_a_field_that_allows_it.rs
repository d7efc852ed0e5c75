//! What is allowed for one field is not allowed for the default of another.
#![deny(deprecated)]

use soa_runtime::IdAllocator;

mod old {
    #[deprecated]
    pub type Hull = u32;
    #[deprecated]
    pub const CREW: u32 = 7;
}

#[derive(IdAllocator)]
struct Ship {
    #[allow(deprecated)]
    #[soa(default = old::CREW)]
    hull: old::Hull,
    #[soa(default = old::CREW)]
    crew: u32,
}

fn main() {}
