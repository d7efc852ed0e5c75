//! Tests of the journal.

mod commits;
mod crashes;
mod disk;
mod failures;
mod loading;
mod past;
mod queueing;
mod random;
mod world;
