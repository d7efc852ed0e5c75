//! What fails is returned, and never reaches the handler of uncaptured errors, which these tests
//! report.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use soa_runtime::IdAllocator;
use soa_wgpu::{ColumnBuffer, Sent, Strategy, UploadError};
use wgpu::{BufferUsages, PollType};

use crate::support::{Tested, assert_equal, assert_refused, update, with_gpu};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    place: [f32; 4],
}

fn places(tested: &Tested, usage: BufferUsages) -> ColumnBuffer<Unit, [f32; 4]> {
    ColumnBuffer::<Unit, _>::new(&tested.gpu.device, usage, |units| units.place)
}

/// Returns a hub with this number of rows.
fn units(rows: usize) -> UnitHub {
    let mut units = UnitHub::new();
    units.alloc_many(rows);
    units.advance();
    units
}

fn write(units: &mut UnitHub, row: usize, value: f32) {
    let id = units.id_at(row).expect("it is live");
    units.columns_mut().place[id] = [value; 4];
    units.advance();
}

#[test]
fn a_lost_device_is_reported_by_the_next_update_that_sends_something() {
    for strategy in [Strategy::Ranges, Strategy::Scatter] {
        with_gpu(|tested| {
            let mut places = places(tested, BufferUsages::VERTEX).strategy(strategy);
            let mut units = units(100);
            update(&tested.gpu, &mut places, &units).expect("the device is alive");

            tested.gpu.device.destroy();
            assert_eq!(
                update(&tested.gpu, &mut places, &units),
                Ok(Sent::default())
            );
            write(&mut units, 5, 1.0);
            for _ in 0..2 {
                let lost = update(&tested.gpu, &mut places, &units);
                assert_eq!(lost, Err(UploadError::Lost));
            }
            // A larger buffer is not made, either.
            let before = (places.revision(), places.rows());
            units.alloc_many(1000);
            units.advance();
            let lost = update(&tested.gpu, &mut places, &units);
            assert_eq!(lost, Err(UploadError::Lost));
            assert_eq!((places.revision(), places.rows()), before);
        });
    }
}

#[test]
fn a_column_of_another_hub_is_refused() {
    with_gpu(|tested| {
        let mut places =
            ColumnBuffer::<Unit, _>::new(&tested.gpu.device, BufferUsages::VERTEX, |_| {
                let mut other = UnitHub::new();
                other.alloc_many(10);
                Box::leak(Box::new(other)).columns().place
            });
        let units = units(10);
        assert_refused(&update(&tested.gpu, &mut places, &units));
    });
}

#[test]
fn a_device_that_was_lost_before_the_first_update_is_reported() {
    with_gpu(|tested| {
        let mut before = places(tested, BufferUsages::VERTEX);
        tested.gpu.device.destroy();
        let mut after = places(tested, BufferUsages::VERTEX);
        let mut units = UnitHub::new();
        units.alloc_many(10);
        for places in [&mut before, &mut after] {
            let lost = update(&tested.gpu, places, &units);
            assert_eq!(lost, Err(UploadError::Lost));
        }
    });
}

#[test]
fn the_queue_of_another_device_is_refused_and_nothing_is_lost() {
    with_gpu(|tested| {
        let other = tested.sibling();
        let mut places = places(tested, BufferUsages::VERTEX);
        let mut units = units(100);
        for round in 0..2 {
            assert_refused(&places.update(&tested.gpu.device, &other.queue, &units));
            assert_refused(&places.update(&other.device, &other.queue, &units));
            let sent = update(&tested.gpu, &mut places, &units).expect("these are the right ones");
            assert_eq!(sent.rows, if round == 0 { 100 } else { 1 });
            write(&mut units, 7, 2.0);
            assert_eq!(places.revision(), 1);
        }
        update(&tested.gpu, &mut places, &units).expect("these are the right ones");
        assert_equal(&tested.gpu, &places, &units.columns().place);
    });
}

