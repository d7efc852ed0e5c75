//! The levels of lints that are set on a struct and on its fields hold in the generated code.
#![deny(warnings, deprecated)]

use soa_runtime::IdAllocator;

mod old {
    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
    #[deprecated = "use `Plate`"]
    pub struct Hull(pub u32);
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize))]
#[soa(tracked = all)]
#[cfg_attr(all(), allow(deprecated))]
pub struct Ship {
    #[serde(default)]
    #[soa(default = old::Hull(1))]
    pub hull: old::Hull,
}

#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize))]
#[soa(tracked)]
pub struct Boat {
    #[allow(deprecated, reason = "of the first version")]
    #[serde(default)]
    #[soa(default = old::Hull(2), tracked)]
    pub hull: old::Hull,
    #[allow(deprecated)]
    #[allow(unused)]
    pub spare: Vec<old::Hull>,
}

/// The struct itself fulfils what is expected.
#[derive(IdAllocator)]
#[soa(derive(Clone, Debug, PartialEq), layout = dense)]
#[expect(deprecated, reason = "of the first version")]
struct Raft {
    hull: old::Hull,
}

#[derive(IdAllocator)]
struct Float {
    #[expect(deprecated)]
    hull: old::Hull,
}

/// What the user forbids is not allowed in the generated code, either.
#[forbid(deprecated, missing_docs, unused, unsafe_code)]
pub mod strict {
    use soa_runtime::IdAllocator;

    /// Without a word about its parent.
    #[derive(IdAllocator)]
    #[soa(derive(Debug))]
    #[forbid(deprecated)]
    pub struct Buoy {
        /// The first column.
        #[deprecated]
        #[soa(links)]
        pub parent: Option<BuoyId>,
    }
}

/// The struct has no comments on its fields, and the views have none.
pub mod silent {
    #![deny(missing_docs)]

    use soa_runtime::IdAllocator;

    /// A struct with bare fields.
    #[derive(IdAllocator)]
    #[allow(missing_docs)]
    pub struct Anchor {
        pub weight: u32,
    }

    /// A struct with one bare field.
    #[derive(IdAllocator)]
    pub struct Chain {
        #[expect(missing_docs)]
        pub links: u32,
    }
}

#[test]
fn compiles_and_runs() {
    let text = |hull: &dyn std::fmt::Debug| format!("{hull:?}");
    let mut ships = ShipHub::new();
    let ship = ships.alloc();
    let mut boats = BoatHub::new();
    let boat = boats.alloc();
    assert_eq!(text(ships.row(ship).hull), "Hull(1)");
    assert_eq!(text(boats.row(boat).hull), "Hull(2)");
    assert!(boats.row(boat).spare.is_empty());
    let (mut rafts, mut floats) = (RaftHub::new(), FloatHub::new());
    let (raft, float) = (rafts.alloc(), floats.alloc());
    assert_eq!(text(rafts.row(raft).hull), text(floats.row(float).hull));
    let mut buoys = strict::BuoyHub::new();
    let buoy = buoys.alloc();
    assert!(buoys.columns().rows().contains(buoy));
    assert_eq!(
        silent::AnchorHub::new().len(),
        silent::ChainHub::new().len()
    );
}
