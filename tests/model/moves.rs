//! The calls that make, take or move many rows.

use std::collections::HashSet;

use crate::rows::{Rows, Values};
use crate::sample::Order;
use crate::slots::Key;
use crate::subject::{End, Subject};

pub(crate) fn alloc_many(subject: &mut dyn Subject, rows: &mut Rows, count: usize) {
    let count = count.min(rows.slots.left());
    let expected: Vec<Key> = (0..count)
        .map(|_| rows.insert(Values::default()).expect("there are ids left"))
        .collect();
    assert_eq!(subject.alloc_many(count), expected);
}

pub(crate) fn insert_many(subject: &mut dyn Subject, rows: &mut Rows, mut many: Vec<Values>) {
    many.truncate(rows.slots.left());
    let expected: Vec<Key> = many
        .iter()
        .map(|values| rows.insert(values.clone()).expect("there are ids left"))
        .collect();
    assert_eq!(subject.insert_many(many), expected);
}

/// Inserts the rows of the other hub in the order that they have there.
pub(crate) fn append(
    subject: &mut dyn Subject,
    rows: &mut Rows,
    mut many: Vec<Values>,
    freed: &[usize],
) {
    many.truncate(rows.slots.left());
    let mut other = rows.another();
    let issued: Vec<Key> = many
        .iter()
        .map(|values| other.insert(values.clone()).expect("no more than ids"))
        .collect();
    let freed: Vec<usize> = freed
        .iter()
        .filter_map(|id| id.checked_rem(issued.len()))
        .collect();
    for id in &freed {
        other.remove(issued[*id]);
    }
    let moved = other.into_values();
    let expected: Vec<Key> = moved
        .into_iter()
        .map(|values| rows.insert(values).expect("there are ids left"))
        .collect();
    assert_eq!(subject.append(many, &freed), expected);
}

/// Visits every row once, with its id. Rows that were not extracted stay.
pub(crate) fn extract(
    subject: &mut dyn Subject,
    rows: &mut Rows,
    modulus: u32,
    count: usize,
    end: End,
) {
    let mut asked = HashSet::new();
    let taken = subject.extract(count, end, &mut |key, values| {
        assert!(asked.insert(key), "{key:?} is asked for twice");
        assert_eq!(rows.get(key), Some(values), "each row with its id");
        values.number % modulus == 0
    });
    let mut expected = HashSet::new();
    let model = rows.extract(count, |key, values| {
        expected.insert(key);
        values.number % modulus == 0
    });
    assert_eq!(taken, model);
    assert_eq!(asked, expected, "those that were asked for");
}

/// Does nothing with slots, where a row stays at its slot.
pub(crate) fn order(subject: &mut dyn Subject, rows: &mut Rows, order: Order) {
    let count = rows.keys().len();
    let order = match order {
        Order::Swapped(a, b) if count > 0 => Order::Swapped(a % count, b % count),
        Order::Swapped(..) => return,
        sorted => sorted,
    };
    if !rows.is_dense() {
        return;
    }
    subject.order(order);
    match order {
        Order::ByRest(modulus) => rows.sort_by_key(|values| values.number % modulus),
        Order::ByName => rows.sort_by_key(|values| values.name.clone()),
        Order::Swapped(a, b) => rows.swap_rows(a, b),
    }
}
