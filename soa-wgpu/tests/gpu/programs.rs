//! Random programs of the calls of hubs. After each update the copies are equal to the columns.

use fastrand::Rng;
use soa_runtime::{Hub, IdAllocator, Mirror, Tick};
use soa_wgpu::{ColumnBuffer, Strategy};
use wgpu::{BufferUsages, Limits};

use crate::support::{Tested, assert_equal, programs, update, with_gpu, with_limits};

/// The most rows of a hub.
const ROWS: usize = 3000;

/// A module with a record of one layout, whose columns have elements of 1, 2, 6, 12 and 64 bytes.
macro_rules! programs {
    ($module:ident, $layout:ident, |$hub:ident, $random:ident| $sort:expr) => {
        pub(crate) mod $module {
            use super::*;

            #[derive(IdAllocator, Debug, Clone, PartialEq)]
            #[soa(layout = $layout, tracked, derive(Clone, Serialize, Deserialize))]
            pub(crate) struct Unit {
                #[soa(tracked, default = 7)]
                pub(crate) byte: u8,
                #[soa(tracked)]
                pub(crate) pair: u16,
                #[soa(tracked, default = [1, 2, 3])]
                pub(crate) small: [u16; 3],
                #[soa(tracked)]
                pub(crate) place: [f32; 3],
                #[soa(tracked)]
                pub(crate) transform: [[f32; 4]; 4],
            }

            pub(crate) fn unit(random: &mut Rng) -> Unit {
                Unit {
                    byte: random.u8(..),
                    pair: random.u16(..),
                    small: std::array::from_fn(|_| random.u16(..)),
                    place: std::array::from_fn(|_| random.f32()),
                    transform: [[random.f32(); 4]; 4],
                }
            }

            /// The copies of all columns.
            pub(crate) struct Copies {
                bytes: ColumnBuffer<Unit, u8>,
                pairs: ColumnBuffer<Unit, u16>,
                smalls: ColumnBuffer<Unit, [u16; 3]>,
                places: ColumnBuffer<Unit, [f32; 3]>,
                transforms: ColumnBuffer<Unit, [[f32; 4]; 4]>,
            }

            impl Copies {
                pub(crate) fn new(tested: &Tested, strategy: Strategy) -> Self {
                    let (device, usage) = (&tested.gpu.device, BufferUsages::VERTEX);
                    Self {
                        bytes: ColumnBuffer::<Unit, _>::new(device, usage, |units| units.byte)
                            .strategy(strategy),
                        pairs: ColumnBuffer::<Unit, _>::new(device, usage, |units| units.pair)
                            .strategy(strategy),
                        smalls: ColumnBuffer::<Unit, _>::new(device, usage, |units| units.small)
                            .strategy(strategy),
                        places: ColumnBuffer::<Unit, _>::new(device, usage, |units| units.place)
                            .strategy(strategy),
                        transforms: ColumnBuffer::<Unit, _>::new(device, usage, |units| {
                            units.transform
                        })
                        .strategy(strategy),
                    }
                }

                /// Updates the copies, and compares them with the columns.
                pub(crate) fn check(&mut self, tested: &Tested, hub: &Hub<Unit>) {
                    let gpu = &tested.gpu;
                    let columns = hub.columns();
                    update(gpu, &mut self.bytes, hub).expect("bytes are sent");
                    update(gpu, &mut self.pairs, hub).expect("pairs are sent");
                    update(gpu, &mut self.smalls, hub).expect("smalls are sent");
                    update(gpu, &mut self.places, hub).expect("places are sent");
                    update(gpu, &mut self.transforms, hub).expect("transforms are sent");
                    assert_equal(gpu, &self.bytes, &columns.byte);
                    assert_equal(gpu, &self.pairs, &columns.pair);
                    assert_equal(gpu, &self.smalls, &columns.small);
                    assert_equal(gpu, &self.places, &columns.place);
                    assert_equal(gpu, &self.transforms, &columns.transform);
                }
            }

            /// Calls a random function of the hub.
            #[expect(clippy::too_many_lines, reason = "a line for each call")]
            fn call(hub: &mut UnitHub, other: &mut UnitHub, random: &mut Rng) {
                let ids: Vec<UnitId> = hub.ids().collect();
                let any = |random: &mut Rng| random.choice(ids.iter().copied());
                let some = |random: &mut Rng| {
                    let most = ids.len().min(200);
                    random.choose_multiple(ids.iter().copied(), most)
                };
                let room = hub.slots() < ROWS;
                match random.u8(..33) {
                    0 if room => drop(hub.alloc_many(random.usize(..400))),
                    1 if room => {
                        let units: Vec<Unit> = (0..300).map(|_| unit(random)).collect();
                        hub.insert_many(units);
                    }
                    2 => {
                        hub.insert(unit(random));
                    }
                    3 => {
                        hub.dealloc_many(some(random));
                    }
                    4 => {
                        any(random).map(|id| hub.remove(id));
                    }
                    5 => hub.retain(|_, unit| *unit.byte % 7 != 0),
                    6 if random.u8(..4) == 0 => hub.clear(),
                    7 => hub.shrink_to_fit(),
                    8 => hub.reserve(random.usize(..2000)),
                    9 => *hub = hub.clone(),
                    10 => hub.clone_from(other),
                    11 | 12 => std::mem::swap(hub, other),
                    13 => {
                        let save = serde_json::to_string(hub).expect("it can be saved");
                        *hub = serde_json::from_str(&save).expect("it can be loaded");
                    }
                    14 if random.u8(..4) == 0 => *other = std::mem::take(hub),
                    15 => {
                        let mut columns = hub.columns_mut();
                        for id in some(random) {
                            columns.transform[id] = [[random.f32(); 4]; 4];
                        }
                    }
                    16 => {
                        let mut columns = hub.columns_mut();
                        for id in some(random) {
                            columns.place[id] = [random.f32(); 3];
                            columns.byte.set(id, random.u8(..));
                            columns.pair[id] = random.u16(..);
                            columns.small[id] = [random.u16(..); 3];
                        }
                    }
                    17 => {
                        let mut columns = hub.columns_mut();
                        let end = random.usize(..=columns.byte.len());
                        let start = random.usize(..=end);
                        columns.byte.range_mut(start..end).fill(random.u8(..));
                        columns
                            .small
                            .range_mut(start..end)
                            .fill([random.u16(..); 3]);
                    }
                    18 => hub.columns_mut().pair.all_mut().fill(random.u16(..)),
                    19 => {
                        let mut columns = hub.columns_mut();
                        for (_, place) in columns.place.iter_live_mut().step_by(3) {
                            place[1] = random.f32();
                        }
                    }
                    20 => {
                        for (_, mut row) in hub.iter_mut().step_by(5) {
                            *row.byte ^= 1;
                        }
                    }
                    21 => {
                        any(random).map(|id| hub.replace(id, unit(random)));
                    }
                    22 => {
                        any(random).and_then(|id| hub.renew(id));
                    }
                    23 => {
                        any(random).and_then(|id| hub.detach(id));
                    }
                    24 => {
                        hub.free_withheld();
                    }
                    25 if room => {
                        let mut lease = hub.lease(20);
                        for _ in 0..15 {
                            lease.insert(unit(random));
                        }
                        assert!(hub.settle([lease]).is_empty());
                    }
                    26 if room => {
                        let id = hub.reserve_id();
                        hub.fill(id, unit(random)).expect("it is withheld");
                    }
                    27 => {
                        if let Some(id) = any(random) {
                            let unit = hub.remove(id).expect("it is live");
                            hub.insert_at(id, unit).ok();
                        }
                    }
                    28 => drop(hub.drain().nth(3)),
                    29 => drop(hub.extract_if(|_, unit| *unit.pair % 5 == 0).last()),
                    30 => {
                        hub.fill_holes();
                    }
                    31 if random.u8(..8) == 0 => {
                        let mut mirror = Mirror::<Unit>::new();
                        let whole = serde_json::to_string(&hub.delta(Tick::START));
                        let whole = whole.expect("it can be sent");
                        mirror
                            .apply(&mut serde_json::Deserializer::from_str(&whole))
                            .expect("it is whole");
                        *hub = UnitHub::from(Hub::clone(&mirror));
                    }
                    _ => {
                        let ($hub, $random) = (hub, random);
                        $sort;
                    }
                }
            }

            /// Runs a program of `calls` calls, and compares after each of them.
            pub(crate) fn run(tested: &Tested, seed: u64, strategy: Strategy, calls: usize) {
                let mut random = Rng::with_seed(seed);
                let (mut hub, mut other) = (UnitHub::new(), UnitHub::new());
                let mut copies = Copies::new(tested, strategy);
                copies.check(tested, &hub);
                for _ in 0..calls {
                    for _ in 0..random.usize(..3) {
                        call(&mut hub, &mut other, &mut random);
                        // Some changes are made in the tick that is still open.
                        if random.bool() {
                            hub.advance();
                        }
                    }
                    copies.check(tested, &hub);
                }
            }
        }
    };
}

