//! Hubs, ids and deltas in the formats that games use, and inside the containers of serde.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod attributes;
mod containers;
mod deltas;
#[path = "../support/layouts.rs"]
mod layouts;
mod tags;

use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    Json,
    JsonValue,
    Ron,
    Toml,
    Msgpack,
    CompactMsgpack,
    Cbor,
    Postcard,
}

const FORMATS: [Format; 8] = [
    Format::Json,
    Format::JsonValue,
    Format::Ron,
    Format::Toml,
    Format::Msgpack,
    Format::CompactMsgpack,
    Format::Cbor,
    Format::Postcard,
];

impl Format {
    /// Writes a value, and reads what was written. The error says which of both failed.
    fn through<V: Serialize, R: DeserializeOwned>(self, value: &V) -> Result<R, String> {
        fn written<W>(result: Result<W, impl Debug>) -> Result<W, String> {
            result.map_err(|error| format!("written: {error:?}"))
        }
        fn read<R>(result: Result<R, impl Display>) -> Result<R, String> {
            result.map_err(|error| format!("read: {error}"))
        }
        match self {
            Format::Json => {
                let text = written(serde_json::to_string(value))?;
                read(serde_json::from_str(&text))
            }
            Format::JsonValue => read(serde_json::from_value(written(serde_json::to_value(
                value,
            ))?)),
            Format::Ron => read(ron::from_str(&written(ron::to_string(value))?)),
            Format::Toml => read(toml::from_str(&written(toml::to_string(value))?)),
            Format::Msgpack => {
                let bytes = written(rmp_serde::to_vec_named(value))?;
                read(rmp_serde::from_slice(&bytes))
            }
            Format::CompactMsgpack => {
                read(rmp_serde::from_slice(&written(rmp_serde::to_vec(value))?))
            }
            Format::Cbor => {
                let mut bytes = Vec::new();
                written(ciborium::into_writer(value, &mut bytes))?;
                read(ciborium::from_reader(&bytes[..]))
            }
            Format::Postcard => {
                let bytes = written(postcard::to_allocvec(value))?;
                read(postcard::from_bytes(&bytes))
            }
        }
    }

    /// The same, for a value that is read as what it is.
    fn round_trip<V: Serialize + DeserializeOwned>(self, value: &V) -> Result<V, String> {
        self.through(value)
    }
}
