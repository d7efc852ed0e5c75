//! Sets of slots behave as sets of numbers.

use std::collections::{BTreeSet, VecDeque};

use proptest::prelude::*;
use soa_index::Slots;
use soa_runtime::IdAllocator;

fn slots() -> impl Strategy<Value = BTreeSet<u32>> {
    let slot = prop_oneof![0_u32..40, 65_500_u32..65_600, Just(u32::MAX), any::<u32>()];
    let dense = (0_u32..3000, 1_u32..1500).prop_map(|(first, len)| (first..first + len).collect());
    prop_oneof![
        prop::collection::btree_set(slot, 0..60),
        dense,
        Just((0..9_000).step_by(7).collect()),
    ]
}

fn set(slots: &BTreeSet<u32>) -> Slots {
    slots.iter().copied().collect()
}

fn check(found: &Slots, expected: &BTreeSet<u32>) {
    assert!(found.iter().eq(expected.iter().copied()));
    assert!(found.iter().rev().eq(expected.iter().rev().copied()));
    assert_eq!(
        (found.len(), found.iter().len()),
        (expected.len(), expected.len())
    );
    assert_eq!(found.is_empty(), expected.is_empty());
    assert_eq!(found, &set(expected));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 16 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operators_are_those_of_sets(a in slots(), b in slots(), c in slots()) {
        let [x, y, z] = [&a, &b, &c].map(set);
        check(&(&x & &y), &(&a & &b));
        check(&(&x | &y), &(&a | &b));
        check(&(&x - &y), &(&a - &b));
        // An owned left side, and an owned right side by precedence.
        check(&(&x & &y & &z), &(&(&a & &b) & &c));
        check(&(&x | &y | &z), &(&(&a | &b) | &c));
        check(&(&x - &y - &z), &(&(&a - &b) - &c));
        check(&(&x & (&y - &z)), &(&a & &(&b - &c)));
        check(&((&x | &y) & (&y | &z)), &(&(&a | &b) & &(&b | &c)));
        let mut all = x.clone();
        all |= &y;
        all &= &z;
        all -= &x;
        check(&all, &(&(&(&a | &b) & &c) - &a));
        for slot in a.iter().chain(&b) {
            prop_assert_eq!(x.contains(*slot), a.contains(slot));
        }
    }

    #[test]
    fn both_ends_meet(a in slots(), ends in prop::collection::vec(any::<bool>(), 1..20)) {
        let set = set(&a);
        let mut found = set.iter();
        let mut expected: VecDeque<u32> = a.into_iter().collect();
        for from_front in ends.iter().cycle() {
            prop_assert_eq!(found.len(), expected.len());
            if expected.len() % 64 == 5 {
                prop_assert!(found.clone().eq(expected.iter().copied()));
                prop_assert_eq!(found.clone().map(u64::from).sum::<u64>(), expected.iter().copied().map(u64::from).sum::<u64>());
            }
            let (next, slot) = if *from_front {
                (found.next(), expected.pop_front())
            } else {
                (found.next_back(), expected.pop_back())
            };
            prop_assert_eq!(next, slot);
            if slot.is_none() {
                break;
            }
        }
        prop_assert_eq!((found.next(), found.next_back()), (None, None));
    }
}

#[derive(IdAllocator)]
struct Unit {
    hp: u32,
}

#[test]
fn ids_are_those_of_rows_that_live_now() {
    let mut units = UnitHub::new();
    let ids = units.alloc_many(100);
    let slots = Slots::from_iter([1, 5, 50, 99, 100, u32::MAX]);
    assert!(slots.ids(&units).eq([ids[1], ids[5], ids[50], ids[99]]));
    assert!(
        slots
            .ids(&units)
            .rev()
            .eq([ids[99], ids[50], ids[5], ids[1]])
    );
    units.dealloc(ids[5]);
    let renewed = units.renew(ids[50]).unwrap();
    units.detach(ids[99]);
    assert!(slots.ids(&units).eq([ids[1], renewed]));
    assert_eq!(slots.ids(&units).fold(0, |count, _| count + 1), 2);
}

#[test]
fn an_owned_set_is_extended_and_shown() {
    let mut slots = Slots::new();
    slots.extend([3, 1, 3]);
    assert_eq!(format!("{slots:?} {:?}", slots.iter()), "{1, 3} [1, 3]");
    assert_eq!(slots, Slots::from_iter([1, 3]));
}
