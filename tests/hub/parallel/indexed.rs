//! `par_iter` and `par_iter_mut` of the dense layout, where rows have an order to keep.

use rayon::prelude::*;
use soa_runtime::{IdAllocator, par_zip_live};

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Item {
    number: u64,
}

const ROWS: usize = if cfg!(miri) { 70 } else { 10_000 };

fn items() -> ItemHub {
    (0..ROWS as u64).map(|number| Item { number }).collect()
}

#[test]
fn rows_are_collected_in_their_order() {
    let mut hub = items();
    let first = hub.id_at(0).expect("there are rows");
    hub.dealloc(first);
    let mut found = vec![(first, 0)];
    hub.par_iter()
        .map(|(id, row)| (id, *row.number))
        .collect_into_vec(&mut found);
    let expected: Vec<_> = hub.iter().map(|(id, row)| (id, *row.number)).collect();
    assert_eq!(found, expected);
    assert_eq!(hub.par_iter().len(), ROWS - 1);
    let numbered = hub.par_iter().enumerate();
    assert!(numbered.all(|(row, (id, _))| hub.row_of(id) == Some(row)));
}

#[test]
fn rows_are_zipped_with_as_many_other_things() {
    let mut hub = items();
    let add: Vec<u64> = (0..ROWS as u64).rev().collect();
    hub.par_iter_mut()
        .zip(&add)
        .for_each(|((_, row), add)| *row.number += add);
    assert!(
        hub.columns()
            .number
            .iter()
            .all(|&number| number == ROWS as u64 - 1)
    );
}

#[test]
fn columns_side_by_side_are_walked_by_their_places() {
    let mut hub = items();
    let mut columns = hub.columns_mut();
    assert_eq!(par_zip_live((&columns.number,)).len(), ROWS);
    par_zip_live((&mut columns.number,))
        .enumerate()
        .for_each(|(row, (_, (number,)))| *number += row as u64);
    columns.number.iter_mut().for_each(|number| *number += 1);
    let last = par_zip_live((&columns.number,)).rev();
    let last: Vec<u64> = last.map(|(_, (number,))| *number).collect();
    assert!(
        last.into_iter()
            .rev()
            .eq((0..ROWS as u64).map(|row| 2 * row + 1))
    );
}
