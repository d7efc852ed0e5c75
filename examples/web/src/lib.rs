//! A swarm of a million flies in the browser, in a hub.
//!
//! [`swarm`] and [`fly`] are a game as it would be anywhere. `exports` is what the page calls:
//! numbers go in and out, and a column is named by its address. `page/columns.js` makes typed
//! arrays of addresses, without a copy, and makes them again when something has moved.
//!
//! `cargo run --release -p web` builds the page and serves it.

pub mod fly;
pub mod swarm;

// Elsewhere these names would belong to the C library.
#[cfg(target_family = "wasm")]
mod exports;
