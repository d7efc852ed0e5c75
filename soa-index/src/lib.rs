//! Indexes beside the hubs of [`soa_runtime`]: rows found by value, order, place and link, with
//! answers that are never stale.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[macro_use]
mod macros;

mod backlinks;
mod follow;
mod grid;
mod groups;
mod hashed;
pub mod iter;
mod keys;
mod slots;
mod sorted;

pub use backlinks::{Backlinks, BacklinksView, Targets};
pub use grid::{Grid, GridView};
pub use groups::{Groups, GroupsView};
pub use hashed::{Hashed, HashedView};
pub use slots::Slots;
pub use sorted::{Sorted, SortedView};