programs!(slots, slots, |hub, random| {
    hub.columns_mut().place.all_mut().fill([random.f32(); 3]);
});
programs!(dense, dense, |hub, random| {
    if hub.len() > 1 {
        let [a, b] = [(); 2].map(|()| random.usize(..hub.len()));
        hub.swap_rows(a, b);
    }
    hub.sort_by_key(|unit| *unit.pair);
});

const STRATEGIES: [Strategy; 4] = [
    Strategy::Auto,
    Strategy::Ranges,
    Strategy::Scatter,
    Strategy::Whole,
];

#[test]
fn copies_of_hubs_with_slots_are_equal_after_random_programs() {
    with_gpu(|tested| {
        for strategy in STRATEGIES {
            (0..programs()).for_each(|seed| slots::run(tested, seed, strategy, 60));
        }
    });
}

#[test]
fn copies_of_dense_hubs_are_equal_after_random_programs() {
    with_gpu(|tested| {
        for strategy in STRATEGIES {
            (0..programs()).for_each(|seed| dense::run(tested, seed, strategy, 60));
        }
    });
}

/// A column of 3000 transforms has many windows then, and its changes need many uploads.
#[test]
fn copies_are_equal_on_a_device_with_small_bindings() {
    let small = |_| Limits {
        max_storage_buffer_binding_size: 4096,
        max_compute_workgroups_per_dimension: 12,
        ..Limits::downlevel_defaults()
    };
    with_limits(small, |tested| {
        for strategy in [Strategy::Auto, Strategy::Scatter] {
            (0..programs()).for_each(|seed| slots::run(tested, seed, strategy, 60));
            (0..programs()).for_each(|seed| dense::run(tested, seed, strategy, 60));
        }
    });
}

#[test]
fn copies_are_equal_on_a_device_without_storage_buffers() {
    let none = |adapter| Limits::downlevel_webgl2_defaults().using_resolution(adapter);
    with_limits(none, |tested| {
        for strategy in STRATEGIES {
            slots::run(tested, 0, strategy, 60);
            dense::run(tested, 0, strategy, 60);
        }
    });
}
