//! Compares pools of ids with the model, for every id that fits into 4 + 4 bits.

use std::collections::HashSet;

use proptest::prelude::*;
use soa_runtime::generic::{Exhausted, Recycle, Word};
use soa_runtime::{AllocError, Fifo, Handle, IdPool, Lifo, Retire, Wrap};

use crate::slots::{Key, Policy, Slots};

fn key<W: Word, const I: u32, const G: u32>(id: Handle<(), W, I, G>) -> Key {
    (id.index(), id.generation())
}

/// Issues or frees an id for each call, and compares everything after it.
fn check<W: Word, const I: u32, const G: u32, R: Recycle, E: Exhausted>(calls: &[(bool, u8)]) {
    let policy = Policy {
        fifo: R::QUEUE,
        min_free: R::MIN_FREE as usize,
        wraps: E::WRAPS,
        index: I,
        generation: G,
    };
    let mut pool = IdPool::<Handle<(), W, I, G>, R, E>::new();
    let mut model = Slots::new(policy);
    let mut issued = vec![Handle::DANGLING];
    let limit = policy.limit();
    let full = AllocError::Full { limit };
    for &(alloc, number) in calls {
        let id = issued[usize::from(number) % issued.len()];
        if alloc {
            let id = pool.try_alloc();
            let expected = model.issue().map(|issued| issued.key);
            assert_eq!(id.map(key), expected.ok_or(full));
            issued.extend(id);
        } else if number == 0 {
            pool.clear();
            for key in model.live() {
                model.release(key);
            }
        } else {
            let live = model.is_live(key(id));
            assert_eq!(pool.dealloc(id), live);
            if live {
                model.release(key(id));
            }
        }
        let number = usize::from(number);
        let room = if number > model.left() {
            Err(full)
        } else {
            Ok(())
        };
        assert_eq!(pool.try_reserve(number), room);
        for id in &issued {
            assert_eq!(
                pool.contains(*id),
                model.is_live(key(*id)),
                "whether {id:?} is live"
            );
        }
        assert!(pool.iter().map(key).eq(model.live()));
        assert!(
            pool.iter()
                .rev()
                .map(key)
                .eq(model.live().into_iter().rev())
        );
        assert_eq!(pool.len(), model.live().len());
        assert_eq!(pool.iter().len(), pool.len());
        assert_eq!(pool.is_empty(), model.live().is_empty());
        let [live, free, retired, _] = model.counts();
        assert_eq!(pool.slots(), live + free + retired);
        assert_eq!(pool.retired(), retired);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::CASES,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_pool_issues_what_the_model_predicts(
        calls in prop::collection::vec(any::<(bool, u8)>(), 1..crate::CALLS * 2),
    ) {
        check::<u16, 4, 4, Lifo, Retire>(&calls);
        check::<u16, 4, 4, Lifo, Wrap>(&calls);
        check::<u16, 4, 4, Fifo, Retire>(&calls);
        check::<u16, 4, 4, Fifo<3>, Retire>(&calls);
        check::<u16, 4, 4, Fifo<3>, Wrap>(&calls);
        check::<u16, 1, 2, Lifo, Retire>(&calls);
        check::<u16, 1, 1, Fifo, Wrap>(&calls);
        check::<u16, 2, 0, Lifo, Retire>(&calls);
        check::<u32, 20, 12, Fifo<3>, Retire>(&calls);
        check::<u32, 32, 0, Fifo, Retire>(&calls);
        check::<u64, 32, 32, Lifo, Retire>(&calls);
    }
}

type Small = Handle<(), u16, 4, 4>;

/// Frees and issues ids until none is left. Every id must be issued once.
fn walk<R: Recycle>() {
    let mut pool = IdPool::<Small, R, Retire>::new();
    let mut seen = HashSet::new();
    let mut live: Vec<Small> = Vec::new();
    loop {
        match pool.try_alloc() {
            Ok(id) => {
                assert!(seen.insert(id), "{id:?} came twice");
                assert_eq!(Small::from_bits(id.to_bits()), Some(id));
                live.push(id);
            }
            Err(error) => {
                assert_eq!(error, AllocError::Full { limit: 15 });
                if live.is_empty() {
                    break;
                }
                // All slots are in use or retired: free every id and start again.
                for id in live.drain(..) {
                    assert!(pool.dealloc(id));
                    assert!(!pool.dealloc(id), "{id:?} is stale at once");
                }
            }
        }
        let spent = seen.iter().filter(|id| id.generation() == 15).count() - live_last(&live);
        assert_eq!(
            pool.retired(),
            spent,
            "a slot retires with its last generation"
        );
    }
    let all: HashSet<Key> = (0..15)
        .flat_map(|index| (1..16).map(move |age| (index, age)))
        .collect();
    assert_eq!(seen.iter().copied().map(key).collect::<HashSet<_>>(), all);
    assert_eq!((pool.len(), pool.slots(), pool.retired()), (0, 15, 15));
    assert!(seen.iter().all(|id| !pool.contains(*id)), "no id came back");
}

fn live_last(live: &[Small]) -> usize {
    live.iter().filter(|id| id.generation() == 15).count()
}

#[test]
fn every_index_and_generation_of_4_and_4_bits_is_issued_once() {
    walk::<Lifo>();
    walk::<Fifo>();
    walk::<Fifo<3>>();
}
