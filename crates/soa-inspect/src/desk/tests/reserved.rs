//! Counting reserved slots within the time of a frame.

use super::*;

#[test]
fn reserved_slots_are_counted_where_there_is_time() {
    let count = |rows, is_paused| {
        let mut hub = rocks(rows);
        let id = hub.id_at(0).unwrap();
        hub.detach(id);
        let mut desk = Desk::default();
        desk.serve("rocks", &*hub, is_paused);
        desk.hubs[0].facts.clone().unwrap().aside
    };
    assert_eq!(count(10, false), Some((0, 1)));
    assert_eq!(count(100_000, false), None);
    assert_eq!(count(100_000, true), Some((0, 1)));
}

/// With many hubs, one of them is counted in each frame, and the others keep what was counted.
#[test]
fn reserved_slots_of_one_hub_are_counted_in_each_frame() {
    let mut hubs: Vec<_> = (0..5).map(|_| rocks(10)).collect();
    for hub in &mut hubs[1..] {
        let id = hub.id_at(3).unwrap();
        hub.detach(id);
    }
    let mut desk = Desk::default();
    let frame = |hubs: &[RockHub], desk: &mut Desk| -> Vec<_> {
        for (number, hub) in hubs.iter().enumerate() {
            desk.serve(&number.to_string(), &**hub, false);
        }
        let facts = desk.hubs.iter().map(|hub| hub.facts.clone().unwrap());
        facts.map(|facts| facts.aside).collect()
    };
    let (none, one) = (Some((0, 0)), Some((0, 1)));
    for counted in 1..=5 {
        let aside = frame(&hubs, &mut desk);
        assert_eq!(aside[0], none);
        assert_eq!(
            aside[1..].iter().filter(|aside| **aside == one).count(),
            counted.min(4)
        );
        assert!(
            aside[1..]
                .iter()
                .all(|aside| aside.is_none() || *aside == one)
        );
    }
    // Another number is not the old one, and is counted within a round.
    let id = hubs[4].id_at(5).unwrap();
    hubs[4].detach(id);
    let aside = frame(&hubs, &mut desk)[4];
    assert!(aside.is_none() || aside == Some((0, 2)));
    for _ in 0..5 {
        frame(&hubs, &mut desk);
    }
    assert_eq!(frame(&hubs, &mut desk)[4], Some((0, 2)));
}
