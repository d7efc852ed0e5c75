//! Every type of field, there and back.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use bytemuck::{CheckedBitPattern, NoUninit, Pod, Zeroable};
use soa_arrow::{Batch, BatchError, ReadError};
use soa_runtime::generic::AsHub;
use soa_runtime::{Hub, IdAllocator};

use crate::records::in_both_layouts;

in_both_layouts! {
    #[test]
    fn every_type_comes_back_from_a_compact_batch() {
        let units = Arc::new(hub(100, |row| row % 9 < 4));
        let batch = all(soa_arrow::batch(units.clone()).ids_as_text("id")).compact().finish().unwrap();
        assert_eq!(batch.num_rows(), units.len());
        assert_eq!(copy(&batch), *units);
    }

    #[test]
    fn the_schema_does_not_depend_on_the_rows() {
        let schema = |rows, freed: fn(usize) -> bool| batch(&Arc::new(hub(rows, freed))).schema();
        assert_eq!(schema(0, |_| false), schema(100, |_| false));
        assert_eq!(schema(0, |_| false), schema(100, |row| row % 2 == 0));
        let dense = schema(0, |_| false).field_with_name("i8").unwrap().is_nullable();
        assert_eq!(dense, std::any::type_name::<AllHub>().contains("slots"));
    }

    #[test]
    fn a_batch_may_have_no_columns() {
        let units = Arc::new(hub(5, |_| false));
        let none = soa_arrow::batch(units).finish().unwrap();
        assert_eq!((none.num_rows(), none.num_columns()), (5, 0));
        let mut copy = AllHub::new();
        assert_eq!(soa_arrow::read::<All>(&none).fill(&mut copy).unwrap().len(), 5);
        assert_eq!(copy.columns().i8.as_slice(), [0; 5]);
    }

    #[test]
    fn rows_without_ids_get_new_ones() {
        let units = Arc::new(hub(10, |_| false));
        let batch = all(soa_arrow::batch(units.clone())).finish().unwrap();
        let mut copy = hub(3, |row| row == 1);
        let ids = read(&batch).fill(&mut copy).unwrap();
        assert_eq!((ids.len(), copy.len()), (10, 12));
        for (id, (_, row)) in ids.into_iter().zip(&*units) {
            assert!(copy.row(id) == row);
        }
    }

    #[test]
    fn a_column_that_is_missing_has_its_default() {
        let units = Arc::new(hub(10, |_| false));
        let batch = soa_arrow::batch(units.clone()).ids("id").column("u8", |columns| columns.u8).finish().unwrap();
        let copy = copy(&batch);
        assert_eq!(copy.columns().u8.as_slice(), units.columns().u8.as_slice());
        assert!(copy.columns().id.iter().all(|id| *id == AllId::DANGLING));
    }

    #[test]
    fn a_name_that_is_given_twice_is_refused() {
        let units = Arc::new(hub(2, |_| false));
        let twice = soa_arrow::batch(units).ids("u8").column("u8", |columns| columns.u8).finish();
        assert!(matches!(twice, Err(BatchError::Duplicate { column }) if column == "u8"));
    }

    #[test]
    fn a_column_of_another_hub_is_refused() {
        let other: &'static AllHub = Box::leak(Box::new(hub(3, |_| false)));
        for compact in [false, true] {
            let units = Arc::new(hub(10, |row| row == 2));
            let expected = units.id_bits().len();
            let matrix = soa_arrow::batch(units.clone()).column("x", |_| other.columns().matrix);
            let text = soa_arrow::batch(units).column("x", |_| other.columns().string);
            for batch in [matrix, text] {
                let batch = if compact { batch.compact() } else { batch };
                let Err(BatchError::OtherHub { column, found, expected: rows }) = batch.finish() else {
                    panic!("it has 3 rows");
                };
                assert_eq!((column.as_str(), found, rows), ("x", 3, expected));
            }
        }
    }

    #[test]
    fn a_column_of_another_hub_with_as_many_rows_is_refused() {
        let other: &'static AllHub = Box::leak(Box::new(hub(10, |row| row == 2)));
        for compact in [false, true] {
            let units = Arc::new(hub(10, |row| row == 2));
            let begin = || soa_arrow::batch(units.clone());
            let batches = [
                begin().column("x", |_| other.columns().matrix),
                begin().column("x", |_| other.columns().string),
                begin().column("x", |_| other.columns().u8),
                begin().column("x", |_| other.columns().id),
                begin().column("x", |_| other.columns().maybe),
                begin().column_as::<u64, _>("x", |_| other.columns().usize),
            ];
            for batch in batches {
                let batch = if compact { batch.compact() } else { batch };
                let sentence = "column `x` has as many rows as the hub, but is a column of another hub; \
                                return a column of the argument";
                assert_eq!(batch.finish().unwrap_err().to_string(), sentence);
            }
        }
    }

    #[test]
    fn a_closure_that_changes_its_mind_is_refused() {
        // It is asked twice, and what it returns is checked each time.
        for turn in 0..2 {
            let other: &'static AllHub = Box::leak(Box::new(hub(10, |_| false)));
            let calls = std::sync::atomic::AtomicUsize::new(0);
            let batch = soa_arrow::batch(Arc::new(hub(10, |_| false))).column("x", move |columns| {
                let call = calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if call == turn { other.columns().u8 } else { columns.u8 }
            });
            let error = batch.finish().unwrap_err();
            assert!(matches!(error, BatchError::OtherHub { .. }), "{error}");
        }
    }
}

