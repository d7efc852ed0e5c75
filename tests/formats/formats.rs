//! Hubs, ids and deltas in the formats that games use, and inside the containers of serde.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod attributes;
mod containers;
mod deltas;

mod tags;
