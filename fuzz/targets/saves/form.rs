//! The formats.

use arbitrary::Arbitrary;
use serde::Serialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Arbitrary)]
pub(crate) enum Form {
    Json,
    Postcard,
    Cbor,
}

impl Form {
    pub(crate) const ALL: [Form; 3] = [Form::Json, Form::Postcard, Form::Cbor];

    pub(crate) fn is_for_humans(self) -> bool {
        self == Form::Json
    }

    pub(crate) fn write(self, value: &impl Serialize) -> Vec<u8> {
        match self {
            Form::Json => serde_json::to_vec(value).expect("JSON can be written"),
            Form::Postcard => postcard::to_allocvec(value).expect("postcard can be written"),
            Form::Cbor => {
                let mut bytes = Vec::new();
                ciborium::into_writer(value, &mut bytes).expect("CBOR can be written");
                bytes
            }
        }
    }

    pub(crate) fn read<T: DeserializeOwned>(self, bytes: &[u8]) -> Option<T> {
        match self {
            Form::Json => serde_json::from_slice(bytes).ok(),
            Form::Postcard => postcard::from_bytes(bytes).ok(),
            Form::Cbor => ciborium::from_reader(bytes).ok(),
        }
    }
}
