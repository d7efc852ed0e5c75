//! Updates that nobody submits, as in a program whose window is minimised: memory stays bounded.

use std::fs;

use soa_runtime::IdAllocator;
use soa_runtime::packed::{PackedBuffer, PackedSpace};
use soa_wgpu::{ColumnBuffer, PackedCopy};
use wgpu::BufferUsages;

use crate::support::{STRATEGIES, assert_bytes, assert_equal, update, with_gpu};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    hp: u32,
}

/// The number of rows of 4 bytes in 256 KiB.
const ROWS: usize = 64 << 10;

/// The number of updates that are made before memory is measured.
const WARM: u32 = 100;

/// The number of bytes by which the process may grow.
const ALLOWED: usize = 16 << 20;

/// Returns the number of bytes of the process that are in memory.
fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let mut lines = status.lines();
    let kib = lines.find_map(|line| line.strip_prefix("VmRSS:")?.strip_suffix("kB"));
    let kib = kib.expect("it has the line").trim();
    kib.parse::<usize>().expect("it is a number") << 10
}

/// Asserts that memory does not grow while `frame` is called with the numbers of frames.
fn assert_bounded(name: &str, frames: u32, mut frame: impl FnMut(u32)) {
    (0..WARM).for_each(&mut frame);
    let before = resident();
    (WARM..WARM + frames).for_each(frame);
    let grown = resident().saturating_sub(before);
    assert!(grown < ALLOWED, "{name}: {grown} bytes more");
}

#[test]
fn columns_that_nobody_submits_keep_little_memory() {
    with_gpu(|tested| {
        let gpu = &tested.gpu;
        for strategy in STRATEGIES {
            let mut units = UnitHub::new();
            units.alloc_many(ROWS);
            let mut hp =
                ColumnBuffer::<Unit, _>::new(&gpu.device, BufferUsages::VERTEX, |units| units.hp)
                    .strategy(strategy);
            assert_bounded(&format!("{strategy:?}"), 400, |frame| {
                units.columns_mut().hp.all_mut().fill(frame);
                units.advance();
                let sent = update(gpu, &mut hp, &units).expect("it is sent");
                assert_eq!(sent.rows, ROWS);
            });
            assert_equal(gpu, &hp, &units.columns().hp);
        }
    });
}

#[test]
fn small_writes_that_nobody_submits_keep_little_memory() {
    with_gpu(|tested| {
        let gpu = &tested.gpu;
        let mut units = UnitHub::new();
        let ids = units.alloc_many(ROWS);
        let mut hp =
            ColumnBuffer::<Unit, _>::new(&gpu.device, BufferUsages::VERTEX, |units| units.hp);
        assert_bounded("small", 20_000, |frame| {
            units.columns_mut().hp[ids[7]] = frame;
            units.advance();
            update(gpu, &mut hp, &units).expect("it is sent");
        });
        assert_equal(gpu, &hp, &units.columns().hp);
    });
}

#[test]
fn packed_copies_that_nobody_submits_keep_little_memory() {
    with_gpu(|tested| {
        let gpu = &tested.gpu;
        let (device, queue) = (&gpu.device, &gpu.queue);
        let mut buffer = PackedBuffer::with_capacity(256 << 10, 8);
        let id = buffer.alloc(256 << 10, ()).expect("it has room");
        let mut copy = PackedCopy::new(device, BufferUsages::VERTEX);
        assert_bounded("buffer", 400, |frame| {
            let mut block = buffer.get_mut(id).expect("it is live");
            block.bytes_mut()[..4].copy_from_slice(&frame.to_le_bytes());
            let sent = copy.update(device, queue, &mut buffer);
            assert_eq!(sent.map(|sent| sent.bytes), Ok(256 << 10));
        });
        assert_bytes(gpu, copy.buffer(), buffer.as_bytes());

        let mut space = PackedSpace::with_capacity(256 << 10, 8);
        space.alloc(256 << 10, ()).expect("it has room");
        let mut copy = PackedCopy::new(device, BufferUsages::VERTEX);
        copy.update(device, queue, &mut space).expect("it grows");
        let mut bytes = vec![0; 256 << 10];
        assert_bounded("space", 400, |frame| {
            bytes[..4].copy_from_slice(&frame.to_le_bytes());
            copy.write(device, queue, 0, &bytes).expect("it is written");
        });
        assert_bytes(gpu, copy.buffer(), &bytes);
    });
}
