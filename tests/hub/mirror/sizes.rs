//! How many bytes a delta has in postcard.

use soa_runtime::{IdAllocator, Mirror};

use super::{follow, packed};
use crate::support::Random;

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, derive(Clone, PartialEq, Serialize, Deserialize))]
struct Body {
    #[soa(tracked)]
    pos: [f32; 2],
}

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, layout = dense, derive(Clone, PartialEq, Serialize, Deserialize))]
struct Dense {
    #[soa(tracked)]
    pos: [f32; 2],
    #[soa(tracked)]
    hp: u32,
}

const ROWS: usize = if cfg!(miri) { 1000 } else { 100_000 };

#[test]
fn a_hundred_rows_of_a_hundred_thousand_take_at_most_1400_bytes() {
    let (mut bodies, mut copy) = (BodyHub::new(), Mirror::<Body>::new());
    let ids = bodies.insert_many((0..ROWS).map(|_| Body { pos: [0.5; 2] }));
    follow(&mut bodies, &mut copy);
    let mut random = Random::new(7);
    for _ in 0..100 {
        let id = ids[random.below(ROWS)];
        bodies.columns_mut().pos[id] = [1.0; 2];
    }
    bodies.advance();
    let bytes = packed(&bodies.delta(copy.tick())).len();
    assert!(bytes <= 1400, "{bytes} bytes");
    // Two bytes for the way to a row, and eight for its value.
    assert!(bytes <= 100 * 10 + 32, "{bytes} bytes");
}

#[test]
fn a_column_without_changes_takes_a_byte() {
    let mut bodies: DenseHub = (0..1000).map(|hp| Dense { pos: [0.5; 2], hp }).collect();
    let seen = bodies.advance();
    let nothing = packed(&bodies.delta(seen)).len();
    assert!(nothing <= 16, "{nothing} bytes");
    // All rows of one column: each a byte for its place, and its value.
    bodies.columns_mut().hp.all_mut().fill(7);
    bodies.advance();
    let all = packed(&bodies.delta(seen)).len();
    assert!(all <= nothing + 2 * 1000 + 2, "{all} bytes");
}

#[test]
fn a_slot_takes_a_byte_at_least() {
    let mut bodies = BodyHub::new();
    bodies.reserve_id();
    let lease = bodies.lease(99);
    bodies.advance();
    let bytes = packed(&bodies.delta(soa_runtime::Tick::START)).len();
    assert!(bytes >= 100, "{bytes} bytes");
    assert!(bodies.settle([lease]).is_empty());
}
