//! Holes are nulls, or left out.

use std::sync::Arc;

use arrow_array::Array;

use crate::random::Random;
use crate::records::in_both_layouts;

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
            let batch = batch(&units);
            for name in ["id", "u32", "flag", "string"] {
                for row in 0..rows {
                    let is_live = !freed(row, rows);
                    assert_eq!(batch[name].is_valid(row), is_live, "{name} {row} of {rows}");
                }
            }
            assert_eq!(batch["u32"].null_count(), rows - units.len());
            assert_eq!(copy(&batch), *units);

            let compact = all(soa_arrow::batch(units.clone()).ids("id")).compact();
            let compact = compact.finish().unwrap();
            assert_eq!(compact.num_rows(), units.len());
            assert_eq!(copy(&compact), *units);
        }
    }
}

in_both_layouts! {
    #[test]
    fn a_hub_after_many_changes_comes_back_under_its_ids() {
        let mut random = Random::new(7);
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
