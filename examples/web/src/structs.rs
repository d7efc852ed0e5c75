//! The swarm as a vector of structs, without ids.

use fastrand::Rng;

use crate::fly::{Fly, fly};

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
        let mut random = Rng::with_seed(1);
        let flies = (0..flies).map(|_| Fly::new(random.u64(..), 0.0)).collect();
        Structs { flies }
    }

    /// Moves all flies.
    pub fn step(&mut self, seconds: f32, pointer: [f32; 2]) {
        for one in &mut self.flies {
            fly(&mut one.position, &mut one.velocity, pointer, seconds);
        }
    }
}
