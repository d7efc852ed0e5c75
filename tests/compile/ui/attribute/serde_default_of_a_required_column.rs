use soa_runtime::IdAllocator;

fn seven() -> u32 {
    7
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Serialize, Deserialize))]
struct Texture {
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
