//! Derived code in a `no_std` crate under the strictest lints.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::pedantic)]

extern crate alloc;

pub mod record;
