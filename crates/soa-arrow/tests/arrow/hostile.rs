//! Batches from anywhere never panic.

use std::sync::Arc;

use arrow_array::builder::{
    FixedSizeListBuilder, Float32Builder, LargeListBuilder, ListBuilder, MapBuilder, StringBuilder,
    StringDictionaryBuilder, UInt8Builder,
};
use arrow_array::types::{Int8Type, Int32Type, UInt64Type};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, DictionaryArray, Float32Array, Int8Array, Int16Array,
    Int32Array, Int64Array, LargeStringArray, NullArray, RecordBatch, RecordBatchOptions, RunArray,
    StringArray, StringViewArray, StructArray, TimestampSecondArray, UInt16Array, UInt32Array,
    UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};

use crate::random::Random;
use crate::reading::{UnitHub, UnitId, fill_into};

/// An array of a random kind, with random values and nulls.
fn array(random: &mut Random, rows: usize) -> ArrayRef {
    let number = |random: &mut Random| match random.below(6) {
        0 => None,
        1 => Some(u64::MAX),
        2 => UnitId::from_parts(random.below(9) as u32, 1).map(UnitId::to_bits),
        3 => Some(random.below(1 << 20) as u64 | 1 << (32 + random.below(32))),
        _ => Some(random.below(4) as u64),
    };
    let numbers: Vec<Option<u64>> = (0..rows).map(|_| number(random)).collect();
    let text = |number: u64| match number % 4 {
        0 => format!("{}v{}", number % 9, number / 4 % 3),
        1 => "dangling".to_owned(),
        2 => "\u{0}\u{1F600}".repeat(number as usize % 3),
        _ => number.to_string(),
    };
    let texts = numbers.iter().map(|number| number.map(text)).collect();
    match random.below(4) {
        0 | 1 => flat(random, &numbers),
        2 => textual(random, texts),
        _ => nested(random, &numbers),
    }
}

fn flat(random: &mut Random, numbers: &[Option<u64>]) -> ArrayRef {
    macro_rules! of {
        ($array:ty, $convert:expr) => {
            Arc::new(numbers.iter().map(|n| n.map($convert)).collect::<$array>())
        };
    }
    match random.below(9) {
        0 => of!(UInt64Array, |n| n),
        1 => of!(Int64Array, |n| n as i64),
        2 => of!(UInt32Array, |n| n as u32),
        3 => of!(Int16Array, |n| n as i16),
        4 => of!(UInt16Array, |n| n as u16),
        5 => of!(Float32Array, |n| n as f32),
        6 => of!(BooleanArray, |n| n % 2 == 0),
        7 => of!(TimestampSecondArray, |n| n as i64),
        _ => Arc::new(NullArray::new(numbers.len())),
    }
}

fn textual(random: &mut Random, texts: Vec<Option<String>>) -> ArrayRef {
    let borrowed = texts.iter().map(Option::as_deref);
    match random.below(7) {
        0 => Arc::new(StringArray::from(texts)),
        1 => Arc::new(LargeStringArray::from(texts)),
        2 => Arc::new(borrowed.collect::<StringViewArray>()),
        3 => Arc::new(borrowed.collect::<DictionaryArray<Int8Type>>()),
        4 => Arc::new(
            borrowed
                .map(|text| text.map(str::as_bytes))
                .collect::<BinaryArray>(),
        ),
        5 if !texts.is_empty() => {
            let ends = Int32Array::from(vec![texts.len() as i32]);
            let values = StringArray::from(vec!["x"]);
            Arc::new(RunArray::<Int32Type>::try_new(&ends, &values).unwrap())
        }
        // A dictionary without values.
        _ => {
            let mut nulls = StringDictionaryBuilder::<UInt64Type>::new();
            nulls.append_nulls(texts.len());
            Arc::new(nulls.finish())
        }
    }
}

fn nested(random: &mut Random, numbers: &[Option<u64>]) -> ArrayRef {
    match random.below(6) {
        0 => {
            let size = 1 + random.below(3);
            let mut list = FixedSizeListBuilder::new(Float32Builder::new(), size as i32);
            for number in numbers {
                for _ in 0..size {
                    list.values()
                        .append_option(number.map(|number| number as f32));
                }
                list.append(number.is_some_and(|number| number % 3 > 0));
            }
            Arc::new(list.finish())
        }
        1 => {
            let mut list = ListBuilder::new(Float32Builder::new());
            for number in numbers {
                for _ in 0..number.unwrap_or(0) % 4 {
                    list.values()
                        .append_option(number.map(|number| number as f32));
                }
                list.append(number.is_some());
            }
            Arc::new(list.finish())
        }
        2 => {
            let mut list = LargeListBuilder::new(UInt8Builder::new());
            for number in numbers {
                list.append_option(number.map(|number| vec![Some(1); number as usize % 4]));
            }
            Arc::new(list.finish())
        }
        3 => {
            let values: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None]));
            let keys: Int8Array = numbers.iter().map(|n| n.map(|n| n as i8 & 1)).collect();
            Arc::new(DictionaryArray::new(keys, values))
        }
        4 if !numbers.is_empty() => {
            let field = Arc::new(Field::new("x", DataType::UInt64, true));
            let inner: ArrayRef = Arc::new(UInt64Array::from(numbers.to_vec()));
            Arc::new(StructArray::from(vec![(field, inner)]))
        }
        _ => {
            let mut map = MapBuilder::new(None, StringBuilder::new(), StringBuilder::new());
            for number in numbers {
                map.append(number.is_some()).unwrap();
            }
            Arc::new(map.finish())
        }
    }
}

#[test]
fn a_batch_that_claims_too_many_rows_is_refused() {
    for rows in [1 << 17, u32::MAX as usize, usize::MAX] {
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let empty = Arc::new(Schema::empty());
        let batch = RecordBatch::try_new_with_options(empty, vec![], &options).unwrap();
        let error = fill_into(&mut UnitHub::new(), &batch).unwrap_err();
        let sentence = format!("the batch has {rows} rows; expected at most 65536");
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn random_batches_fill_a_hub_or_are_refused() {
    let mut random = Random::new(3);
    let names = [
        "id", "hp", "name", "position", "note", "target", "flag", "x",
    ];
    let (mut read, mut refused) = (0, 0);
    for _ in 0..if cfg!(miri) { 40 } else { 5_000 } {
        let rows = random.below(6);
        let columns: Vec<(&str, ArrayRef, bool)> = (0..=random.below(4))
            .map(|_| {
                (
                    names[random.below(names.len())],
                    array(&mut random, rows),
                    true,
                )
            })
            .collect();
        let Ok(batch) = RecordBatch::try_from_iter_with_nullable(columns) else {
            continue;
        };
        let first = random.below(rows + 1);
        let batch = batch.slice(first, random.below(rows - first + 1));
        let mut units = UnitHub::new();
        units.alloc_many(2);
        match fill_into(&mut units, &batch) {
            Ok(ids) => {
                read += 1;
                assert!(ids.iter().all(|id| units.contains(*id)));
                assert_eq!(units.len(), 2 + ids.len());
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().len() > 10);
            }
        }
        assert!(units.slots() <= 1 << 16);
    }
    assert!(read > 5 && refused > 5, "{read} read, {refused} refused");
}
