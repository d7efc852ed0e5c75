//! A `Drop`, a visitor or an iterator of ids that panics.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use soa_runtime::packed::{Compaction, PackedBuffer};

use crate::support::{ROOM, assert_consistent, policies};

/// Panics when it is dropped, if it is told to.
struct Bomb {
    armed: bool,
    dropped: Rc<Cell<usize>>,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        self.dropped.set(self.dropped.get() + 1);
        assert!(!self.armed, "the metadata's drop panics");
    }
}

#[test]
fn metadata_whose_drop_panics_leaves_the_buffer_consistent() {
    for config in policies(4096, 4) {
        for clear in [false, true] {
            let dropped = Rc::new(Cell::new(0));
            let mut buffer = PackedBuffer::with_config(config);
            let ids: Vec<_> = (0..6)
                .map(|nth| {
                    let bomb = Bomb {
                        armed: nth == 2,
                        dropped: dropped.clone(),
                    };
                    buffer.insert(&[nth; 32], bomb).expect(ROOM)
                })
                .collect();
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                if clear {
                    buffer.clear();
                } else {
                    buffer.remove_many(&ids[1..5]);
                }
            }));
            assert!(panicked.is_err());
            assert_consistent(&buffer, 4);
            assert_eq!(dropped.get(), if clear { 6 } else { 4 });
            assert_eq!(buffer.len(), if clear { 0 } else { 2 });
            assert!(ids[1..5].iter().all(|&id| !buffer.contains(id)));
            let bomb = Bomb {
                armed: false,
                dropped: dropped.clone(),
            };
            let id = buffer.insert(&[9; 32], bomb).expect(ROOM);
            assert_eq!(buffer.get(id).expect("it is live").bytes(), [9; 32]);
            drop(buffer);
            assert_eq!(dropped.get(), 7);
        }
    }
}

#[test]
fn a_visitor_that_panics_leaves_the_buffer_consistent() {
    let mut buffer = PackedBuffer::with_capacity(256, 8);
    for nth in 0..4 {
        buffer.alloc(8, nth).expect(ROOM);
    }
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        buffer.for_each_mut(|&mut meta, bytes| {
            bytes.fill(1);
            assert!(meta < 2, "the visitor panics");
        });
    }));
    assert!(panicked.is_err());
    assert_consistent(&buffer, 4);
    assert_eq!(buffer.len(), 4);
}

#[test]
fn an_iterator_of_ids_that_panics_leaves_the_policy_its_turn() {
    for config in policies(4096, 4) {
        let mut buffer = PackedBuffer::with_config(config);
        let ids: Vec<_> = (0..8)
            .map(|nth| buffer.insert(&[nth; 16], nth).expect(ROOM))
            .collect();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            buffer.remove_many(ids.iter().enumerate().map(|(position, id)| {
                assert!(position < 3, "the iterator panics");
                id
            }));
        }));
        assert!(panicked.is_err());
        assert_consistent(&buffer, 4);
        assert_eq!(buffer.len(), 5);
        if config.compaction == Compaction::Eager {
            assert_eq!(buffer.stats().holes, 0);
        }
        assert!(
            buffer
                .iter()
                .all(|(_, block)| block.bytes() == [*block.meta(); 16])
        );
    }
}
