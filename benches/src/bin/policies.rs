//! Measures the policies of the packed container and writes `policies.md`.

use std::io;

use soa_benches::policies;

fn main() -> io::Result<()> {
    let page = policies::page();
    print!("{page}");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results");
    std::fs::create_dir_all(folder)?;
    std::fs::write(format!("{folder}/policies.md"), page)
}
