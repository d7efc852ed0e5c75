//! Indexes beside the hubs of [`soa_runtime`]: rows found by value, order, place and link, with
//! answers that are never stale.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod follow;
mod keys;
