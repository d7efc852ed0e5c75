//! One call at a time: what is sent, when the buffer is replaced, and what is in holes.

use bytemuck::NoUninit;
use glam::{Mat4, Vec2, Vec3};
use soa_runtime::{Hub, IdAllocator};
use soa_wgpu::{ColumnBuffer, IdBuffer, Sent};
use wgpu::BufferUsages;

use crate::support::{Tested, assert_equal, update, with_gpu};

#[derive(IdAllocator, Clone)]
#[soa(derive(Clone))]
struct Unit {
    #[soa(tracked, default = [1.5; 8])]
    place: [f32; 8],
    #[soa(tracked)]
    kind: u8,
    #[soa(tracked)]
    pair: [u8; 2],
}

fn units(rows: u8) -> UnitHub {
    (0..rows)
        .map(|kind| Unit {
            place: [f32::from(kind); 8],
            kind,
            pair: [kind; 2],
        })
        .collect()
}

fn places(tested: &Tested) -> ColumnBuffer<Unit, [f32; 8]> {
    ColumnBuffer::<Unit, _>::new(&tested.gpu.device, BufferUsages::VERTEX, |units| {
        units.place
    })
}

fn kinds(tested: &Tested) -> ColumnBuffer<Unit, u8> {
    ColumnBuffer::<Unit, _>::new(&tested.gpu.device, BufferUsages::VERTEX, |units| units.kind)
}

/// Ends the tick, and sends what changed.
fn send<F: NoUninit>(
    tested: &Tested,
    copy: &mut ColumnBuffer<Unit, F>,
    units: &mut UnitHub,
) -> Sent {
    units.advance();
    update(&tested.gpu, copy, units).expect("it is sent")
}

#[test]
fn an_empty_hub_has_a_buffer_of_one_unit() {
    with_gpu(|tested| {
        let mut places = places(tested);
        let mut kinds = kinds(tested);
        assert_eq!((places.buffer().size(), kinds.buffer().size()), (32, 4));
        let units = UnitHub::new();
        for _ in 0..2 {
            assert_eq!(
                update(&tested.gpu, &mut places, &units),
                Ok(Sent::default())
            );
            assert_eq!(update(&tested.gpu, &mut kinds, &units), Ok(Sent::default()));
        }
        assert_eq!((places.revision(), kinds.revision()), (0, 0));
    });
}

#[test]
fn sizes_are_whole_rows_and_whole_words() {
    with_gpu(|tested| {
        let mut kinds = kinds(tested);
        let mut units = units(9);
        let sent = send(tested, &mut kinds, &mut units);
        let expected = Sent {
            bytes: 12,
            writes: 1,
            rows: 9,
            grown: true,
        };
        assert_eq!((sent, kinds.buffer().size()), (expected, 12));
        assert_equal(&tested.gpu, &kinds, &units.columns().kind);
    });
}

#[test]
fn only_changed_rows_are_sent_and_neighbours_within_a_word() {
    with_gpu(|tested| {
        let (mut places, mut kinds) = (places(tested), kinds(tested));
        let mut units = units(100);
        let ids: Vec<UnitId> = units.ids().collect();
        units.advance();
        update(&tested.gpu, &mut places, &units).expect("all rows are sent");
        update(&tested.gpu, &mut kinds, &units).expect("all rows are sent");

        units.columns_mut().place[ids[50]] = [7.0; 8];
        units.columns_mut().kind[ids[50]] = 200;
        let sent = send(tested, &mut places, &mut units);
        assert_eq!((sent.writes, sent.rows, sent.bytes), (1, 1, 32));
        let sent = update(&tested.gpu, &mut kinds, &units).expect("a row is sent");
        assert_eq!((sent.writes, sent.rows, sent.bytes), (1, 4, 4));
        assert_equal(&tested.gpu, &places, &units.columns().place);
        assert_equal(&tested.gpu, &kinds, &units.columns().kind);
        assert_eq!(update(&tested.gpu, &mut kinds, &units), Ok(Sent::default()));
    });
}

#[test]
fn many_scattered_rows_are_one_write_with_little_more_than_their_bytes() {
    with_gpu(|tested| {
        let mut places = places(tested);
        let mut units = UnitHub::new();
        let ids = units.alloc_many(20_000);
        send(tested, &mut places, &mut units);
        for id in ids.iter().step_by(20) {
            units.columns_mut().place[*id] = [3.0; 8];
        }
        let sent = send(tested, &mut places, &mut units);
        assert_eq!((sent.writes, sent.rows), (1, 1000));
        assert!(sent.bytes * 10 <= 1000 * 32 * 12, "{sent:?}");
        assert_equal(&tested.gpu, &places, &units.columns().place);
    });
}

#[test]
fn growth_keeps_the_rows_on_the_gpu_and_sends_only_the_new_ones() {
    with_gpu(|tested| {
        let mut places = places(tested);
        let mut units = units(100);
        send(tested, &mut places, &mut units);
        assert_eq!((places.revision(), places.buffer().size()), (1, 3200));

        units.alloc_many(10);
        let sent = send(tested, &mut places, &mut units);
        assert_eq!((sent.rows, sent.grown), (10, true));
        // Half as much again, so that the next rows have room.
        assert_eq!((places.revision(), places.buffer().size()), (2, 4800));
        assert_equal(&tested.gpu, &places, &units.columns().place);

        units.alloc_many(40);
        let sent = send(tested, &mut places, &mut units);
        assert_eq!((sent.rows, sent.grown, places.revision()), (40, false, 2));
        assert_equal(&tested.gpu, &places, &units.columns().place);

        units.clear();
        let sent = send(tested, &mut places, &mut units);
        assert_eq!((sent.rows, sent.grown, places.revision()), (150, false, 2));
        assert_equal(&tested.gpu, &places, &[[1.5; 8]; 150]);
    });
}

