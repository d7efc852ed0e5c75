//! Pools with tags.

use soa_runtime::{Fifo, Handle, IdPool, Retire};

use crate::support::panic_message;

type Id = Handle<(), u32, 8, 8, 16>;

#[test]
fn a_pool_refuses_the_ids_of_another_one() {
    let (mut here, mut there) = (IdPool::<Id>::with_tag(2), IdPool::<Id>::with_tag(7));
    for _ in 0..4 {
        assert_eq!(here.alloc().tag(), 2);
        there.alloc();
    }
    let ids: Vec<Id> = there.iter().collect();
    assert!(here.dealloc(here.iter().nth(1).unwrap()));
    let before: Vec<Id> = here.iter().collect();
    for id in ids.into_iter().chain(Id::from_parts(0, 1)) {
        assert!(!here.contains(id));
        assert!(!here.dealloc(id));
        assert!(here.iter().eq(before.iter().copied()));
    }
    assert_eq!(here.alloc(), Id::from_parts_tagged(1, 2, 2).unwrap());
}

#[test]
fn a_pool_keeps_its_tag_whatever_happens_to_its_slots() {
    let mut pool = IdPool::<Id>::with_tag(65535);
    assert_eq!((pool.tag(), pool.clone().tag()), (65535, 65535));
    let ids: Vec<Id> = (0..5).map(|_| pool.alloc()).collect();
    pool.dealloc(ids[4]);
    assert_eq!(pool.tag(), 65535);
    pool.clear();
    assert_eq!((pool.tag(), pool.clone().alloc().tag()), (65535, 65535));
    assert_eq!(IdPool::<Id>::new().tag(), 0);
    assert_eq!(IdPool::<Handle<()>>::with_tag(0).tag(), 0);
}

#[test]
fn a_retired_slot_keeps_the_tag_of_its_pool() {
    let mut pool = IdPool::<Handle<(), u16, 4, 1, 3>, Fifo, Retire>::with_tag(5);
    for index in 0..15 {
        let id = pool.alloc();
        assert_eq!((id.index(), id.tag()), (index, 5));
        assert!(pool.dealloc(id));
        assert_eq!((pool.retired(), pool.tag()), (index as usize + 1, 5));
    }
}

#[test]
fn a_tag_that_does_not_fit_is_refused_with_the_limit() {
    let error = IdPool::<Id>::try_with_tag(65536).unwrap_err();
    assert_eq!((error.tag, error.limit), (65536, 65535));
    assert_eq!(
        panic_message(|| drop(IdPool::<Id>::with_tag(70000))),
        "the pool cannot be made: tag 70000 does not fit; the largest tag is 65535",
    );
    assert_eq!(
        panic_message(|| drop(IdPool::<Handle<()>>::with_tag(1))),
        "the pool cannot be made: tag 1 does not fit; the id has no tag bits",
    );
}
