//! A shooter. Ships of two teams fly in squadrons behind their leaders, and choose among the
//! enemies near them by chains of closures.
//!
//! All numbers are whole, and no choice depends on the order of rows, so all versions play the
//! same game.

use std::array;
use std::cmp::Reverse;

use fastrand::Rng;
use slotmap::{DefaultKey, SlotMap};
use soa_runtime::{Hub, IdAllocator, zip_live};

use super::grid::{Grid, Pair, SIZE, approach, square};
use super::{Clock, Game, Version};

pub(crate) const SHIPS: usize = 12_000;

/// The number of ships that one leader has.
const SQUADRON: usize = 12;

/// How far a ship shoots.
const RANGE: i32 = 24 * 24;

macro_rules! records {
    ($($ship:ident $(from $from:ident)?, $layout:ident;)*) => {$(
        #[derive(IdAllocator)]
        #[soa(layout = $layout)]
        struct $ship {
            pos: Pair,
            vel: Pair,
            team: u8,
            hp: i32,
            serial: u32,
        }

        $(impl From<$from> for $ship {
            fn from(it: $from) -> Self {
                let $from { pos, vel, team, hp, serial } = it;
                $ship { pos, vel, team, hp, serial }
            }
        })?
    )*};
}
records!(Ship, slots; DenseShip from Ship, dense;);

/// What is the same in all versions.
struct World<I> {
    /// The ids of each squadron, the leader first. Some ships are gone.
    squadrons: Vec<Vec<I>>,
    grid: Grid<I>,
    random: Rng,
    made: u32,
    frame: usize,
}

impl<I: Copy> World<I> {
    fn new() -> Self {
        World {
            squadrons: Vec::new(),
            grid: Grid::new(),
            random: Rng::with_seed(3),
            made: 0,
            frame: 0,
        }
    }

    fn ship(&mut self) -> Ship {
        self.made += 1;
        let random = &mut self.random;
        Ship {
            pos: array::from_fn(|_| random.i32(0..SIZE)),
            vel: array::from_fn(|_| random.i32(-3..=3)),
            team: random.u8(0..2),
            hp: random.i32(5..=20),
            serial: self.made,
        }
    }
}

/// Moves a ship, which turns back at the border of the world.
fn fly(pos: &mut Pair, vel: &mut Pair) {
    for axis in 0..2 {
        pos[axis] += vel[axis];
        if !(0..SIZE).contains(&pos[axis]) {
            vel[axis] = -vel[axis];
            pos[axis] = pos[axis].clamp(0, SIZE - 1);
        }
    }
}

/// Declares a version and the parts of a frame that are the same in all of them.
macro_rules! version {
    ($name:ident, $ships:ty, $id:ty) => {
        struct $name {
            world: World<$id>,
            ships: $ships,
        }

        impl $name {
            fn new() -> Self {
                let (mut world, mut ships) = (World::new(), <$ships>::new());
                for _ in 0..SHIPS / SQUADRON {
                    let ids = (0..SQUADRON).map(|_| ships.insert(world.ship().into()));
                    let ids = ids.collect();
                    world.squadrons.push(ids);
                }
                let mut new = Self { world, ships };
                // Some frames later slots have been freed and used again.
                (0..50).for_each(|_| new.frame(&mut Clock::new()));
                new
            }

            /// Replaces the ships that are gone.
            fn launch(&mut self) {
                for number in 0..self.world.squadrons.len() {
                    for place in 0..SQUADRON {
                        if self
                            .ships
                            .get(self.world.squadrons[number][place])
                            .is_none()
                        {
                            let ship = self.world.ship().into();
                            self.world.squadrons[number][place] = self.ships.insert(ship);
                        }
                    }
                }
            }
        }

        impl Game for $name {
            fn frame(&mut self, clock: &mut Clock) {
                self.world.frame += 1;
                self.launch();
                clock.ends("launching");
                self.follow();
                clock.ends("following");
                self.fly();
                clock.ends("flying");
                self.fill_grid();
                clock.ends("the grid");
                self.fight();
                clock.ends("fighting");
            }

            fn state(&self) -> u64 {
                u64::from(self.world.made) << 32 | u64::from(self.hp().unsigned_abs())
            }
        }
    };
}

version!(Maps, SlotMap<DefaultKey, Ship>, DefaultKey);

impl Maps {
    /// Lets each squadron gather around the mean of its ships that are whole.
    fn follow(&mut self) {
        for squadron in &self.world.squadrons {
            let ships = &self.ships;
            let (sum, count) = squadron
                .iter()
                .filter_map(|&id| ships.get(id))
                .filter(|ship| ship.hp > 3)
                .map(|ship| ship.pos)
                .fold(([0, 0], 0), |(sum, count), pos| {
                    ([sum[0] + pos[0], sum[1] + pos[1]], count + 1)
                });
            if count > 0 {
                let middle = sum.map(|sum| sum / count);
                for &id in squadron {
                    if let Some(ship) = self.ships.get_mut(id) {
                        approach(&mut ship.pos, middle, 1);
                    }
                }
            }
        }
    }

