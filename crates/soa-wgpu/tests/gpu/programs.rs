//! Random programs of the calls of hubs. After each update the copies are equal to the columns.

use fastrand::Rng;
use postcard::Deserializer;
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use soa_runtime::{EditRow, Hub, IdAllocator};
use soa_wgpu::{ColumnBuffer, Strategy};
use wgpu::{BufferUsages, Limits};

use crate::calls::{Call, Called, World};
use crate::edits::Kind;
use crate::support::{STRATEGIES, Tested, assert_equal, programs, update, with_gpu, with_limits};

/// Returns what updates the copy of a column, and compares it with the column.
macro_rules! copy {
    ($tested:ident, $strategy:ident, $field:ident) => {{
        let gpu = &$tested.gpu;
        let usage = BufferUsages::VERTEX;
        let copy = ColumnBuffer::<Unit, _>::new(&gpu.device, usage, |units| units.$field);
        let mut copy = copy.strategy($strategy);
        let check = move |hub: &Hub<Unit>| {
            update(gpu, &mut copy, hub).expect("it is sent");
            assert_equal(gpu, &copy, &hub.columns().$field);
        };
        Box::new(check) as Box<dyn FnMut(&Hub<Unit>) + '_>
    }};
}

/// A module with a record of one layout, whose columns have elements of 1, 2, 6, 8, 12 and 64 bytes.
macro_rules! programs {
    ($module:ident, $layout:ident, |$hub:ident, $a:ident, $b:ident| $sort:expr) => {
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
                #[soa(tracked, links)]
                pub(crate) leader: UnitId,
                #[soa(tracked)]
                pub(crate) place: [f32; 3],
                #[soa(tracked)]
                pub(crate) transform: [[f32; 4]; 4],
            }

            impl Called for Unit {
                const ROOM: usize = 3000;

                fn hub(_: u32) -> Hub<Unit> {
                    Hub::new()
                }

                fn new(number: u8, _: &[UnitId]) -> Self {
                    let random = &mut Rng::with_seed(number.into());
                    Unit {
                        byte: random.u8(..),
                        pair: random.u16(..),
                        small: std::array::from_fn(|_| random.u16(..)),
                        leader: UnitId::from_parts(random.u32(..99), random.u32(1..4))
                            .expect("it fits"),
                        place: std::array::from_fn(|_| random.f32()),
                        transform: [[random.f32(); 4]; 4],
                    }
                }

                fn changed(self, byte: u8) -> Self {
                    Unit { byte, ..self }
                }

                fn edit(hub: &mut Hub<Self>, call: Call, id: impl Fn(usize) -> UnitId) {
                    crate::edits::edit!(hub, call, id, |$hub, $a, $b| $sort);
                }
            }

            /// Runs a program, and compares after each few calls.
            pub(crate) fn run(tested: &Tested, seed: u64, strategy: Strategy) {
                let mut random = Rng::with_seed(seed);
                let mut world = World::<Unit>::new();
                let mut copies = [
                    copy!(tested, strategy, byte),
                    copy!(tested, strategy, pair),
                    copy!(tested, strategy, small),
                    copy!(tested, strategy, leader),
                    copy!(tested, strategy, place),
                    copy!(tested, strategy, transform),
                ];
                let mut check = |hub: &Hub<Unit>| copies.iter_mut().for_each(|copy| copy(hub));
                check(&world.hubs[0]);
                for _ in 0..60 {
                    for _ in 0..random.usize(..3) {
                        world.call(crate::edits::call(&mut random));
                        // Some changes are made in the tick that is still open.
                        if random.bool() {
                            world.hubs[0].advance();
                        }
                    }
                    check(&world.hubs[0]);
                }
            }
        }
    };
}

programs!(slots, slots, |hub, a, b| {
    let place = [a, b, a / 2].map(|at| f32::from(u16::try_from(at).expect("it is small")));
    hub.columns_mut().place.all_mut().fill(place);
});
programs!(dense, dense, |hub, a, b| {
    let rows = hub.len();
    if rows > 0 {
        hub.swap_rows(a % rows, b % rows);
    }
    if a % 2 == 0 {
        hub.sort_by_key(|unit| *unit.pair);
    } else {
        hub.sort_by(|left, right| right.small.cmp(left.small));
    }
});

/// Runs programs of both layouts with each of these strategies.
fn run(tested: &Tested, strategies: &[Strategy], programs: u64) {
    for &strategy in strategies {
        for seed in 0..programs {
            slots::run(tested, seed, strategy);
            dense::run(tested, seed, strategy);
        }
    }
}

#[test]
fn copies_are_equal_after_random_programs() {
    with_gpu(|tested| run(tested, &STRATEGIES, programs()));
}

/// A column of 3000 transforms has many windows then, and its changes need many uploads.
#[test]
fn copies_are_equal_on_a_device_with_small_bindings() {
    let small = |_| Limits {
        max_storage_buffer_binding_size: 4096,
        max_compute_workgroups_per_dimension: 12,
        ..Limits::downlevel_defaults()
    };
    let strategies = [Strategy::Auto, Strategy::Scatter];
    with_limits(small, |tested| run(tested, &strategies, programs()));
}

#[test]
fn copies_are_equal_on_a_device_without_storage_buffers() {
    let none = |adapter| Limits::downlevel_webgl2_defaults().using_resolution(adapter);
    with_limits(none, |tested| run(tested, &STRATEGIES, 1));
}
