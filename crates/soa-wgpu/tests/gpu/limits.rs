//! Columns at the borders of what a device allows.

use fastrand::Rng;
use soa_runtime::IdAllocator;
use soa_wgpu::{ColumnBuffer, UploadError};
use wgpu::{BufferUsages, Limits};

use crate::support::{STRATEGIES, Tested, assert_equal, update, with_limits};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    place: [f32; 3],
    #[soa(tracked)]
    pair: [u16; 3],
}

fn places(tested: &Tested, usage: BufferUsages) -> ColumnBuffer<Unit, [f32; 3]> {
    ColumnBuffer::<Unit, _>::new(&tested.gpu.device, usage, |units| units.place)
}

fn pairs(tested: &Tested, usage: BufferUsages) -> ColumnBuffer<Unit, [u16; 3]> {
    ColumnBuffer::<Unit, _>::new(&tested.gpu.device, usage, |units| units.pair)
}

/// The largest buffer, in bytes: 341 places, or 682 pairs.
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
        let mut places = places(tested, BufferUsages::VERTEX);
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

        // With one row less the rows fit exactly, although the hole is still a row of the column.
        units.dealloc(more[41]);
        units.advance();
        let column = units.columns().place;
        assert_eq!(column.len(), 342);
        let sent = update(gpu, &mut places, &units).expect("the rows fit again");
        assert_eq!((sent.rows, places.rows()), (42, 341));
        assert_equal(gpu, &places, &column[..341]);
    });
}

/// Rows are made and freed around the end of the largest buffer.
#[test]
fn a_column_is_equal_whenever_its_live_rows_fit_in_the_largest_buffer() {
    with_limits(small, |tested| {
        let gpu = &tested.gpu;
        for (seed, strategy) in (0..).zip(STRATEGIES) {
            let mut random = Rng::with_seed(seed);
            let mut pairs = pairs(tested, BufferUsages::VERTEX).strategy(strategy);
            let (mut units, mut fitted) = (UnitHub::new(), 0);
            for _ in 0..60 {
                let ids: Vec<UnitId> = units.ids().collect();
                if random.bool() && units.slots() < 1000 {
                    units.alloc_many(random.usize(..300));
                } else {
                    let kept = random.usize(..700);
                    units
                        .dealloc_many(ids.iter().copied().filter(|id| id.index() as usize >= kept));
                }
                for row in random.choose_multiple(0..units.slots(), 50) {
                    if let Some(id) = units.id_at(row) {
                        units.columns_mut().pair[id] = [random.u16(..); 3];
                    }
                }
                units.advance();
                let column = units.columns().pair;
                let live = units.live_ranges().last().map_or(0, |live| live.end);
                let rows = column.len().min(682);
                match update(gpu, &mut pairs, &units) {
                    Ok(_) => {
                        assert!(live <= 682, "{live} rows were sent");
                        assert_equal(gpu, &pairs, &column[..rows]);
                        fitted += usize::from(column.len() > 682);
                    }
                    Err(error) => {
                        assert!(live > 682, "{live} rows fit: {error}");
                        assert!(matches!(error, UploadError::TooLarge { .. }), "{error}");
                    }
                }
            }
            assert!(
                fitted > 3,
                "{fitted} updates of a column with holes past the end"
            );
        }
    });
}

#[test]
fn a_column_is_no_storage_buffer_where_there_are_none() {
    let none = |adapter| Limits::downlevel_webgl2_defaults().using_resolution(adapter);
    with_limits(none, |tested| {
        let places = places(tested, BufferUsages::VERTEX);
        let usage = BufferUsages::VERTEX | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        assert_eq!(places.buffer().usage(), usage);
    });
}
