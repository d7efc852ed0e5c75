//! A field that is saved as twice its value, by `#[serde(with = ..)]`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
pub(crate) fn serialize<S: Serializer>(value: &u8, to: S) -> Result<S::Ok, S::Error> {
    (value * 2).serialize(to)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    u8::deserialize(from).map(|value| value / 2)
}
