//! Columns on the GPU.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod column;
mod error;
mod growing;
pub mod guide;
mod link;
mod packed;
mod sent;
mod strategy;
mod unit;

pub use column::ColumnBuffer;
pub use error::UploadError;
pub use packed::{PackedCopy, PackedMemory};
pub use sent::Sent;
pub use strategy::Strategy;
