//! What only code for any record or any world needs.

pub use crate::record::Nested;
