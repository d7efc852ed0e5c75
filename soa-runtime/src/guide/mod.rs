//! How to do it: one page per question, each with code that runs.
//!
//! - [`threads`]: a hub and several threads.
//! - [`undo`]: a deletion that is undone under the same ids.
//! - [`gpu`]: what the GPU still reads.

pub mod gpu;
pub mod threads;
pub mod undo;
