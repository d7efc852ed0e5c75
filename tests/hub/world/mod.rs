//! Worlds of several hubs and values.

mod basics;
