//! Tests how often hubs, pools and packed buffers allocate, and what they do when allocation fails.
#![expect(unsafe_code, reason = "a global allocator can only be implemented so")]

#[path = "../support/layouts.rs"]
mod layouts;
#[path = "../support/message.rs"]
mod message;
mod mirror;
mod reserved;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::slice;

use message::panic_message;
use serde::{Deserialize, Serialize};
use soa_runtime::packed::{
    BlockId, Compaction, Move, PackedBuffer, PackedChanges, PackedConfig, PackedError,
};
use soa_runtime::{AllocError, Handle, IdAllocator, IdPool};

use crate::layouts::in_both_layouts;

/// Forwards to the system's allocator. It counts requests per thread, and can refuse them.
/// An address is a multiple of the alignment that was asked for, and of no larger one.
struct Counting;

thread_local! {
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static ALIVE: Cell<isize> = const { Cell::new(0) };
    /// The number of bytes that are allocated.
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
    /// The number of requests that succeed before requests are refused.
    static GRANT: Cell<usize> = const { Cell::new(0) };
    /// The number of requests that are refused after that.
    static REFUSE: Cell<usize> = const { Cell::new(0) };
    /// Whether only the requests of hubs are refused, so that a panic can allocate.
    static REFUSE_BLOCKS: Cell<bool> = const { Cell::new(false) };
}

/// Gives the blocks of hubs in these tests an alignment that no other allocation has. The
/// alignment of `u128` alone is that of `u64` on some machines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[repr(align(16))]
struct Wide(u128);

const BLOCK_ALIGN: usize = align_of::<Wide>();

/// Counts a request of `size` bytes, and returns whether to refuse it.
fn is_refused(size: usize, align: usize) -> bool {
    ASKED.set(ASKED.get() + 1);
    LARGEST.set(LARGEST.get().max(size));
    let granted = GRANT.get();
    GRANT.set(granted.saturating_sub(1));
    if granted > 0 {
        return false;
    }
    let left = REFUSE.get();
    REFUSE.set(left.saturating_sub(1));
    left > 0 || (REFUSE_BLOCKS.get() && align == BLOCK_ALIGN)
}

fn add_bytes(new: usize, old: usize) {
    // A thread may free what another one has allocated.
    BYTES.set(BYTES.get().wrapping_add(new).wrapping_sub(old));
}

/// Returns the layout of a request with as many bytes in front as it is aligned to, at twice
/// the alignment.
fn with_front(layout: Layout) -> Layout {
    let (size, align) = (layout.size(), layout.align());
    Layout::from_size_align(size + align, 2 * align).expect("tests ask for little")
}

/// Returns the address after the bytes in front.
fn after_front(start: *mut u8, layout: Layout) -> *mut u8 {
    if start.is_null() {
        return start;
    }
    start.wrapping_add(layout.align())
}

// SAFETY: a call returns null, which an allocator may do at any time, or the bytes of an
// allocation of the system after as many bytes as the request is aligned to. The allocation
// is aligned to twice as many, so these bytes are aligned as requested.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size(), layout.align()) {
            return std::ptr::null_mut();
        }
        ALIVE.set(ALIVE.get() + 1);
        add_bytes(layout.size(), 0);
        // SAFETY: the layout has a size.
        after_front(unsafe { System.alloc(with_front(layout)) }, layout)
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        ALIVE.set(ALIVE.get() - 1);
        add_bytes(0, layout.size());
        let start = start.wrapping_sub(layout.align());
        // SAFETY: by this function's contract `alloc` has returned the address after it.
        unsafe { System.dealloc(start, with_front(layout)) }
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_refused(size, layout.align()) {
            return std::ptr::null_mut();
        }
        add_bytes(size, layout.size());
        let (start, size) = (start.wrapping_sub(layout.align()), size + layout.align());
        // SAFETY: as in `dealloc`; the new size is larger than the bytes in front.
        after_front(
            unsafe { System.realloc(start, with_front(layout), size) },
            layout,
        )
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns how often `call` allocates, and how many more blocks exist afterwards.
fn count<R>(call: impl FnOnce() -> R) -> (R, usize, isize) {
    let (asked, alive) = (ASKED.get(), ALIVE.get());
    let result = call();
    (result, ASKED.get() - asked, ALIVE.get() - alive)
}

