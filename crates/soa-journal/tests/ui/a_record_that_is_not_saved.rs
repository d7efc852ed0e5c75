use soa_journal::{Journal, Load};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked = all)]
struct Unit {
    hp: u32,
}

fn main() {
    let journal = Journal::open("world.journal").unwrap();
    let _ = journal.load::<UnitHub>("units");
}