#[test]
fn the_types_are_those_of_the_table() {
    use crate::records::slots::*;
    let batch = batch(&Arc::new(hub(1, |_| false)));
    let of = |name: &str| batch[name].data_type().clone();
    let list = |data_type, n| DataType::new_fixed_size_list(data_type, n, false);
    assert_eq!(of("usize"), DataType::UInt64);
    assert_eq!(of("isize"), DataType::Int64);
    assert_eq!(of("f16"), DataType::Float16);
    assert_eq!(of("matrix"), list(list(DataType::Float32, 4), 3));
    assert_eq!(of("key"), DataType::UInt64);
    assert_eq!(of("next"), DataType::UInt64);
    assert_eq!(of("flags"), list(DataType::Boolean, 3));
    assert_eq!(of("cow"), DataType::Utf8);
    assert_eq!(of("maybe"), DataType::UInt16);
    assert_eq!(of("wide"), list(DataType::UInt64, 2));
    let maybe = DataType::new_fixed_size_list(DataType::Int8, 2, true);
    assert_eq!(of("array_of_maybe"), maybe);
}

#[derive(Clone, Copy, Default, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Vector {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Clone, Copy, Default, Debug, PartialEq, NoUninit, CheckedBitPattern)]
#[repr(u16)]
enum Kind {
    #[default]
    Tree = 3,
    Wolf = 500,
}

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(layout = dense, derive(Debug, PartialEq))]
struct Thing {
    position: Vector,
    kind: Kind,
    name: &'static str,
    parts: PartHub,
}

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(derive(Debug, PartialEq))]
struct Part {
    weight: u64,
}

fn things() -> (Arc<ThingHub>, RecordBatch) {
    let thing = |(name, kind)| Thing {
        position: Vector {
            x: 1.0,
            y: 2.0,
            z: 3.0,
        },
        kind,
        name,
        parts: (1..4).map(|weight| Part { weight }).collect(),
    };
    let things = [("oak", Kind::Tree), ("grey", Kind::Wolf)].map(thing);
    let things: Arc<ThingHub> = Arc::new(things.into_iter().collect());
    let batch = soa_arrow::batch(things.clone())
        .column_as::<[f32; 3], _>("position", |columns| columns.position)
        .column_as::<u16, _>("kind", |columns| columns.kind)
        .column("name", |columns| columns.name)
        .computed("weight", |_, thing| {
            thing.parts.columns().weight.iter().sum::<u64>()
        })
        .computed("text", |id, thing| format!("{id} {}", thing.name))
        .computed("heavy", |_, thing| {
            (*thing.kind == Kind::Wolf).then_some(true)
        })
        .finish();
    (things, batch.unwrap())
}

#[test]
fn plain_data_is_shared_under_another_type() {
    let (things, batch) = things();
    let kinds = batch["kind"].as_primitive::<UInt16Type>().values();
    assert_eq!(kinds, &[3, 500]);
    assert_eq!(kinds.as_ptr(), things.columns().kind.as_ptr().cast());

    let mut copy = ThingHub::new();
    soa_arrow::read::<Thing>(&batch)
        .column_as::<[f32; 3], _>("position", |thing| &mut thing.position)
        .column_as::<u16, _>("kind", |thing| &mut thing.kind)
        .fill(&mut copy)
        .unwrap();
    assert_eq!(*copy.columns().position, *things.columns().position);
    assert_eq!(*copy.columns().kind, *things.columns().kind);
}

#[test]
fn a_value_that_the_field_cannot_have_is_refused() {
    let number: NumberHub = [3, 500, 4]
        .map(|number| Number { number })
        .into_iter()
        .collect();
    let batch = soa_arrow::batch(Arc::new(number))
        .column("kind", |columns| columns.number)
        .finish();
    let mut copy = ThingHub::new();
    let error = soa_arrow::read::<Thing>(&batch.unwrap())
        .column_as::<u16, _>("kind", |thing| &mut thing.kind)
        .fill(&mut copy)
        .unwrap_err();
    assert!(matches!(error, ReadError::Value { row: 2, .. }), "{error}");
    assert!(copy.is_empty());
}

#[derive(IdAllocator)]
struct Number {
    number: u16,
}

#[test]
fn what_is_computed_may_be_optional() {
    let (_, batch) = things();
    assert_eq!(
        batch["weight"].as_primitive::<UInt64Type>().values(),
        &[6, 6]
    );
    assert_eq!(batch["text"].as_string::<i32>().value(1), "1v1 grey");
    let heavy = batch["heavy"].as_boolean();
    assert!(heavy.is_null(0) && heavy.value(1));
    assert!(
        batch
            .schema()
            .field_with_name("heavy")
            .unwrap()
            .is_nullable()
    );
}

#[test]
fn a_bare_hub_and_a_world_have_batches() {
    struct World(ThingHub);
    impl AsHub<Thing> for World {
        fn as_hub(&self) -> &Hub<Thing> {
            &self.0
        }
    }
    let rows = |batch: Batch<Thing>| batch.ids("id").finish().unwrap().num_rows();
    let bare: Arc<Hub<Thing>> = Arc::new(Hub::new());
    assert_eq!(rows(soa_arrow::batch(bare)), 0);
    let world = Arc::new(World(ThingHub::new()));
    assert_eq!(rows(soa_arrow::batch(world)), 0);
}
