use soa_journal::{Journal, Load};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Unit {
    #[soa(tracked)]
    hp: u32,
    name: String,
}

fn main() {
    let mut journal = Journal::open("world.journal").unwrap();
    let mut units = UnitHub::new();
    let _ = journal.commit(|commit| commit.hub("units", &mut units));
    let _ = journal.load::<UnitHub>("units");
}
