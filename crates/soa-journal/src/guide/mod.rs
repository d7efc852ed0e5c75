//! Guides: one page per question, each with code that runs.
//!
//! - [`saved_game`]: autosave, slots, new versions of a struct, and a full disk.
//! - [`host_migration`]: another process takes over and goes on with the same ids.

pub mod host_migration;
pub mod saved_game;
