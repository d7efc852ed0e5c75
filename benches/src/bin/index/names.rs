//! Finding a row by its name.

use std::collections::HashMap;

use fastrand::Rng;
use multi_index_map::MultiIndexMap;
use soa_bench::harness::Failure;
use soa_index::Hashed;
use soa_runtime::generic::TrackedRecord;
use soa_runtime::{Handle, Hub, IdAllocator};

use crate::contest::{Contest, Page, Unit};

#[derive(IdAllocator)]
#[soa(tracked)]
pub(crate) struct Named {
    #[soa(tracked)]
    name: String,
    hp: u32,
}

#[derive(IdAllocator)]
#[soa(tracked, layout = dense)]
struct NamedDense {
    #[soa(tracked)]
    name: String,
    hp: u32,
}

#[derive(MultiIndexMap)]
struct Entry {
    #[multi_index(hashed_unique)]
    name: String,
    id: NamedId,
}

/// How many names are looked up in a round.
const LOOKUPS: u32 = 100_000;

fn name(number: usize) -> String {
    format!("unit {number}")
}

pub(crate) fn measure(page: &mut Page, rows: usize) -> Result<(), Failure> {
    let mut rng = Rng::with_seed(7);
    let mut numbers: Vec<usize> = (0..rows).collect();
    rng.shuffle(&mut numbers);
    let queries: Vec<String> = (0..LOOKUPS).map(|_| name(rng.usize(..rows))).collect();

    let names = || numbers.iter().map(|number| name(*number));
    let mut slots: NamedHub = names().map(|name| Named { name, hp: 0 }).collect();
    let mut dense: NamedDenseHub = names().map(|name| NamedDense { name, hp: 0 }).collect();
    slots.advance();
    dense.advance();
    let mut map = HashMap::<String, NamedId>::new();
    let mut multi = MultiIndexEntryMap::default();
    for (id, row) in &slots {
        let name = row.name.clone();
        map.insert(name.clone(), id);
        multi.insert(Entry { name, id });
    }
    let mut of_slots = Hashed::<Named, _>::new(|units| units.name);
    let mut of_dense = Hashed::<NamedDense, _>::new(|units| units.name);
    of_slots.refresh(&slots);
    of_dense.refresh(&dense);

    let unit = Unit::new("ns a lookup", 1e9, LOOKUPS);
    page.text("\n# Names");
    let by_hand = || {
        let found = queries.iter().filter_map(|name| map.get(name));
        found.map(|id| u64::from(id.index())).sum()
    };
    let contest = Contest::default()
        .add("`Hashed`, slots", || {
            lookup(&mut of_slots, &slots, &queries, Handle::index)
        })
        .add("`HashMap<String, Id>` by hand", by_hand)
        .add("`multi_index_map`", || {
            let found = queries.iter().filter_map(|name| multi.get_by_name(name));
            found.map(|entry| u64::from(entry.id.index())).sum()
        });
    let title = format!("{LOOKUPS} of {rows} names are looked up");
    page.compare(&format!("{title}: slots"), unit, contest)?;
    let contest = Contest::default()
        .add("`Hashed`, dense", || {
            lookup(&mut of_dense, &dense, &queries, Handle::index)
        })
        .add("`HashMap<String, Id>` by hand", by_hand);
    page.compare(&format!("{title}: dense"), unit, contest)?;
    let strings = map.keys().map(String::capacity).sum::<usize>();
    // A power of two of buckets, of which seven in eight are used at most, each with one byte more.
    let buckets = (map.capacity() * 8 / 7).next_power_of_two();
    let by_hand = buckets * (size_of::<(String, NamedId)>() + 1) + strings;
    let own = of_slots.memory();
    page.text(&format!(
        "\nMemory: `Hashed` {} kB, the map {} kB with its copies of the names: {} % of it.",
        own / 1000,
        by_hand / 1000,
        own * 100 / by_hand
    ));
    Ok(())
}

fn lookup<T: TrackedRecord + 'static>(
    names: &mut Hashed<T, String>,
    hub: &Hub<T>,
    queries: &[String],
    index: impl Fn(T::Id) -> u32,
) -> u64 {
    let view = names.at(hub);
    let found = queries.iter().filter_map(|name| view.id(name));
    found.map(|id| u64::from(index(id))).sum()
}
