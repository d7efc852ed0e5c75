//! Packed memory: what is moved and what is sent, and random programs of all calls.

use fastrand::Rng;
use soa_runtime::packed::{
    BlockId, Compaction, Packed, PackedBuffer, PackedConfig, PackedSpace, Placement,
};
use soa_wgpu::{PackedCopy, PackedMemory, Sent, UploadError};
use wgpu::{BufferUsages, Limits};

use crate::support::{Tested, assert_refused, programs, with_gpu, with_limits};

fn copy(tested: &Tested) -> PackedCopy {
    PackedCopy::new(&tested.gpu.device, BufferUsages::VERTEX)
}

fn update(
    tested: &Tested,
    copy: &mut PackedCopy,
    memory: &mut impl PackedMemory,
) -> Result<Sent, UploadError> {
    copy.update(&tested.gpu.device, &tested.gpu.queue, memory)
}

/// Asserts that all blocks are on the GPU.
#[track_caller]
fn assert_equal(tested: &Tested, copy: &PackedCopy, buffer: &PackedBuffer<()>) {
    let bytes = read(tested, copy);
    for (id, block) in buffer {
        let there = &bytes[block.offset()..][..block.len()];
        assert!(
            there == block.bytes(),
            "{id:?} of {} bytes differs",
            there.len()
        );
    }
}

fn read(tested: &Tested, copy: &PackedCopy) -> Vec<u8> {
    let size = usize::try_from(copy.buffer().size()).expect("it fits in memory");
    let bytes = tested.gpu.read_buffer(copy.buffer(), size);
    bytes.expect("the device is alive")
}

/// Returns a buffer with blocks of these lengths, each filled with its number.
fn blocks(config: PackedConfig, lengths: &[usize]) -> (PackedBuffer<()>, Vec<BlockId<()>>) {
    let mut buffer = PackedBuffer::with_config(config);
    let blocks = lengths.iter().zip(1..);
    let ids = blocks.map(|(len, fill)| buffer.insert(&vec![fill; *len], ()).expect("it has room"));
    let ids = ids.collect();
    (buffer, ids)
}

fn config(capacity: usize) -> PackedConfig {
    PackedConfig::new(capacity, 1000).compaction(Compaction::Manual)
}

#[test]
fn an_empty_container_has_a_buffer_and_sends_nothing() {
    with_gpu(|tested| {
        let mut copy = copy(tested);
        let mut buffer = PackedBuffer::<()>::with_config(config(0));
        assert_eq!(update(tested, &mut copy, &mut buffer), Ok(Sent::default()));
        assert_eq!((copy.buffer().size(), copy.revision()), (4, 0));
    });
}

#[test]
fn overlapping_moves_are_made_on_the_gpu() {
    with_gpu(|tested| {
        // The long blocks move by less than their length, and the longest in several pieces.
        for lengths in [[8, 400, 12, 700], [4, 3 << 20, 8, 100]] {
            let (mut buffer, ids) = blocks(config(4 << 20), &lengths);
            let mut copy = copy(tested);
            update(tested, &mut copy, &mut buffer).expect("all is sent");
            buffer.remove(ids[0]);
            buffer.remove(ids[2]);
            buffer.compact();
            let sent = update(tested, &mut copy, &mut buffer).expect("it is moved");
            assert_eq!((sent.bytes, sent.writes), (0, 0));
            assert_eq!(copy.moved(), lengths[1] + lengths[3]);
            assert!(copy.written().is_empty());
            assert_equal(tested, &copy, &buffer);
        }
    });
}

#[test]
fn a_block_that_was_moved_and_written_is_moved_and_written() {
    with_gpu(|tested| {
        let (mut buffer, ids) = blocks(config(4096), &[100, 1000, 200]);
        let mut copy = copy(tested);
        update(tested, &mut copy, &mut buffer).expect("all is sent");
        buffer.remove(ids[0]);
        let mut block = buffer.get_mut(ids[1]).expect("it is live");
        block
            .range_mut(500..504)
            .expect("it is in the block")
            .fill(9);
        buffer.compact();
        let sent = update(tested, &mut copy, &mut buffer).expect("it is moved");
        assert_eq!((sent.bytes, copy.moved()), (4, 1200));
        assert_eq!(copy.written().first(), Some(&(500..504)));
        assert_equal(tested, &copy, &buffer);
    });
}

