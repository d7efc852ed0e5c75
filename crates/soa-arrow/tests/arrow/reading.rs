//! Arrays that this crate did not make.

use std::sync::Arc;

use arrow_array::builder::{
    FixedSizeListBuilder, Float32Builder, ListBuilder, StringDictionaryBuilder,
};
use arrow_array::types::Int8Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float32Array, Int8Array, Int64Array, LargeStringArray,
    RecordBatch, StringArray, StringViewArray, UInt8Array, UInt32Array, UInt64Array,
};
use soa_arrow::ReadError;
use soa_runtime::{IdAllocator, InsertAtReason};

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
pub(crate) struct Unit {
    #[soa(default = 100)]
    pub(crate) hp: u32,
    pub(crate) name: String,
    pub(crate) position: [f32; 2],
    pub(crate) note: Option<String>,
    pub(crate) target: Option<UnitId>,
    pub(crate) flag: bool,
}

/// Returns what reading a batch of these columns does to an empty hub.
pub(crate) fn fill(columns: Vec<(&str, ArrayRef)>) -> Result<UnitHub, ReadError> {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    );
    let mut units = UnitHub::new();
    fill_into(&mut units, &batch.unwrap()).map(|_| units)
}

pub(crate) fn fill_into(
    units: &mut UnitHub,
    batch: &RecordBatch,
) -> Result<Vec<UnitId>, ReadError> {
    let reader = soa_arrow::read::<Unit>(batch)
        .max_slots(1 << 16)
        .column("hp", |unit| &mut unit.hp)
        .column("name", |unit| &mut unit.name)
        .column("position", |unit| &mut unit.position)
        .column("note", |unit| &mut unit.note)
        .column("target", |unit| &mut unit.target)
        .column("flag", |unit| &mut unit.flag);
    if batch.column_by_name("id").is_some() {
        reader.ids("id").fill(units)
    } else {
        reader.fill(units)
    }
}

fn refused(columns: Vec<(&str, ArrayRef)>) -> String {
    fill(columns).unwrap_err().to_string()
}

#[test]
fn text_is_read_from_every_kind_of_text() {
    let texts = [Some("ant"), None, Some("ant"), Some("")];
    let dictionary: DictionaryArray<Int8Type> = texts.into_iter().collect();
    let kinds: [ArrayRef; 4] = [
        Arc::new(StringArray::from_iter(texts)),
        Arc::new(LargeStringArray::from_iter(texts)),
        Arc::new(StringViewArray::from_iter(texts)),
        Arc::new(dictionary),
    ];
    for array in kinds {
        let units = fill(vec![("note", array.clone())]).unwrap();
        let notes: Vec<_> = units.columns().note.iter().map(Option::as_deref).collect();
        assert_eq!(notes, texts, "{}", array.data_type());

        let units = fill(vec![("note", array.slice(1, 2))]).unwrap();
        let notes: Vec<_> = units.columns().note.iter().map(Option::as_deref).collect();
        assert_eq!(notes, texts[1..3], "a part of {}", array.data_type());

        let error = refused(vec![("name", array)]);
        assert!(
            error.starts_with("row 1 of column `name` is null; expected a value"),
            "{error}"
        );
    }
}

#[test]
fn a_dictionary_may_lack_values() {
    let mut nulls = StringDictionaryBuilder::<Int8Type>::new();
    nulls.append_null();
    nulls.append_null();
    let units = fill(vec![("note", Arc::new(nulls.finish()))]).unwrap();
    assert_eq!(*units.columns().note, [None, None]);

    // A null among the values.
    let values = Arc::new(StringArray::from(vec![None, Some("x")]));
    let dictionary = DictionaryArray::new(Int8Array::from(vec![0, 1, 0]), values);
    let units = fill(vec![("note", Arc::new(dictionary))]).unwrap();
    assert_eq!(*units.columns().note, [None, Some("x".to_owned()), None]);
}

