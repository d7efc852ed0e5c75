//! What the repository says of itself holds.

mod layering;
mod readme;