#[test]
fn moves_of_parts_of_words_are_sent_instead() {
    with_gpu(|tested| {
        for grain in [1, 2, 3, 6] {
            let (mut buffer, ids) = blocks(config(4096).align(grain), &[7, 301, 13, 999]);
            let mut copy = copy(tested);
            update(tested, &mut copy, &mut buffer).expect("all is sent");
            buffer.remove(ids[0]);
            buffer.remove(ids[2]);
            buffer.compact();
            let sent = update(tested, &mut copy, &mut buffer).expect("it is sent");
            assert!(sent.bytes >= 1300 && copy.moved() == 0, "{sent:?}");
            assert_equal(tested, &copy, &buffer);
        }
    });
}

#[test]
fn growth_keeps_the_bytes_on_the_gpu() {
    with_gpu(|tested| {
        let (mut buffer, _) = blocks(config(1024).max_capacity(1 << 16), &[500, 300]);
        let mut copy = copy(tested);
        let sent = update(tested, &mut copy, &mut buffer).expect("all is sent");
        assert_eq!((sent.grown, copy.buffer().size()), (true, 1024));
        buffer.insert(&[7; 700], ()).expect("it grows");
        let sent = update(tested, &mut copy, &mut buffer).expect("the new block is sent");
        assert_eq!((sent.grown, sent.bytes, copy.revision()), (true, 700, 2));
        assert_eq!(copy.buffer().size(), 2048);
        assert_equal(tested, &copy, &buffer);
        assert_eq!(update(tested, &mut copy, &mut buffer), Ok(Sent::default()));
    });
}

/// Runs a test on a device with buffers of at most `bytes` bytes.
fn with_at_most(bytes: u64, test: impl FnOnce(&Tested)) {
    let limits = |_| Limits {
        max_buffer_size: bytes,
        ..Limits::downlevel_defaults()
    };
    with_limits(limits, test);
}

#[test]
fn an_error_forgets_nothing_and_ends_with_the_block_that_was_too_much() {
    with_at_most(4096, |tested| {
        let (mut buffer, ids) = blocks(config(4096).max_capacity(8192), &[500, 300, 3000]);
        let mut copy = copy(tested);
        update(tested, &mut copy, &mut buffer).expect("it fits");
        buffer.remove(ids[0]);
        buffer.compact();
        let last = buffer
            .insert(&[9; 800], ())
            .expect("the CPU has the memory");
        let error = UploadError::TooLarge {
            needed: 4100,
            limit: 4096,
        };
        let text = "the buffer needs 4100 bytes; the device allows at most 4096";
        assert_eq!(error.to_string(), text);
        for _ in 0..2 {
            assert_eq!(update(tested, &mut copy, &mut buffer), Err(error.clone()));
            assert_eq!(copy.revision(), 1);
        }
        // The container keeps its capacity, which is more than the device allows.
        buffer.remove(last);
        assert_eq!(buffer.capacity(), 8192);
        let sent = update(tested, &mut copy, &mut buffer).expect("the blocks fit again");
        assert_eq!((sent.bytes, copy.moved(), copy.revision()), (0, 3300, 1));
        assert_equal(tested, &copy, &buffer);
        // A queue of another device does not take the moves, either.
        let (mut buffer, ids) = blocks(config(4096), &[500, 300]);
        let mut copy = self::copy(tested);
        update(tested, &mut copy, &mut buffer).expect("it fits");
        buffer.remove(ids[0]);
        buffer.compact();
        let other = tested.sibling();
        assert_refused(&copy.update(&tested.gpu.device, &other.queue, &mut buffer));
        update(tested, &mut copy, &mut buffer).expect("it is moved");
        assert_eq!((copy.moves(), copy.moved()), (1, 300));
        assert_equal(tested, &copy, &buffer);
    });
}

