//! `hash_state`: two hubs have equal hashes exactly if their snapshots are equal. Also tests
//! the `Default` of the struct by the defaults of the columns.

use std::hash::{DefaultHasher, Hasher};

use soa_runtime::generic::HashRow;
use soa_runtime::{Hub, IdAllocator};

use crate::layouts::in_both_layouts;

fn state<T: HashRow>(hub: &Hub<T>) -> u64 {
    let mut state = DefaultHasher::new();
    hub.hash_state(&mut state);
    state.finish()
}

/// A hasher that records every call.
#[derive(Default, PartialEq, Debug)]
struct Calls(Vec<(&'static str, u64)>);

impl Hasher for Calls {
    fn finish(&self) -> u64 {
        0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0
            .extend(bytes.iter().map(|byte| ("u8", u64::from(*byte))));
    }
    fn write_u16(&mut self, number: u16) {
        self.0.push(("u16", number.into()));
    }
    fn write_u32(&mut self, number: u32) {
        self.0.push(("u32", number.into()));
    }
    fn write_u64(&mut self, number: u64) {
        self.0.push(("u64", number));
    }
    fn write_usize(&mut self, _: usize) {
        panic!("a usize differs between machines");
    }
}

in_both_layouts! {
    {
        #[derive(Clone, Debug, PartialEq)]
        #[soa(bits(index = 6, generation = 2), derive(Clone, Hash, Default, Serialize))]
        struct Unit {
            #[soa(default = 7)]
            hp: u32,
            #[soa(tracked)]
            name: String,
        }
    }

    #[test]
    fn free_retired_and_reserved_slots_differ() {
        let mut free = UnitHub::new();
        let id = free.alloc();
        free.dealloc(id);
        let mut reserved = UnitHub::new();
        reserved.reserve_id();
        let mut later = free.clone();
        later.reserve_id();
        let mut retired = UnitHub::new();
        while retired.stats().retired == 0 {
            let id = retired.alloc();
            retired.dealloc(id);
        }
        let mut live = UnitHub::new();
        live.alloc();
        let hubs = [UnitHub::new(), free, reserved, later, retired, live];
        for (number, hub) in hubs.iter().enumerate() {
            for other in &hubs[..number] {
                assert_ne!(state(hub), state(other));
            }
        }
    }

    #[test]
    fn it_differs_exactly_if_the_snapshots_do() {
        let snapshot = |hub: &UnitHub| serde_json::to_string(hub).expect("it can be saved");
        // Two walks by the same rule, one with other numbers: their hubs are alike and
        // differ at many points.
        let (mut one, mut other) = (UnitHub::new(), UnitHub::new());
        let (mut alike, mut different) = (0, 0);
        for step in 0_u32..400 {
            for (hub, step) in [(&mut one, step), (&mut other, step / 2 * 2)] {
                let ids: Vec<_> = hub.ids().collect();
                match (step * 7 + step / 5) % 5 {
                    0 | 1 if ids.len() < 8 => {
                        hub.insert(Unit { hp: step % 2, name: String::new() });
                    }
                    2 if hub.stats().reserved < 3 => {
                        hub.reserve_id();
                    }
                    3 => {
                        hub.free_reserved();
                    }
                    _ => {
                        if let Some(id) = ids.get(step as usize % ids.len().max(1)) {
                            hub.dealloc(*id);
                        }
                    }
                }
                if hub.slots() > 30 {
                    *hub = UnitHub::new();
                }
            }
            let equal = snapshot(&one) == snapshot(&other);
            assert_eq!(state(&one) == state(&other), equal, "step {step}");
            if equal { alike += 1 } else { different += 1 }
            if step % 16 == 15 {
                other = one.clone();
            }
        }
        assert!(alike > 20 && different > 20, "{alike} {different}");
    }

    #[test]
    fn the_default_of_the_struct_has_those_of_the_columns() {
        assert_eq!(Unit::default(), Unit { hp: 7, name: String::new() });
        let record = Unit { name: "one".into(), ..Default::default() };
        assert_eq!(record.hp, 7);
        let mut hub = UnitHub::new();
        let id = hub.alloc();
        assert_eq!(hub.remove(id), Some(Unit::default()));
    }
}

#[test]
fn the_hub_hashes_no_usize() {
    #[derive(IdAllocator)]
    #[soa(derive(Hash))]
    struct Ship {
        hp: u16,
    }

    let mut ships = ShipHub::new();
    let ids: Vec<_> = (0..4).map(|hp| ships.insert(Ship { hp })).collect();
    ships.dealloc(ids[1]);
    ships.detach(ids[2]);
    let mut calls = Calls::default();
    ships.hash_state(&mut calls);
    let expected = [
        ("u64", 2), // live, free, retired, reserved
        ("u64", 1),
        ("u64", 0),
        ("u64", 1),
        ("u64", ids[0].to_bits()),
        ("u16", 0),
        ("u64", ids[3].to_bits()),
        ("u16", 3),
        ("u32", 1), // the free slot and its next generation
        ("u32", 2),
        ("u32", 2), // the reserved slot and its generation
        ("u32", 1),
    ];
    assert_eq!(calls.0, expected);
}

#[test]
fn a_default_needs_only_those_of_the_columns() {
    struct NoDefault(u8);

    #[derive(IdAllocator)]
    #[soa(derive(Default))]
    struct Generic<T> {
        #[soa(default = NoDefault(3))]
        number: NoDefault,
        value: Option<T>,
    }

    let record = Generic::<NoDefault>::default();
    assert!(record.value.is_none());
    assert_eq!(record.number.0, 3);
}
