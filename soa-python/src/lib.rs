//! Hubs in Python.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod batch;
mod edit;
mod element;
mod field;
mod in_place;
mod memory;
mod private;
mod shared_hub;
mod state;
mod write;

pub use batch::Batch;
pub use edit::Edit;
pub use element::Element;
pub use shared_hub::SharedHub;
pub use write::WriteColumn;