/// Returns how many more bytes are allocated after `call`.
fn grown<R>(call: impl FnOnce() -> R) -> (R, i64) {
    let before = signed(BYTES.get());
    let result = call();
    (result, signed(BYTES.get()) - before)
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).expect("it is small")
}

/// Runs `call` while every request is refused. The call must make at least one request.
fn refused<R>(call: impl FnOnce() -> R) -> R {
    let asked = ASKED.get();
    REFUSE.set(usize::MAX);
    let result = call();
    REFUSE.set(0);
    assert!(ASKED.get() > asked, "the call asks for memory");
    result
}

/// Runs `call` and grants only the first requests. Returns `None` if it makes no more than these.
fn refused_after<R>(granted: usize, call: impl FnOnce() -> R) -> Option<R> {
    let asked = ASKED.get();
    GRANT.set(granted);
    REFUSE.set(usize::MAX);
    let result = call();
    GRANT.set(0);
    REFUSE.set(0);
    (ASKED.get() - asked > granted).then_some(result)
}

/// Returns the message with which `call` panics when no hub can allocate.
fn panicked_without_blocks(call: impl FnOnce()) -> String {
    REFUSE_BLOCKS.set(true);
    let message = panic_message(call);
    REFUSE_BLOCKS.set(false);
    message
}

