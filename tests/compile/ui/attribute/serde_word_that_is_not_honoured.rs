use serde::{Deserialize, Serialize};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
#[serde(default, tag = "kind", rename_al = "camelCase")]
struct Texture {
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

fn main() {}
