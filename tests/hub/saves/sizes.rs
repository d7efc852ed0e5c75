//! A save in a format of small numbers is no larger than slotmap's of the same rows.

use serde::{Deserialize, Serialize};
use slotmap::{SlotMap, new_key_type};
use soa_runtime::IdAllocator;

use crate::support::Random;

#[derive(IdAllocator)]
#[soa(derive(Serialize, Deserialize))]
struct Node {
    name: u32,
    parent: Option<NodeId>,
    #[soa(default = NodeId::DANGLING)]
    next: NodeId,
}

new_key_type! {
    struct Key;
}

/// The same record in a map of whole records.
#[derive(Serialize, Deserialize)]
struct Twin {
    name: u32,
    parent: Option<Key>,
    next: Key,
}

/// A hub and a map that have lived the same life.
struct Pair {
    hub: NodeHub,
    map: SlotMap<Key, Twin>,
    ids: Vec<(NodeId, Key)>,
    random: Random,
}

impl Pair {
    /// A row that names the last one and the first.
    fn insert(&mut self) {
        let (last, first) = (self.ids.last().copied(), self.ids.first().copied());
        let name = u32::try_from(self.random.below(256)).unwrap();
        let (next, twin) = first.unwrap_or((NodeId::DANGLING, Key::default()));
        let id = self.hub.insert(Node {
            name,
            parent: last.map(|(id, _)| id),
            next,
        });
        let key = self.map.insert(Twin {
            name,
            parent: last.map(|(_, key)| key),
            next: twin,
        });
        self.ids.push((id, key));
    }

    fn remove(&mut self, place: usize) {
        let (id, key) = self.ids.remove(place);
        assert!(self.hub.dealloc(id) && self.map.remove(key).is_some());
    }

    /// The bytes of both saves.
    fn sizes(&self) -> [usize; 2] {
        let saved = postcard::to_allocvec(&self.hub).unwrap();
        let read: NodeHub = postcard::from_bytes(&saved).unwrap();
        assert!(read.ids().eq(self.hub.ids()));
        [saved.len(), postcard::to_allocvec(&self.map).unwrap().len()]
    }

    fn is_no_larger(&self, when: &str) {
        let [ours, theirs] = self.sizes();
        assert!(ours <= theirs, "{when}: {ours} bytes, slotmap's {theirs}");
    }

    /// Compares them along a life. (Where nearly all slots are free, the order of
    /// their reuse is most of the save; slotmap does not keep it.)
    fn live(rows: usize) {
        let mut pair = Pair {
            hub: NodeHub::new(),
            map: SlotMap::with_key(),
            ids: Vec::new(),
            random: Random::new(9),
        };
        (0..rows).for_each(|_| pair.insert());
        pair.is_no_larger(&format!("{rows} fresh rows"));
        for _ in 0..rows / 2 {
            let place = pair.random.below(pair.ids.len());
            pair.remove(place);
        }
        pair.is_no_larger(&format!("half of {rows} rows free, in random order"));
        for round in 1..=100 {
            for _ in 0..rows / 3 {
                pair.insert();
            }
            for _ in 0..rows / 3 {
                let place = pair.random.below(pair.ids.len());
                pair.remove(place);
            }
            if [1, 10, 100].contains(&round) {
                pair.is_no_larger(&format!("half of {rows} rows free, after {round} rounds"));
            }
        }
        while pair.hub.len() < rows {
            pair.insert();
        }
        pair.is_no_larger(&format!("{rows} recycled rows"));
        for _ in 0..rows / 10 {
            pair.remove(0);
        }
        pair.is_no_larger(&format!("a tenth of {rows} rows free, in their order"));
    }
}

#[test]
#[cfg_attr(
    miri,
    ignore = "there is nothing unsafe here that other tests do not have"
)]
fn a_save_is_no_larger_than_slotmaps() {
    [1, 50, 200, 1000].into_iter().for_each(Pair::live);
}
