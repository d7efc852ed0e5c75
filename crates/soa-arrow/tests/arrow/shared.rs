//! What is shared with the hub, and what is copied.

use std::ptr;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrowPrimitiveType, RecordBatch};
use soa_runtime::IdAllocator;

use crate::records::in_both_layouts;

/// Returns where the numbers of a column are.
fn start<P: ArrowPrimitiveType>(batch: &RecordBatch, name: &str) -> *const () {
    let mut array = batch[name].clone();
    while let Some(list) = array.clone().as_fixed_size_list_opt() {
        array = list.values().clone();
    }
    array.as_primitive::<P>().values().as_ptr().cast()
}

in_both_layouts! {
    #[test]
    fn numbers_arrays_and_ids_are_the_columns_themselves() {
        let units = Arc::new(hub(100, |row| row % 7 == 3));
        let batch = batch(&units);
        let columns = units.columns();
        macro_rules! same {
            ($($name:ident $in:literal: $arrow:ty),*) => {$(
                assert_eq!(start::<$arrow>(&batch, $in), columns.$name.as_ptr().cast(), $in);
            )*};
        }
        same!(
            i8 "i8": Int8Type, i16 "i16": Int16Type, i32 "i32": Int32Type, i64 "i64": Int64Type,
            isize "isize": Int64Type, u8 "u8": UInt8Type, u16 "u16": UInt16Type,
            u32 "u32": UInt32Type, u64 "u64": UInt64Type, usize "usize": UInt64Type,
            f16 "f16": Float16Type, f32 "f32": Float32Type, f64 "f64": Float64Type,
            matrix "matrix": Float32Type, tracked "tracked": Int16Type, id "key": UInt64Type,
            next "next": UInt64Type, wide "wide": UInt64Type
        );
        assert_eq!(start::<UInt64Type>(&batch, "id"), units.id_bits().as_ptr().cast());
    }

    #[test]
    fn compact_copies_nothing_if_there_are_no_holes() {
        let units = Arc::new(hub(100, |_| false));
        let batch = all(soa_arrow::batch(units.clone()).ids("id")).compact().finish().unwrap();
        let f32 = units.columns().f32;
        assert_eq!(start::<Float32Type>(&batch, "f32"), f32.as_ptr().cast());
        assert_eq!(start::<UInt64Type>(&batch, "id"), units.id_bits().as_ptr().cast());
        assert!(batch.columns().iter().zip(batch.schema().fields()).all(|(array, field)| {
            field.is_nullable() || array.null_count() == 0
        }));
    }

    #[test]
    fn a_batch_outlives_the_hub_and_its_threads() {
        let units = hub(70, |row| row == 64);
        let expected = units.clone();
        let batch = batch(&Arc::new(units));
        let column = batch["matrix"].clone();
        let copy = std::thread::spawn(move || copy(&batch)).join().unwrap();
        assert_eq!(copy, expected);
        assert_eq!(column.len(), if column.null_count() == 0 { 69 } else { 70 });
    }

    #[test]
    fn the_hub_is_free_when_all_arrays_are_dropped() {
        let mut units = Arc::new(hub(3, |_| false));
        let batch = batch(&units);
        let array = batch["f32"].slice(1, 1);
        drop(batch);
        assert!(Arc::get_mut(&mut units).is_none());
        drop(array);
        assert!(Arc::get_mut(&mut units).is_some());
    }
}

#[test]
fn all_columns_share_the_bits_of_the_holes() {
    use crate::records::slots::*;
    let units = Arc::new(hub(1000, |row| row % 3 == 0));
    let batch = all(soa_arrow::batch(units)).finish().unwrap();
    let bits = |name: &str| batch[name].nulls().unwrap().validity().as_ptr();
    for name in ["u8", "matrix", "flag", "key", "f64"] {
        assert!(ptr::eq(bits(name), bits("i8")), "{name}");
    }
}

/// Ids of two and four bytes, with tags.
mod words {
    use super::*;

    #[derive(IdAllocator)]
    #[soa(bits(index = 6, generation = 10))]
    struct Small {
        value: u8,
    }

    #[derive(IdAllocator)]
    #[soa(layout = dense, bits(index = 16, generation = 8, tag = 8))]
    struct Tagged {
        value: u8,
    }

    #[test]
    fn ids_of_all_widths_are_shared_and_come_back() {
        let mut small: SmallHub = (0..20).map(|value| Small { value }).collect();
        let mut tagged = TaggedHub::from(soa_runtime::Hub::with_tag(7));
        tagged.extend((0..20).map(|value| Tagged { value }));
        small.retain(|id, _| id.index() % 2 == 0);
        tagged.retain(|id, _| id.index() % 2 == 0);
        let (small, tagged) = (Arc::new(small), Arc::new(tagged));

        let batch = soa_arrow::batch(small.clone()).ids("id").finish().unwrap();
        let bits = batch["id"].as_primitive::<UInt16Type>();
        assert_eq!(bits.values().as_ptr(), small.id_bits().as_ptr());
        let mut copy = SmallHub::new();
        soa_arrow::read::<Small>(&batch)
            .ids("id")
            .fill(&mut copy)
            .unwrap();
        assert!(copy.ids().eq(small.ids()));

        for text in [false, true] {
            let batch = soa_arrow::batch(tagged.clone());
            let batch = if text {
                batch.ids_as_text("id")
            } else {
                batch.ids("id")
            };
            let batch = batch
                .column("value", |columns| columns.value)
                .finish()
                .unwrap();
            let mut copy = TaggedHub::from(soa_runtime::Hub::with_tag(7));
            let read = || {
                soa_arrow::read::<Tagged>(&batch)
                    .ids("id")
                    .column("value", |row| &mut row.value)
            };
            read().fill(&mut copy).unwrap();
            assert!(copy.ids().eq(tagged.ids()));
            assert_eq!(*copy.columns().value, *tagged.columns().value);
            let refused = read().fill(&mut TaggedHub::new()).unwrap_err();
            assert!(
                refused
                    .to_string()
                    .contains("belongs to the TaggedHub with tag 7"),
                "{refused}"
            );
        }
    }
}
