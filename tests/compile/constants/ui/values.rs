//! Numbers of bits that their word has not.

use soa_runtime::Handle;

fn main() {
    println!("{:?}", Handle::<(), u16, 12, 8>::DANGLING);
    println!("{:?}", Handle::<(), u32, 16, 12, 8>::DANGLING); // with the tag
}
