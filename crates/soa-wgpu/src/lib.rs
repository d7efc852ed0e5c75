#![doc = include_str!("../README.md")]
//!
//! # Where to start
//!
//! | you have | see |
//! |---|---|
//! | a column that is drawn or read by shaders | [`ColumnBuffer`] |
//! | ids that shaders must not use when they are stale | [`IdBuffer`] |
//! | meshes of different sizes in one buffer | [`PackedCopy`] |
//! | shaders with ids in them, bind groups, several columns | [`guide`] |
//! | an update that failed | [`UploadError`] |
//! | a reason to choose how rows are sent | [`Strategy`] |
//!
//! With the feature `tracing`, each update and write enters a span of the crate `tracing`, of the level
//! `DEBUG`: `update_column`, `update_ids`, `update_packed` or `write_packed`. It has the fields of
//! [`Sent`]: `rows`, `bytes` and `writes`. With columns and ids, `of` is the type of the record. If the
//! update fails, the sizes are not recorded. Without the feature nothing of this is compiled.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod column;
mod error;
mod growing;
pub mod guide;
mod ids;
mod link;
mod packed;
mod sent;
mod strategy;
mod trace;
mod unit;

pub use column::ColumnBuffer;
pub use error::UploadError;
pub use ids::IdBuffer;
pub use packed::{PackedCopy, PackedMemory};
pub use sent::Sent;
pub use strategy::Strategy;
