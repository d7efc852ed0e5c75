//! The table without a window.

use std::collections::HashSet;

use hub_table::{Table, Unit, UnitHub, units};

/// The column `hp`.
const HP: usize = 2;

#[test]
fn a_column_sorts_up_and_down_and_keeps_every_row() {
    let units = units(1000);
    let mut table = Table::new(&units);
    let hp = |table: &Table<Unit>| -> Vec<u32> {
        table.rows.iter().map(|id| *units.row(*id).hp).collect()
    };
    table.sort(&units, HP);
    assert!(hp(&table).is_sorted());
    table.sort(&units, HP);
    assert!(hp(&table).is_sorted_by(|a, b| a >= b));
    for column in 0..5 {
        table.sort(&units, column);
        assert_eq!(table.rows.iter().collect::<HashSet<_>>().len(), 1000);
    }
}

#[test]
fn a_refused_text_stays_in_its_cell_with_the_error() {
    let mut units = units(3);
    let mut table = Table::new(&units);
    let id = table.rows[1];
    table.edit(&units, id, HP);
    let mut refused = |units: &mut UnitHub, text, error| {
        table.enter(units, text);
        let edit = table.edit.as_ref().expect("the edit goes on");
        let found = edit.error.as_deref().expect("it is refused");
        assert!(found.contains(error) && edit.text == text, "{found}");
    };
    refused(
        &mut units,
        "-1",
        "invalid value: integer `-1`, expected u32",
    );
    refused(&mut units, "7 8", "trailing characters");
    let old = units.remove(id);
    refused(&mut units, "8", "stale");
    units.insert(old.expect("it was live"));
    refused(&mut units, "8", "stale");

    let id = Table::new(&units).rows[1];
    table.edit(&units, id, HP);
    table.enter(&mut units, "7");
    assert!(table.edit.is_none() && *units.row(id).hp == 7);
}
