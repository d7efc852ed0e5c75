use soa_runtime::Hub;

struct Plain;

fn show(_: &Hub<Plain>) {}

fn main() {}