in_both_layouts! {
    {
        #[derive(Debug, PartialEq)]
        #[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
        struct Row {
            number: u32,
            byte: u8,
            name: Option<String>,
            wide: Wide,
        }
    }

    fn row(number: u32) -> Row {
        Row { number, byte: 1, name: None, wide: Wide(number.into()) }
    }

    fn hub(rows: u32) -> RowHub {
        (0..rows).map(row).collect()
    }

    #[test]
    fn a_hub_whose_rows_are_moved_out_frees_its_block() {
        let hub = hub(10);
        let (moved, _, alive) = count(|| hub.into_iter().skip(3).step_by(2).count());
        assert_eq!((moved, alive), (4, -1));
    }

    #[test]
    fn an_empty_hub_has_no_allocation_and_any_other_has_one() {
        let (hub, asked, alive) = count(RowHub::new);
        assert_eq!((asked, alive), (0, 0));
        let (mut hub, _, alive) = count(move || {
            let mut hub = hub;
            hub.extend((0..1000).map(row));
            hub
        });
        assert_eq!(alive, 1);
        let ((), asked, _) = count(|| {
            for id in [3, 5, 8].map(|row| hub.id_at(row).unwrap()) {
                hub.dealloc(id);
            }
            hub.insert(row(1));
            hub.alloc();
            hub.retain(|id, _| id.index() % 2 == 0);
            hub.clear();
        });
        assert_eq!(asked, 0, "freeing and recycling ask for nothing");
        let ((), _, alive) = count(|| drop(hub));
        assert_eq!(alive, -1);
    }

    #[test]
    fn what_is_reserved_is_asked_for_at_once() {
        let (mut hub, asked, alive) = count(|| RowHub::with_capacity(100));
        assert_eq!((asked, alive), (1, 1));
        let ((), asked, _) = count(|| (0..100).for_each(|number| {
            hub.insert(row(number));
        }));
        assert_eq!(asked, 0);
        let (grown, asked, alive) = count(|| hub.insert(row(100)));
        assert_eq!((asked, alive, grown.index()), (1, 0, 100));
        hub.clear();
        hub.clone_from(&self::hub(50));
        let ((), asked, alive) = count(|| drop(hub));
        assert_eq!((asked, alive), (0, -1));
    }

    #[test]
    fn a_clone_is_one_allocation_and_shares_nothing() {
        let mut original = hub(20);
        let (mut copy, asked, alive) = count(|| original.clone());
        assert_eq!((asked, alive), (1, 1));
        let id = original.ids().next().unwrap();
        *original.row_mut(id).number = 77;
        assert_eq!((*copy.row(id).number, *original.row(id).number), (0, 77));
        copy.clear();
        assert_eq!(original.len(), 20);
        let ((), asked, alive) = count(|| copy.clone_from(&original));
        assert_eq!((asked, alive), (0, 0), "the memory is used again");
        assert_eq!(copy, original);
        drop(original);
        assert_eq!(*copy.row(id).number, 77);
        let (empty, asked, _) = count(|| RowHub::new().clone());
        assert_eq!((asked, empty.len()), (0, 0));
    }

    #[test]
    fn without_memory_nothing_changes_and_the_value_comes_back() {
        for rows in [0, 4, 8, 64] {
            let mut hub = hub(rows);
            hub.shrink_to_fit();
            let before = hub.clone();
            let stats = hub.stats();
            assert_eq!(refused(|| hub.try_alloc()), Err(AllocError::OutOfMemory));
            let error = refused(|| hub.try_insert(row(99))).unwrap_err();
            assert_eq!((error.value, error.source), (row(99), AllocError::OutOfMemory));
            assert_eq!(refused(|| hub.try_reserve(1)), Err(AllocError::OutOfMemory));
            assert_eq!((&hub, hub.stats()), (&before, stats));
            let id = hub.insert(row(100));
            assert_eq!(*hub.row(id).number, 100);
            assert_eq!(hub.len(), before.len() + 1);
        }
    }

    #[test]
    fn without_memory_the_panicking_forms_say_so_and_change_nothing() {
        let mut hub = hub(8);
        hub.shrink_to_fit();
        let (before, stats) = (hub.clone(), hub.stats());
        let mut other = self::hub(3);
        let calls: [fn(&mut RowHub); 8] = [
            |hub| _ = hub.alloc(),
            |hub| _ = hub.insert(row(99)),
            |hub| _ = hub.insert_with(|_| unreachable!("there is no row for it")),
            |hub| drop(hub.alloc_many(100)),
            |hub| hub.reserve(1),
            |hub| hub.extend([row(99)]),
            |hub| drop(hub.clone()),
            |hub| drop(RowHub::with_capacity(hub.len())),
        ];
        for call in calls {
            let message = panicked_without_blocks(|| call(&mut hub));
            assert_eq!(message, "RowHub has no room: out of memory");
            assert_eq!((&hub, hub.stats()), (&before, stats));
        }
        let copy = other.clone();
        let message = panicked_without_blocks(|| other.clone_from(&hub));
        assert_eq!(message, "RowHub has no room: out of memory");
        assert_eq!((other, hub.insert(row(8)).index()), (copy, 8));
    }

    #[test]
    fn without_memory_for_twice_the_rows_one_more_will_do() {
        let mut hub = hub(64);
        hub.shrink_to_fit();
        REFUSE.set(1);
        let id = hub.try_insert(row(64)).unwrap();
        assert_eq!((*hub.row(id).number, hub.capacity()), (64, 65));
        assert!(hub.columns().number.iter().copied().eq(0..65));
    }

    #[test]
    fn without_memory_for_a_smaller_block_the_larger_stays() {
        let mut hub = hub(9);
        hub.reserve(20);
        let before = (hub.clone(), hub.stats());
        refused(|| hub.shrink_to_fit());
        assert_eq!((&hub, hub.stats()), (&before.0, before.1));
        hub.shrink_to_fit();
        assert_eq!((&hub, hub.capacity()), (&before.0, 9));
    }

    #[test]
    fn a_recycled_row_needs_no_memory() {
        let mut hub = hub(4);
        hub.shrink_to_fit();
        let id = hub.id_at(1).unwrap();
        hub.dealloc(id);
        let (again, asked, _) = count(|| hub.try_insert(row(5)).unwrap());
        assert_eq!((again.index(), asked), (id.index(), 0));
    }

    #[test]
    fn a_hostile_snapshot_reserves_nothing_for_the_slots_it_claims() {
        let hostile = [
            r#"{"live":[],"free":[[4294967294,1]],"retired":[]}"#,
            r#"{"live":[],"free":[],"retired":[4294967295]}"#,
            r#"{"live":[[4294967295,null]],"free":[],"retired":[]}"#,
            r#"{"live":[[8589934591,{"number":1,"byte":1,"name":null,"wide":1}]],"free":[],"retired":[]}"#,
            r#"{"live":[[18446744073709551615,{"number":1,"byte":1,"name":null,"wide":1}]],"free":[],"retired":[]}"#,
        ];
        for json in hostile {
            LARGEST.set(0);
            serde_json::from_str::<RowHub>(json).unwrap_err();
            assert!(LARGEST.get() < 4096, "{} bytes for {json}", LARGEST.get());
        }
    }

    #[test]
    fn a_hostile_snapshot_reserves_nothing_for_the_length_it_claims() {
        let mut hub = hub(3);
        let middle = hub.id_at(1).unwrap();
        hub.dealloc(middle);
        let bytes = postcard::to_allocvec(&hub).unwrap();
        let many = [0xff, 0xff, 0xff, 0xff, 0x0f]; // u32::MAX as a length
        for place in 0..bytes.len() {
            let hostile = [&bytes[..place], &many, &bytes[place + 1..]].concat();
            LARGEST.set(0);
            drop(postcard::from_bytes::<RowHub>(&hostile));
            assert!(LARGEST.get() < 4096, "{} bytes for {hostile:?}", LARGEST.get());
        }
        assert_eq!(postcard::from_bytes::<RowHub>(&bytes).unwrap(), hub);
    }
}

