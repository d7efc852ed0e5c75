use soa_runtime::Reader;

const NINTH: Reader = Reader::new(8);

fn main() {
    println!("{NINTH:?}");
}
