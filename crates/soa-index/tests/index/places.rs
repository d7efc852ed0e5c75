//! Grids that answer all their questions, which are compared with a scan.

use soa_index::{Grid, GridView};
use soa_runtime::{AnyHandle, Hub};

use crate::record::{Record, Scan, Values};
use crate::subject::{Subject, forward};

/// A grid, and how a place follows from the values of a row.
pub(crate) struct Places<T: Record, const D: usize> {
    pub(crate) index: Grid<T, D>,
    pub(crate) cell: f32,
    pub(crate) place: fn(&Values<T::Id>) -> [f32; D],
}

/// Coordinates of points and corners.
const COORDINATES: [f32; 7] = [0.0, 2.0, -1.5, 7.3, 9.9e8, f32::INFINITY, f32::NAN];

const RADII: [f32; 7] = [0.0, 0.5, 2.0, 2.5, 1e10, f32::INFINITY, -1.0];

/// The rows of a hub with their places, in the order of answers.
pub(crate) type Placed<I, const D: usize> = Vec<(I, [f32; D])>;

impl<T: Record, const D: usize> Places<T, D> {
    /// Returns the rows whose places are finite in the order of answers, and the others by slot.
    pub(crate) fn sort(&self, scan: &Scan<T>) -> (Placed<T::Id, D>, Vec<T::Id>) {
        let rows = scan.iter().map(|(id, values)| (*id, (self.place)(values)));
        let (mut placed, unplaced): (Placed<_, D>, Vec<_>) =
            rows.partition(|(_, place)| place.iter().all(|x| x.is_finite()));
        placed.sort_by(|(_, a), (_, b)| {
            let cell = |x: &f32| (x / self.cell).floor();
            let axes = a.iter().zip(b).rev();
            let orders = axes.map(|(a, b)| cell(a).partial_cmp(&cell(b)).unwrap());
            orders.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        (placed, unplaced.into_iter().map(|(id, _)| id).collect())
    }

    pub(crate) fn compare(
        view: GridView<'_, '_, T, D>,
        placed: &Placed<T::Id, D>,
        unplaced: &[T::Id],
    ) {
        let ids = |rows: &mut dyn Iterator<Item = &(T::Id, [f32; D])>| -> Vec<T::Id> {
            rows.map(|(id, _)| *id).collect()
        };
        assert!(view.unplaced().eq(unplaced.iter().copied()), "unplaced");
        assert!(view.unplaced().rev().eq(unplaced.iter().rev().copied()));
        assert_eq!(view.unplaced().len(), unplaced.len());
        assert!(
            placed
                .iter()
                .all(|(id, place)| view.place(*id) == Some(*place))
        );
        assert!(unplaced.iter().all(|id| view.place(*id).is_some()));
        assert_eq!(view.place(T::Id::DANGLING), None);
        for (n, x) in COORDINATES.into_iter().enumerate() {
            let point: [f32; D] = std::array::from_fn(|axis| COORDINATES[(n * (axis + 1)) % 7]);
            let is_finite = point.iter().all(|x| x.is_finite());
            let mut nearest: Vec<(f64, T::Id)> = (placed.iter())
                .map(|(id, place)| (square(&point, place), *id))
                .collect();
            nearest
                .sort_by(|(a, id), (b, other)| a.total_cmp(b).then(id.index().cmp(&other.index())));
            nearest.retain(|_| is_finite);
            #[expect(clippy::cast_possible_truncation, reason = "as distances are returned")]
            let nearest: Vec<_> = (nearest.into_iter())
                .map(|(square, id)| (id, square.sqrt() as f32))
                .collect();
            assert_eq!(view.nearest(point), nearest.first().copied(), "{point:?}");
            assert!(view.outward(point).eq(nearest.iter().copied()), "{point:?}");
            for most in [n % 4, usize::MAX] {
                let expected = &nearest[..most.min(nearest.len())];
                assert_eq!(view.nearest_n(point, most).as_slice(), expected);
            }
            for radius in [RADII[n], RADII[(n + 4) % 7]] {
                let limit = f64::from(radius) * f64::from(radius);
                let is_inside = |(_, place): &&(T::Id, [f32; D])| {
                    is_finite && radius >= 0.0 && square(&point, place) <= limit
                };
                let expected = ids(&mut placed.iter().filter(is_inside));
                let found = view.within(point, radius);
                assert_eq!(
                    found.clone().collect::<Vec<_>>(),
                    expected,
                    "{point:?} {radius}"
                );
                let mut folded = Vec::new();
                found.for_each(|id| folded.push(id));
                assert_eq!(folded, expected);
            }
            for max in [[x; D], point] {
                let min = [-x; D];
                let is_inside = |(_, place): &&(T::Id, [f32; D])| {
                    (0..D).all(|axis| min[axis] <= place[axis] && place[axis] <= max[axis])
                };
                let expected = ids(&mut placed.iter().filter(is_inside));
                let found = view.inside(min, max);
                assert_eq!(found.collect::<Vec<_>>(), expected, "{min:?} {max:?}");
            }
        }
    }
}

fn square<const D: usize>(a: &[f32; D], b: &[f32; D]) -> f64 {
    let along = a.iter().zip(b).map(|(a, b)| f64::from(*a) - f64::from(*b));
    along.map(|along| along * along).sum()
}

impl<T: Record, const D: usize> Subject<T> for Places<T, D> {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        let (placed, unplaced) = self.sort(scan);
        Self::compare(self.index.at(hub), &placed, &unplaced);
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        let (placed, unplaced) = self.sort(scan);
        let (view, mut columns) = self.index.beside(hub);
        T::write_all(&mut columns);
        Self::compare(view, &placed, &unplaced);
    }

    forward!();
}