/// A hub whose columns and ids are aligned to less than the bits and links of its slots.
macro_rules! small_columns {
    ($($layout:ident)*) => {$({
        #[derive(IdAllocator)]
        #[soa(layout = $layout, bits(index = 8, generation = 8))]
        struct Byte {
            value: u8,
        }
        let bytes = |values: core::ops::Range<u8>| -> ByteHub {
            values.map(|value| Byte { value }).collect()
        };
        // From 64 slots on there are bits.
        let mut hub = bytes(0..100);
        let ids: Vec<ByteId> = hub.ids().collect();
        assert!(ids.iter().step_by(3).all(|&id| hub.dealloc(id)));
        assert!(hub.ids().all(|id| id.index() % 3 != 0));
        // A slot from the middle of the free list makes the links.
        for rows in [9, 100] {
            let mut hub = bytes(0..rows);
            let ids: Vec<ByteId> = hub.ids().collect();
            assert!(ids[..8].iter().all(|&id| hub.dealloc(id)));
            let next = ByteId::from_parts(3, 2).expect("it is in range");
            hub.insert_at(next, Byte { value: 70 }).expect("the slot is free");
            assert_eq!(*hub.row(next).value, 70);
            assert!(hub.columns().value.contains(&(rows - 1)));
        }
    })*};
}

#[test]
fn an_allocator_need_not_align_a_block_to_more_than_it_asks_for() {
    small_columns! { slots dense }
}

#[test]
fn a_pool_without_memory_is_unchanged() {
    let (mut pool, asked, _) = count(IdPool::<Handle<()>>::new);
    assert_eq!(asked, 0);
    assert_eq!(refused(|| pool.try_alloc()), Err(AllocError::OutOfMemory));
    assert_eq!((pool.len(), pool.slots()), (0, 0));
    assert_eq!(
        refused(|| pool.try_reserve(10)),
        Err(AllocError::OutOfMemory)
    );
    let id = pool.alloc();
    assert_eq!((id.index(), pool.len()), (0, 1));
}