#[test]
fn an_update_of_a_destroyed_buffer_or_device_is_an_error() {
    let written = |tested: &Tested| {
        let (mut buffer, ids) = blocks(config(1 << 12), &[500, 300]);
        let mut copy = copy(tested);
        update(tested, &mut copy, &mut buffer).expect("it fits");
        let mut block = buffer.get_mut(ids[1]).expect("it is live");
        block.bytes_mut().fill(9);
        (buffer, copy)
    };
    with_gpu(|tested| {
        let (mut buffer, mut copy) = written(tested);
        copy.buffer().destroy();
        assert_refused(&update(tested, &mut copy, &mut buffer));
    });
    with_gpu(|tested| {
        let (mut buffer, mut copy) = written(tested);
        tested.gpu.device.destroy();
        let lost = update(tested, &mut copy, &mut buffer);
        assert_eq!(lost, Err(UploadError::Lost));
    });
}

#[test]
fn a_space_that_moves_parts_of_words_is_refused() {
    with_gpu(|tested| {
        let mut space = PackedSpace::with_config(config(100).align(1));
        let mut copy = copy(tested);
        let first = space.alloc(3, ()).expect("it has room");
        space.alloc(5, ()).expect("it has room");
        update(tested, &mut copy, &mut space).expect("nothing has moved");
        space.remove(first);
        space.compact();
        for _ in 0..2 {
            assert_refused(&update(tested, &mut copy, &mut space));
        }
        // With units of whole words it is right.
        let mut copy = self::copy(tested).unit_size(12);
        update(tested, &mut copy, &mut space).expect("units are whole words");
    });
}

#[test]
fn a_write_off_the_words_or_past_the_end_is_refused() {
    with_gpu(|tested| {
        let gpu = &tested.gpu;
        let mut copy = copy(tested);
        let mut space = PackedSpace::<()>::with_config(config(64));
        update(tested, &mut copy, &mut space).expect("it has room");
        for (offset, len) in [(2, 4), (64, 4), (60, 5), (68, 0)] {
            assert_write_refused(tested, &mut copy, offset, len);
        }
        // The sum of an offset and a length exceeds all numbers, and so does their product.
        for unit in [1, 4, 20, 1 << 62, usize::MAX - 3, usize::MAX] {
            let mut copy = self::copy(tested).unit_size(unit);
            for offset in [1 << 62, usize::MAX / 20 + 1, usize::MAX - 3, usize::MAX] {
                for len in [0, 1, 4] {
                    assert_write_refused(tested, &mut copy, offset, len);
                }
            }
        }
        let sent = copy.write(&gpu.device, &gpu.queue, 56, &[1; 5]);
        assert_eq!(sent.map(|sent| sent.bytes), Ok(8));
        assert_eq!(read(tested, &copy)[55..], [0, 1, 1, 1, 1, 1, 0, 0, 0]);
    });
}

#[track_caller]
fn assert_write_refused(tested: &Tested, copy: &mut PackedCopy, offset: usize, len: usize) {
    let gpu = &tested.gpu;
    let refused = copy.write(&gpu.device, &gpu.queue, offset, &vec![1; len]);
    assert!(
        matches!(refused, Err(UploadError::Refused(_))),
        "{refused:?} for {len} bytes at {offset}"
    );
}

#[test]
fn a_unit_that_is_too_large_for_any_buffer_is_an_error() {
    with_at_most(4096, |tested| {
        for unit in [1 << 40, usize::MAX / 2, usize::MAX] {
            let mut space = PackedSpace::with_config(config(1 << 30));
            let mut copy = copy(tested).unit_size(unit);
            let first = space.alloc(1 << 20, ()).expect("it has room");
            let last = space.alloc(1 << 28, ()).expect("it has room");
            space.remove(first);
            space.compact();
            let error = update(tested, &mut copy, &mut space);
            assert!(
                matches!(error, Err(UploadError::TooLarge { limit: 4096, .. })),
                "{error:?}"
            );
            // Without blocks it fits, and the block that moved is not missed.
            space.remove(last);
            update(tested, &mut copy, &mut space).expect("there is nothing to copy");
        }
    });
}

