//! Rows by their place, all of which move in each frame.

use fastrand::Rng;
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use soa_bench::harness::Failure;
use soa_index::Grid;
use soa_runtime::IdAllocator;

use crate::contest::{Contest, Page, Unit, timed};

#[derive(IdAllocator)]
#[soa(tracked)]
struct Placed {
    #[soa(tracked)]
    pos: [f32; 2],
}

/// Coordinates are multiples of this, and no two points are at exactly the radius, so that all
/// contenders find the same rows however they round.
const STEP: f32 = 1.0 / 64.0;
const SQUARED: f32 = 4096.5 / 4096.0;

/// Returns the places of all points in a frame: about ten are within a distance of one of each.
fn places(points: usize, round: u64) -> Vec<[f32; 2]> {
    let mut rng = Rng::with_seed(round);
    // The side of a square in units of `STEP`: the points times pi / 10, in squares of one.
    let area = u32::try_from(points).expect("few points") * 314 / 1000;
    let side = area.isqrt() * 64;
    let mut coordinate = || f32::from(u16::try_from(rng.u32(0..side)).expect("below 2^16")) * STEP;
    (0..points).map(|_| [coordinate(), coordinate()]).collect()
}

/// A grid as one writes it by hand: the points sorted by cell, by counting.
#[derive(Default)]
struct ByHand {
    width: usize,
    /// The first point of each cell, and the end.
    starts: Vec<u32>,
    sorted: Vec<([f32; 2], u32)>,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "all places are positive and small, and there are few points"
)]
impl ByHand {
    fn cell(&self, place: [f32; 2]) -> usize {
        place[1] as usize * self.width + place[0] as usize
    }

    fn build(&mut self, places: &[[f32; 2]]) {
        let side = places
            .iter()
            .flatten()
            .fold(0.0, |most: f32, x| most.max(*x));
        self.width = side as usize + 1;
        self.starts.clear();
        self.starts.resize(self.width * self.width + 1, 0);
        for place in places {
            let cell = self.cell(*place);
            self.starts[cell + 1] += 1;
        }
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        self.sorted.resize(places.len(), ([0.0; 2], 0));
        let mut next = self.starts.clone();
        for (row, place) in places.iter().enumerate() {
            let at = &mut next[self.cell(*place)];
            self.sorted[*at as usize] = (*place, row as u32);
            *at += 1;
        }
    }

    fn within(&self, place: [f32; 2], mut each: impl FnMut(u32)) {
        let radius = SQUARED.sqrt();
        let low = place.map(|x| (x - radius).max(0.0) as usize);
        let high = place.map(|x| ((x + radius) as usize).min(self.width - 1));
        for y in low[1]..=high[1] {
            let line = y * self.width;
            let points = self.starts[line + low[0]]..self.starts[line + high[0] + 1];
            for (other, row) in &self.sorted[points.start as usize..points.end as usize] {
                let [x, y] = [place[0] - other[0], place[1] - other[1]];
                if x * x + y * y <= SQUARED {
                    each(*row);
                }
            }
        }
    }
}

pub(crate) fn measure(page: &mut Page, points: usize) -> Result<(), Failure> {
    let mut units: PlacedHub = places(points, 0)
        .into_iter()
        .map(|pos| Placed { pos })
        .collect();
    units.advance();
    let mut grid = Grid::<Placed, 2>::new(1.0, |units| units.pos);
    let mut by_hand = ByHand::default();

    page.text("\n# Places");
    let contest = Contest::default()
        .prepared("`Grid`", |round| {
            let now = places(points, round);
            units.columns_mut().pos.all_mut().copy_from_slice(&now);
            units.advance();
            timed(|| {
                let view = grid.at(&units);
                let within = |place: &[f32; 2]| view.within(*place, SQUARED.sqrt());
                let near = now.iter().flat_map(within);
                near.map(|id| u64::from(id.index())).sum()
            })
        })
        .prepared("a grid by hand, sorted by counting", |round| {
            let now = places(points, round);
            timed(|| {
                let mut sum = 0;
                by_hand.build(&now);
                for place in &now {
                    by_hand.within(*place, |row| sum += u64::from(row));
                }
                sum
            })
        })
        .prepared("`kiddo`, built in each frame", |round| {
            let now = places(points, round);
            timed(|| {
                let tree = ImmutableKdTree::new_from_slice(&now).expect("finite points");
                let mut sum = 0;
                for place in &now {
                    let query = tree.query(place).within::<SquaredEuclidean<f32>>(SQUARED);
                    let near = query.unsorted().execute();
                    sum += near.iter().map(|found| u64::from(found.item)).sum::<u64>();
                }
                sum
            })
        });
    let title = format!("{points} points move, and each asks who is within a distance of one");
    page.compare(&title, Unit::new("ms a frame", 1e3, 1), contest)
}
