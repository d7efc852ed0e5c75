//! The swarm as a vector of structs, without ids.

use crate::fly::{Fly, fly};
use crate::random::Random;

/// All flies.
#[derive(Debug)]
pub struct Structs {
    /// The flies, one after the other.
    pub flies: Vec<Fly>,
}

impl Structs {
    /// Makes a swarm.
    #[must_use]
    pub fn new(flies: u32) -> Self {
        let mut random = Random::new();
        let flies = (0..flies).map(|_| Fly::new(random.draw(), 0.0)).collect();
        Structs { flies }
    }

    /// Moves all flies.
    pub fn step(&mut self, seconds: f32, pointer: [f32; 2]) {
        for one in &mut self.flies {
            fly(&mut one.position, &mut one.velocity, pointer, seconds);
        }
    }
}
