//! Ids without rows, and rows from other threads.

mod ids;
mod leases;
mod panics;
mod threads;
