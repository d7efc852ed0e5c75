//! Tests of the journal.

mod crashes;
mod disk;
mod random;
mod world;