const POLICIES: [(Placement, Compaction); 4] = [
    (Placement::Append, Compaction::Eager),
    (Placement::Append, Compaction::Threshold { percent: 25 }),
    (Placement::ReuseHoles, Compaction::Threshold { percent: 10 }),
    (Placement::ReuseHoles, Compaction::Manual),
];

/// Makes a random change that a buffer and a space have in common.
fn change<C: soa_runtime::packed::Contents>(memory: &mut Packed<(), C>, random: &mut Rng) {
    let ids: Vec<_> = memory.iter().map(|(id, _)| id).collect();
    let any = random.choice(ids.iter().copied());
    match (random.u8(..9), any) {
        (0..3, _) => {
            let stride = random.choice([1, 4, 12, 20]).unwrap_or(1);
            memory.alloc_strided(random.usize(..3000), stride, ()).ok();
        }
        (3, Some(id)) => drop(memory.remove(id)),
        (4, Some(_)) => {
            let half = random.choose_multiple(ids.iter().copied(), ids.len() / 2);
            memory.remove_many(half);
        }
        (5, Some(id)) => drop(memory.resize(id, random.usize(..4000))),
        (6, _) => memory.compact(),
        (7, _) => drop(memory.compact_step(random.usize(..5000)).to_string()),
        (8, _) if random.u8(..10) == 0 => memory.clear(),
        _ => {
            let capacity = memory.capacity();
            memory.grow_to(capacity + random.usize(..1000)).ok();
        }
    }
}

/// Runs programs of buffers, and of spaces whose units are bytes and several words.
fn run(tested: &Tested) {
    for seed in 0..programs() {
        for (placement, compaction) in POLICIES {
            let config = |capacity, most| {
                let config = PackedConfig::new(capacity, 30).max_capacity(most);
                config.placement(placement).compaction(compaction)
            };
            let random = || Rng::with_seed(seed);
            for grain in [4, 16, 6] {
                run_buffer(tested, config(2000, 60_000).align(grain), &mut random());
            }
            run_space(tested, config(2000, 60_000).align(4), 1, &mut random());
            run_space(tested, config(100, 5000).align(1), 12, &mut random());
        }
    }
}

#[test]
fn copies_are_equal_after_random_programs() {
    with_gpu(run);
}

/// Containers grow to 60 000 bytes, and are often longer than the buffer may be.
#[test]
fn copies_are_equal_whenever_the_blocks_fit_in_the_largest_buffer() {
    with_at_most(14_000, run);
}

fn run_buffer(tested: &Tested, config: PackedConfig, random: &mut Rng) {
    let mut buffer = PackedBuffer::with_config(config);
    // One follows each frame, and the others skip frames or are made again.
    let mut copies = [(); 3].map(|()| copy(tested));
    for _ in 0..25 {
        for _ in 0..random.usize(..4) {
            change(&mut buffer, random);
            let bytes: Vec<u8> = (0..random.usize(..900)).map(|_| random.u8(..)).collect();
            buffer.insert(&bytes, ()).ok();
            let ids: Vec<_> = buffer.iter().map(|(id, _)| id).collect();
            if let Some(mut block) = random.choice(ids).and_then(|id| buffer.get_mut(id)) {
                let end = random.usize(..=block.len());
                let start = random.usize(..=end);
                block
                    .range_mut(start..end)
                    .expect("it is in the block")
                    .fill(random.u8(..));
            }
        }
        for (nth, copy) in copies.iter_mut().enumerate() {
            if nth > 0 && random.u8(..8) == 0 {
                std::mem::replace(copy, self::copy(tested)).close(&mut buffer);
            }
            if nth == 0 || random.u8(..3) == 0 {
                let sent = update(tested, copy, &mut buffer);
                if fits(tested, &sent, buffer.top()) {
                    assert_equal(tested, copy, &buffer);
                }
            }
        }
    }
}

