use soa_runtime::IdAllocator;

fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Serialize, Deserialize))]
struct Texture {
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

fn main() {}
