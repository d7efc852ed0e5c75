//! The contenders, one file per peer.

pub(crate) mod gecs;
pub(crate) mod hecs;
pub(crate) mod limits;
pub(crate) mod ours;
pub(crate) mod slab;
pub(crate) mod slotmaps;
pub(crate) mod soa_derive;
pub(crate) mod soa_rs;
pub(crate) mod thunderdome;