    fn fly(&mut self) {
        for ship in self.ships.values_mut() {
            fly(&mut ship.pos, &mut ship.vel);
        }
    }

    fn fill_grid(&mut self) {
        self.world.grid.clear();
        for (id, ship) in &self.ships {
            self.world.grid.push(ship.pos, id);
        }
    }

    /// Lets the ships of some squadrons shoot at the weakest enemy near them.
    fn fight(&mut self) {
        let World {
            squadrons,
            grid,
            frame,
            ..
        } = &self.world;
        let (ships, mut hit) = (&self.ships, Vec::new());
        for squadron in squadrons.iter().skip(*frame % 8).step_by(8) {
            let shooters = squadron
                .iter()
                .filter_map(|&id| ships.get(id).map(|ship| (ship.pos, ship.team)));
            hit.extend(shooters.filter_map(|(at, team)| {
                grid.near(at)
                    .filter(|&id| ships[id].team != team)
                    .filter_map(|id| ships.get(id).map(|ship| (id, square(ship.pos, at))))
                    .filter(|&(_, far)| far <= RANGE)
                    .min_by_key(|&(id, far)| (ships[id].hp, far, Reverse(ships[id].serial)))
                    .map(|(id, _)| id)
            }));
        }
        for id in hit {
            if let Some(ship) = self.ships.get_mut(id) {
                ship.hp -= 3;
                if ship.hp <= 0 {
                    self.ships.remove(id);
                }
            }
        }
    }

    fn hp(&self) -> i32 {
        self.ships.values().map(|ship| ship.hp).sum()
    }
}

/// The parts of a frame on hubs.
macro_rules! on_hubs {
    ($name:ident, $ship:ident, $id:ident) => {
        version!($name, Hub<$ship>, $id);

        impl $name {
            /// Lets each squadron gather around the mean of its ships that are whole.
            fn follow(&mut self) {
                for squadron in &self.world.squadrons {
                    let ships = self.ships.columns();
                    let (sum, count) = squadron
                        .iter()
                        .filter(|&&id| ships.hp.get(id).is_some_and(|&hp| hp > 3))
                        .map(|&id| ships.pos[id])
                        .fold(([0, 0], 0), |(sum, count), pos| {
                            ([sum[0] + pos[0], sum[1] + pos[1]], count + 1)
                        });
                    if count > 0 {
                        let middle = sum.map(|sum| sum / count);
                        let mut ships = self.ships.columns_mut();
                        for &id in squadron {
                            if let Some(pos) = ships.pos.get_mut(id) {
                                approach(pos, middle, 1);
                            }
                        }
                    }
                }
            }

            fn fly(&mut self) {
                let mut ships = self.ships.columns_mut();
                zip_live((&mut ships.pos, &mut ships.vel))
                    .for_each(|(_, (pos, vel))| fly(pos, vel));
            }

            fn fill_grid(&mut self) {
                self.world.grid.clear();
                for (id, &pos) in self.ships.columns().pos.iter_live() {
                    self.world.grid.push(pos, id);
                }
            }

            /// Lets the ships of some squadrons shoot at the weakest enemy near them.
            fn fight(&mut self) {
                let World {
                    squadrons,
                    grid,
                    frame,
                    ..
                } = &self.world;
                let (ships, mut hit) = (self.ships.columns(), Vec::new());
                for squadron in squadrons.iter().skip(*frame % 8).step_by(8) {
                    let shooters = squadron
                        .iter()
                        .filter_map(|&id| ships.pos.get(id).map(|&pos| (pos, ships.team[id])));
                    hit.extend(shooters.filter_map(|(at, team)| {
                        grid.near(at)
                            .filter(|&id| ships.team[id] != team)
                            .filter_map(|id| ships.pos.get(id).map(|&pos| (id, square(pos, at))))
                            .filter(|&(_, far)| far <= RANGE)
                            .min_by_key(|&(id, far)| (ships.hp[id], far, Reverse(ships.serial[id])))
                            .map(|(id, _)| id)
                    }));
                }
                for id in hit {
                    if let Some(ship) = self.ships.get_mut(id) {
                        *ship.hp -= 3;
                        if *ship.hp <= 0 {
                            self.ships.remove(id);
                        }
                    }
                }
            }

            fn hp(&self) -> i32 {
                self.ships.columns().hp.iter().sum()
            }
        }
    };
}
on_hubs!(SlotHubs, Ship, ShipId);
on_hubs!(DenseHubs, DenseShip, DenseShipId);

pub(crate) fn versions() -> Vec<Version> {
    vec![
        ("`SlotMap`", Box::new(Maps::new())),
        ("slots", Box::new(SlotHubs::new())),
        ("dense", Box::new(DenseHubs::new())),
    ]
}
