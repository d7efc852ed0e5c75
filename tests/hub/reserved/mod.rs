//! Ids without rows, and rows from other threads.

mod borders;
mod ids;
mod leases;
mod orders;
mod panics;
mod saves;
mod texts;
mod threads;
