//! Rows by their extent.

use fastrand::Rng;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhNode, BvhWorkspace, TraversalAction};
use parry3d::query::Ray;
use soa_bench::harness::Failure;
use soa_index::Boxes;
use soa_runtime::{Handle, IdAllocator};

use crate::contest::{Contest, Page, Unit, timed};

/// The lowest and the highest corner.
type Corners = [[f32; 3]; 2];

#[derive(IdAllocator)]
#[soa(tracked)]
struct Extent {
    #[soa(tracked)]
    bounds: Corners,
}

/// Half the length of the largest boxes. There is one box in each unit of space.
const LARGEST: f32 = 0.72;

/// Coordinates are multiples of this, so that all contenders compute the same.
const STEP: f32 = 1.0 / 1024.0;

/// Space with boxes, and random places in it.
struct Space {
    rng: Rng,
    side: f32,
}

impl Space {
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    fn new(rows: usize) -> Self {
        let side = (rows as f32).cbrt();
        Space {
            rng: Rng::with_seed(7),
            side,
        }
    }

    fn coordinate(&mut self, low: f32, high: f32) -> f32 {
        ((low + self.rng.f32() * (high - low)) / STEP).round() * STEP
    }

    fn point(&mut self) -> [f32; 3] {
        [(); 3].map(|()| self.coordinate(0.0, self.side))
    }

    /// Returns a box of a random size, with half of its lengths between these.
    fn corners(&mut self, low: f32, high: f32) -> Corners {
        let centre = self.point();
        let half = [(); 3].map(|()| self.coordinate(low, high));
        let corner = |sign: f32| std::array::from_fn(|axis| centre[axis] + sign * half[axis]);
        [corner(-1.0), corner(1.0)]
    }

    fn boxes(&mut self, count: usize) -> Vec<Corners> {
        (0..count).map(|_| self.corners(0.1, LARGEST)).collect()
    }

    /// Returns a box that is a little elsewhere.
    fn moved(&mut self, corners: Corners) -> Corners {
        let by = [(); 3].map(|()| self.coordinate(-0.05, 0.05));
        corners.map(|corner| std::array::from_fn(|axis| corner[axis] + by[axis]))
    }
}

fn aabb([low, high]: Corners) -> Aabb {
    Aabb::new(Vector::from_array(low), Vector::from_array(high))
}

fn bvh(boxes: &[Corners]) -> Bvh {
    let boxes = boxes.iter().map(|corners| aabb(*corners));
    Bvh::from_iter(BvhBuildStrategy::Binned, boxes.enumerate())
}

/// Returns a number that follows from rows in order.
fn digest(rows: impl IntoIterator<Item = u32>) -> u64 {
    let mix = |sum: u32, row: u32| (sum ^ row).wrapping_mul(0x9E37_79B1);
    rows.into_iter().fold(0, mix).into()
}

fn sorted(mut rows: Vec<u32>) -> u64 {
    rows.sort_unstable();
    digest(rows)
}

pub(crate) fn measure(page: &mut Page, rows: usize) -> Result<(), Failure> {
    page.text("\n# Boxes");
    page.text("\nEach unit of space has a box. `parry3d` answers in any order, so its answers are sorted.");
    questions(page, 50)?;
    questions(page, 1000)?;
    questions(page, rows)?;
    let mut space = Space::new(rows / 10);
    let boxes = space.boxes(rows / 10);
    refresh(page, &mut space, &boxes)?;
    pairs(page, &boxes)?;
    rays(page, &mut space, &boxes)
}

fn hub(boxes: &[Corners]) -> ExtentHub {
    let mut units: ExtentHub = boxes
        .iter()
        .map(|bounds| Extent { bounds: *bounds })
        .collect();
    units.advance();
    units
}

fn questions(page: &mut Page, rows: usize) -> Result<(), Failure> {
    /// The number of questions in a round.
    const QUESTIONS: u32 = 1000;

    let mut space = Space::new(rows);
    let boxes = space.boxes(rows);
    let areas: Vec<Corners> = (0..QUESTIONS).map(|_| space.corners(1.9, 1.9)).collect();
    let units = hub(&boxes);
    let mut index = Boxes::<Extent, 3>::new(|units| units.bounds);
    let view = index.at(&units);
    let bvh = bvh(&boxes);
    let overlapping = |[low, high]: Corners| view.overlapping(low, high);
    let answers = areas.iter().map(|area| overlapping(*area).len());
    let title = format!(
        "which of {rows} boxes overlap another one: {} answers",
        answers.sum::<usize>() / QUESTIONS as usize
    );
    let column = units.columns().bounds.as_slice();
    let each = |answer: &dyn Fn(Corners) -> u64| areas.iter().map(|area| answer(*area)).sum();
    let mut contest = Contest::default()
        .add("`Boxes`", || {
            each(&|area| digest(overlapping(area).map(Handle::index)))
        })
        .add("`parry3d`", || {
            each(&|area| sorted(bvh.intersect_aabb(&aabb(area)).collect()))
        });
    if rows <= 1000 {
        contest = contest.add("a scan of the column", || {
            each(&|area| {
                let overlaps = |[low, high]: &Corners| {
                    (0..3).all(|axis| low[axis] <= area[1][axis] && high[axis] >= area[0][axis])
                };
                let rows = column.iter().zip(0..);
                digest(rows.filter(|(it, _)| overlaps(it)).map(|(_, row)| row))
            })
        });
    }
    page.compare(&title, Unit::new("us a question", 1e6, QUESTIONS), contest)
}

