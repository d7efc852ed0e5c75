//! Indexes beside the hubs of [`soa_runtime`]: rows found by value, order, place and link, with
//! answers that are never stale.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[macro_use]
mod macros;

mod follow;
mod groups;
mod hashed;
pub mod iter;
mod keys;
mod slots;
mod sorted;

pub use groups::{Groups, GroupsView};
pub use hashed::{Hashed, HashedView};
pub use slots::Slots;
pub use sorted::{Sorted, SortedView};
