//! Boxes of many rows.

use soa_index::{Boxes, BoxesView};
use soa_runtime::IdAllocator;

use crate::boxes::compare;

#[derive(IdAllocator)]
#[soa(tracked)]
struct Wall {
    #[soa(tracked)]
    bounds: [[f32; 3]; 2],
}

const ROWS: u16 = if cfg!(miri) { 60 } else { 1000 };

/// Returns boxes in a cube, in an order that looks random. Many of them touch, and each tenth has no size.
fn walls() -> impl Iterator<Item = Wall> {
    (0..ROWS).map(|n| {
        let scattered = [n, n.wrapping_mul(40_503), n.wrapping_mul(25_717)];
        let low = scattered.map(|x| f32::from(x % 97) / 8.0 - 5.0);
        let length = f32::from(n % 10) / 8.0;
        Wall {
            bounds: [low, low.map(|x| x + length)],
        }
    })
}

fn check(view: BoxesView<'_, '_, Wall, 3>, walls: &WallHub) {
    let rows = walls.iter().map(|(id, row)| (id, *row.bounds));
    compare(
        view,
        &rows.collect::<Vec<_>>(),
        [[0, 1], [1, 2], [2, 4], [5, 3], [4, 8]],
    );
}

#[test]
fn many_boxes_are_found_whether_few_of_them_move_or_all() {
    let mut walls: WallHub = walls().collect();
    let mut boxes = Boxes::<Wall, 3>::new(|walls| walls.bounds);
    let ids: Vec<WallId> = walls.ids().collect();
    check(boxes.at(&walls), &walls);
    for (round, (step, far)) in [
        (1, 0.1),
        (50, 9.0),
        (12, 0.3),
        (7, 3.0),
        (1, 4.0),
        (1000, 9e8),
        (3, -0.5),
    ]
    .into_iter()
    .enumerate()
    {
        walls.advance();
        let mut columns = walls.columns_mut();
        for (n, id) in ids.iter().enumerate().skip(round).step_by(step) {
            if let Some(bounds) = columns.bounds.get_mut(*id) {
                let far = if n % 2 == 0 { far } else { -far };
                *bounds = bounds.map(|[x, y, z]| [y + far, z, x + far]);
            }
        }
        walls.dealloc_many(ids.iter().copied().skip(round * 5).take(3));
        walls.insert(Wall {
            bounds: [[-1.0; 3], [1.0; 3]],
        });
        check(boxes.at(&walls), &walls);
    }
}

#[test]
fn boxes_come_and_go_one_by_one() {
    let (all, mut walls) = (walls(), WallHub::new());
    let mut boxes = Boxes::<Wall, 3>::new(|walls| walls.bounds);
    let mut most = 0;
    for wall in all {
        walls.insert(wall);
        walls.advance();
        boxes.refresh(&walls);
        if walls.len().is_power_of_two() {
            check(boxes.at(&walls), &walls);
            most = boxes.memory();
        }
    }
    let ids: Vec<WallId> = walls.ids().collect();
    for (n, id) in ids.iter().enumerate() {
        walls.dealloc(ids[(n * 7 + 3) % ids.len()]);
        walls.dealloc(*id);
        walls.advance();
        boxes.refresh(&walls);
        if n.is_power_of_two() {
            check(boxes.at(&walls), &walls);
        }
        if n == ids.len() - 50 {
            // The nodes of boxes that are gone are freed.
            assert!(boxes.memory() < most, "{} {most}", boxes.memory());
        }
    }
    assert_eq!(boxes.at(&walls).pairs().len(), 0);
}

#[test]
fn a_ray_is_exact_where_it_touches_a_corner() {
    let corner = |low: [f32; 2], high| Wall {
        bounds: [[low[0], low[1], 0.0], high],
    };
    let mut walls = WallHub::new();
    let touched = walls.insert(corner([49.0, 3.0], [50.0, 4.0, 0.0]));
    let first = walls.insert(corner([7.0, 0.0], [8.0, 9.0, 1.0]));
    walls.insert(corner([7.0, 1.0], [8.0, 9.0, 1.0]));
    let mut boxes = Boxes::<Wall, 3>::new(|walls| walls.bounds);
    let view = boxes.at(&walls);
    // The third is touched nowhere: where x is 7, y is 3/7.
    let hits = view.ray([0.0, 0.0, 0.0], [49.0, 3.0, 0.0], 1.0);
    assert!(hits.eq([(first, 1.0 / 7.0), (touched, 1.0)]));
    assert_eq!(view.ray([0.0; 3], [98.0, 6.0, 0.0], 0.5).count(), 2);
    assert_eq!(view.ray([0.0; 3], [98.0, 6.0, 0.0], 0.499).count(), 1);
    assert_eq!(
        view.ray([f32::MIN, 3.5, 0.0], [1e-45, 0.0, 0.0], f32::MAX)
            .next(),
        None
    );
    let far = view.ray([f32::MIN, 3.5, 0.0], [1e-45, 0.0, 0.0], f32::INFINITY);
    assert!(far.eq(walls.ids().map(|id| (id, f32::INFINITY))));
}

#[test]
fn the_largest_and_the_smallest_boxes_are_found() {
    let mut walls: WallHub = walls().collect();
    let all = walls.insert(Wall {
        bounds: [[f32::MIN; 3], [f32::MAX; 3]],
    });
    let point = walls.insert(Wall {
        bounds: [[f32::MAX; 3]; 2],
    });
    let mut boxes = Boxes::<Wall, 3>::new(|walls| walls.bounds);
    let view = boxes.at(&walls);
    check(view, &walls);
    assert!(view.containing([f32::MAX; 3]).eq([all, point]));
    assert!(
        view.ray([f32::MIN; 3], [f32::MAX; 3], 2.0)
            .any(|hit| hit == (point, 2.0))
    );
    for id in walls.ids().step_by(3).collect::<Vec<_>>() {
        walls.row_mut(id).bounds[1][1] = f32::MAX;
    }
    check(boxes.at(&walls), &walls);
}