#[test]
fn ids_are_read_from_integers_and_text() {
    let id = UnitId::from_parts(3, 2).unwrap();
    let bits = id.to_bits();
    let kinds: [ArrayRef; 5] = [
        Arc::new(UInt64Array::from(vec![None, Some(bits)])),
        Arc::new(Int64Array::from(vec![None, Some(bits.cast_signed())])),
        Arc::new(StringArray::from(vec![None, Some("3v2")])),
        Arc::new(StringViewArray::from(vec![None, Some("3v2")])),
        Arc::new(StringArray::from(vec![None, Some(bits.to_string())])),
    ];
    for ids in kinds {
        let units = fill(vec![("id", ids.clone()), ("target", ids)]).unwrap();
        assert!(units.ids().eq([id]));
        assert_eq!(*units.row(id).target, Some(id));
    }
}

#[test]
fn arrays_are_read_from_lists() {
    let rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    let mut list = ListBuilder::new(Float32Builder::new());
    let mut fixed = FixedSizeListBuilder::new(Float32Builder::new(), 2);
    for row in rows {
        list.append_value(row.map(Some));
        fixed.values().append_slice(&row);
        fixed.append(true);
    }
    let kinds: [ArrayRef; 2] = [Arc::new(list.finish()), Arc::new(fixed.finish())];
    for array in kinds {
        let units = fill(vec![("position", array.slice(1, 2))]).unwrap();
        assert_eq!(*units.columns().position, rows[1..]);
    }
}

#[test]
fn every_refusal_has_its_sentence() {
    let text = |text: &str| Arc::new(StringArray::from(vec![text])) as ArrayRef;
    let float: ArrayRef = Arc::new(Float32Array::from(vec![1.0]));
    let lists = |rows: [&[Option<f32>]; 2]| {
        let mut list = ListBuilder::new(Float32Builder::new());
        for row in rows {
            list.append_value(row.iter().copied());
        }
        Arc::new(list.finish()) as ArrayRef
    };
    let (two, three) = ([Some(1.0); 2], [Some(1.0); 3]);
    let cases = [
        (
            "hp",
            text("x"),
            "column `hp` has the type Utf8; expected UInt32",
        ),
        (
            "id",
            float.clone(),
            "column `id` has the type Float32; expected integers or text",
        ),
        (
            "target",
            float,
            "column `target` has the type Float32; expected UInt64, another integer type, or text",
        ),
        (
            "position",
            lists([&two, &three]),
            "row 1 of column `position`: the list has 3 elements; expected 2",
        ),
        (
            "position",
            lists([&[Some(1.0), None], &two]),
            "row 0 of column `position`: element 1 is null",
        ),
        (
            "id",
            Arc::new(UInt64Array::from(vec![5])),
            "row 0 of column `id`: 5 is not the bits of an id",
        ),
        (
            "id",
            Arc::new(Int64Array::from(vec![-3])),
            "row 0 of column `id`: -3 is not the bits of an id",
        ),
        (
            "id",
            text("dangling"),
            "row 0: the dangling id of UnitHub was not inserted: it names no slot",
        ),
        (
            "id",
            text("65536v1"),
            "row 0: the id has the index 65536; expected an index below 65536",
        ),
    ];
    for (column, array, sentence) in cases {
        assert_eq!(refused(vec![(column, array)]), sentence);
    }
    let error = refused(vec![("id", text("1v\n"))]);
    assert!(
        error.starts_with("row 0 of column `id`: `1v\\n` is no id: "),
        "{error}"
    );
    assert_eq!(
        refused(vec![
            ("id", Arc::new(StringArray::from(vec![None, Some("1v1")]))),
            ("hp", Arc::new(UInt32Array::from(vec![None, None::<u32>]))),
        ]),
        "row 1 of column `hp` is null; expected a value, because the row is live and the field is \
         no `Option`"
    );
}

#[test]
fn the_batch_needs_the_ids_that_are_read() {
    let batch =
        RecordBatch::try_from_iter([("hp", Arc::new(UInt8Array::from(vec![1])) as ArrayRef)]);
    let error = soa_arrow::read::<Unit>(&batch.unwrap())
        .ids("key")
        .fill(&mut UnitHub::new());
    assert_eq!(
        error.unwrap_err().to_string(),
        "the batch has no column `key` for the ids; leave `ids` out to give the rows new ids"
    );
}

