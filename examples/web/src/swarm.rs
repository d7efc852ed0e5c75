//! The swarm in a hub.

use fastrand::Rng;

use crate::fly::{Fly, FlyHub, FlyId, fly};

/// How near to a point a fly must be to be picked, in parts of the picture.
const REACH: f32 = 0.01;

/// All flies.
#[derive(Debug)]
pub struct Swarm {
    /// The flies, in dense rows.
    pub flies: FlyHub,
    random: Rng,
    seconds: f32,
}

impl Swarm {
    /// Makes a swarm.
    #[must_use]
    pub fn new(flies: u32) -> Self {
        let mut swarm = Swarm {
            flies: FlyHub::new(),
            random: Rng::with_seed(1),
            seconds: 0.0,
        };
        swarm.make(flies);
        swarm
    }

    /// Makes flies.
    pub fn make(&mut self, flies: u32) {
        let (random, seconds) = (&mut self.random, self.seconds);
        self.flies
            .extend((0..flies).map(|_| Fly::new(random.u64(..), seconds)));
    }

    /// Frees flies that are chosen at random, as long as there are any.
    pub fn free(&mut self, flies: u32) {
        for _ in 0..self.flies.len().min(flies as usize) {
            let row = self.random.usize(..self.flies.len());
            if let Some(id) = self.flies.id_at(row) {
                self.flies.dealloc(id);
            }
        }
    }

    /// Frees one fly, and returns whether there was one: a stale id frees nothing.
    pub fn free_one(&mut self, id: FlyId) -> bool {
        self.flies.remove(id).is_some()
    }

    /// Moves all flies.
    pub fn step(&mut self, seconds: f32, pointer: [f32; 2]) {
        self.seconds += seconds;
        let mut flies = self.flies.columns_mut();
        for (position, velocity) in flies.position.iter_mut().zip(flies.velocity) {
            fly(position, velocity, pointer, seconds);
        }
    }

    /// Returns the fly next to a point, if one is in reach.
    #[must_use]
    pub fn pick(&self, point: [f32; 2]) -> Option<FlyId> {
        let distance = |position: &[f32; 2]| {
            let [x, y] = [position[0] - point[0], position[1] - point[1]];
            x * x + y * y
        };
        let positions = self.flies.columns().position;
        let near = positions.iter().map(distance).enumerate();
        let (row, found) = near.min_by(|a, b| a.1.total_cmp(&b.1))?;
        self.flies.id_at(row).filter(|_| found < REACH * REACH)
    }

    /// Returns how old a fly is, in seconds, or `None` if the id is stale.
    #[must_use]
    pub fn age(&self, id: FlyId) -> Option<f32> {
        Some(self.seconds - *self.flies.get(id)?.born)
    }
}
