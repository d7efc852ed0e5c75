//! Measures the policies of the packed container and writes `policies.md`.

use std::io;

use soa_benches::{policies, report};

fn main() -> io::Result<()> {
    report::publish("policies.md", &policies::page())
}
