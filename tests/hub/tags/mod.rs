//! Hubs with tags, which refuse the ids of other hubs.

mod calls;
mod ids;
mod parents;
mod pools;
mod rows;
mod saves;
mod slots;

use std::hash::{DefaultHasher, Hasher};

use soa_runtime::generic::HashRow;
use soa_runtime::inspect::Stats;
use soa_runtime::{Hub, Row};

/// Everything that a call may change: the snapshot, the hash of the state and the counts.
pub(crate) fn state<T>(hub: &Hub<T>) -> (String, u64, Stats)
where
    T: HashRow,
    for<'a> Row<'a, T>: serde::Serialize,
{
    let mut hasher = DefaultHasher::new();
    hub.hash_state(&mut hasher);
    let save = serde_json::to_string(hub).expect("a snapshot");
    (save, hasher.finish(), hub.stats())
}