#[test]
#[should_panic(expected = "the reader belongs to another packed container")]
fn a_copy_has_one_container() {
    let (device, queue) = wgpu::Device::noop(&wgpu::DeviceDescriptor::default());
    let mut copy = PackedCopy::new(&device, BufferUsages::VERTEX);
    let [mut one, mut other] = [(); 2].map(|()| blocks(config(64), &[8]).0);
    copy.update(&device, &queue, &mut one).expect("it is sent");
    copy.update(&device, &queue, &mut other).ok();
}

/// Asserts that an update succeeds if the device allows a buffer of `bytes` bytes, and returns
/// whether it does.
#[track_caller]
fn fits(tested: &Tested, sent: &Result<Sent, UploadError>, bytes: usize) -> bool {
    let limit = tested.gpu.device.limits().max_buffer_size;
    let needed = bytes.next_multiple_of(4) as u64;
    match sent {
        Ok(_) => assert!(needed <= limit, "{needed} bytes were sent"),
        Err(error) => assert_eq!(*error, UploadError::TooLarge { needed, limit }),
    }
    sent.is_ok()
}

#[test]
fn blocks_of_a_space_that_moved_past_the_end_and_back_keep_their_bytes() {
    with_at_most(4096, |tested| {
        let gpu = &tested.gpu;
        let config = config(4096).max_capacity(1 << 14);
        let mut space = PackedSpace::with_config(config);
        let mut copy = copy(tested);
        let [first, _, third] =
            [1000, 1000, 2000].map(|len| space.alloc(len, ()).expect("it grows"));
        update(tested, &mut copy, &mut space).expect("it fits");
        let bytes: Vec<u8> = (0..4000_u32).map(|at| at.to_le_bytes()[0]).collect();
        copy.write(&gpu.device, &gpu.queue, 0, &bytes)
            .expect("it has room");

        // It moves to the end, which the buffer does not have, and there it becomes short again.
        space.resize(first, 3000).expect("it grows");
        let failed = update(tested, &mut copy, &mut space);
        let (needed, limit) = (7000, 4096);
        assert_eq!(failed, Err(UploadError::TooLarge { needed, limit }));
        space.resize(first, 1000).expect("it becomes shorter");
        space.remove(third);
        space.compact();
        let sent = update(tested, &mut copy, &mut space).expect("it fits again");
        assert!(sent.grown, "{sent:?}");
        let there = read(tested, &copy);
        assert_eq!(there[..1000], bytes[1000..2000]);
        assert_eq!(there[1000..2000], bytes[..1000]);
    });
}

/// The bytes of each block are written once, and are where the block is from then on.
fn run_space(tested: &Tested, config: PackedConfig, unit: usize, random: &mut Rng) {
    let gpu = &tested.gpu;
    let mut space = PackedSpace::with_config(config);
    let mut copy = copy(tested).unit_size(unit);
    let mut known: Vec<(BlockId<()>, Vec<u8>)> = Vec::new();
    for _ in 0..25 {
        for _ in 0..random.usize(..4) {
            change(&mut space, random);
        }
        // A block that became longer is written again.
        known.retain_mut(|(id, bytes)| {
            let len = space.get(*id).map(|block| block.len() * unit);
            bytes.truncate(len.unwrap_or_default());
            len == Some(bytes.len())
        });
        let sent = update(tested, &mut copy, &mut space);
        if !fits(tested, &sent, space.top() * unit) {
            continue;
        }
        let blocks: Vec<_> = (&space).into_iter().collect();
        for (id, block) in blocks {
            if known.iter().all(|(other, _)| *other != id) {
                let bytes: Vec<u8> = (0..block.len() * unit).map(|_| random.u8(..)).collect();
                copy.write(&gpu.device, &gpu.queue, block.offset(), &bytes)
                    .expect("it is written");
                known.push((id, bytes));
            }
        }
        let there = read(tested, &copy);
        for (id, bytes) in &known {
            let block = space.get(*id).expect("it is live");
            let there = &there[block.offset() * unit..][..bytes.len()];
            assert!(there == bytes, "{id:?} of {} bytes differs", bytes.len());
        }
    }
}
