//! A tower defence. Creeps walk along a path, and towers shoot at the creep in their range that
//! is farthest along.
//!
//! All numbers are whole, and no choice depends on the order of rows, so all versions play the
//! same game.

use std::array;

use fastrand::Rng;
use slotmap::{DefaultKey, SlotMap};
use soa_runtime::{Hub, IdAllocator, zip_live};

use super::grid::{Grid, Pair, SIZE, approach, square};
use super::{Clock, Game, Version};

const CREEPS: usize = 20_000;
const TOWERS: usize = 500;

/// The number of corners of the path.
const CORNERS: usize = 24;

/// How far a tower sees: the cells around it contain all that is so near.
const RANGE: i32 = 32 * 32;

macro_rules! records {
    ($($creep:ident $(from $from:ident)?, $shot:ident, $target:ident, $layout:ident;)*) => {$(
        #[derive(IdAllocator)]
        #[soa(layout = $layout)]
        struct $creep {
            pos: Pair,
            /// The place beside the path where it walks.
            lane: Pair,
            waypoint: u32,
            serial: u32,
            step: i32,
            hp: i32,
        }

        $(impl From<$from> for $creep {
            fn from(it: $from) -> Self {
                let $from { pos, lane, waypoint, serial, step, hp } = it;
                $creep { pos, lane, waypoint, serial, step, hp }
            }
        })?

        #[derive(IdAllocator)]
        #[soa(layout = $layout)]
        struct $shot {
            pos: Pair,
            #[soa(default = $target::DANGLING)]
            target: $target,
        }
    )*};
}
records! {
    Creep, SlotShot, CreepId, slots;
    DenseCreep from Creep, DenseShot, DenseCreepId, dense;
}

/// A shot of the `SlotMap`.
struct Shot {
    pos: Pair,
    target: DefaultKey,
}

struct Tower<I> {
    pos: Pair,
    target: Option<I>,
}

/// What is the same in all versions.
struct World<I> {
    path: [Pair; CORNERS],
    towers: Vec<Tower<I>>,
    grid: Grid<I>,
    random: Rng,
    made: u32,
    frame: usize,
}

impl<I: Copy> World<I> {
    fn new() -> Self {
        let mut random = Rng::with_seed(7);
        let mut place = || array::from_fn(|_| random.i32(0..SIZE));
        let path = array::from_fn(|_| place());
        let tower = |_| Tower {
            pos: place(),
            target: None,
        };
        World {
            path,
            towers: (0..TOWERS).map(tower).collect(),
            grid: Grid::new(),
            random,
            made: 0,
            frame: 0,
        }
    }

    /// Makes a creep somewhere on the path.
    fn creep(&mut self) -> Creep {
        let random = &mut self.random;
        let corner = random.usize(1..CORNERS);
        let lane = array::from_fn(|_| random.i32(-60..=60));
        self.made += 1;
        Creep {
            pos: goal(self.path[corner - 1], lane),
            lane,
            waypoint: u32::try_from(corner).unwrap_or(0),
            serial: self.made,
            step: random.i32(1..=3),
            hp: random.i32(1..=4),
        }
    }
}

/// Returns where a creep walks to.
fn goal(corner: Pair, lane: Pair) -> Pair {
    array::from_fn(|axis| (corner[axis] + lane[axis]).clamp(0, SIZE - 1))
}

/// Moves a creep, and returns whether it is at the end of the path.
fn walk(path: &[Pair], pos: &mut Pair, waypoint: &mut u32, lane: Pair, step: i32) -> bool {
    match path.get(*waypoint as usize) {
        None => true,
        Some(&corner) => {
            if approach(pos, goal(corner, lane), step) {
                *waypoint += 1;
            }
            false
        }
    }
}

/// Declares a version and the parts of a frame that are the same in all of them.
macro_rules! version {
    ($name:ident, $creeps:ty, $shots:ty, $id:ty, $shot:ident) => {
        struct $name {
            world: World<$id>,
            creeps: $creeps,
            shots: $shots,
        }

        impl $name {
            fn new() -> Self {
                let mut new = Self {
                    world: World::new(),
                    creeps: <$creeps>::new(),
                    shots: <$shots>::new(),
                };
                // Some frames later slots have been freed and used again.
                (0..50).for_each(|_| new.frame(&mut Clock::new()));
                new
            }

            fn spawn(&mut self) {
                while self.creeps.len() < CREEPS {
                    self.creeps.insert(self.world.creep().into());
                }
            }

            fn shoot(&mut self) {
                for tower in &self.world.towers {
                    if let Some(target) = tower.target {
                        self.shots.insert($shot {
                            pos: tower.pos,
                            target,
                        });
                    }
                }
            }
        }

        impl Game for $name {
            fn frame(&mut self, clock: &mut Clock) {
                self.world.frame += 1;
                self.spawn();
                clock.ends("spawning");
                self.walk();
                clock.ends("walking");
                self.fill_grid();
                clock.ends("the grid");
                self.aim();
                clock.ends("aiming");
                self.shoot();
                self.fly();
                clock.ends("shots");
            }

            fn state(&self) -> u64 {
                u64::from(self.world.made) << 32 | u64::from(self.hp().unsigned_abs())
            }
        }
    };
}

