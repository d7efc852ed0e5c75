//! Columns at the borders of what a device allows.

use soa_runtime::IdAllocator;
use soa_wgpu::{ColumnBuffer, Strategy, UploadError};
use wgpu::{BufferUsages, Limits};

use crate::support::{assert_equal, update, with_limits};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    place: [f32; 3],
    #[soa(tracked)]
    pair: [u16; 3],
}

/// The largest buffer, in bytes: 341 places, or 170 pairs of rows.
const LARGEST: u64 = 4096;

fn small(_: Limits) -> Limits {
    Limits {
        max_buffer_size: LARGEST,
        max_storage_buffer_binding_size: LARGEST,
        ..Limits::downlevel_defaults()
    }
}

#[test]
fn a_column_beyond_the_limit_is_an_error_with_both_numbers_and_the_old_buffer_stays() {
    with_limits(small, |tested| {
        let gpu = &tested.gpu;
        let mut places =
            ColumnBuffer::<Unit, _>::new(&gpu.device, BufferUsages::VERTEX, |units| units.place);
        let mut units = UnitHub::new();
        let ids = units.alloc_many(300);
        units.advance();
        update(gpu, &mut places, &units).expect("it fits");
        let before = units.columns().place.to_vec();

        let more = units.alloc_many(42);
        units.columns_mut().place[ids[3]] = [1.0; 3];
        units.advance();
        let error = UploadError::TooLarge {
            needed: 342 * 12,
            limit: LARGEST,
        };
        for _ in 0..2 {
            assert_eq!(update(gpu, &mut places, &units), Err(error.clone()));
            assert_eq!((places.rows(), places.revision()), (300, 1));
            assert_equal(gpu, &places, &before);
        }

        // With one row less the column fits exactly, and all that was missed is sent.
        units.dealloc(more[41]);
        units.shrink_to_fit();
        let fits = units.columns().place.len();
        units.advance();
        let sent = update(gpu, &mut places, &units);
        if fits == 341 {
            assert_eq!(sent.map(|sent| sent.rows), Ok(42));
            assert_equal(gpu, &places, &units.columns().place);
        } else {
            // The hole is still a row.
            assert_eq!(sent, Err(error));
        }
    });
}

#[test]
fn a_column_may_fill_the_largest_buffer() {
    with_limits(small, |tested| {
        let gpu = &tested.gpu;
        for strategy in [Strategy::Auto, Strategy::Scatter] {
            let usage = BufferUsages::STORAGE;
            let mut places = ColumnBuffer::<Unit, _>::new(&gpu.device, usage, |units| units.place)
                .strategy(strategy);
            let mut pairs = ColumnBuffer::<Unit, _>::new(&gpu.device, usage, |units| units.pair)
                .strategy(strategy);
            let mut units = UnitHub::new();
            let ids = units.alloc_many(250);
            units.advance();
            update(gpu, &mut places, &units).expect("it fits");
            update(gpu, &mut pairs, &units).expect("it fits");
            // Half as much again would be too much.
            units.alloc_many(91);
            for id in ids.iter().step_by(3) {
                units.columns_mut().place[*id] = [7.0; 3];
                units.columns_mut().pair[*id] = [7; 3];
            }
            units.advance();
            update(gpu, &mut places, &units).expect("it fits");
            update(gpu, &mut pairs, &units).expect("it fits");
            assert_equal(gpu, &places, &units.columns().place);
            assert_equal(gpu, &pairs, &units.columns().pair);
            assert!(places.buffer().size() <= LARGEST);
        }
    });
}

#[test]
fn a_column_is_no_storage_buffer_where_there_are_none() {
    let none = |adapter| Limits::downlevel_webgl2_defaults().using_resolution(adapter);
    with_limits(none, |tested| {
        let places =
            ColumnBuffer::<Unit, _>::new(&tested.gpu.device, BufferUsages::VERTEX, |units| {
                units.place
            });
        let usage = BufferUsages::VERTEX | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        assert_eq!(places.buffer().usage(), usage);
    });
}