#[test]
fn a_block_for_which_there_is_no_memory_is_not_created() {
    let mut refusals = 0;
    for blocks in 0..20 {
        let mut granted = 0;
        loop {
            let mut buffer = PackedBuffer::with_capacity(4096, 64);
            for _ in 0..blocks {
                buffer.alloc(8, 0).unwrap();
            }
            let Some(made) = refused_after(granted, || buffer.insert(&[7; 8], 1)) else {
                break;
            };
            let rejected = made.unwrap_err();
            assert_eq!(
                (rejected.meta, rejected.error),
                (1, PackedError::OutOfMemory)
            );
            assert_eq!((buffer.len(), buffer.allocated()), (blocks, 8 * blocks));
            let id = buffer.insert(&[7; 8], 1).unwrap();
            assert_eq!(buffer.get(id).unwrap().bytes(), [7; 8]);
            (granted, refusals) = (granted + 1, refusals + 1);
        }
    }
    assert!(refusals > 10, "{refusals}");
}

#[test]
fn a_block_is_removed_without_memory() {
    for removed in 0..20 {
        let mut buffer = PackedBuffer::with_capacity(4096, 64);
        let ids: Vec<_> = (0..=removed)
            .map(|_| buffer.alloc(8, ()).unwrap())
            .collect();
        let last = buffer.alloc(8, ()).unwrap();
        let ((), asked, _) = count(|| {
            buffer.remove(ids[removed]);
            buffer.remove(last);
        });
        assert_eq!(asked, 0);
    }
}

#[test]
fn a_packed_buffer_that_cannot_grow_is_as_it_was() {
    let config = PackedConfig::new(64, 4096).max_capacity(1 << 20);
    let filled = || {
        let mut buffer = PackedBuffer::with_config(config);
        let ids = [1, 2].map(|byte| buffer.insert(&[byte; 32], byte).unwrap());
        let reader = buffer.reader();
        (buffer, reader, ids)
    };
    let ((mut buffer, reader, ids), (mut lucky, other, _)) = (filled(), filled());
    let rejected = refused(|| buffer.alloc(1000, 3)).unwrap_err();
    assert_eq!(
        (rejected.meta, rejected.error),
        (3, PackedError::OutOfMemory)
    );
    for id in ids {
        let resized = refused(|| buffer.resize(id, 1000));
        assert_eq!(resized, Err(PackedError::OutOfMemory));
    }
    assert_eq!(
        refused(|| buffer.grow_to(65)),
        Err(PackedError::OutOfMemory)
    );

    assert_eq!((buffer.capacity(), buffer.len()), (64, 2));
    assert_eq!(buffer.as_bytes(), lucky.as_bytes());
    assert_eq!(buffer.stats(), lucky.stats());
    assert_eq!(buffer.changes(reader), PackedChanges::default());
    // When memory is available again, the same id is issued.
    assert_eq!(buffer.alloc(1000, 3), lucky.alloc(1000, 3));
    assert_eq!(buffer.changes(reader), lucky.changes(other));
}

/// Writes two parts of each block, and makes two moves, this many times. Returns the number of bytes
/// by which the record grew.
fn record(buffer: &mut PackedBuffer<()>, ids: &[BlockId<()>], times: usize) -> i64 {
    let ((), more) = grown(|| {
        for turn in 0..times {
            for &id in ids {
                let (at, mut block) = (turn * 3 % 32, buffer.get_mut(id).expect("it fits"));
                block.range_mut(at..at + 1).expect("it fits").fill(1);
                block.range_mut(at + 32..at + 36).expect("it fits").fill(1);
            }
            // The first block moves to the end, and the others slide down.
            buffer.resize(ids[turn % ids.len()], 100).expect("it fits");
            buffer.resize(ids[turn % ids.len()], 80).expect("it fits");
            buffer.compact();
        }
    });
    more
}

