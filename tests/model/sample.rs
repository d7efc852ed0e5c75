//! Records with every layout, policy and split of bits, for one model.

use serde::{Deserialize, Serialize};
use soa_runtime::generic::{CloneRow, DefaultRow, HashRow, Vacate};
use soa_runtime::{Columns, ColumnsMut, Hub, Row, RowMut, Tick};

use crate::counted::tick;
use crate::rows::Values;

/// A record with the columns of [`Values`].
pub(crate) trait Sample: DefaultRow + Vacate + CloneRow + HashRow {
    fn pack(values: Values) -> Self;
    fn unpack(&self) -> Values;
    fn read(row: Row<'_, Self>) -> Values;
    fn peek(row: &RowMut<'_, Self>) -> Values;
    fn write(row: RowMut<'_, Self>, values: Values);
    fn columns(columns: Columns<'_, Self>) -> Vec<Values>;
    fn write_by_column(columns: ColumnsMut<'_, Self>, id: Self::Id, values: Values) -> bool;
    fn add_to_column(columns: ColumnsMut<'_, Self>, add: u32);
    fn save(hub: &Hub<Self>) -> String;
    fn load(snapshot: &str) -> Hub<Self>;
    /// Only for the dense layout.
    fn order(hub: &mut Hub<Self>, order: Order);
    /// Returns the slots that changed hands, if the hub records that.
    fn changed_slots(_: &Hub<Self>, _: Tick) -> Option<Vec<(u32, Option<Self::Id>)>> {
        None
    }
}

/// How rows change their order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Order {
    /// Sorts by the remainder of their number, so that many rows are equal.
    ByRest(u32),
    ByName,
    Swapped(usize, usize),
}

/// So large and so strictly aligned that wrong places of columns show.
#[derive(Debug, Clone, Default, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(align(64))]
pub(crate) struct Wide(pub(crate) u64);

/// The order of rows, which only the dense layout can change.
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
                    let rest = |number: u32| number % modulus;
                    hub.sort_by(|a, b| {
                        $crate::counted::tick();
                        rest(a.number.get()).cmp(&rest(b.number.get()))
                    });
                }
                Order::ByName => hub.sort_by_key(|row| row.name.clone()),
                Order::Swapped(a, b) => hub.swap_rows(a, b),
            }
        }
    };
}
pub(crate) use order;

/// Which slots changed hands, for records whose options start with the word.
macro_rules! changed_slots {
    (tracked $($option:tt)*) => {
        fn changed_slots(
            hub: &Hub<Self>,
            since: soa_runtime::Tick,
        ) -> Option<Vec<(u32, Option<Self::Id>)>> {
            let changed: Vec<_> = hub.slots_changed_since(since).collect();
            let rows: Vec<_> = hub.rows_changed_since(since).map(|(id, _)| id).collect();
            let made = changed.iter().filter_map(|(_, id)| *id);
            assert!(
                made.clone().all(|id| rows.contains(&id)),
                "a row that was made changed"
            );
            Some(changed)
        }
    };
    ($($option:tt)*) => {};
}
pub(crate) use changed_slots;

/// A value of a column, as the model has it.
pub(crate) trait Cell<V> {
    fn of(value: V) -> Self;
    fn get(&self) -> V;
    fn set(&mut self, value: V);
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Cell<$type> for $type {
            fn of(value: $type) -> Self {
                value
            }
            fn get(&self) -> $type {
                *self
            }
            fn set(&mut self, value: $type) {
                *self = value;
            }
        }
    )*};
}
plain!(u32, u8);

/// Declares a record with the columns of [`Values`], of which two have these types.
macro_rules! record {
    ($layout:ident, ($($option:tt)*), $number:ty, $byte:ty) => {
        use soa_runtime::Hub;

        use $crate::rows::Values;
        use $crate::sample::{Cell, Order, Wide};

        #[derive(soa_runtime::IdAllocator)]
        #[soa(layout = $layout, derive(Clone, Hash, Serialize, Deserialize), $($option)*)]
        pub(crate) struct Record {
            #[soa(default = $crate::sample::default_of(7_u32))]
            number: $number,
            unit: (),
            name: String,
            wide: Wide,
            #[soa(default = $crate::sample::default_of(1_u8))]
            byte: $byte,
        }

        impl $crate::sample::Sample for Record {
            fn pack(values: Values) -> Self {
                let Values { number, name, wide, byte } = values;
                let (number, byte) = (Cell::of(number), Cell::of(byte));
                Record { number, unit: (), name, wide: Wide(wide), byte }
            }

            fn unpack(&self) -> Values {
                let Record { number, unit: (), name, wide: Wide(wide), byte } = self;
                let (number, byte) = (number.get(), byte.get());
                Values { number, name: name.clone(), wide: *wide, byte }
            }

            fn read(row: RecordRow<'_>) -> Values {
                let RecordRow { number, unit: (), name, wide, byte } = row;
                let (number, byte) = (number.get(), byte.get());
                Values { number, name: name.clone(), wide: wide.0, byte }
            }

            fn peek(row: &RecordRowMut<'_>) -> Values {
                let RecordRowMut { number, unit: (), name, wide, byte } = row;
                let (number, byte) = (number.get(), byte.get());
                Values { number, name: name.to_string(), wide: wide.0, byte }
            }

            fn write(row: RecordRowMut<'_>, values: Values) {
                row.number.set(values.number);
                *row.unit = ();
                *row.name = values.name;
                row.wide.0 = values.wide;
                row.byte.set(values.byte);
            }

            fn columns(columns: RecordColumns<'_>) -> Vec<Values> {
                let rows = columns.number.iter().zip(columns.name);
                let more = columns.wide.iter().zip(columns.byte);
                assert_eq!(columns.unit.len(), columns.wide.len());
                let rows = rows.zip(more).map(|((number, name), (wide, byte))| Values {
                    number: number.get(),
                    name: name.clone(),
                    wide: wide.0,
                    byte: byte.get(),
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
                number.set(values.number);
                columns.name[id] = values.name;
                columns.wide[id].0 = values.wide;
                columns.byte[id].set(values.byte);
                true
            }

            fn add_to_column(mut columns: RecordColumnsMut<'_>, add: u32) {
                for number in columns.number.iter_mut() {
                    let before: u32 = number.get();
                    number.set(before.wrapping_add(add));
                }
            }

            fn save(hub: &Hub<Self>) -> String {
                serde_json::to_string(hub).expect("a hub can be saved")
            }

            fn load(snapshot: &str) -> Hub<Self> {
                serde_json::from_str(snapshot).expect("what was saved can be loaded")
            }

            $crate::sample::order!($layout);
            $crate::sample::changed_slots!($($option)*);
        }
    };
}
pub(crate) use record;

/// The default of a column, which may panic.
pub(crate) fn default_of<V, C: Cell<V>>(value: V) -> C {
    tick();
    C::of(value)
}

/// Declares the tests of each combination of a record and the model's policy for it.
macro_rules! combinations {
    ($($name:ident: $layout:ident, ($($option:tt)*), $policy:expr$(, $programs:ident)?;)*) => {$(
        mod $name {
            #[allow(unused_imports, reason = "a policy is made of more than one of these")]
            use $crate::{fifo, lifo, wrap};

            $crate::sample::record!($layout, ($($option)*), u32, u8);

            #[test]
            fn random_calls() {
                $crate::run::<Record>(stringify!($layout) == "dense", $policy);
            }

            $(
                #[test]
                fn $programs() {
                    $crate::programs::run::<Record>(stringify!($layout) == "dense", $policy);
                }
            )?
        }
    )*};
}
pub(crate) use combinations;
