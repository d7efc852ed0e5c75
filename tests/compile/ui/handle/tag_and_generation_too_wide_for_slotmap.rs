use slotmap::SecondaryMap;
use soa_runtime::Handle;

fn main() {
    SecondaryMap::<Handle<(), u64, 24, 24, 16>, u32>::new().get(Handle::DANGLING);
}
