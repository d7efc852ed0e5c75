//! Random calls on hubs of every layout, policy and bit split, and on pools,
//! against a model that predicts every id and every value.

mod calls;
mod ids;
mod liveness;
mod moves;
mod pool;
mod rows;
mod subject;
#[path = "../support/mod.rs"]
mod support;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use soa_runtime::Hub;

use crate::calls::{Call, call, check};
use crate::ids::{Ids, Key, Policy};
use crate::rows::{Rows, Values};
use crate::subject::{Driven, Order, Sample};

const CASES: u32 = if cfg!(miri) { 2 } else { 20 };
const CALLS: usize = if cfg!(miri) { 24 } else { 80 };
/// Up to here every word is tried as a handle of 8 bits.
const MOST_BITS: u16 = if cfg!(miri) { 0x1ff } else { u16::MAX };

/// So large and so strictly aligned that wrong places of columns show.
#[derive(Debug, Clone, Default)]
#[repr(align(64))]
struct Wide(u64);

fn run<T: Sample>(dense: bool, policy: &Policy) {
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let strategy = prop::collection::vec(call(), 1..CALLS);
    let result = TestRunner::new(config).run(&strategy, |calls: Vec<Call>| {
        let mut rows = Rows::new(Ids::new(policy.clone()), dense);
        check(&mut Driven::<T>::new(), &mut rows, calls);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The order of rows, which the dense layout alone has.
macro_rules! order {
    (slots) => {
        fn order(_: &mut Hub<Self>, order: Order) {
            unreachable!("{order:?}: with slots a row has one place");
        }
    };
    (dense) => {
        fn order(hub: &mut Hub<Self>, order: Order) {
            match order {
                Order::ByRest(modulus) => {
                    let rest = |number: &u32| *number % modulus;
                    hub.sort_by(|a, b| rest(a.number).cmp(&rest(b.number)));
                }
                Order::ByName => hub.sort_by_key(|row| row.name.clone()),
                Order::Swapped(a, b) => hub.swap_rows(a, b),
            }
        }
    };
}

/// One test per combination: its record, and its policy in the model's words.
macro_rules! combinations {
    ($($name:ident: $layout:ident, $dense:literal, ($($option:tt)*), $policy:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(soa_runtime::IdAllocator)]
            #[soa(layout = $layout, derive(Clone), $($option)*)]
            struct Record {
                #[soa(default = 7)]
                number: u32,
                unit: (),
                name: String,
                wide: Wide,
                #[soa(default = 1)]
                byte: u8,
            }

            impl Sample for Record {
                fn pack(values: Values) -> Self {
                    let Values { number, name, wide, byte } = values;
                    Record { number, unit: (), name, wide: Wide(wide), byte }
                }

                fn unpack(self) -> Values {
                    let Record { number, unit: (), name, wide: Wide(wide), byte } = self;
                    Values { number, name, wide, byte }
                }

                fn read(row: RecordRow<'_>) -> Values {
                    let RecordRow { number, unit: (), name, wide, byte } = row;
                    Values { number: *number, name: name.clone(), wide: wide.0, byte: *byte }
                }

                fn peek(row: &RecordRowMut<'_>) -> Values {
                    let RecordRowMut { number, unit: (), name, wide, byte } = row;
                    Values { number: **number, name: name.to_string(), wide: wide.0, byte: **byte }
                }

                fn write(row: RecordRowMut<'_>, values: Values) {
                    *row.number = values.number;
                    *row.unit = ();
                    *row.name = values.name;
                    row.wide.0 = values.wide;
                    *row.byte = values.byte;
                }

                fn columns(columns: RecordColumns<'_>) -> Vec<Values> {
                    let rows = columns.number.iter().zip(columns.name);
                    let more = columns.wide.iter().zip(columns.byte);
                    assert_eq!(columns.unit.len(), columns.wide.len());
                    let rows = rows.zip(more).map(|((number, name), (wide, byte))| Values {
                        number: *number,
                        name: name.clone(),
                        wide: wide.0,
                        byte: *byte,
                    });
                    rows.collect()
                }

                fn write_by_column(
                    mut columns: RecordColumnsMut<'_>,
                    id: RecordId,
                    values: Values,
                ) -> bool {
                    let Some(number) = columns.number.get_mut(id) else {
                        return false;
                    };
                    *number = values.number;
                    columns.name[id] = values.name;
                    columns.wide[id].0 = values.wide;
                    columns.byte[id] = values.byte;
                    true
                }

                fn add_to_column(mut columns: RecordColumnsMut<'_>, add: u32) {
                    for number in columns.number.iter_mut() {
                        *number = number.wrapping_add(add);
                    }
                }

                fn key(id: RecordId) -> Key {
                    (id.index(), id.generation())
                }

                fn dangling() -> RecordId {
                    RecordId::DANGLING
                }

                order!($layout);
            }

            run::<Record>($dense, &$policy);
        }
    )*};
}

// With 3 + 2 bits there are 7 slots of 3 generations each, so that every walk
// of some length retires slots, or comes back to the first generation.
const LIFO: Policy = Policy {
    fifo: false,
    min_free: 1,
    wraps: false,
    limit: 0,
    generations: 0..=0,
};
const FIFO: Policy = Policy { fifo: true, ..LIFO };
const FIFO_3: Policy = Policy {
    min_free: 3,
    ..FIFO
};

combinations! {
    slots_lifo_retire_3_2: slots, false, (recycle = lifo, bits(index = 3, generation = 2), exhausted = retire), LIFO.bits(3, 2);
    slots_lifo_wrap_3_2: slots, false, (recycle = lifo, bits(index = 3, generation = 2), exhausted = wrap), Policy { wraps: true, ..LIFO }.bits(3, 2);
    slots_lifo_retire_20_12: slots, false, (recycle = lifo, bits(index = 20, generation = 12), exhausted = retire), LIFO.bits(20, 12);
    slots_lifo_wrap_20_12: slots, false, (recycle = lifo, bits(index = 20, generation = 12), exhausted = wrap), Policy { wraps: true, ..LIFO }.bits(20, 12);
    slots_lifo_retire_32_32: slots, false, (recycle = lifo, bits(index = 32, generation = 32), exhausted = retire), LIFO.bits(32, 32);
    slots_lifo_wrap_32_32: slots, false, (recycle = lifo, bits(index = 32, generation = 32), exhausted = wrap), Policy { wraps: true, ..LIFO }.bits(32, 32);
    slots_lifo_8_0: slots, false, (recycle = lifo, bits(index = 8, generation = 0)), LIFO.bits(8, 0);
    slots_fifo_retire_3_2: slots, false, (recycle = fifo, bits(index = 3, generation = 2), exhausted = retire), FIFO.bits(3, 2);
    slots_fifo_wrap_3_2: slots, false, (recycle = fifo, bits(index = 3, generation = 2), exhausted = wrap), Policy { wraps: true, ..FIFO }.bits(3, 2);
    slots_fifo_retire_20_12: slots, false, (recycle = fifo, bits(index = 20, generation = 12), exhausted = retire), FIFO.bits(20, 12);
    slots_fifo_wrap_20_12: slots, false, (recycle = fifo, bits(index = 20, generation = 12), exhausted = wrap), Policy { wraps: true, ..FIFO }.bits(20, 12);
    slots_fifo_retire_32_32: slots, false, (recycle = fifo, bits(index = 32, generation = 32), exhausted = retire), FIFO.bits(32, 32);
    slots_fifo_wrap_32_32: slots, false, (recycle = fifo, bits(index = 32, generation = 32), exhausted = wrap), Policy { wraps: true, ..FIFO }.bits(32, 32);
    slots_fifo_8_0: slots, false, (recycle = fifo, bits(index = 8, generation = 0)), FIFO.bits(8, 0);
    slots_fifo_3_retire_3_2: slots, false, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = retire), FIFO_3.bits(3, 2);
    slots_fifo_3_wrap_3_2: slots, false, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = wrap), Policy { wraps: true, ..FIFO_3 }.bits(3, 2);
    slots_fifo_3_retire_20_12: slots, false, (recycle = fifo(min_free = 3), bits(index = 20, generation = 12), exhausted = retire), FIFO_3.bits(20, 12);
    slots_fifo_3_wrap_20_12: slots, false, (recycle = fifo(min_free = 3), bits(index = 20, generation = 12), exhausted = wrap), Policy { wraps: true, ..FIFO_3 }.bits(20, 12);
    slots_fifo_3_retire_32_32: slots, false, (recycle = fifo(min_free = 3), bits(index = 32, generation = 32), exhausted = retire), FIFO_3.bits(32, 32);
    slots_fifo_3_wrap_32_32: slots, false, (recycle = fifo(min_free = 3), bits(index = 32, generation = 32), exhausted = wrap), Policy { wraps: true, ..FIFO_3 }.bits(32, 32);
    slots_fifo_3_8_0: slots, false, (recycle = fifo(min_free = 3), bits(index = 8, generation = 0)), FIFO_3.bits(8, 0);
    dense_lifo_retire_3_2: dense, true, (recycle = lifo, bits(index = 3, generation = 2), exhausted = retire), LIFO.bits(3, 2);
    dense_lifo_wrap_3_2: dense, true, (recycle = lifo, bits(index = 3, generation = 2), exhausted = wrap), Policy { wraps: true, ..LIFO }.bits(3, 2);
    dense_lifo_retire_20_12: dense, true, (recycle = lifo, bits(index = 20, generation = 12), exhausted = retire), LIFO.bits(20, 12);
    dense_lifo_wrap_20_12: dense, true, (recycle = lifo, bits(index = 20, generation = 12), exhausted = wrap), Policy { wraps: true, ..LIFO }.bits(20, 12);
    dense_lifo_retire_32_32: dense, true, (recycle = lifo, bits(index = 32, generation = 32), exhausted = retire), LIFO.bits(32, 32);
    dense_lifo_wrap_32_32: dense, true, (recycle = lifo, bits(index = 32, generation = 32), exhausted = wrap), Policy { wraps: true, ..LIFO }.bits(32, 32);
    dense_lifo_8_0: dense, true, (recycle = lifo, bits(index = 8, generation = 0)), LIFO.bits(8, 0);
    dense_fifo_retire_3_2: dense, true, (recycle = fifo, bits(index = 3, generation = 2), exhausted = retire), FIFO.bits(3, 2);
    dense_fifo_wrap_3_2: dense, true, (recycle = fifo, bits(index = 3, generation = 2), exhausted = wrap), Policy { wraps: true, ..FIFO }.bits(3, 2);
    dense_fifo_retire_20_12: dense, true, (recycle = fifo, bits(index = 20, generation = 12), exhausted = retire), FIFO.bits(20, 12);
    dense_fifo_wrap_20_12: dense, true, (recycle = fifo, bits(index = 20, generation = 12), exhausted = wrap), Policy { wraps: true, ..FIFO }.bits(20, 12);
    dense_fifo_retire_32_32: dense, true, (recycle = fifo, bits(index = 32, generation = 32), exhausted = retire), FIFO.bits(32, 32);
    dense_fifo_wrap_32_32: dense, true, (recycle = fifo, bits(index = 32, generation = 32), exhausted = wrap), Policy { wraps: true, ..FIFO }.bits(32, 32);
    dense_fifo_8_0: dense, true, (recycle = fifo, bits(index = 8, generation = 0)), FIFO.bits(8, 0);
    dense_fifo_3_retire_3_2: dense, true, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = retire), FIFO_3.bits(3, 2);
    dense_fifo_3_wrap_3_2: dense, true, (recycle = fifo(min_free = 3), bits(index = 3, generation = 2), exhausted = wrap), Policy { wraps: true, ..FIFO_3 }.bits(3, 2);
    dense_fifo_3_retire_20_12: dense, true, (recycle = fifo(min_free = 3), bits(index = 20, generation = 12), exhausted = retire), FIFO_3.bits(20, 12);
    dense_fifo_3_wrap_20_12: dense, true, (recycle = fifo(min_free = 3), bits(index = 20, generation = 12), exhausted = wrap), Policy { wraps: true, ..FIFO_3 }.bits(20, 12);
    dense_fifo_3_retire_32_32: dense, true, (recycle = fifo(min_free = 3), bits(index = 32, generation = 32), exhausted = retire), FIFO_3.bits(32, 32);
    dense_fifo_3_wrap_32_32: dense, true, (recycle = fifo(min_free = 3), bits(index = 32, generation = 32), exhausted = wrap), Policy { wraps: true, ..FIFO_3 }.bits(32, 32);
    dense_fifo_3_8_0: dense, true, (recycle = fifo(min_free = 3), bits(index = 8, generation = 0)), FIFO_3.bits(8, 0);
}
