//! Holes are nulls, or left out.

use std::sync::Arc;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};

use crate::records::{Random, in_both_layouts};

#[test]
fn holes_are_nulls_at_every_border_of_words() {
    use crate::records::slots::*;
    let patterns: [fn(usize, usize) -> bool; 7] = [
        |_, _| false,
        |_, _| true,
        |row, _| row == 0,
        |row, rows| row + 1 == rows,
        |row, _| row % 64 == 0,
        |row, _| row / 64 == 1,
        |row, _| row % 3 == 1,
    ];
    for rows in (0..4).chain(63..=129) {
        for freed in patterns {
            let units = Arc::new(hub(rows, |row| freed(row, rows)));
            let batch = soa_arrow::batch(units.clone())
                .ids("id")
                .column("u32", |columns| columns.u32)
                .column("flag", |columns| columns.flag)
                .column("string", |columns| columns.string)
                .column("next", |columns| columns.next)
                .finish()
                .unwrap();
            assert_eq!(batch.num_rows(), rows);
            for row in 0..rows {
                let live = !freed(row, rows);
                for (array, name) in batch.columns().iter().zip(["id", "u32", "flag", "string"]) {
                    assert_eq!(array.is_valid(row), live, "{name} of row {row} of {rows}");
                }
                let next = units.columns().next[row];
                assert_eq!(batch["next"].is_valid(row), live && next.is_some());
                if live {
                    let u32 = batch["u32"].as_primitive::<UInt32Type>();
                    assert_eq!(u32.value(row), units.columns().u32[row]);
                    assert_eq!(
                        batch["string"].as_string::<i32>().value(row),
                        units.columns().string[row]
                    );
                    assert_eq!(
                        batch["flag"].as_boolean().value(row),
                        units.columns().flag[row]
                    );
                    let id = batch["id"].as_primitive::<UInt64Type>().value(row);
                    assert_eq!(Some(id), units.id_at(row).map(AllId::to_bits));
                }
            }
            assert_eq!(batch["u32"].null_count(), rows - units.len());

            let compact = soa_arrow::batch(units.clone())
                .column("u32", |columns| columns.u32)
                .compact();
            let compact = compact.finish().unwrap();
            let live: Vec<u32> = units
                .columns()
                .u32
                .iter_live()
                .map(|(_, value)| *value)
                .collect();
            assert_eq!(
                compact["u32"].as_primitive::<UInt32Type>().values(),
                &live[..]
            );
        }
    }
}

in_both_layouts! {
    #[test]
    fn a_hub_after_many_changes_comes_back_under_its_ids() {
        let mut random = Random(7);
        let mut units = AllHub::new();
        let mut ids: Vec<AllId> = Vec::new();
        for round in 0..if cfg!(miri) { 3 } else { 60 } {
            for _ in 0..random.below(40) {
                ids.push(units.insert(All::of(random.below(1 << 20))));
            }
            for _ in 0..random.below(40).min(ids.len()) {
                let id = ids.swap_remove(random.below(ids.len()));
                match random.below(3) {
                    0 => { units.detach(id); } // reserved, without a row
                    _ => { units.dealloc(id); }
                }
            }
            let shared = Arc::new(units.clone());
            let batch = if round % 2 == 0 {
                batch(&shared)
            } else {
                all(soa_arrow::batch(shared.clone()).ids("id")).compact().finish().unwrap()
            };
            assert_eq!(copy(&batch), units);
        }
        assert!(ids.iter().any(|id| id.generation() > 1));
    }
}