/// Threads that poll take the callbacks that a first update waits for, and call those of the program
/// first.
#[test]
fn a_queue_is_recognised_while_other_threads_poll_and_call_back_slowly() {
    with_gpu(|tested| {
        let other = tested.sibling();
        let (device, queue) = (&tested.gpu.device, &tested.gpu.queue);
        let units = units(100);
        let size = 16 << 20;
        let usage = BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let buffers = [(); 2].map(|()| tested.gpu.buffer("work", size, usage));
        let rounds = || {
            for round in 0..20 {
                tested.gpu.encode(|encoder| {
                    for _ in 0..4 {
                        encoder.copy_buffer_to_buffer(&buffers[0], 0, &buffers[1], 0, size as u64);
                    }
                });
                queue.on_submitted_work_done(|| thread::sleep(Duration::from_millis(80)));
                let [mut places, mut wrong] =
                    [(); 2].map(|()| places(tested, BufferUsages::VERTEX));
                let sent = update(&tested.gpu, &mut places, &units);
                assert_eq!(sent.map(|sent| sent.rows), Ok(100), "in round {round}");
                let refused = wrong.update(device, &other.queue, &units);
                let reason = "the queue is the one of another device".to_owned();
                assert_eq!(refused, Err(UploadError::Refused(reason)));
            }
        };
        let is_over = AtomicBool::new(false);
        let poll = |poll: fn() -> PollType| {
            while !is_over.load(Ordering::Relaxed) {
                device.poll(poll()).expect("the device is alive");
            }
        };
        let polls: [&[fn() -> PollType]; 3] = [
            &[PollType::wait_indefinitely],
            &[|| PollType::Poll, || PollType::Poll],
            &[
                PollType::wait_indefinitely,
                || PollType::Poll,
                || PollType::Poll,
            ],
        ];
        for polls in polls {
            thread::scope(|scope| {
                is_over.store(false, Ordering::Relaxed);
                for one in polls {
                    scope.spawn(move || poll(*one));
                }
                let result = scope.spawn(rounds).join();
                is_over.store(true, Ordering::Relaxed);
                result.expect("no update fails");
            });
        }
    });
}

/// A queue that was dropped leaves its device without one.
#[test]
fn a_device_without_a_queue_refuses_every_queue() {
    with_gpu(|tested| {
        let other = tested.sibling();
        let mut places =
            ColumnBuffer::<Unit, _>::new(&other.device, BufferUsages::VERTEX, |units| units.place);
        drop(other.queue);
        assert_refused(&places.update(&other.device, &tested.gpu.queue, &UnitHub::new()));
    });
}

/// Devices of two instances may compare equal, because wgpu compares numbers.
#[test]
fn a_device_of_another_instance_is_refused_or_never_used() {
    with_gpu(|tested| {
        let other = example_gpu::Gpu::connect().expect("there is an adapter");
        let mut places = places(tested, BufferUsages::VERTEX);
        let mut units = units(100);
        assert_refused(&places.update(&tested.gpu.device, &other.queue, &units));
        update(&tested.gpu, &mut places, &units).expect("these are the right ones");
        write(&mut units, 7, 2.0);
        // Whether it is noticed or not, the rows are sent to the right device, at last.
        places.update(&other.device, &other.queue, &units).ok();
        update(&tested.gpu, &mut places, &units).expect("these are the right ones");
        assert_equal(&tested.gpu, &places, &units.columns().place);
    });
}

#[test]
fn a_usage_that_wgpu_refuses_is_an_error_of_every_update() {
    with_gpu(|tested| {
        let mut places = places(tested, BufferUsages::MAP_READ);
        let mut units = UnitHub::new();
        for _ in 0..2 {
            let refused = update(&tested.gpu, &mut places, &units);
            let Err(UploadError::Refused(reason)) = refused else {
                panic!("{refused:?}");
            };
            assert!(reason.contains("MAP_READ"), "{reason}");
            units.alloc();
        }
    });
}

#[test]
fn a_destroyed_buffer_is_refused() {
    with_gpu(|tested| {
        for strategy in [Strategy::Ranges, Strategy::Scatter] {
            let mut places = places(tested, BufferUsages::VERTEX).strategy(strategy);
            let mut units = units(10);
            update(&tested.gpu, &mut places, &units).expect("it is sent");
            places.buffer().destroy();
            write(&mut units, 3, 1.0);
            assert_refused(&update(&tested.gpu, &mut places, &units));
        }
    });
}

#[test]
fn errors_are_sentences() {
    let lost = "the device is lost; make it and its buffers anew";
    assert_eq!(UploadError::Lost.to_string(), lost);
    let memory = UploadError::OutOfMemory.to_string();
    assert_eq!(memory, "the device is out of memory");
    let refused = UploadError::Refused("no".to_owned()).to_string();
    assert_eq!(refused, "the upload was refused: no");
}