#[test]
fn a_packed_record_has_only_what_the_slowest_reader_lacks() {
    let config = PackedConfig::new(1 << 14, 64).compaction(Compaction::Manual);
    let mut buffer = PackedBuffer::with_config(config);
    let ids = [(); 20].map(|()| buffer.alloc(80, ()).unwrap());
    assert_eq!(record(&mut buffer, &ids, 100), 0, "there is no reader");

    let slow = buffer.reader();
    let (fast, more) = grown(|| [(); 50].map(|()| buffer.reader()));
    assert!(more <= 64 * 24, "{more} bytes for 50 readers");
    let drain = |buffer: &mut PackedBuffer<()>| {
        let lacking = fast.map(|reader| buffer.changes(reader).moves.len());
        assert!(lacking.iter().all(|&moves| moves == lacking[0]));
        lacking[0]
    };
    // Nobody has seen these parts and moves, whose number is at most doubled by reserved memory.
    let (parts, each) = (20 * 80 * 32, 2 * (signed(size_of::<Move>()) + 8));
    let mut all = 0;
    for _ in 0..10 {
        let more = record(&mut buffer, &ids, 100);
        let moves = signed(drain(&mut buffer));
        all += moves;
        assert!(
            moves >= 200 && more < parts + moves * each,
            "{more} bytes for {moves} moves"
        );
    }
    // Only the slowest reader lacks them now.
    let (moves, more) = grown(|| signed(buffer.changes(slow).moves.len()));
    assert_eq!(moves, all);
    assert!(-more >= moves * each / 2, "{more} bytes for {moves} moves");
    let more = record(&mut buffer, &ids, 5);
    let ((), left) = grown(|| {
        buffer.forget_reader(slow);
        for reader in fast {
            buffer.forget_reader(reader);
        }
    });
    assert!(-left >= more, "{left} bytes");
    assert_eq!(record(&mut buffer, &ids, 100), 0, "there is no reader");
}

#[test]
fn what_is_written_again_is_recorded_once() {
    let mut buffer = PackedBuffer::with_capacity(1 << 14, 4);
    let id = buffer.alloc(1 << 14, ()).unwrap();
    let (_slow, fast) = (buffer.reader(), buffer.reader());
    let mut write = |turns: std::ops::Range<usize>| {
        let ((), more) = grown(|| {
            for turn in turns {
                let at = turn * 7919 % 16_000;
                let mut block = buffer.get_mut(id).unwrap();
                block.range_mut(at..at + 90).unwrap().fill(1);
                if turn % 3 == 0 {
                    let _ = buffer.changes(fast);
                }
            }
        });
        more
    };
    write(0..20_000);
    let more = write(20_000..60_000);
    assert!(more < 16_000, "{more} bytes");
}

#[test]
fn a_slow_reader_costs_what_it_lacks_and_not_the_writes_that_others_saw() {
    let mut buffer = PackedBuffer::with_capacity(1 << 14, 4);
    let id = buffer.alloc(1 << 14, ()).unwrap();
    let (slow, fast) = (buffer.reader(), buffer.reader());
    for lacks_all in [false, true] {
        if lacks_all {
            buffer.get_mut(id).unwrap().bytes_mut().fill(2);
        }
        let ((), more) = grown(|| {
            for at in (0..1 << 14).step_by(4) {
                let mut block = buffer.get_mut(id).unwrap();
                block.range_mut(at..at + 4).unwrap().fill(1);
                let changes = buffer.changes(fast);
                assert!(at == 0 || changes.written == slice::from_ref(&(at..at + 4)));
            }
        });
        assert!(more < 1000, "{more} bytes for one range");
    }
    assert_eq!(buffer.changes(slow).written, slice::from_ref(&(0..1 << 14)));
}

#[test]
fn the_clock_of_narrow_columns_is_aligned() {
    #[derive(IdAllocator)]
    #[soa(layout = dense, bits(index = 8, generation = 8))]
    struct Pixel {
        #[soa(tracked)]
        value: u8,
    }

    let mut pixels = PixelHub::new();
    for rows in [3, 100] {
        let ids = pixels.alloc_many(rows);
        // A debug build checks the address at which the tick is written.
        let seen = pixels.advance();
        pixels.columns_mut().value[ids[1]] = 7;
        assert_eq!(pixels.columns().value.changed_since(seen, 0).count(), 1);
        pixels.shrink_to_fit();
    }
}
