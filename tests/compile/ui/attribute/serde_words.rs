//! Words of serde that a hub does not honour, that leave a column out, and defaults of required columns.

use serde::{Deserialize, Serialize};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
#[serde(default, tag = "kind", rename_al = "camelCase")]
struct NotHonoured {
    #[serde(flatten)]
    size: Size,
    #[serde(defualt)]
    mips: u32,
    #[serde(rename = mip_count, rename = "count")]
    count: u32,
    #[serde(rename(serialise = "a"), skip = "always", with)]
    layers: u32,
    #[serde]
    name: String,
    #[serde(alias = "a", alias = "b", skip, skip)]
    twice: u32,
}

#[derive(Default, Serialize, Deserialize)]
struct Size {
    width: u32,
}

/// The hub of this one is not saved, so its words are for its own derives.
#[derive(IdAllocator, Serialize, Deserialize)]
#[serde(bound = "")]
struct Own {
    #[serde(flatten)]
    size: Size,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Serialize, Deserialize))]
struct LeftOut {
    #[serde(skip_serializing_if = "is_zero")]
    mips: u32,
    #[serde(alias = "old", skip_serializing)]
    layers: u32,
    #[soa(required)]
    #[serde(skip_serializing)]
    width: u32,
    #[serde(with = "halves", skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}

/// With a default, or not read at all, or read as `None`.
#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Loaded {
    #[serde(default, skip_serializing_if = "is_zero")]
    mips: u32,
    #[serde(skip_serializing, skip_deserializing)]
    layers: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Depth,
}

type Depth = Option<u32>;

/// Only one of the two.
#[derive(IdAllocator)]
#[soa(derive(Deserialize))]
struct OnlyRead {
    #[serde(skip_serializing)]
    mips: u32,
}

fn seven() -> u32 {
    7
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Serialize, Deserialize))]
struct RequiredWithADefault {
    #[soa(required)]
    #[serde(default)]
    mips: u32,
    #[serde(skip)]
    #[soa(required)]
    layers: u32,
    #[soa(required)]
    #[serde(alias = "old", skip_deserializing)]
    width: u32,
    #[soa(required)]
    #[serde(default = "seven")]
    height: u32,
}

fn main() {}
