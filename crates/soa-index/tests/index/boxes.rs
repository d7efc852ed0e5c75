//! Indexes of boxes that answer all their questions, which are compared with a scan.

use std::fmt::Debug;

use soa_index::{Boxes, BoxesView};
use soa_runtime::generic::TrackedRecord;
use soa_runtime::{AnyHandle, Hub};

use crate::record::{Record, Scan, Values};
use crate::subject::{Subject, forward};

/// The lowest and the highest corner of a box.
pub(crate) type Corners<const D: usize> = [[f32; D]; 2];

/// An index of boxes, and how a box follows from the values of a row.
pub(crate) struct Extents<T: Record, const D: usize> {
    pub(crate) index: Boxes<T, D>,
    pub(crate) corners: fn(&Values<T::Id>) -> Corners<D>,
}

/// Coordinates of points, corners, directions and normals.
const COORDINATES: [f32; 9] = [
    0.0,
    2.0,
    -1.5,
    -0.0,
    0.75,
    7.3,
    9.9e8,
    f32::INFINITY,
    f32::NAN,
];

const LIMITS: [f32; 5] = [f32::INFINITY, 1.0, 0.0, -1.0, f32::NAN];

/// Asks all questions about boxes, which are in the order of their slots, and compares the answers with
/// a scan. The numbers choose the coordinates of the questions.
pub(crate) fn compare<T: TrackedRecord + 'static, const D: usize>(
    view: BoxesView<'_, '_, T, D>,
    rows: &[(T::Id, Corners<D>)],
    numbers: impl IntoIterator<Item = [usize; 2]>,
) where
    T::Id: Debug,
{
    let is_box = |corners: &Corners<D>| {
        (0..D).all(|axis| {
            let [low, high] = [corners[0][axis], corners[1][axis]];
            low.is_finite() && high.is_finite() && low <= high
        })
    };
    let (placed, unplaced): (Vec<_>, Vec<_>) = rows
        .iter()
        .copied()
        .partition(|(_, corners)| is_box(corners));
    let found = |is_found: &dyn Fn(&Corners<D>) -> bool| -> Vec<T::Id> {
        let found = placed.iter().filter(|(_, corners)| is_found(corners));
        found.map(|(id, _)| *id).collect()
    };
    let unplaced: Vec<_> = unplaced.into_iter().map(|(id, _)| id).collect();
    assert_eq!(view.unplaced().collect::<Vec<_>>(), unplaced);
    assert!(view.unplaced().rev().eq(unplaced.into_iter().rev()));

    let mut pairs = Vec::new();
    for (n, (a, corners)) in placed.iter().enumerate() {
        let others = placed[n + 1..].iter();
        let others = others.filter(|(_, [min, max])| touch(corners, min, max));
        pairs.extend(others.map(|(b, _)| (*a, *b)));
    }
    assert_eq!(view.pairs().collect::<Vec<_>>(), pairs);
    assert_eq!(view.pairs().len(), pairs.len());

    for [n, m] in numbers {
        let point = |n: usize| -> [f32; D] {
            std::array::from_fn(|axis| COORDINATES[(n + axis * m) % COORDINATES.len()])
        };
        let [a, b] = [point(n), point(n + m)];
        for (min, max) in [(a, b), (a.map(|x| -x), a), (b.map(|x| -x), a)] {
            let is_question = (0..D).all(|axis| min[axis] <= max[axis]);
            let expected = found(&|corners| is_question && touch(corners, &min, &max));
            let answer = view.overlapping(min, max);
            assert_eq!(answer.collect::<Vec<_>>(), expected, "{min:?} {max:?}");
        }
        let expected = found(&|corners| touch(corners, &a, &a));
        assert_eq!(view.containing(a).collect::<Vec<_>>(), expected, "{a:?}");
        let planes = [(a, b[0]), (b, a[0]), (b.map(|x| -x), 1.0)];
        for planes in [&planes[..0], &planes[..1], &planes] {
            let expected = found(&|corners| planes.iter().all(|plane| is_in(corners, plane)));
            let answer = view.inside_planes(planes);
            assert_eq!(answer.collect::<Vec<_>>(), expected, "{planes:?}");
        }
        for (origin, max) in [(a, LIMITS[m % 5]), (b, f32::INFINITY), ([0.5; D], 1e9)] {
            for direction in [a, b, b.map(|x| -x), [0.0; D]] {
                let hits = placed.iter().filter_map(|(id, corners)| {
                    Some((enters(corners, origin, direction, max)?, *id))
                });
                let mut hits = hits.collect::<Vec<_>>();
                hits.sort_by(|(a, id), (b, other)| {
                    a.total_cmp(b).then(id.index().cmp(&other.index()))
                });
                #[expect(clippy::cast_possible_truncation, reason = "as distances are returned")]
                let hits = hits
                    .into_iter()
                    .map(|(t, id)| (id, t as f32))
                    .collect::<Vec<_>>();
                let answer = view.ray(origin, direction, max);
                assert_eq!(
                    answer.collect::<Vec<_>>(),
                    hits,
                    "{origin:?} {direction:?} {max}"
                );
            }
        }
    }
}

fn touch<const D: usize>([low, high]: &Corners<D>, min: &[f32; D], max: &[f32; D]) -> bool {
    (0..D).all(|axis| low[axis] <= max[axis] && high[axis] >= min[axis])
}

/// Returns whether some corner of a box is in front of a plane.
fn is_in<const D: usize>(corners: &Corners<D>, (normal, offset): &([f32; D], f32)) -> bool {
    (0..1 << D).any(|corner: usize| {
        let along = (0..D).map(|axis| {
            let x = corners[corner >> axis & 1][axis];
            f64::from(normal[axis]) * f64::from(x)
        });
        along.fold(0.0, |sum, x| sum + x) + f64::from(*offset) >= 0.0
    })
}

/// Returns where a ray enters a box.
fn enters<const D: usize>(
    corners: &Corners<D>,
    origin: [f32; D],
    direction: [f32; D],
    max: f32,
) -> Option<f64> {
    let (mut enter, mut exit) = (0.0_f64, f64::from(max));
    for axis in 0..D {
        let [low, high] = corners.map(|corner| f64::from(corner[axis]) - f64::from(origin[axis]));
        let along = f64::from(direction[axis]);
        if !(low.is_finite() && along.is_finite() && max >= 0.0) {
            return None;
        }
        if along == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
        } else {
            let (a, b) = (low / along, high / along);
            (enter, exit) = (enter.max(a.min(b)), exit.min(a.max(b)));
        }
    }
    (enter <= exit).then_some(enter.abs())
}

/// Compares the answers about the rows of a scan.
fn compare_scan<T: Record, const D: usize>(
    view: BoxesView<'_, '_, T, D>,
    scan: &Scan<T>,
    corners: fn(&Values<T::Id>) -> Corners<D>,
) {
    let rows = scan.iter().map(|(id, values)| (*id, corners(values)));
    let numbers = [[0, 1], [2, 3], [4, 2], [6, 1], [8, 4]];
    compare(view, &rows.collect::<Vec<_>>(), numbers);
}

impl<T: Record, const D: usize> Subject<T> for Extents<T, D> {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        compare_scan(self.index.at(hub), scan, self.corners);
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        let (view, mut columns) = self.index.beside(hub);
        T::write_all(&mut columns);
        compare_scan(view, scan, self.corners);
    }

    forward!();
}
