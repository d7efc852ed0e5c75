use soa_runtime::Handle;

fn main() {
    println!("{:?}", Handle::<(), u16, 12, 8>::DANGLING);
}
