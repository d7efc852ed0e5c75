//! How leaves are split and joined.

use alloc::vec::Vec;

use super::{Order, Slot};

/// Returns the lengths of the leaves in memory order, and checks that they have these slots.
fn lens(order: &Order, slots: &[u32]) -> Vec<u32> {
    assert!(order.iter().map(|slot| slot.0).eq(slots.iter().copied()));
    let first = order.leaves.get(order.first as usize);
    let all = core::iter::successors(first, |leaf| order.leaves.get(leaf.next as usize));
    all.map(|leaf| leaf.len).collect()
}

#[test]
fn a_full_leaf_is_split_in_halves_which_are_joined_when_half_of_them_is_left() {
    let mut order = Order::EMPTY;
    let mut slots: Vec<u32> = (0..29).collect();
    for slot in 0..29 {
        order.insert(Slot(slot), None);
    }
    assert_eq!(lens(&order, &slots), [29]);
    order.insert(Slot(29), Some(Slot(5)));
    slots.insert(5, 29);
    assert_eq!(lens(&order, &slots), [15, 15]);

    // From the end of the first leaf, and then the end of the second one.
    for slot in (6..14).rev().chain((21..29).rev()) {
        assert_eq!(lens(&order, &slots).len(), 2);
        order.remove(Slot(slot));
        slots.retain(|&other| other != slot);
    }
    assert_eq!(lens(&order, &slots), [7, 7]);
    // What is left of both fits into one that can grow by as much again.
    order.remove(Slot(0));
    slots.remove(0);
    assert_eq!(lens(&order, &slots), [13]);
}
