//! Simulates what moves: sparks above fires, which workers create, and wisps that carry lamps.
//!
//! Each of two workers has a lease, with which it creates sparks while it moves its share of the
//! columns. It waits neither for the other worker nor for the hub. The same seeds create the same
//! world, no matter which worker is faster.

use std::ops::Range;
use std::thread;

use fastrand::Rng;
use glam::Vec3;
use soa_runtime::Lease;

use crate::instance::{Instance, InstanceHub, Place};
use crate::lamp::{Lamps, Light};
use crate::level::Level;
use crate::model::{ModelHub, ModelId};

/// The number of workers, each of which has a lease.
const WORKERS: usize = 2;

/// The number of sparks that a worker creates for each fire in a step.
const SPARKS: usize = 2;

/// The number of wisps, if there is a fire.
const WISPS: usize = 20;

/// The distance from the fire in which wisps appear, in metres.
const WISP_RANGE: f32 = 13.0;

/// The state of the simulation.
#[derive(Debug)]
pub(crate) struct Simulation {
    /// The positions of the fires.
    pub(crate) fires: Vec<Vec3>,
    random: Rng,
    steps: u64,
    /// The number of sparks that workers created.
    pub(crate) made: u64,
}

impl Simulation {
    pub(crate) fn new() -> Self {
        Self {
            fires: Vec::new(),
            random: Rng::with_seed(7),
            steps: 0,
            made: 0,
        }
    }

    /// Simulates a step of `seconds` seconds.
    pub(crate) fn step(
        &mut self,
        instances: &mut InstanceHub,
        models: &ModelHub,
        [wisp, spark]: [ModelId; 2],
        lamps: &mut Lamps,
        seconds: f32,
    ) {
        self.steps += 1;
        let moving = instances.moving(models);
        self.work(instances, moving, spark, seconds);
        instances.retain(|_, row| *row.life > 0.0);
        self.light_wisps(instances, lamps, wisp);
    }

    /// Moves the moving instances and creates sparks, on all workers in parallel.
    fn work(
        &mut self,
        instances: &mut InstanceHub,
        moving: Range<usize>,
        spark: ModelId,
        seconds: f32,
    ) {
        let sparks = self.fires.len() * SPARKS;
        let leases = [(); WORKERS].map(|()| instances.lease(sparks));
        let columns = instances.columns_mut();
        let (mut places, mut velocities, mut lives) =
            (columns.place, columns.velocity, columns.life);
        let share = moving.len().div_ceil(WORKERS).max(1);
        let mut places = places.range_mut(moving.clone()).chunks_mut(share);
        let mut velocities = velocities[moving.clone()].chunks_mut(share);
        let mut lives = lives[moving].chunks_mut(share);
        let (fires, seed) = (&self.fires, self.steps * 10);
        let leases = thread::scope(|scope| {
            let workers = (0_u64..).zip(leases).map(|(worker, mut lease)| {
                let places = places.next().unwrap_or_default();
                let velocities = velocities.next().unwrap_or_default();
                let lives = lives.next().unwrap_or_default();
                scope.spawn(move || {
                    drift(places, velocities, lives, seconds);
                    let mut random = Rng::with_seed(seed + worker);
                    for fire in fires {
                        add_sparks(&mut lease, &mut random, *fire, spark);
                    }
                    lease
                })
            });
            let workers = workers.collect::<Vec<_>>();
            let join = |worker: thread::ScopedJoinHandle<'_, Lease<Instance>>| worker.join();
            workers.into_iter().map(join).collect::<Result<Vec<_>, _>>()
        });
        let leases = leases.expect("a worker only adds and multiplies");
        self.made += leases.iter().map(|lease| lease.len() as u64).sum::<u64>();
        let lost = instances.settle(leases);
        debug_assert!(lost.is_empty(), "nothing frees a leased id");
    }

    /// Adds wisps until there are [`WISPS`]. Each has a lamp.
    fn light_wisps(&mut self, instances: &mut InstanceHub, lamps: &mut Lamps, wisp: ModelId) {
        let models = instances.columns().model.iter();
        let wisps = models.filter(|model| **model == wisp).count();
        let Some(&fire) = self.fires.first() else {
            return;
        };
        for _ in wisps..WISPS {
            let random = &mut self.random;
            let mut around = |range: f32| (random.f32() * 2.0 - 1.0) * range;
            let at = fire + Vec3::new(around(WISP_RANGE), 1.4 + around(0.9), around(WISP_RANGE));
            let velocity = Vec3::new(around(0.5), around(0.12), around(0.5));
            let life = 7.0 + around(4.0);
            let colour = Vec3::new(0.6, 1.0, 0.5) * (0.65 + around(0.25));
            let id = instances.insert(moving_instance(wisp, at, 0.1, velocity, life));
            // A wisp is dark if no lamp is left.
            let _lamp = lamps.light(instances, id, Light::new(at, 4.5, colour));
        }
    }
}

/// Returns an instance that moves.
fn moving_instance(model: ModelId, at: Vec3, size: f32, velocity: Vec3, life: f32) -> Instance {
    let size = Vec3::splat(size);
    Instance {
        velocity,
        life,
        ..Instance::new(model, Level::Everywhere, at, 0.0, size, [255, 176, 72])
    }
}

/// Moves a share of the columns.
fn drift(places: &mut [Place], velocities: &mut [Vec3], lives: &mut [f32], seconds: f32) {
    for ((place, velocity), life) in places.iter_mut().zip(velocities).zip(lives) {
        for (row, speed) in place.iter_mut().zip(velocity.to_array()) {
            row[3] += speed * seconds;
        }
        *life -= seconds;
    }
}

/// Creates sparks that rise from a fire.
fn add_sparks(lease: &mut Lease<Instance>, random: &mut Rng, fire: Vec3, spark: ModelId) {
    for _ in 0..SPARKS {
        let mut around = |range: f32| (random.f32() * 2.0 - 1.0) * range;
        let at = fire + Vec3::new(around(0.35), 0.6 + around(0.2), around(0.35));
        let velocity = Vec3::new(0.25 + around(0.4), 2.2 + around(1.0), around(0.4));
        let (size, life) = (0.03 + around(0.012), 1.3 + around(0.8));
        lease.insert(moving_instance(spark, at, size, velocity, life));
    }
}