#[test]
fn a_column_that_occurs_twice_is_refused() {
    let hp: ArrayRef = Arc::new(UInt32Array::from(vec![1]));
    let error = refused(vec![("hp", hp.clone()), ("hp", hp.clone())]);
    assert_eq!(error, "the batch has several columns named `hp`");
    assert!(fill(vec![("hp", hp.clone()), ("x", hp.clone()), ("x", hp)]).is_ok()); // not read
}

#[test]
fn nothing_changes_unless_the_hub_refuses_an_id() {
    let mut units: UnitHub = [UnitHub::new()].into_iter().next().unwrap();
    let id = units.alloc();
    let before = units.clone();
    let batch = |ids: Vec<&str>, hp: Vec<Option<u32>>| {
        let ids: ArrayRef = Arc::new(StringArray::from(ids));
        let hp: ArrayRef = Arc::new(UInt32Array::from(hp));
        RecordBatch::try_from_iter_with_nullable([("id", ids, true), ("hp", hp, true)]).unwrap()
    };
    let null = batch(vec!["7v1", "8v1"], vec![Some(1), None]);
    assert!(matches!(
        fill_into(&mut units, &null),
        Err(ReadError::Null { row: 1, .. })
    ));
    assert_eq!((&units, units.slots()), (&before, 1));

    let live = batch(vec!["7v1", "0v1", "8v1"], vec![Some(1); 3]);
    let error = fill_into(&mut units, &live).unwrap_err();
    let ReadError::Refused { row, reason, .. } = error else {
        panic!("{error}");
    };
    assert_eq!((row, reason), (1, InsertAtReason::Live));
    assert_eq!(units.len(), 2); // the row before it
    assert_eq!(*units.row(id).hp, 100);

    let before = units.clone();
    let twice = batch(vec!["9v1", "9v1"], vec![Some(1); 2]);
    assert!(matches!(
        fill_into(&mut units, &twice),
        Err(ReadError::Refused { row: 1, .. })
    ));
    assert_eq!((&units, units.slots()), (&before, before.slots()));
}

#[test]
fn two_rows_of_one_slot_are_refused_before_the_first_row_is_made() {
    let same = |ids: Vec<Option<&str>>| {
        let ids: ArrayRef = Arc::new(StringArray::from(ids));
        let batch = RecordBatch::try_from_iter_with_nullable([("id", ids, true)]).unwrap();
        let mut units = UnitHub::new();
        let found = fill_into(&mut units, &batch);
        assert!(units.is_empty() && units.slots() == 0 || found.is_ok());
        found.map_err(|error| error.to_string())
    };
    let of = |row: usize, id: &str, before: usize, slot: usize| {
        Err(format!(
            "row {row}: id {id} of UnitHub was not inserted: row {before} of the batch has slot {slot}, too"
        ))
    };
    // Rows whose id is null are counted, and are no rows of a slot.
    let null = None;
    assert_eq!(
        same(vec![Some("4v1"), null, null, Some("4v1")]),
        of(3, "4v1", 0, 4)
    );
    // Another generation of the slot is another id.
    assert_eq!(
        same(vec![Some("9v1"), Some("0v2"), Some("0v1")]),
        of(2, "0v1", 1, 0)
    );
    // The first row that is wrong, whatever the order of the slots.
    let many = ["7v1", "5v1", "3v1", "5v2", "3v1", "5v1"]
        .map(Some)
        .to_vec();
    assert_eq!(same(many), of(3, "5v2", 1, 5));
    assert_eq!(
        same(vec![Some("7v1"), Some("5v1"), Some("6v2")]).map(|ids| ids.len()),
        Ok(3)
    );
    // A dangling id has no slot, and the hub has a sentence for it.
    let dangling = same(vec![Some("dangling"), Some("dangling")]).unwrap_err();
    assert!(
        dangling.starts_with("row 0: ") && !dangling.contains("batch"),
        "{dangling}"
    );
}

#[test]
fn the_error_of_a_closure_has_its_column_and_row() {
    let name: ArrayRef = Arc::new(StringArray::from(vec!["1", "x"]));
    let batch = RecordBatch::try_from_iter([("hp", name)]).unwrap();
    let error = soa_arrow::read::<Unit>(&batch)
        .computed("hp", |unit, text: String| {
            unit.hp = text.parse()?;
            Ok(())
        })
        .fill(&mut UnitHub::new())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 1 of column `hp`: invalid digit found in string"
    );
}
