//! A grid beside a list of all its rows, under random programs.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use soa_runtime::Handle;

use super::cell::{Cell, CellSize};
use super::nearest::{Candidate, Outwards};
use super::placed::Placed;
use super::shape::{Ball, Block, Shape, cells_between, cells_within};

type Id = Handle<()>;
type Place = [f32; 2];

/// The number of steps of a program.
const STEPS: usize = if cfg!(miri) { 8 } else { 120 };

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn of<X: Copy>(&mut self, values: &[X]) -> X {
        values[self.below(values.len())]
    }
}

/// Numbers at which something happens.
const EDGES: [f32; 20] = [
    0.0,
    -0.0,
    1e-45,
    -1e-45,
    1e-20,
    0.3,
    1.0,
    -1.0,
    2.0,
    3.5,
    -7.25,
    8_388_608.0,
    -4_194_304.5,
    1e10,
    -1e30,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// A grid, and what it has to be equal to.
struct Twins {
    size: CellSize,
    grid: Placed<Id, 2>,
    rows: BTreeMap<u32, (Id, Place)>,
}

impl Twins {
    fn new(size: f32) -> Self {
        let size = CellSize::new(size);
        Twins {
            size,
            grid: Placed::new(size),
            rows: BTreeMap::new(),
        }
    }

    fn put(&mut self, slot: u32, generation: u32, place: Place) {
        let id = Id::from_parts(slot, generation).unwrap();
        self.rows.insert(slot, (id, place));
        self.grid.put(id, place);
    }

    fn remove(&mut self, slot: u32) {
        assert_eq!(self.grid.has(slot), self.rows.remove(&slot).is_some());
        self.grid.remove(slot);
    }

    fn rebuild(&mut self) {
        let rows = &self.rows;
        self.grid
            .rebuild(|each| rows.values().for_each(|(id, place)| each(*id, *place)));
    }

    fn scan(&self, shape: impl Shape<2>) -> Vec<Id> {
        let rows = self
            .rows
            .values()
            .filter(|(_, place)| place.iter().all(|x| x.is_finite()) && shape.contains(place));
        let mut found: Vec<_> = rows.collect();
        found.sort_by_key(|(_, [x, y])| Cell::at(self.size.corner(&[*x, *y])));
        found.into_iter().map(|(id, _)| *id).collect()
    }

    fn check_within(&self, point: Place, radius: f32) {
        let valid = point.iter().all(|x| x.is_finite()) && radius >= 0.0;
        let ball = Ball::new(point, f64::from(radius));
        let expected = if valid { self.scan(ball) } else { Vec::new() };
        let cells = cells_within(self.size, &point, f64::from(radius));
        let mut found = self.grid.walk(&cells, ball);
        assert_eq!(
            found.clone().collect::<Vec<_>>(),
            expected,
            "{point:?} {radius}"
        );
        let half = expected.len() / 2;
        let mut both: Vec<_> = found.by_ref().take(half).collect();
        found.for_each(|id| both.push(id));
        assert_eq!(both, expected);
    }

    fn check_inside(&self, min: Place, max: Place) {
        let expected = self.scan(Block::new(min, max));
        let cells = cells_between(self.size, &min, &max);
        let found = self.grid.walk(&cells, Block::new(min, max));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{min:?} {max:?}");
    }

    fn check_nearest(&self, point: Place, most: usize) {
        let everywhere = Ball::new(point, f64::INFINITY);
        let mut expected = Vec::new();
        if point.iter().all(|x| x.is_finite()) {
            for (id, place) in self.rows.values() {
                if place.iter().all(|x| x.is_finite()) {
                    let square = everywhere.square_to(place);
                    expected.push(Candidate { square, id: *id });
                }
            }
        }
        expected.sort();
        let expected: Vec<(Id, f32)> = (expected.into_iter().take(most))
            .map(Candidate::finish)
            .collect();
        let outwards: Vec<_> = Outwards::new(&self.grid, point).take(most).collect();
        assert_eq!(outwards, expected, "{point:?}");
        assert_eq!(self.grid.nearest_n(point, most), expected, "{point:?}");
        if most > 0 {
            assert_eq!(self.grid.nearest(point), expected.first().copied());
        }
    }

    fn check(&self, random: &mut Random, place: impl Fn(&mut Random) -> f32) {
        let mut point = || [place(random), place(random)];
        let (point, min, max) = (point(), point(), point());
        let radius = place(random);
        self.check_within(point, radius);
        self.check_within(point, f32::INFINITY);
        self.check_inside(min, max);
        self.check_inside([f32::NEG_INFINITY; 2], [f32::INFINITY; 2]);
        self.check_nearest(point, random.below(7));
        self.check_nearest(point, usize::MAX);
        let unplaced: Vec<Id> = (self.rows.values())
            .filter(|(_, place)| place.iter().any(|x| !x.is_finite()))
            .map(|(id, _)| *id)
            .collect();
        assert!(
            self.grid
                .strays()
                .unplaced()
                .map(|(_, (id, _))| *id)
                .eq(unplaced.clone())
        );
        assert_eq!(self.grid.placed_len(), self.rows.len() - unplaced.len());
    }

    fn run(&mut self, random: &mut Random, steps: usize, place: impl Fn(&mut Random) -> f32) {
        for step in 0..steps {
            let slot = u32::try_from(random.below(200)).unwrap();
            match random.below(20) {
                0 => self.rebuild(),
                1..4 => self.remove(slot),
                _ => {
                    let at = [place(random), place(random)];
                    self.put(slot, 1 + u32::from(random.below(2) == 0), at);
                }
            }
            self.grid.tidy();
            if step % 10 == 0 {
                self.check(random, &place);
            }
        }
    }
}

#[test]
fn answers_are_those_of_a_scan_in_a_small_world() {
    for (seed, size) in [(1, 1.0), (2, 0.7), (3, 5.0), (4, 1e3)] {
        let mut random = Random(seed);
        Twins::new(size).run(&mut random, STEPS, |random| {
            let x = u16::try_from(random.below(64)).unwrap();
            f32::from(x) * 0.25 - 8.0
        });
    }
}

#[test]
fn answers_are_those_of_a_scan_at_the_edges_of_numbers() {
    for (seed, size) in [(1, 1.0), (2, 1e-45), (3, 1e-30), (4, 1e20), (5, f32::MAX)] {
        let mut random = Random(seed);
        Twins::new(size).run(&mut random, STEPS, |random| random.of(&EDGES));
    }
}

#[test]
fn answers_are_those_of_a_scan_with_a_few_rows_far_away() {
    let mut random = Random(7);
    Twins::new(0.5).run(&mut random, 2 * STEPS, |random| match random.below(30) {
        0 => random.of(&EDGES),
        _ => f32::from(u16::try_from(random.below(100)).unwrap()) / 16.0,
    });
}

#[test]
fn many_rows_are_sorted_again_when_many_moved() {
    let mut random = Random(11);
    let mut twins = Twins::new(1.0);
    let place = |random: &mut Random| f32::from(u16::try_from(random.below(4000)).unwrap()) / 100.0;
    for slot in 0..2000 {
        twins.put(slot, 1, [place(&mut random), place(&mut random)]);
    }
    twins.grid.tidy();
    assert_eq!(twins.grid.strays().len(), 0);
    for round in 0..if cfg!(miri) { 2 } else { 30 } {
        for _ in 0..20 {
            let slot = u32::try_from(random.below(2000)).unwrap();
            twins.put(slot, 1, [place(&mut random), place(&mut random)]);
        }
        twins.grid.tidy();
        assert!(twins.grid.strays().len() < 300, "{round}");
        if round % 10 == 0 {
            twins.check(&mut random, place);
        }
    }
}

#[test]
#[should_panic(
    expected = "a grid was made with cells of size 0.0; expected a finite number above 0"
)]
fn a_cell_without_a_size_is_refused() {
    CellSize::new(0.0);
}
