//! Tests of the journal.

mod commits;
mod crashes;
mod disk;
mod loading;
mod random;
mod world;