#[test]
fn another_hub_is_sent_whole_whatever_its_ticks_are() {
    with_gpu(|tested| {
        let mut places = places(tested);
        let (mut one, mut other) = (units(50), units(60));
        for _ in 0..10 {
            one.advance();
        }
        other.advance();
        let mut rows = |hub: &Hub<Unit>| {
            let sent = update(&tested.gpu, &mut places, hub).expect("it is sent");
            assert_equal(&tested.gpu, &places, &hub.columns().place);
            sent.rows
        };
        assert_eq!((rows(&one), rows(&one)), (50, 0));
        assert_eq!((rows(&other), rows(&one)), (60, 50));
        std::mem::swap(&mut one, &mut other);
        assert_eq!((rows(&one), rows(&one)), (60, 0));
        assert_eq!((rows(&one.clone()), rows(&other)), (60, 50));
    });
}

#[test]
fn rows_of_the_open_tick_are_sent_and_sent_again() {
    with_gpu(|tested| {
        let mut places = places(tested);
        let mut units = units(10);
        send(tested, &mut places, &mut units);
        let id = units.id_at(3).expect("it is live");
        units.columns_mut().place[id] = [9.0; 8];
        for _ in 0..2 {
            let sent = update(&tested.gpu, &mut places, &units).expect("the row is sent");
            assert_eq!(sent.rows, 1);
            assert_equal(&tested.gpu, &places, &units.columns().place);
        }
        let sent = send(tested, &mut places, &mut units);
        assert_eq!(sent.rows, 1);
        assert_eq!(
            update(&tested.gpu, &mut places, &units),
            Ok(Sent::default())
        );
    });
}

#[test]
fn resending_repairs_what_was_written_to_the_buffer() {
    with_gpu(|tested| {
        let mut places = places(tested);
        let mut units = units(10);
        send(tested, &mut places, &mut units);
        tested.gpu.queue.write_buffer(places.buffer(), 0, &[1; 64]);
        places.resend();
        let sent = update(&tested.gpu, &mut places, &units).expect("all rows are sent");
        assert_eq!((sent.rows, sent.grown), (10, false));
        assert_equal(&tested.gpu, &places, &units.columns().place);
    });
}

#[test]
fn a_buffer_can_be_sent_to_another_thread() {
    fn is_send_and_sync<B: Send + Sync>(_: &B) {}
    with_gpu(|tested| is_send_and_sync(&places(tested)));
}

#[derive(IdAllocator)]
struct Body {
    #[soa(tracked)]
    flat: Vec2,
    #[soa(tracked)]
    place: Vec3,
    #[soa(tracked)]
    pose: Mat4,
}

#[test]
fn vectors_of_glam_are_sent_like_arrays_of_floats() {
    with_gpu(|tested| {
        let device = &tested.gpu.device;
        let usage = BufferUsages::STORAGE;
        let mut flats = ColumnBuffer::<Body, Vec2>::new(device, usage, |bodies| bodies.flat);
        let mut places = ColumnBuffer::<Body, Vec3>::new(device, usage, |bodies| bodies.place);
        let mut poses = ColumnBuffer::<Body, Mat4>::new(device, usage, |bodies| bodies.pose);
        let mut bodies = BodyHub::new();
        let ids = bodies.alloc_many(5);
        for (round, rows) in [(1_u8, 5), (2, 1)] {
            let mut body = bodies.row_mut(ids[3]);
            *body.flat = Vec2::new(1.5, f32::from(round));
            *body.place = Vec3::splat(f32::from(round));
            *body.pose = Mat4::from_scale(*body.place);
            bodies.advance();
            let sent = [
                update(&tested.gpu, &mut flats, &bodies),
                update(&tested.gpu, &mut places, &bodies),
                update(&tested.gpu, &mut poses, &bodies),
            ];
            for sent in sent {
                assert_eq!(sent.map(|sent| sent.rows), Ok(rows));
            }
            let columns = bodies.columns();
            assert_equal(&tested.gpu, &flats, &columns.flat);
            assert_equal(&tested.gpu, &places, &columns.place);
            assert_equal(&tested.gpu, &poses, &columns.pose);
        }
    });
}

#[test]
fn debug_output_has_the_revision() {
    with_gpu(|tested| {
        let (mut places, units) = (places(tested), units(3));
        let mut ids = IdBuffer::<Unit>::new(&tested.gpu.device, BufferUsages::STORAGE);
        let (device, queue) = (&tested.gpu.device, &tested.gpu.queue);
        update(&tested.gpu, &mut places, &units).expect("it is sent");
        ids.update(device, queue, &units).expect("it is sent");
        let rows = format!("revision: {}, rows: 3", places.revision());
        assert!(format!("{places:?}").contains(&rows));
        let revision = format!("revision: {}", ids.revision());
        assert!(format!("{ids:?}").contains(&revision));
    });
}