fn refresh(page: &mut Page, space: &mut Space, boxes: &[Corners]) -> Result<(), Failure> {
    let rows = boxes.len();
    let moved: Vec<Corners> = boxes.iter().map(|corners| space.moved(*corners)).collect();
    let frames = [&moved, boxes];
    let frame = |round: u64| frames[usize::from(round % 2 == 1)];
    let area @ [low, high] = boxes[rows / 2];
    for (changed, step) in [("all", 1), ("a hundredth of", 100)] {
        let mut units = hub(boxes);
        let mut index = Boxes::<Extent, 3>::new(|units| units.bounds);
        index.refresh(&units);
        let (mut bvh, mut workspace) = (bvh(boxes), BvhWorkspace::default());
        let contest = Contest::default()
            .prepared("`Boxes`", move |round| {
                let mut column = units.columns_mut().bounds;
                for (row, corners) in frame(round).iter().enumerate().step_by(step) {
                    column.range_mut(row..=row)[0] = *corners;
                }
                units.advance();
                timed(|| {
                    let view = index.at(&units);
                    digest(view.overlapping(low, high).map(Handle::index))
                })
            })
            .prepared("`parry3d`, updated and refitted", move |round| {
                timed(|| {
                    for (corners, row) in frame(round).iter().zip(0..).step_by(step) {
                        bvh.insert_or_update_partially(aabb(*corners), row, 0.0);
                    }
                    bvh.refit(&mut workspace);
                    sorted(bvh.intersect_aabb(&aabb(area)).collect())
                })
            });
        let title = format!("{changed} {rows} boxes move a little");
        page.compare(&title, Unit::new("ms", 1e3, 1), contest)?;
    }
    Ok(())
}

fn pairs(page: &mut Page, boxes: &[Corners]) -> Result<(), Failure> {
    let rows = boxes.len();
    let units = hub(boxes);
    let mut index = Boxes::<Extent, 3>::new(|units| units.bounds);
    let view = index.at(&units);
    let bvh = bvh(boxes);
    let contest = Contest::default()
        .add("`Boxes`", || {
            digest(view.pairs().flat_map(|(a, b)| [a.index(), b.index()]))
        })
        .add("`parry3d`", || {
            let mut pairs = Vec::new();
            let mut add = |a: u32, b: u32| pairs.push((a.min(b), a.max(b)));
            bvh.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut add);
            pairs.sort_unstable();
            digest(pairs.into_iter().flat_map(|(a, b)| [a, b]))
        });
    let pairs = view.pairs().len();
    let title = format!("the {pairs} pairs of {rows} boxes that overlap");
    page.compare(&title, Unit::new("ms", 1e3, 1), contest)
}

fn rays(page: &mut Page, space: &mut Space, boxes: &[Corners]) -> Result<(), Failure> {
    /// The number of rays in a round.
    const RAYS: u32 = 10_000;

    let units = hub(boxes);
    let mut index = Boxes::<Extent, 3>::new(|units| units.bounds);
    let view = index.at(&units);
    let bvh = bvh(boxes);
    // With powers of two, divisions are exact.
    let mut direction = || [1.0, -1.0, 0.5, -0.5, 0.25, -0.25][space.rng.usize(..6)];
    let directions: Vec<[f32; 3]> = (0..RAYS).map(|_| [(); 3].map(|()| direction())).collect();
    let rays: Vec<_> = directions
        .into_iter()
        .map(|direction| (space.point(), direction))
        .collect();
    let ray = |(origin, direction): ([f32; 3], [f32; 3])| {
        Ray::new(Vector::from_array(origin), Vector::from_array(direction))
    };
    let all = |(origin, direction): ([f32; 3], [f32; 3])| view.ray(origin, direction, f32::MAX);
    let hits = rays.iter().map(|ray| all(*ray).count()).sum::<usize>() / RAYS as usize;
    let unit = Unit::new("us a ray", 1e6, RAYS);
    let contest = Contest::default()
        .add("`Boxes`", || {
            let hits = |from: &_| digest(all(*from).map(|(id, _)| id.index()));
            rays.iter().map(hits).sum()
        })
        .add("`parry3d`", || {
            let hits = |from: &_| {
                let (ray, mut hits) = (ray(*from), Vec::new());
                bvh.traverse(|node: &BvhNode| {
                    let enter = node.cast_ray(&ray, f32::MAX);
                    if enter >= f32::MAX {
                        return TraversalAction::Prune;
                    }
                    hits.extend(node.leaf_data().map(|row| (enter.to_bits(), row)));
                    TraversalAction::Continue
                });
                hits.sort_unstable();
                digest(hits.into_iter().map(|(_, row)| row))
            };
            rays.iter().map(hits).sum()
        });
    let title = format!("the boxes that a ray enters, in order: {hits} on average");
    page.compare(&title, unit, contest)
}
