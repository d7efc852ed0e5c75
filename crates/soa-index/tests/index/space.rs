//! Grids of many rows, and what a grid refuses.

use soa_index::Grid;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
#[soa(tracked)]
struct Unit {
    #[soa(tracked)]
    pos: [f32; 3],
}

const ROWS: u16 = if cfg!(miri) { 60 } else { 3000 };

/// Returns places in a cube, in an order that looks random.
fn places() -> impl Iterator<Item = [f32; 3]> {
    (0..ROWS).map(|n| {
        [n, n.wrapping_mul(40_503), n.wrapping_mul(25_717)].map(|x| f32::from(x % 97) / 8.0)
    })
}

/// The radius is an `f64`, because QEMU 7 is wrong about products of `f32` as `f64` on s390x.
fn scan(units: &UnitHub, point: [f32; 3], radius: f64) -> usize {
    let square = |pos: &[f32; 3]| -> f64 {
        let along = pos
            .iter()
            .zip(point)
            .map(|(a, b)| f64::from(*a) - f64::from(b));
        along.map(|along| along * along).sum()
    };
    let limit = radius * radius;
    let places = units.columns().pos;
    places
        .iter_live()
        .filter(|(_, pos)| square(pos) <= limit)
        .count()
}

#[test]
fn many_rows_are_found_whether_few_of_them_move_or_all() {
    let mut units: UnitHub = places().map(|pos| Unit { pos }).collect();
    let mut near = Grid::<Unit, 3>::new(1.5, |units| units.pos);
    let ids: Vec<UnitId> = units.ids().collect();
    for (round, step) in [1, 50, 40, 30, 1, 1000, 20, 3].into_iter().enumerate() {
        units.advance();
        let mut columns = units.columns_mut();
        for id in ids.iter().skip(round).step_by(step) {
            if let Some(pos) = columns.pos.get_mut(*id) {
                *pos = [pos[1] + 0.25, pos[2], pos[0]];
            }
        }
        units.dealloc(ids[round * 5]);
        let view = near.at(&units);
        for point in places().step_by(211) {
            for radius in [0.5, 1.5, 4.0] {
                assert_eq!(
                    view.within(point, radius).count(),
                    scan(&units, point, f64::from(radius))
                );
            }
        }
    }
}

#[test]
fn one_row_far_away_makes_no_answer_slow() {
    let mut units: UnitHub = places().map(|pos| Unit { pos }).collect();
    let far = units.insert(Unit {
        pos: [f32::MAX, -1e30, 1e-30],
    });
    let mut near = Grid::<Unit, 3>::new(1e-3, |units| units.pos);
    let view = near.at(&units);
    // A walk over all cells between the rows would not end.
    assert_eq!(view.within([0.0; 3], f32::INFINITY).count(), units.len());
    assert_eq!(
        view.inside([f32::MIN; 3], [f32::MAX; 3]).count(),
        units.len()
    );
    assert_eq!(view.nearest([f32::MAX, 0.0, 0.0]), Some((far, 1e30)));
    assert_eq!(view.nearest_n([f32::MIN; 3], usize::MAX).len(), units.len());
}

#[test]
fn a_grid_is_refused_whose_cells_have_no_size() {
    for size in [0.0, -0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let grid = std::panic::catch_unwind(|| Grid::<Unit, 3>::new(size, |units| units.pos));
        let message = *grid.unwrap_err().downcast::<String>().unwrap();
        let expected = format!(
            "a grid was made with cells of size {size:?}; expected a finite number above 0"
        );
        assert_eq!(message, expected);
    }
}