version!(Maps, SlotMap<DefaultKey, Creep>, SlotMap<DefaultKey, Shot>, DefaultKey, Shot);

impl Maps {
    fn walk(&mut self) {
        let (path, mut arrived) = (&self.world.path, Vec::new());
        for (id, creep) in &mut self.creeps {
            let Creep { pos, waypoint, .. } = creep;
            if walk(path, pos, waypoint, creep.lane, creep.step) {
                arrived.push(id);
            }
        }
        for id in arrived {
            self.creeps.remove(id);
        }
    }

    fn fill_grid(&mut self) {
        self.world.grid.clear();
        for (id, creep) in &self.creeps {
            self.world.grid.push(creep.pos, id);
        }
    }

    fn aim(&mut self) {
        let World {
            towers,
            grid,
            frame,
            ..
        } = &mut self.world;
        let creeps = &self.creeps;
        for (number, tower) in towers.iter_mut().enumerate() {
            let at = tower.pos;
            let is_in_range = |creep: &&Creep| square(creep.pos, at) <= RANGE;
            let kept = tower
                .target
                .filter(|&id| creeps.get(id).is_some_and(|creep| is_in_range(&creep)));
            // A tower looks again in every second frame.
            if kept.is_some() && number % 2 == *frame % 2 {
                continue;
            }
            tower.target = grid
                .near(at)
                .filter_map(|id| creeps.get(id).filter(is_in_range).map(|_| id))
                .max_by_key(|&id| (creeps[id].waypoint, creeps[id].serial));
        }
    }

    fn fly(&mut self) {
        let creeps = &mut self.creeps;
        self.shots.retain(|_, shot| {
            let Some(creep) = creeps.get_mut(shot.target) else {
                return false;
            };
            if !approach(&mut shot.pos, creep.pos, 8) {
                return true;
            }
            creep.hp -= 1;
            if creep.hp <= 0 {
                creeps.remove(shot.target);
            }
            false
        });
    }

    fn hp(&self) -> i32 {
        self.creeps.values().map(|creep| creep.hp).sum()
    }
}

/// The parts of a frame on hubs.
macro_rules! on_hubs {
    ($name:ident, $creep:ident, $shot:ident, $id:ident) => {
        version!($name, Hub<$creep>, Hub<$shot>, $id, $shot);

        impl $name {
            fn walk(&mut self) {
                let (path, mut arrived) = (&self.world.path, Vec::new());
                let mut creeps = self.creeps.columns_mut();
                let columns = (
                    &mut creeps.pos,
                    &mut creeps.waypoint,
                    &creeps.lane,
                    &creeps.step,
                );
                zip_live(columns).for_each(|(id, (pos, waypoint, &lane, &step))| {
                    if walk(path, pos, waypoint, lane, step) {
                        arrived.push(id);
                    }
                });
                for id in arrived {
                    self.creeps.remove(id);
                }
            }

            fn fill_grid(&mut self) {
                self.world.grid.clear();
                for (id, &pos) in self.creeps.columns().pos.iter_live() {
                    self.world.grid.push(pos, id);
                }
            }

            fn aim(&mut self) {
                let World {
                    towers,
                    grid,
                    frame,
                    ..
                } = &mut self.world;
                let creeps = self.creeps.columns();
                for (number, tower) in towers.iter_mut().enumerate() {
                    let at = tower.pos;
                    let is_in_range = |pos: &&Pair| square(**pos, at) <= RANGE;
                    let kept = tower
                        .target
                        .filter(|&id| creeps.pos.get(id).is_some_and(|pos| is_in_range(&pos)));
                    // A tower looks again in every second frame.
                    if kept.is_some() && number % 2 == *frame % 2 {
                        continue;
                    }
                    tower.target = grid
                        .near(at)
                        .filter_map(|id| creeps.pos.get(id).filter(is_in_range).map(|_| id))
                        .max_by_key(|&id| (creeps.waypoint[id], creeps.serial[id]));
                }
            }

            fn fly(&mut self) {
                let creeps = &mut self.creeps;
                self.shots.retain(|_, shot| {
                    let Some(creep) = creeps.get_mut(*shot.target) else {
                        return false;
                    };
                    if !approach(shot.pos, *creep.pos, 8) {
                        return true;
                    }
                    *creep.hp -= 1;
                    if *creep.hp <= 0 {
                        creeps.remove(*shot.target);
                    }
                    false
                });
            }

            fn hp(&self) -> i32 {
                self.creeps.columns().hp.iter().sum()
            }
        }
    };
}
on_hubs!(SlotHubs, Creep, SlotShot, CreepId);
on_hubs!(DenseHubs, DenseCreep, DenseShot, DenseCreepId);

pub(crate) fn versions() -> Vec<Version> {
    vec![
        ("`SlotMap`", Box::new(Maps::new())),
        ("slots", Box::new(SlotHubs::new())),
        ("dense", Box::new(DenseHubs::new())),
    ]
}
