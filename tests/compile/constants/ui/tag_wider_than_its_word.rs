use soa_runtime::Handle;

fn main() {
    println!("{:?}", Handle::<(), u32, 16, 12, 8>::DANGLING);
}
